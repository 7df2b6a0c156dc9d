"""The forms of releases: what is wanted, and why a finding is accepted."""

from __future__ import annotations

from flask_wtf import FlaskForm
from wtforms import BooleanField, HiddenField, SelectField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Length, Regexp

from privacy.gate import FindingKind
from privacy.release import ReleaseForm
from webapp.publication.release.wanted import WantedRelease

LONGEST_REASON = 500


class WantedForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """The options of a release."""

    form = SelectField(
        "As",
        choices=[SelectChoice(each, f"{each.label}: {each.help}") for each in ReleaseForm],
        coerce=ReleaseForm,
    )
    documents = SelectField(
        "Documents",
        choices=[
            SelectChoice("submitted", "Submitted or reviewed"),
            SelectChoice("reviewed", "With all submitted work approved"),
        ],
    )
    without_brackets = BooleanField("Without brackets")
    skip_stopped = BooleanField("Leave out documents that are stopped")

    @property
    def wanted(self) -> WantedRelease:
        """The options that a valid form asks for."""
        return WantedRelease(
            form=self.form.data,
            only_reviewed=self.documents.data == "reviewed",
            without_brackets=self.without_brackets.data,
            skip_stopped=self.skip_stopped.data,
        )


class AcceptanceForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """Which finding is accepted, and why."""

    kind = SelectField(choices=[each.value for each in FindingKind], coerce=FindingKind)
    digest = HiddenField(validators=[Regexp("[0-9a-f]{64}$")])
    reason = TextAreaField("Reason", validators=[Length(max=LONGEST_REASON)])
