"""The form of the import page."""

from __future__ import annotations

from wtforms import BooleanField, SelectField, StringField, SubmitField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Length

from annotation.formats import Format
from webapp.masks.forms import MaskForm
from webapp.projects.forms import FilesForm

LONGEST_COLUMN = 200


class ImportForm(FilesForm):
    """Files and what they are."""

    format = SelectField(
        "Format",
        choices=[
            SelectChoice("", "Recognize it by the content"),
            *(SelectChoice(each, each.label) for each in Format),
        ],
        coerce=lambda value: Format(value) if value else None,
    )
    text_column = StringField(
        "Text column",
        filters=[lambda text: (text or "").strip() or None],
        validators=[Length(max=LONGEST_COLUMN)],
    )
    look = SubmitField("Look at the texts first")


class WaitingForm(MaskForm):
    """The decision about texts that somebody has looked at."""

    name = StringField("Name of the project", filters=[lambda text: (text or "").strip()])
    finds_masks = BooleanField("Find what to hide", default=True)
