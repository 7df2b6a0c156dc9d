r"""brat: a text file and a file of annotations beside it, in a folder for each annotator.

`T1\tPERSON 0 4\tAnna` is a span, of several pieces where it goes over the end of a line, which no
annotation of brat's does: `T2\tLOC 9 12;13 17\tNew York`. `A1\tIdentifier T1 DIRECT` says something
of it, `*\tEquiv T1 T2` that spans are one entity, `#1\tAnnotatorNotes T1\treplacement: PERSON 1`
what goes out in its place. Offsets are code points. The table `documents.csv` says which document
and whose work a file is: names of files name nobody.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from annotation.adjudication import GOLD
from annotation.errors import RecordError
from annotation.formats.exchange.cards import NAME as CARD
from annotation.formats.exchange.cards import write_card
from annotation.formats.exchange.entries import Entry, Span
from annotation.formats.exchange.file_names import FileNames
from annotation.types import ConfidentialStatus, EditType, IdentifierType, SemanticType

TABLE = "documents.csv"
CONFIGURATION = "annotation.conf"
COLUMNS = ("file", "doc_id", "annotator", "gold", "split", "task")

IDENTIFIER = "Identifier"
CONFIDENTIAL = "Confidential"
EDIT = "Edit"
NOTES = "AnnotatorNotes"
REPLACEMENT = "replacement: "
"""What a note begins with that says what goes out in the place of its span."""


class BratWriter:
    """Writes a folder of texts with annotations for each annotator, `gold` for what is settled."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names = FileNames({GOLD, TABLE, CONFIGURATION, CARD})
        self._written = 0
        self._table = (folder / TABLE).open("w", encoding="utf-8", newline="")
        self._rows = csv.writer(self._table)
        self._rows.writerow(COLUMNS)

    def add(self, document: Sequence[Entry]) -> None:
        """Write the entries of one document; raises RecordError for a span of blanks alone."""
        annotations = [annotations_of(entry) for entry in document]
        self._written += 1
        for entry, content in zip(document, annotations, strict=True):
            folder = GOLD if entry.is_gold else self._names.of(entry.annotator)
            file = f"{folder}/document-{self._written}"
            path = self._folder / file
            path.parent.mkdir(exist_ok=True)
            path.with_suffix(".txt").write_text(entry.text, encoding="utf-8", newline="")
            path.with_suffix(".ann").write_text(content, encoding="utf-8", newline="")
            gold = "yes" if entry.is_gold else ""
            row = (file, entry.doc_id, entry.annotator, gold, entry.split, entry.task)
            self._rows.writerow(row)

    def close(self, card: str) -> None:
        """Write the configuration and the card beside the folders."""
        self._table.close()
        (self._folder / CONFIGURATION).write_text(configuration(), encoding="utf-8")
        write_card(self._folder, card)


def configuration() -> str:
    """Make the annotation.conf of such a collection."""
    attributes = "\n".join(
        f"{name}\tArg:<ENTITY>, Value:{'|'.join(members)}"
        for name, members in (
            (IDENTIFIER, IdentifierType),
            (CONFIDENTIAL, ConfidentialStatus),
            (EDIT, EditType),
        )
    )
    types = "\n".join(SemanticType)
    return f"""[entities]
{types}

[relations]
<OVERLAP>\tArg1:<ENTITY>, Arg2:<ENTITY>, <OVL-TYPE>:<ANY>
Equiv\tArg1:<ENTITY>, Arg2:<ENTITY>, <REL-TYPE>:symmetric-transitive

[events]

[attributes]
{attributes}
"""


def annotations_of(entry: Entry) -> str:
    """Make the annotations of an entry; raises RecordError for a span of blanks alone."""
    attributes, notes = count(1), count(1)
    lines: list[str] = []
    entities: dict[str, list[str]] = {}
    for number, span in enumerate(entry.spans, start=1):
        lines.append(_text_bound(number, span))
        entities.setdefault(span.entity_id, []).append(f"T{number}")
        for name, value in (
            (IDENTIFIER, span.identifier_type),
            (CONFIDENTIAL, span.confidential_status),
            (EDIT, span.edit_type),
        ):
            if value is not None:
                lines.append(f"A{next(attributes)}\t{name} T{number} {value}")
        if span.replacement:
            replacement = " ".join(span.replacement.splitlines())
            lines.append(f"#{next(notes)}\t{NOTES} T{number}\t{REPLACEMENT}{replacement}")
    lines += [f"*\tEquiv {' '.join(same)}" for same in entities.values() if len(same) > 1]
    return "".join(f"{line}\n" for line in lines)


def _text_bound(number: int, span: Span) -> str:
    pieces = list(_pieces(span))
    if not pieces:
        raise RecordError("brat has no span of line ends alone", mention_id=span.mention_id)
    offsets = ";".join(f"{start} {start + len(text)}" for start, text in pieces)
    return f"T{number}\t{span.entity_type} {offsets}\t{' '.join(text for _, text in pieces)}"


def _pieces(span: Span) -> Iterator[tuple[int, str]]:
    """Yield the lines of a span and where they begin, without their ends."""
    start = span.start
    for line in span.text.splitlines(keepends=True):
        [text] = line.splitlines()
        if text:
            yield start, text
        start += len(line)
