"""The JSON shape of a mention's `replacement`: what is offered and who chose what."""

from __future__ import annotations

from dataclasses import replace

from annotation.errors import RecordError, shown
from annotation.formats import fields
from annotation.formats.correction_shape import (
    CORRECTIONS,
    corrections_from_json,
    corrections_to_json,
)
from annotation.formats.layouts import compose, layout_of
from annotation.records import MASK, Generalizations, Json, Origin, Replacement

_SELECTION = "generalization_selection"
_ORIGINS = "origins"
_COUNT = "below"
"""Of how many terms a text was said to be true, in files of 0.1; read past, for it was wrong."""
_KEYS = ("generalizations", _SELECTION, _ORIGINS, CORRECTIONS)


def replacement_from_json(value: Json) -> Replacement:
    """Make a replacement of a JSON value; raises RecordError."""
    record = fields.as_object(value, "replacement")
    generalizations = fields.required(record, "generalizations")
    replacement = Replacement(
        generalizations=_generalizations(generalizations, "generalizations"),
        selection=_selection(record.get(_SELECTION, {})),
        origins=_origins(record.get(_ORIGINS, {})),
        layout=layout_of(record, _KEYS),
    )
    _check_choices(replacement)
    corrections = corrections_from_json(record.get(CORRECTIONS) or {}, _offered(replacement))
    return replace(replacement, corrections=corrections)


def replacement_to_json(replacement: Replacement) -> dict[str, Json]:
    """Make the JSON value of a replacement."""
    values: dict[str, Json] = {
        "generalizations": _generalizations_to_json(replacement.generalizations)
    }
    if replacement.selection or _SELECTION in replacement.layout.keys:
        values[_SELECTION] = {
            text: list(annotators) for text, annotators in replacement.selection.items()
        }
    if replacement.origins or _ORIGINS in replacement.layout.keys:
        values[_ORIGINS] = {
            text: _origin_to_json(origin) for text, origin in replacement.origins.items()
        }
    values[CORRECTIONS] = corrections_to_json(replacement.corrections)
    return compose(values, replacement.layout)


def _generalizations(value: Json, name: str) -> Generalizations:
    return {
        source: _generalizations(offered, f"{name}.{source}")
        if isinstance(offered, dict)
        else _generalization_list(offered, f"{name}.{source}")
        for source, offered in fields.as_object(value, name).items()
    }


def _generalization_list(value: Json, name: str) -> list[str]:
    texts = list(fields.as_texts(value, name))
    if not texts or texts[-1] != MASK:
        fault = "is empty" if not texts else f"ends in {shown(texts[-1])}"
        raise RecordError(f"{name} {fault}; the last item must be {MASK}")
    return texts


def _generalizations_to_json(generalizations: Generalizations) -> dict[str, Json]:
    return {
        source: list(offered) if isinstance(offered, list) else _generalizations_to_json(offered)
        for source, offered in generalizations.items()
    }


def _selection(value: Json) -> dict[str, tuple[str, ...]]:
    return {
        text: fields.as_texts(annotators, f"{_SELECTION}.{text}")
        for text, annotators in fields.as_object(value, _SELECTION).items()
    }


def _origins(value: Json) -> dict[str, Origin]:
    return {
        text: _origin(origin, f"{_ORIGINS}.{text}")
        for text, origin in fields.as_object(value, _ORIGINS).items()
    }


def _origin(value: Json, name: str) -> Origin:
    record = fields.as_object(value, name)
    unknown = set(record) - {"source", "sense", _COUNT}
    if unknown:
        raise RecordError(f"{name} has an unknown key {shown(min(unknown))}")
    with fields.within(name):
        return Origin(source=fields.text(record, "source"), sense=fields.text(record, "sense"))


def _origin_to_json(origin: Origin) -> dict[str, Json]:
    return {"source": origin.source, "sense": origin.sense}


def _offered(replacement: Replacement) -> set[str]:
    return {MASK}.union(*(texts for _, texts in replacement.iter_lists()))


def _check_choices(replacement: Replacement) -> None:
    offered = _offered(replacement)
    chosen_by: set[str] = set()
    for text, annotators in replacement.selection.items():
        if text not in offered:
            raise RecordError(f"the chosen text {shown(text)} is in none of the lists")
        for annotator in annotators:
            if not annotator:
                raise RecordError(f"an annotator's name in {_SELECTION} is empty")
            if annotator in chosen_by:
                raise RecordError(f"annotator {shown(annotator)} chose twice")
            chosen_by.add(annotator)
