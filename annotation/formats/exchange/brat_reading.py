"""Reading brat's files: annotations with the text that lies beside them in an archive."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Protocol

from annotation.adjudication import GOLD
from annotation.errors import RecordError, locating
from annotation.formats.exchange.brat import COLUMNS
from annotation.formats.exchange.brat_lines import parse
from annotation.formats.exchange.labels import Labels
from annotation.formats.exchange.marking import Marking, note_left_out
from annotation.formats.plain_text import whole_text
from annotation.formats.source import Source
from annotation.records import Document

SUFFIX = ".ann"
_TEXT_SUFFIX = ".txt"

_BEGINNING = re.compile(r"T\d+\t\S+ \d+ \d+(?:;\d+ \d+)*\t|[AM]\d+\t\S+ [TER]\d+|\*\tEquiv T\d+ ")
_ALONE = (
    "it holds annotations of brat's without their text: bring both together, in a ZIP archive or "
    "as files that are imported at once, as letter.ann and letter.txt"
)


class Files(Protocol):
    """The files of an archive, as far as they are needed here."""

    source: Source

    def member(self, path: str) -> Source:
        """Unpack a file; raises RecordError."""


def looks_so(head: str) -> bool:
    """Whether a text begins as a file of annotations does."""
    return _BEGINNING.match(head) is not None


def read(_source: Source) -> Iterator[Document]:
    """Refuse a file of annotations that has come without its text; raises RecordError."""
    raise RecordError(_ALONE)


def pairs_in(paths: Sequence[str]) -> dict[str, str]:
    """Return which text belongs to which file of annotations, by their names."""
    texts = {_stem(path): path for path in paths if path.lower().endswith(_TEXT_SUFFIX)}
    return {
        path: texts[_stem(path)]
        for path in paths
        if path.lower().endswith(SUFFIX) and _stem(path) in texts
    }


def read_together(
    files: Files, pairs: Mapping[str, str], table: Table
) -> Iterator[Document | RecordError]:
    """Read pairs of annotations and text.

    Those with equal texts and equal names in different folders are one document of several
    annotators, who are named by the folders, unless a table of ours says what each file is.
    """
    reading = _Reading(files)
    rows = table.rows
    listed: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {}
    for path in pairs:
        if row := rows.get(_stem(path)):
            listed.setdefault(row["doc_id"], []).append(path)
        else:
            others.setdefault(PurePosixPath(path).stem, []).append(path)
    for doc_id, paths in listed.items():
        yield from reading.listed(doc_id, paths, pairs, rows)
    for paths in others.values():
        yield from reading.unlisted(paths, pairs)
    reading.note()


def _stem(path: str) -> str:
    return path[: -len(SUFFIX)]


@dataclass(slots=True)
class Table:
    """What our own tables say of files, by the paths of these without suffixes."""

    rows: dict[str, dict[str, str]] = field(default_factory=dict)

    def take(self, path: str, source: Source) -> bool:
        """Take a file in if it is such a table; raises RecordError."""
        content = io.StringIO("".join(source.chunks()), newline="")
        table = csv.DictReader(content)
        if tuple(table.fieldnames or ()) != COLUMNS:
            return False
        folder = PurePosixPath(path).parent
        try:
            for row in table:
                if row["file"] and row["doc_id"]:
                    self.rows[(folder / row["file"]).as_posix()] = row
        except csv.Error as error:
            raise RecordError(f"it is no table that can be read: {error}") from error
        return True


class _Reading:
    """Reads the documents of an archive, and says in the end what became of what."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._labels = Labels()
        self._left_out: Counter[str] = Counter()
        self._counted: dict[str, None] = {}

    def note(self) -> None:
        """Say what people should know of the files."""
        source = self._files.source
        self._labels.note(source)
        for way in self._counted:
            source.note(f"offsets are counted {way}")
        note_left_out(source, self._left_out)

    def listed(
        self,
        doc_id: str,
        paths: Sequence[str],
        pairs: Mapping[str, str],
        rows: Mapping[str, Mapping[str, str]],
    ) -> Iterator[Document | RecordError]:
        """Read a document whose files the table names."""
        try:
            yield self._listed(doc_id, paths, pairs, rows)
        except RecordError as fault:
            yield fault.located(file=self._files.source.name, doc_id=doc_id)

    def _listed(
        self,
        doc_id: str,
        paths: Sequence[str],
        pairs: Mapping[str, str],
        rows: Mapping[str, Mapping[str, str]],
    ) -> Document:
        row = rows[_stem(paths[0])]
        text = self._text(pairs[paths[0]])
        split, task = row["split"] or None, row["task"] or None
        marking = Marking(doc_id, text, self._labels, split=split, task=task)
        for path in paths:
            if path != paths[0] and self._text(pairs[path]) != text:
                raise RecordError(f"{pairs[path]} differs from {pairs[paths[0]]}")
            row = rows[_stem(path)]
            self._add(marking, row["annotator"] or None, path, is_gold=bool(row["gold"]))
        return marking.document()

    def unlisted(
        self, paths: Sequence[str], pairs: Mapping[str, str]
    ) -> Iterator[Document | RecordError]:
        """Read the documents of files that have one name in different folders."""
        same: dict[bytes, list[str]] = {}
        for path in paths:
            try:
                digest = sha256(self._text(pairs[path]).encode()).digest()
            except RecordError as fault:
                yield fault
            else:
                same.setdefault(digest, []).append(path)
        for of_one in same.values():
            try:
                yield self._joined(self._text(pairs[of_one[0]]), of_one)
            except RecordError as fault:
                yield fault

    def _joined(self, text: str, paths: Sequence[str]) -> Document:
        place, names = _told_apart(paths)
        outer = self._files.source.place
        marking = Marking(f"{outer}/{place}" if outer else place, text, self._labels)
        for path, name in zip(paths, names, strict=True):
            self._add(marking, name, path, is_gold=name == GOLD)
        return marking.document()

    def _text(self, path: str) -> str:
        source = self._files.member(path)
        with locating(file=source.name):
            return whole_text(source)

    def _add(
        self, marking: Marking, annotator: str | None, path: str, *, is_gold: bool = False
    ) -> None:
        source = self._files.member(path)
        with locating(file=source.name):
            parsed = parse("".join(source.chunks()))
            marks = parsed.marks(marking.text, self._counted)
            if marks or annotator:
                marking.add(annotator, marks, is_gold=is_gold)
        self._left_out.update(parsed.left_out)


def _told_apart(paths: Sequence[str]) -> tuple[str, list[str | None]]:
    """Return what the paths of one document have in common, and the folders that differ."""
    if len(paths) == 1:
        return _stem(paths[0]), [None]
    folders = [PurePosixPath(path).parent.parts for path in paths]
    before = _common(folders)
    behind = _common([each[: before - len(each) - 1 : -1] for each in folders])
    first = folders[0]
    common = (*first[:before], *first[len(first) - behind :], PurePosixPath(paths[0]).stem)
    names = ["/".join(each[before : len(each) - behind]) for each in folders]
    return "/".join(common), [name or "annotator" for name in names]


def _common(rows: Sequence[Sequence[str]]) -> int:
    """Count the items that all rows have in common at their beginning."""
    columns = zip(*rows, strict=False)
    return next((at for at, each in enumerate(columns) if len(set(each)) > 1), min(map(len, rows)))
