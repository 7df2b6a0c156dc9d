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


def blind_share_field(presence: InputRequired | Optional) -> IntegerField:
    """Return a field that asks how many documents are shown without suggestions."""
    return IntegerField(
        "Documents shown without suggestions, in percent",
        description="Drawn by lot, for good where masks are suggested: an annotator who opens one "
        "sees neither masks nor replacements suggested. What they do there shows how far "
        "suggestions sway people; 10 is a good start, 0 hides the bias.",
        validators=[presence, NumberRange(min=0, max=MOST_PERCENT)],
    )
