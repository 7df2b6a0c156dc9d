"""The form of the import page."""

from __future__ import annotations

from wtforms import BooleanField, SelectField, StringField, SubmitField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Length

from annotation.formats import Format
from webapp.masks.forms import MaskForm
from webapp.projects.forms import FilesForm

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


class ImportForm(FilesForm):
    """Files and what they are."""

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
    look = SubmitField("Look at the texts first")


class WaitingForm(MaskForm):
    """The decision about texts that somebody has looked at."""

    name = StringField("Name of the project", filters=[lambda text: (text or "").strip()])
    finds_masks = BooleanField("Find what to hide", default=True)
