"""doccano: sequence labelling as JSON lines, one file for each annotator.

`{"id": 7, "text": "…", "label": [[0, 4, "PERSON"], …]}`, in projects with relations `"entities":
[{"id": 1, "label": "PERSON", "start_offset": 0, "end_offset": 4}]`. Keys that doccano does not know
it keeps as metadata and gives out again, so that what it has no place for goes along in one.

A label is the semantic type, as models are trained on it; of a span that may stay it is
`PERSON/NO_MASK`. doccano's project of several annotators is an archive of `<annotator>.jsonl`;
where they work together it has `all.jsonl`, whose spans are nobody's.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from annotation.adjudication import GOLD
from annotation.errors import RecordError, locating, shown
from annotation.formats import fields
from annotation.formats.exchange.cards import write_card
from annotation.formats.exchange.entries import Entry, Span
from annotation.formats.exchange.file_names import FileNames, annotator_in
from annotation.formats.exchange.json_rows import filled_text, iter_rows, parse_row
from annotation.formats.exchange.labels import SEPARATOR, Labels
from annotation.formats.exchange.marking import Mark, Marking, note_left_out
from annotation.formats.json_objects import RawObject
from annotation.formats.source import Source
from annotation.records import Document, Json
from annotation.types import ConfidentialStatus, EditType, IdentifierType

DETAILS = "palimpsest"
"""The key of the metadata that holds what doccano has no place for: a list, an object a span."""

_SHARED = frozenset({"all", "unknown"})
"""What doccano calls files of no single annotator."""
_LABEL_KEYS = ("label", "labels", "entities")
_LEFT_OUT = {"relations": "relation", "Comments": "comment", "comments": "comment"}
_KNOWN = frozenset(
    {"id", "doc_id", "text", "task", "split", "generalized_text", DETAILS, *_LABEL_KEYS, *_LEFT_OUT}
)


def looks_so(record: Mapping[str, Json]) -> bool:
    """Whether a record is one of doccano's: a text, and spans of it, or an empty list of them."""
    found = [record[key] for key in _LABEL_KEYS if key in record]
    return (
        isinstance(record.get("text"), str)
        and "annotations" not in record
        and bool(found)
        and all(isinstance(spans, list) and all(map(_is_span, spans)) for spans in found)
    )


def _is_span(item: Json) -> bool:
    match item:
        case [int(), int(), str(), *_] | {"start_offset": int(), "end_offset": int()}:
            return True
        case _:
            return False


class DoccanoWriter:
    """Writes a file for each annotator, `gold.jsonl` for what was adjudicated."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names = FileNames({GOLD, *_SHARED})
        self._written = 0

    def add(self, document: Sequence[Entry]) -> None:
        """Write the entries of one document."""
        self._written += 1
        for entry in document:
            name = GOLD if entry.is_gold else self._names.of(entry.annotator)
            line = json.dumps(_to_json(entry, self._written), ensure_ascii=False, allow_nan=False)
            path = self._folder / f"{name}.jsonl"
            with path.open("a", encoding="utf-8", newline="\n") as stream:
                stream.write(line + "\n")

    def close(self, card: str) -> None:
        """Write the card beside the files."""
        write_card(self._folder, card)


def _to_json(entry: Entry, number: int) -> dict[str, Json]:
    others = {"task": entry.task, "split": entry.split, "generalized_text": entry.generalized_text}
    return {
        "id": number,
        "text": entry.text,
        "label": [[span.start, span.end, _label_of(span)] for span in entry.spans],
        "doc_id": entry.doc_id,
        **{key: value for key, value in others.items() if value is not None},
        DETAILS: [_details_of(span) for span in entry.spans],
    }


def _label_of(span: Span) -> str:
    if span.identifier_type is IdentifierType.NO_MASK:
        return f"{span.entity_type}{SEPARATOR}{span.identifier_type}"
    return span.entity_type.value


def _details_of(span: Span) -> Json:
    values: dict[str, Json] = {
        "label": _label_of(span),
        "start_offset": span.start,
        "end_offset": span.end,
        "mention_id": span.mention_id,
        "identifier_type": span.identifier_type.value,
        "entity_id": span.entity_id,
        "edit_type": span.edit_type and span.edit_type.value,
        "confidential_status": span.confidential_status and span.confidential_status.value,
        "replacement": span.replacement,
    }
    return {key: value for key, value in values.items() if value is not None}


def read(source: Source) -> Iterator[Document | RecordError]:
    """Read a file alone, whose spans are nobody's."""
    yield from _Reading(source).one_by_one(None, source)


def read_together(source: Source, files: Mapping[str, Source]) -> Iterator[Document | RecordError]:
    """Read the files of an archive, by their paths: each holds the work of one annotator.

    Documents of the same name and text are one. What is wrong in one file leaves a document out.
    """
    reading = _Reading(source)
    named: dict[str | None, Source] = {}
    for path, file in files.items():
        stem = PurePosixPath(path).stem
        name = None if stem.casefold() in _SHARED else annotator_in(stem)
        if name in named:
            problem = f"{shown(named[name].name)} is of the same annotator, by its name"
            yield RecordError(problem, file=file.name)
        else:
            named[name] = file
    if people := [name for name in named if name]:
        source.note(f"each file was read as the work of one annotator: {', '.join(people)}")
    if len(named) == 1:
        [(name, file)] = named.items()
        for found in reading.one_by_one(name, file):
            yield found.located(file=file.name) if isinstance(found, RecordError) else found
    else:
        yield from reading.joined(named)


