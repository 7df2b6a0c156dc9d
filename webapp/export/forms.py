"""The form of the export page; it only reads, so its address says everything."""

from __future__ import annotations

from flask_wtf import FlaskForm
from wtforms import BooleanField, SelectField
from wtforms.fields.choices import SelectChoice

from annotation.formats import WRITABLE, Format
from annotation.writing import Form
from webapp.export.files import AS_IT_CAME, WantedFiles
from webapp.export.operations import Wanted
from webapp.records import TEST_SPLIT

_NO_SPLIT = "(none)"
"""The value in the address for the documents without a split; without a value it is all."""


class ExportForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """The options of an export."""

    class Meta:
        """It changes nothing, so nobody can be tricked into sending it."""

        csrf = False

    format = SelectField(
        "Format",
        choices=[SelectChoice(each, each.label) for each in Format if each in WRITABLE],
        coerce=Format,
    )
    split = SelectField("Split", coerce=str)
    work = SelectField(
        "Work",
        choices=[
            SelectChoice("submitted", "Submitted and reviewed only"),
            SelectChoice("all", "All, as it is now"),
        ],
    )
    multi_to_test = BooleanField("Documents submitted by several annotators go to the test split")
    without_originals = BooleanField("Leave out the original texts")
    skip_leaking = BooleanField("Leave out documents with findings")
    fits_grammar = BooleanField("Fit the generalized texts into their sentences")

    def offer_splits(self, splits: list[str | None]) -> None:
        """Offer the splits that are there, and test where documents may be moved to it."""
        named = dict.fromkeys([split for split in splits if split] + [TEST_SPLIT])
        self.split.choices = [
            SelectChoice("", "All"),
            *(SelectChoice(split, split) for split in named),
        ]
        if not all(splits):
            self.split.choices.append(SelectChoice(_NO_SPLIT, "None"))

    @property
    def wanted(self) -> Wanted:
        """The options that a valid form asks for."""
        return Wanted(
            format=self.format.data,
            split="" if self.split.data == _NO_SPLIT else self.split.data or None,
            only_final=self.work.data == "submitted",
            multi_to_test=self.multi_to_test.data,
            without_originals=self.without_originals.data,
            skip_leaking=self.skip_leaking.data,
            fits_grammar=self.fits_grammar.data,
        )


class FilesForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """Which anonymized files are wanted."""

    class Meta:
        """It changes nothing, so nobody can be tricked into sending it."""

        csrf = False

    format = SelectField(
        "As",
        choices=[
            SelectChoice(AS_IT_CAME, "They came: Word files stay Word files, others become text"),
            *(SelectChoice(form.value, f"{form.label} (.{form.value})") for form in Form),
        ],
        default=AS_IT_CAME,
    )
    documents = SelectField(
        "Documents",
        choices=[
            SelectChoice("submitted", "Submitted or reviewed"),
            SelectChoice("reviewed", "Reviewed only"),
        ],
        default="submitted",
    )
    without_brackets = BooleanField("Without brackets")
    skip_leaking = BooleanField("Leave out documents with findings")

    @property
    def wanted(self) -> WantedFiles:
        """The options that a valid form asks for."""
        is_as_it_came = self.format.data == AS_IT_CAME
        return WantedFiles(
            form=None if is_as_it_came else Form(self.format.data),
            only_reviewed=self.documents.data == "reviewed",
            without_brackets=self.without_brackets.data,
            skip_leaking=self.skip_leaking.data,
        )
