"""The form of the import page."""

from __future__ import annotations

from flask_wtf import FlaskForm
from flask_wtf.file import FileRequired, MultipleFileField
from wtforms import SelectField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Length, ValidationError

from annotation.formats import Format

MAX_FILES = 100
LONGEST_COLUMN = 200

FORMAT_LABELS = {
    Format.WIKIREPLACE: "WikiReplace (JSON: spans with replacement lists)",
    Format.TAB: "TAB (JSON: spans in layers)",
    Format.JSONL: "JSON lines (one text a line)",
    Format.MARKED: "Marked text (spans in brackets, one document a file)",
    Format.TEXT: "Plain text (one document a file)",
    Format.CSV: "Table (CSV, TSV: one document a row)",
    Format.DOCX: "Word document (DOCX)",
    Format.ODT: "OpenDocument text (ODT)",
    Format.PDF: "PDF with a text layer",
    Format.HTML: "Web page (HTML)",
    Format.EML: "Mail (EML)",
    Format.ZIP: "ZIP archive of such files",
}


class ImportForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """Files and what they are."""

    files = MultipleFileField("Files", [FileRequired("Choose at least one file.")])
    format = SelectField(
        "Format",
        choices=[
            SelectChoice("", "Recognize it by the content"),
            *(SelectChoice(name, label) for name, label in FORMAT_LABELS.items()),
        ],
        coerce=lambda value: Format(value) if value else None,
    )
    text_column = StringField(
        "Text column",
        filters=[lambda text: (text or "").strip() or None],
        validators=[Length(max=LONGEST_COLUMN)],
    )

    def validate_files(self, field: MultipleFileField) -> None:
        """Keep the number of jobs sensible."""
        if len(field.data) > MAX_FILES:
            raise ValidationError(f"At most {MAX_FILES} files at once.")
