"""Reading Label Studio's tasks, and their shorter form (JSON-MIN).

An annotation is the layer of whoever completed it: of the annotator it names itself, as ours do,
else by e-mail address or number. The predictions of models are read where nobody annotated, as
suggestions to all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from annotation.errors import RecordError, locating, shown
from annotation.formats import fields
from annotation.formats.exchange.json_rows import filled_text, iter_rows, parse_row
from annotation.formats.exchange.label_studio import (
    ANNOTATOR,
    CONFIDENTIAL,
    EDIT,
    ENTITY,
    IDENTIFIER,
    LAYERS,
    REPLACEMENT,
    is_regions,
    is_task,
)
from annotation.formats.exchange.labels import Labels
from annotation.formats.exchange.marking import Mark, Marking, note_left_out
from annotation.formats.json_objects import NotJsonError, RawObject
from annotation.formats.source import Source
from annotation.records import Document, Json
from annotation.types import ConfidentialStatus, EditType, IdentifierType

_REGIONS = ("labels", "hypertextlabels")
_SAID = frozenset({IDENTIFIER, CONFIDENTIAL, EDIT, ENTITY, REPLACEMENT, ANNOTATOR})
_BOOKKEEPING = frozenset(
    {"id", "annotator", "annotation_id", "created_at", "updated_at", "lead_time", "agreement"}
)
"""What the shorter form has beside the data of a task."""

_Row = tuple[RawObject, dict[str, Json] | RecordError]


def read(source: Source) -> Iterator[Document | RecordError]:
    """Read tasks, or their shorter form, in which each annotation of a task is a row of its own."""
    reading = _Reading(source)
    for number, (_, group) in enumerate(groupby(_iter_parsed(source), _task_of), start=1):
        rows = list(group)
        try:
            yield reading.document(number, rows)
        except RecordError as fault:
            yield fault.located(place=rows[0][0].place)
    reading.note()


def _iter_parsed(source: Source) -> Iterator[_Row]:
    for raw in iter_rows(source):
        try:
            yield raw, parse_row(raw)
        except NotJsonError:
            raise
        except RecordError as fault:
            yield raw, fault


def _task_of(row: _Row) -> object:
    """Return what tells the rows of one task from those of another."""
    raw, record = row
    is_short = isinstance(record, dict) and not is_task(record)
    number = record.get("id") if isinstance(record, dict) and is_short else None
    return raw if number is None else str(number)


class _Reading:
    """Reads tasks, and says in the end what became of labels and other things."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._labels = Labels()
        self._left_out: Counter[str] = Counter()
        self._counted: dict[str, None] = {}

    def _note_counting(self, way: str) -> None:
        self._counted[way] = None

    def note(self) -> None:
        """Say what people should know of the file."""
        self._labels.note(self._source)
        for way in self._counted:
            self._source.note(f"offsets are counted {way}")
        note_left_out(self._source, self._left_out)

    def document(self, number: int, rows: Sequence[_Row]) -> Document:
        """Make a document of the rows of one task; raises RecordError."""
        records = []
        for _, record in rows:
            if isinstance(record, RecordError):
                raise record
            records.append(record)
        first = records[0]
        has_data = is_task(first)
        data = fields.as_object(first["data"], "data") if has_data else _data_of(first)
        text_key = _text_key(data)
        doc_id = filled_text(data, "doc_id") or f"{self._source.doc_id}-{first.get('id', number)}"
        with locating(doc_id=doc_id):
            known = (text_key, "doc_id", "task", "split")
            others = {key: value for key, value in data.items() if key not in known}
            marking = Marking(
                doc_id,
                fields.text(data, text_key),
                self._labels,
                task=filled_text(data, "task"),
                split=filled_text(data, "split"),
                meta=fields.as_json(others, "data") or None,
                on_counted=self._note_counting,
            )
            if has_data:
                self._add_annotations(marking, first)
            else:
                self._add_rows(marking, records)
            return marking.document()

    def _add_annotations(self, marking: Marking, task: Mapping[str, Json]) -> None:
        key = next((each for each in LAYERS if task.get(each)), LAYERS[0])
        annotations = [
            (place, annotation)
            for place, annotation in _objects(task.get(key, []), key)
            if not self._is_skipped(annotation)
        ]
        for number, (place, annotation) in enumerate(annotations, start=1):
            with fields.within(place):
                results = list(_objects(fields.required(annotation, "result"), "result"))
                name = _written(results) or _person(annotation.get("completed_by"))
                if name is None and len(annotations) > 1:
                    name = f"annotation {number}"
                is_gold = annotation.get("ground_truth") is True
                marking.add(name, list(self._marks(results)), is_gold=is_gold)
        predictions = list(_objects(task.get("predictions") or [], "predictions"))
        if predictions and not annotations:
            (place, prediction), *predictions = predictions
            with fields.within(place):
                results = list(_objects(fields.required(prediction, "result"), "result"))
                marking.add(None, list(self._marks(results)))
        self._left_out["prediction"] += len(predictions)

    def _is_skipped(self, annotation: Mapping[str, Json]) -> bool:
        is_skipped = annotation.get("was_cancelled") is True
        self._left_out["skipped annotation"] += is_skipped
        return is_skipped

    def _add_rows(self, marking: Marking, rows: Sequence[Mapping[str, Json]]) -> None:
        for number, row in enumerate(rows, start=1):
            name = _person(row.get("annotator"))
            if name is None and len(rows) > 1:
                name = f"annotation {number}"
            marks = [
                self._region(f"{key}[{index}]", fields.as_object(item, key), {}, None)
                for key, value in row.items()
                if is_regions(value)
                for index, item in enumerate(fields.as_list(value, key))
            ]
            marking.add(name, [mark for mark in marks if mark])

    def _marks(self, results: Sequence[tuple[str, dict[str, Json]]]) -> Iterator[Mark]:
        said: dict[Json, dict[str, str]] = {}
        for _, result in results:
            if (name := result.get("from_name")) in _SAID and (text := _said(result)):
                said.setdefault(str(result.get("id")), {})[str(name)] = text
            elif result.get("type") not in _REGIONS:
                self._left_out[f"{shown(str(result.get('type')), 30)} result"] += 1
        for place, result in results:
            if result.get("type") in _REGIONS:
                with fields.within(place):
                    value = fields.as_object(fields.required(result, "value"), "value")
                    name = filled_text(result, "id")
                    mark = self._region(name or place, value, said.get(name, {}), name)
                if mark:
                    yield mark

    def _region(
        self,
        name: str,
        value: Mapping[str, Json],
        said: Mapping[str, str],
        mention_id: str | None,
    ) -> Mark | None:
        kind = next((each for each in _REGIONS if each in value), _REGIONS[0])
        labels = fields.as_texts(value.get(kind, []), kind)
        if not labels:
            self._left_out["unlabelled region"] += 1
            return None
        self._left_out["further label"] += len(labels) - 1
        return Mark(
            name,
            fields.offset(value, "start"),
            fields.offset(value, "end"),
            labels[0],
            quoted=fields.optional_text(value, "text"),
            mention_id=mention_id,
            entity=said.get(ENTITY),
            identifier_type=fields.optional_member(said, IDENTIFIER, IdentifierType),
            confidential_status=fields.optional_member(said, CONFIDENTIAL, ConfidentialStatus),
            edit_type=fields.optional_member(said, EDIT, EditType),
            replacement=said.get(REPLACEMENT),
        )


