"""What people fill in about trainings, whatever is trained."""

from __future__ import annotations

from wtforms import IntegerField
from wtforms.validators import InputRequired, NumberRange, Optional

from webapp.training.policies import MOST_PERCENT, MOST_SUBMISSIONS


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
