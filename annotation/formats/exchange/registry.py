"""The formats that a dataset can be written in.

A writer's module is loaded when a dataset is written, in the worker or on the command line: some
bring libraries that are too heavy for a web process.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from annotation.formats import Format
from annotation.formats.exchange.entries import Writer
from annotation.types import LabelledEnum


class _WrittenEnum(LabelledEnum):
    """A labelled enum whose members also know a writer's module and class, if they have one."""

    writer: str

    def __new__(
        cls, value: str, label: str = "", help_text: str = "", writer: str = ""
    ) -> _WrittenEnum:
        """Make the member from its value, with label, help and writer beside it."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.label, member.help, member.writer = label, help_text, writer
        return member


class ExportFormat(_WrittenEnum):
    """A format of datasets; those without a writer are lists of whole records."""

    WIKIREPLACE = "wikireplace", "WikiReplace", "Whole records in JSON, with all that was offered."
    TAB = "tab", "TAB", "Spans in JSON, a layer for each annotator, no replacements."
    JSONL = "jsonl", "JSON lines", "A line for each annotator of a document.", "jsonl.JsonlWriter"
    CSV = (
        "csv",
        "CSV",
        "Tables of documents, work, spans; a spreadsheet may take a text for a formula.",
        "csv_tables.CsvWriter",
    )
    PARQUET = (
        "parquet",
        "Parquet",
        "A table of columns, a row for each annotator of a document.",
        "parquet.ParquetWriter",
    )
    HUGGING_FACE = (
        "hugging-face",
        "Hugging Face datasets",
        "A folder with a card, which the library loads.",
        "hugging_face.HuggingFaceWriter",
    )
    DOCBIN = "docbin", "spaCy DocBin", "Tokens and spans to train pipelines.", "docbin.DocBinWriter"
    CONLL = "conll", "CoNLL, IOB2", "A token a line, with its tags.", "conll.ConllWriter"
    BRAT = "brat", "brat standoff", "Texts with annotations beside them.", "brat.BratWriter"
    DOCCANO = (
        "doccano",
        "doccano",
        "JSON lines of labelled spans, a file for each annotator.",
        "doccano.DoccanoWriter",
    )
    LABEL_STUDIO = (
        "label-studio",
        "Label Studio",
        "Tasks with all annotators' work, and the labelling config.",
        "label_studio.LabelStudioWriter",
    )
    UIMA_CAS = (
        "uima-cas",
        "UIMA CAS XMI",
        "A CAS for each annotator of a document, for INCEpTION.",
        "uima_cas.UimaCasWriter",
    )

    @property
    def record_format(self) -> Format | None:
        """The format of the records that such a dataset is a list of; None if it has none."""
        return None if self.writer else Format(self.value)

    def open_writer(self, folder: Path) -> Writer:
        """Begin a dataset in an empty folder; not where there is a `record_format`."""
        module, _, name = self.writer.rpartition(".")
        writer: type[Writer] = getattr(import_module(f"{__package__}.{module}"), name)
        return writer(folder)