def _objects(value: Json, key: str) -> Iterator[tuple[str, dict[str, Json]]]:
    """Yield the objects of a list with their places in it."""
    for index, item in enumerate(fields.as_list(value, key)):
        yield f"{key}[{index}]", fields.as_object(item, f"{key}[{index}]")


def _data_of(row: Mapping[str, Json]) -> dict[str, Json]:
    return {
        key: value
        for key, value in row.items()
        if key not in _BOOKKEEPING | _SAID and not is_regions(value)
    }


def _text_key(data: Mapping[str, Json]) -> str:
    """Return the key of the text, which is named as the project's config says."""
    if "text" in data:
        return "text"
    texts = [key for key, value in data.items() if isinstance(value, str)]
    if len(texts) == 1:
        return texts[0]
    found = ", ".join(shown(key, 30) for key in data) or "nothing"
    raise RecordError(f"which of its data is the text? There is no “text” in it, but {found}")


def _said(result: Mapping[str, Json]) -> str | None:
    """Return the first thing that was chosen or written."""
    value = result.get("value")
    for key in ("choices", "text"):
        items = value.get(key) if isinstance(value, dict) else None
        if isinstance(items, list) and items and isinstance(items[0], str):
            return items[0]
    return None


def _written(results: Sequence[tuple[str, Mapping[str, Json]]]) -> str | None:
    """Return the annotator that our own annotations name."""
    named = (_said(result) for _, result in results if result.get("from_name") == ANNOTATOR)
    return next(filter(None, named), None)


def _person(completed_by: Json) -> str | None:
    match completed_by:
        case {"email": str(email)} if email:
            return email
        case {"id": int(number)} | int(number):
            return f"user {number}"
        case str(name) if name.strip():
            return name.strip()
        case _:
            return None
