"""How much to hide: what people fill in before masks are found."""

from __future__ import annotations

from flask_wtf import FlaskForm
from wtforms import RadioField
from wtforms.fields.choices import SelectChoice

from masking.operating import OperatingPoint

POINT_LABELS = {
    OperatingPoint.PRIVACY: "Privacy: rather too much than too little",
    OperatingPoint.BALANCED: "Balanced",
    OperatingPoint.UTILITY: "Utility: only what most likely tells who it is",
}


def point_field() -> RadioField:
    """Return a field that asks for an operating point."""
    return RadioField(
        "How much",
        choices=[SelectChoice(point.value, label) for point, label in POINT_LABELS.items()],
        default=OperatingPoint.BALANCED.value,
        coerce=OperatingPoint,
    )


class MaskForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """How much to hide."""

    point = point_field()
