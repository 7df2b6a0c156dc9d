"""What a person types or pastes instead of a file."""

from __future__ import annotations

from enum import StrEnum

from flask_wtf import FlaskForm
from wtforms import RadioField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Length, Regexp

from annotation.formats import Format
from annotation.formats.marked_text import SUFFIX

LONGEST_NAME = 120


class Pasted(StrEnum):
    """What may be pasted."""

    MARKED = "marked"
    JSON = "json"


SUFFIXES = {Pasted.MARKED: SUFFIX, Pasted.JSON: ".json"}
FORMATS = {Pasted.MARKED: Format.MARKED, Pasted.JSON: None}
"""JSON is told by its content."""


class PasteForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """A text and what it is."""

    pasted = TextAreaField("Text", validators=[InputRequired("Paste a text.")])
    kind = RadioField(
        "It is",
        choices=[
            SelectChoice(Pasted.MARKED, "a text with marked spans"),
            SelectChoice(Pasted.JSON, "a record in JSON (WikiReplace or TAB)"),
        ],
        default=Pasted.MARKED.value,
        coerce=Pasted,
    )
    name = StringField(
        "Name of the document",
        filters=[lambda text: text.strip() if text else ""],
        validators=[
            Length(max=LONGEST_NAME),
            Regexp(r"[^/\\]*\Z", message="A name has no slash in it."),
        ],
    )

    @property
    def content(self) -> bytes:
        """The text as it was typed, a lone record as a list of one.

        Browsers send every line break as CR LF.
        """
        text: str = self.pasted.data.replace("\r\n", "\n")
        is_one_record = self.kind.data is Pasted.JSON and text.lstrip().startswith("{")
        return (f"[{text}]" if is_one_record else text).encode()

    def file_name(self, default: str) -> str:
        """Name what was pasted as if it were a file."""
        return (self.name.data or default) + SUFFIXES[self.kind.data]

    @property
    def format(self) -> Format | None:
        """The format to read it in."""
        return FORMATS[self.kind.data]