class _Reading:
    """Reads files of one project, and says in the end what became of labels and other things."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._labels = Labels()
        self._left_out: Counter[str] = Counter()

    def one_by_one(self, annotator: str | None, file: Source) -> Iterator[Document | RecordError]:
        """Read the documents of one file."""
        for raw in iter_rows(file):
            yield self._document({annotator: raw}, {})
        self._note()

    def joined(self, files: Mapping[str | None, Source]) -> Iterator[Document | RecordError]:
        """Read the documents of several files, each from all the files that have it."""
        found: dict[tuple[str, str], dict[str | None, RawObject]] = {}
        for annotator, file in files.items():
            for raw in iter_rows(file):
                fault = None
                try:
                    key = self._key(raw)
                except RecordError as error:
                    fault = error
                else:
                    if found.setdefault(key, {}).setdefault(annotator, raw) is not raw:
                        fault = RecordError("the document stands twice in it", place=raw.place)
                if fault:
                    yield fault.located(file=file.name)
        for lines in found.values():
            yield self._document(lines, {name: file.name for name, file in files.items()})
        self._note()

    def _key(self, raw: RawObject) -> tuple[str, str]:
        record = parse_row(raw)
        with locating(place=raw.place):
            return self._doc_id(record, raw), fields.text(record, "text")

    def _doc_id(self, record: Mapping[str, Json], raw: RawObject) -> str:
        named = record.get("doc_id")
        if isinstance(named, str) and named:
            return fields.as_text(named, "doc_id")
        number = record.get("id")
        return f"{self._source.doc_id}-{number if isinstance(number, int | str) else raw.line}"

    def _document(
        self, lines: Mapping[str | None, RawObject], files: Mapping[str | None, str]
    ) -> Document | RecordError:
        (annotator, raw), *others = lines.items()
        try:
            with locating(file=files.get(annotator), place=raw.place):
                record = parse_row(raw)
                marking = self._begin(record, raw)
                self._add(marking, annotator, record)
            for annotator, raw in others:
                with locating(file=files.get(annotator), place=raw.place):
                    self._add(marking, annotator, parse_row(raw))
            return marking.document()
        except RecordError as fault:
            return fault

    def _begin(self, record: Mapping[str, Json], raw: RawObject) -> Marking:
        return Marking(
            self._doc_id(record, raw),
            fields.text(record, "text"),
            self._labels,
            task=filled_text(record, "task"),
            split=filled_text(record, "split"),
            meta=_meta(record),
        )

    def _add(self, marking: Marking, annotator: str | None, record: Mapping[str, Json]) -> None:
        with locating(doc_id=marking.doc_id):
            marks = list(_marks(record))
            if marks or annotator:
                marking.add(annotator, marks, is_gold=annotator == GOLD)
        for key, what in _LEFT_OUT.items():
            value = record.get(key)
            if isinstance(value, list) and value:
                self._left_out[what] += len(value)

    def _note(self) -> None:
        self._labels.note(self._source)
        note_left_out(self._source, self._left_out)


def _marks(record: Mapping[str, Json]) -> Iterator[Mark]:
    """Yield the spans of all keys that hold some, with their details as far as these still fit."""
    details = _details(record)
    for key in _LABEL_KEYS:
        for index, item in enumerate(fields.as_list(record.get(key, []), key)):
            name = f"{key}[{index}]"
            with fields.within(name):
                start, end, label = _span(item)
            of_span = details.get((start, end, label))
            yield _mark(name, start, end, label, of_span.pop(0) if of_span else {})


def _span(item: Json) -> tuple[int, int, str]:
    if isinstance(item, list):
        if len(item) < 3:  # noqa: PLR2004 - start, end, label
            raise RecordError("start, end and label: one is missing")
        item = {"start_offset": item[0], "end_offset": item[1], "label": item[2]}
    record = fields.as_object(item, "a span")
    start, end = fields.offset(record, "start_offset"), fields.offset(record, "end_offset")
    return start, end, fields.text(record, "label")


def _mark(name: str, start: int, end: int, label: str, details: Mapping[str, Json]) -> Mark:
    with fields.within(DETAILS):
        return Mark(
            name,
            start,
            end,
            label,
            mention_id=filled_text(details, "mention_id"),
            entity=filled_text(details, "entity_id"),
            identifier_type=fields.optional_member(details, "identifier_type", IdentifierType),
            confidential_status=fields.optional_member(
                details, "confidential_status", ConfidentialStatus
            ),
            edit_type=fields.optional_member(details, "edit_type", EditType),
            replacement=filled_text(details, "replacement"),
        )


def _details(record: Mapping[str, Json]) -> dict[tuple[int, int, str], list[dict[str, Json]]]:
    """Return what we wrote of each span; of one that was changed since it says nothing."""
    details: dict[tuple[int, int, str], list[dict[str, Json]]] = {}
    items = record.get(DETAILS)
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict):
            with fields.within(DETAILS):
                details.setdefault(_span(item), []).append(item)
    return details


def _meta(record: Mapping[str, Json]) -> Json:
    """Return the metadata, which doccano writes beside the text, old versions under `meta`."""
    others = {key: value for key, value in record.items() if key not in _KNOWN}
    inner = others.pop("meta", None)
    others = (inner if isinstance(inner, dict) else {}) | others
    return fields.as_json(others, "a key of the record") or None
