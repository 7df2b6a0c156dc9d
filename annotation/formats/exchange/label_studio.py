"""Label Studio: tasks as a JSON list, and the labelling config that their project needs.

A task has `data` (the text, and what else there is to know) and `annotations`, one for each
annotator, whose `result` is a flat list: regions with `labels`, and for the same region (the same
id) `choices` and `textarea`, for what else is said of it. Offsets are code points, which versions
before 1.5 counted in UTF-16 units; what is quoted tells. `ground_truth` is what we call gold.

Label Studio takes an annotation in only if it knows who `completed_by` is. So who made it stands
in a text area of the whole annotation, and it is whoever imports it who completed it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import quoteattr

from annotation.formats.exchange.cards import write_card
from annotation.formats.exchange.entries import Entry, Span
from annotation.formats.exchange.json_list import JsonListWriter
from annotation.records import Json
from annotation.types import ConfidentialStatus, EditType, IdentifierType, SemanticType

TEXT = "text"
LABEL = "label"
IDENTIFIER = "identifier_type"
CONFIDENTIAL = "confidential_status"
EDIT = "edit_type"
ENTITY = "entity"
REPLACEMENT = "replacement"
ANNOTATOR = "annotator"
LAYERS = ("annotations", "completions")
"""What versions before 1.0 called completions."""

_SHORT_KEYS = frozenset({"annotation_id", "annotator", "lead_time"})
"""Which keys the shorter form has even where nothing is labelled."""


def looks_so(record: Mapping[str, Json]) -> bool:
    """Whether a record is a task, or the shorter form of an annotated one (JSON-MIN)."""
    is_short = record.keys() >= _SHORT_KEYS or any(map(is_regions, record.values()))
    return is_task(record) or is_short


def is_task(record: Mapping[str, Json]) -> bool:
    """Whether a record is a task with what people or models made of it."""
    has_work = any(isinstance(record.get(key), list) for key in (*LAYERS, "predictions"))
    return "text" not in record and isinstance(record.get("data"), dict) and has_work


def is_regions(value: Json) -> bool:
    """Whether this is a list of labelled regions, as the shorter form has it."""
    return isinstance(value, list) and bool(value) and all(map(_is_short_region, value))


def _is_short_region(item: Json) -> bool:
    return isinstance(item, dict) and isinstance(item.get("labels"), list) and "start" in item


class LabelStudioWriter:
    """Writes `tasks.json` and `config.xml`, the labelling interface."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tasks = JsonListWriter(folder, "tasks.json")
        self._written = 0

    def add(self, document: Sequence[Entry]) -> None:
        """Write the entries of one document as a task."""
        self._written += 1
        self._tasks.add_record(_to_json(self._written, document))

    def close(self, card: str) -> None:
        """End the list; write the config and the card beside it."""
        self._tasks.close(card)
        (self._folder / "config.xml").write_text(config(), encoding="utf-8")
        write_card(self._folder, card)


def config() -> str:
    """Make the labelling config of a project in which these annotations can be seen and changed."""
    labels = "\n".join(f"    <Label value={quoteattr(each)}/>" for each in SemanticType)
    return f"""<View>
  <Labels name="{LABEL}" toName="{TEXT}">
{labels}
  </Labels>
  <Text name="{TEXT}" value="$text" granularity="symbol"/>
{_choices(IDENTIFIER, IdentifierType)}
{_choices(CONFIDENTIAL, ConfidentialStatus)}
{_choices(EDIT, EditType)}
  <TextArea name="{REPLACEMENT}" toName="{TEXT}" perRegion="true" maxSubmissions="1"/>
  <TextArea name="{ENTITY}" toName="{TEXT}" perRegion="true" maxSubmissions="1"/>
  <TextArea name="{ANNOTATOR}" toName="{TEXT}" maxSubmissions="1"/>
</View>
"""


def _choices(name: str, members: type[IdentifierType | ConfidentialStatus | EditType]) -> str:
    choices = "\n".join(f"    <Choice value={quoteattr(each)}/>" for each in members)
    opened = f'<Choices name="{name}" toName="{TEXT}" perRegion="true" choice="single-radio">'
    return f"  {opened}\n{choices}\n  </Choices>"


def _to_json(number: int, document: Sequence[Entry]) -> dict[str, Json]:
    first = document[0]
    data: dict[str, Json] = {"text": first.text, "doc_id": first.doc_id}
    for key, value in (("task", first.task), ("split", first.split)):
        if value is not None:
            data[key] = value
    annotations: list[Json] = [_annotation(entry) for entry in document]
    return {"id": number, "data": data, "annotations": annotations}


def _annotation(entry: Entry) -> Json:
    results = [result for span in entry.spans for result in _results(span)]
    who: Json = {
        "id": "annotator",
        "from_name": ANNOTATOR,
        "to_name": TEXT,
        "type": "textarea",
        "value": {"text": [entry.annotator]},
    }
    return {"ground_truth": entry.is_gold, "result": [who, *results]}


def _results(span: Span) -> Iterator[Json]:
    """Yield the region of a span, and what else is said of it, as results of the same id."""
    borders: dict[str, Json] = {"start": span.start, "end": span.end}
    labels: dict[str, Json] = {"text": span.text, "labels": [span.entity_type.value]}
    yield _result(span, LABEL, "labels", borders | labels)
    choices = (
        (IDENTIFIER, span.identifier_type),
        (CONFIDENTIAL, span.confidential_status),
        (EDIT, span.edit_type),
    )
    for name, chosen in choices:
        if chosen is not None:
            yield _result(span, name, "choices", borders | {"choices": [chosen.value]})
    for name, text in ((ENTITY, span.entity_id), (REPLACEMENT, span.replacement)):
        if text is not None:
            yield _result(span, name, "textarea", borders | {"text": [text]})


def _result(span: Span, name: str, kind: str, value: dict[str, Json]) -> Json:
    return {
        "id": span.mention_id,
        "from_name": name,
        "to_name": TEXT,
        "type": kind,
        "value": value,
    }
