"""Texts that a person types or pastes instead of a file."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from flask_wtf import FlaskForm
from sqlalchemy.orm import Session
from wtforms import RadioField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Length, Regexp

from annotation.errors import RecordError
from annotation.formats import Format, read_documents, refuse
from annotation.formats.marked_text import SUFFIX
from webapp.intake.imports.checking import Survey, iter_checked, taken_ids
from webapp.platform.models import Project

LONGEST_NAME = 120


class Pasted(StrEnum):
    """The kinds of text that may be pasted."""

    MARKED = "marked"
    JSON = "json"


SUFFIXES = {Pasted.MARKED: SUFFIX, Pasted.JSON: ".json"}
FORMATS = {Pasted.MARKED: Format.MARKED, Pasted.JSON: None}
"""JSON is detected by its content."""


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

    def blame(self, fault: RecordError) -> None:
        """Say beside the text what is wrong in it, and go there.

        A marked text is the only document: the place in it says enough.
        """
        is_marked = self.kind.data is Pasted.MARKED
        problem = fault.problem if is_marked else str(fault).removeprefix(f"{fault.file}: ")
        self.pasted.errors = (problem[:1].upper() + problem[1:],)
        self.pasted.render_kw = {"autofocus": True}


def check(
    session: Session, project: Project, path: Path, *, name: str, file_format: Format | None
) -> None:
    """Read what was pasted as its import will; raises RecordError for the first fault.

    A form is so short (`MAX_FORM_MEMORY_SIZE`) that this takes a moment, three seconds at worst.
    """
    checked = iter_checked(
        read_documents(path, format=file_format, name=name),
        kind=project.kind,
        taken=taken_ids(session, project),
        on_fault=refuse,
    )
    Survey().take(checked, project.kind)
