"""The forms on how much to hide, filled in before masks are found."""

from __future__ import annotations

from typing import Self

from flask_wtf import FlaskForm
from wtforms import IntegerRangeField
from wtforms.validators import InputRequired, NumberRange, Optional

from masking.operating_points import STEPS, Step
from webapp.versions.forms import retrain_after_field, share_field


def step_field() -> IntegerRangeField:
    """Return a field that asks for a step from privacy to utility."""
    return IntegerRangeField(
        "How much to hide",
        validators=[InputRequired("Say how much."), NumberRange(min=0, max=STEPS - 1)],
    )


class MaskForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """How much to hide."""

    step = step_field()

    @classmethod
    def at(cls, step: Step, **fields: object) -> Self:
        """Return a form that stands at a step, to be shown."""
        return cls(formdata=None, step=step.number, **fields)

    @property
    def chosen(self) -> Step:
        """The step that was filled in."""
        return Step(self.step.data)


class MaskPolicyForm(MaskForm):
    """How much to hide, when to train anew, and in how many documents to suggest no masks."""

    retrain_after = retrain_after_field(Optional())
    blind_mask_share = share_field(
        "Documents in which no masks are suggested, in percent",
        "Drawn by lot, for good: an annotator who opens one marks from nothing. What they hide "
        "shows how far suggestions sway people. What they miss is not hidden: let others annotate "
        "these documents, too, or hand nothing out. 0: masks are suggested everywhere.",
        Optional(),
    )
