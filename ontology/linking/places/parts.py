"""Reading what lies in, near or around a place, and several places at once."""

from __future__ import annotations

import re

from ontology.english import indefinite_article
from ontology.layers import Ontology
from ontology.linking.phrases import plural
from ontology.linking.places.kinds import PLACE, kind_of_noun
from ontology.linking.places.named import read_text
from ontology.linking.places.names import around, beside, part_of, split_list
from ontology.linking.reading import Reading
from ontology.spans import Span

_CONJUNCTION = re.compile(r"\s(?:and|or|&)\s")
_TOO_SMALL = frozenset({"town", "village", "neighborhood", "settlement"})
_VAGUE = frozenset({PLACE, "populated place", "administrative region"})


def read_part(span: Span, ontology: Ontology) -> Reading | None:
    """Read "northern Italy" as a part of what Italy is."""
    name = part_of(span.text)
    is_kind = name is not None and kind_of_noun(name) is not None  # "Central Park"
    reading = None if is_kind else _read_around(name, "part of", span, ontology)
    return reading if reading and not _is_small(reading) else None


def _is_small(reading: Reading) -> bool:
    return any(rung in reading.rungs for rung in map("part of a {}".format, _TOO_SMALL))


def read_beside(span: Span, ontology: Ontology) -> Reading | None:
    """Read "outskirts of Lyon" as a place near what Lyon is."""
    return _read_around(beside(span.text), "place near", span, ontology)


def read_around(span: Span, ontology: Ontology) -> Reading | None:
    """Read "Greater Manchester" as the area of what Manchester is."""
    return _read_around(around(span.text), "area of", span, ontology)


def _read_around(name: str | None, words: str, span: Span, ontology: Ontology) -> Reading | None:
    inner = read_text(name, span, ontology) if name else None
    if inner is None:
        return None
    rungs = [
        f"{words} {indefinite_article(rung)} {rung}" for rung in inner.rungs if rung not in _VAGUE
    ]
    return Reading((*rungs, PLACE), inner.source, f"{words} {inner.sense}")


def read_list(span: Span, ontology: Ontology) -> Reading | None:
    """Read "Norway and Sweden" as what both are, in the plural."""
    members = split_list(span.text) if _CONJUNCTION.search(span.text) else []
    readings = [read_text(member, span, ontology) for member in members]
    if len(members) < 2 or not all(readings):  # noqa: PLR2004 - a list has two members
        return None
    known = [reading for reading in readings if reading is not None]
    shared = [rung for rung in known[0].rungs if all(rung in each.rungs for each in known)]
    told = "; ".join(reading.sense for reading in known)
    return Reading(tuple(map(plural, shared)), known[0].source, told)
