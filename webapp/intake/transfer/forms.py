"""The form of handing masks on."""

from __future__ import annotations

from flask_wtf import FlaskForm
from wtforms import RadioField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired

from annotation.settling import Settling


class HandOnForm(FlaskForm):  # type: ignore[misc] # Flask-WTF brings no types
    """The name of the new project, and which masks it takes over."""

    name = StringField("Name of the new project", [InputRequired("Give it a name.")])
    settling = RadioField(
        "Where several annotated a document, and nobody adjudicated it",
        choices=[SelectChoice(each.value, f"{each.label}: {each.help}") for each in Settling],
        default=Settling.ANY.value,
        coerce=Settling,
    )
