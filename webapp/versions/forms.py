"""What admins fill in about the models of a project."""

from __future__ import annotations

from typing import Self

from flask_wtf import FlaskForm
from wtforms import IntegerField, RadioField, SelectField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, NumberRange, Optional, ValidationError

from selection.catalogue import catalogue, label_of, missing_library
from webapp.platform.models import SuggestionMode
from webapp.versions.operations import Policy
from webapp.versions.policies import MOST_PERCENT, MOST_SUBMISSIONS


def retrain_after_field(presence: InputRequired | Optional) -> IntegerField:
    """Return a field that asks after how many submissions a model learns anew."""
    return IntegerField(
        "Train again after so many submitted documents",
        description="0: only when somebody presses Train.",
        validators=[presence, NumberRange(min=0, max=MOST_SUBMISSIONS)],
    )


def share_field(label: str, description: str, presence: InputRequired | Optional) -> IntegerField:
    """Return a field that asks for a percentage of the documents."""
    return IntegerField(
        label, description=description, validators=[presence, NumberRange(min=0, max=MOST_PERCENT)]
    )


class TrainForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """Which kind of model to train; one whose library is missing can't be chosen."""

    family = SelectField("Kind of model")

    @classmethod
    def offering(cls, **options: object) -> Self:
        """Return a form that offers the families of this installation."""
        form = cls(**options)
        form.family.choices = [
            SelectChoice(
                name,
                f"{label_of(name)} (needs {lacks}, not installed)" if lacks else label_of(name),
                {"disabled": True} if lacks else {},
            )
            for name in catalogue()
            for lacks in [missing_library(name)]
        ]
        return form

    def validate_family(self, field: SelectField) -> None:
        """Refuse what a browser would not have sent."""
        if missing_library(field.data):
            raise ValidationError("A library of that kind of model is not installed.")


class PolicyForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """What annotators see of suggestions, and when the model learns."""

    mode = RadioField(
        "Suggestions",
        choices=[SelectChoice(mode.value, f"{mode.label}: {mode.help}") for mode in SuggestionMode],
        coerce=SuggestionMode,
        validators=[InputRequired("Say what annotators see.")],
    )
    retrain_after = retrain_after_field(InputRequired("Say after how many, 0 for never."))
    blind_share = share_field(
        "Documents shown without suggestions, in percent",
        "Drawn by lot. What is chosen in them shows how far suggestions sway people; 10 is a good "
        "start, 0 hides the bias.",
        InputRequired("Say how many percent."),
    )

    def policy(self) -> Policy:
        """Return what was filled in."""
        return Policy(
            mode=self.mode.data,
            retrain_after=self.retrain_after.data,
            blind_share=self.blind_share.data,
        )
