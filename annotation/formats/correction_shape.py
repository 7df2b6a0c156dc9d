"""The JSON shape of corrections: what a reviewer put in the place of whose choice."""

from __future__ import annotations

from collections.abc import Container, Iterator

from annotation.errors import RecordError, shown
from annotation.formats import fields
from annotation.records import Corrections, Json

CORRECTIONS = "corrections"


def corrections_from_json(value: Json, allowed: Container[str]) -> Corrections:
    """Make corrections of a JSON value, each one of the allowed texts; raises RecordError."""
    corrections = {
        wanted: {
            reviewer: fields.as_texts(annotators, f"{CORRECTIONS}.{wanted}.{reviewer}")
            for reviewer, annotators in fields.as_object(by, f"{CORRECTIONS}.{wanted}").items()
        }
        for wanted, by in fields.as_object(value, CORRECTIONS).items()
    }
    corrected: set[str] = set()
    for wanted, reviewer, annotator in iter_corrections(corrections):
        if wanted not in allowed:
            raise RecordError(f"the correction {shown(wanted)} is not among what may be chosen")
        if not reviewer or not annotator:
            raise RecordError(f"a name in {CORRECTIONS} is empty")
        if annotator in corrected:
            raise RecordError(f"the choice of {shown(annotator)} is corrected twice")
        corrected.add(annotator)
    return corrections


def corrections_to_json(corrections: Corrections) -> Json:
    """Make the JSON value of corrections; None for none."""
    return {
        wanted: {reviewer: list(annotators) for reviewer, annotators in by.items()}
        for wanted, by in corrections.items()
    } or None


def iter_corrections(corrections: Corrections) -> Iterator[tuple[str, str, str]]:
    """Yield what was put, by which reviewer, in the place of which annotator's choice."""
    for wanted, by in corrections.items():
        for reviewer, annotators in by.items():
            yield from ((wanted, reviewer, annotator) for annotator in annotators)
