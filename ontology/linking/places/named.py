"""Reading a name as a place of the index: as it stands, normalised, or with where it lies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.linking.cues import CUE_SOURCE, cues_beside
from ontology.linking.places.doubts import is_doubtful, is_small_town, is_stage, read_realm
from ontology.linking.places.kinds import kind_of_beginning, kind_of_name, kind_of_noun, ladder
from ontology.linking.places.names import Named, bare, iter_names, split_qualified
from ontology.linking.places.senses import Accepts, Ranked, accept_all, decide, rank
from ontology.linking.places.teams import read_team
from ontology.linking.reading import Reading
from ontology.spans import Span

_SETTLED = frozenset({"populated place", "part of a city"})
_GOVERNED = frozenset({"administrative region", "region", "territory"})
_NATURAL = frozenset({"body of water", "landform"})
_BUILT = frozenset(
    {"building", "structure", "facility", "road", "cemetery", "park", "square", "garden"}
)
_LIKE_TOWNS = frozenset(
    "castle mill fort camp farm port mine gate tower bridge hall house college church abbey".split()
)
"""What towns and villages are often named after: "Newcastle", "Fort Worth", "Cambridge"."""

_SMALL = 4.3
"""A settlement of this weight does not outweigh a name that says what it is: "Abbey Road"."""

_LARGE = 5.0
_OFFICES = {
    re.compile(r"\b[Gg]overnor(?:s|ship)?(?:-[Gg]eneral)? of (?:the )?$"): "administrative region",
    re.compile(r"\b[Mm]ayor(?:s|ess|alty)? of (?:the )?$"): "populated place",
}
"""What an office governs."""

_WORD_BEFORE = re.compile(r"(\w+)\s+$")


def read_name(span: Span, ontology: Ontology) -> Reading | None:
    """Read a span by its name, as it stands or normalised, a team, a realm or a place."""
    return (
        read_team(span, ontology)
        or read_realm(span, ontology)
        or read_text(span.text, span, ontology)
    )


def read_qualified(span: Span, ontology: Ontology) -> Reading | None:
    """Read a span by its first part, the others saying where that lies: "Bergen, Norway"."""
    first, qualifiers = split_qualified(span.text)
    return read_text(first, span, ontology, qualifiers) if qualifiers else None


def read_text(
    text: str, span: Span, ontology: Ontology, qualifiers: Iterable[str] = ()
) -> Reading | None:
    """Read some text of a span as a place of the index."""
    natural = _natural_noun_before(text, span)
    if natural:
        return Reading(ladder(natural), CUE_SOURCE, f"cue: {natural} …")
    beside = _unit_beside(span)
    for named in iter_names(text):
        reading = _read_as(named, named.unit or beside, span, ontology, qualifiers)
        if reading is not None:
            return reading
    return None


def _read_as(
    named: Named, unit: str, span: Span, ontology: Ontology, qualifiers: Iterable[str]
) -> Reading | None:
    outer = tuple(qualifiers)
    for accepts in _iter_tests(unit):
        ranked = rank(named.name, span, ontology, qualifiers=outer, accepts=accepts)
        fitting = [
            each
            for each in ranked
            if not _says_otherwise(named.name, each) and not _has_odd_article(span, named, each)
            if not (is_stage(span) and is_small_town(each))
        ]
        if fitting and is_doubtful(fitting, named.name, span, ontology):
            return None
        if fitting:
            return decide(fitting)
    kind = kind_of_noun(named.unit) if named.unit else None
    return Reading(ladder(kind), CUE_SOURCE, f"{kind}, by its name") if kind else None


def _iter_tests(unit: str) -> Iterator[Accepts]:
    """Yield what a sense must be where the text calls it a village, a province, an island."""
    kind = kind_of_noun(unit) if unit else None
    rungs = frozenset(ladder(kind)) if kind else frozenset()
    if rungs & _SETTLED:
        yield lambda sense: kind in sense.rungs
        yield lambda sense: sense.kind is Kind.SETTLEMENT
    elif rungs & _GOVERNED:
        yield lambda sense: kind in sense.rungs
        yield _is_governed
    elif rungs:
        yield lambda sense: sense.kind not in (Kind.SETTLEMENT, Kind.SUBDIVISION)
    if not rungs or rungs & _SETTLED:
        yield accept_all


def _is_governed(sense: Sense) -> bool:
    return sense.kind in (Kind.SUBDIVISION, Kind.COUNTRY, Kind.REGION)


def _unit_beside(span: Span) -> str:
    """Return what kind of settlement or subdivision the text beside a span calls it."""
    for office, governed in _OFFICES.items():
        if office.search(span.before):
            return governed
    for cue in cues_beside(span):
        kind = kind_of_noun(cue.noun) if not cue.others else None
        if kind and not cue.told.startswith("… ") and (_SETTLED | _GOVERNED) & set(ladder(kind)):
            return kind
    return ""


def _natural_noun_before(text: str, span: Span) -> str | None:
    """Return the noun right before a name that makes it a river, a lake or a mountain."""
    found = _WORD_BEFORE.search(span.before)
    if found is None or kind_of_name(bare(text)) is not None:
        return None
    kind = kind_of_noun(found.group(1))
    return kind if kind and _NATURAL & set(ladder(kind)) else None


def _has_odd_article(span: Span, named: Named, ranked: Ranked) -> bool:
    """Tell whether the span begins with "the", which no town does: "the Strand"."""
    return (
        span.text.startswith("the ")
        and not named.unit
        and ranked.sense.kind is Kind.SETTLEMENT
        and ranked.sense.weight < _LARGE
        and not ranked.sense.term.startswith("The ")
        and not ranked.is_told
    )


def _says_otherwise(name: str, ranked: Ranked) -> bool:
    """Tell whether a name says that it is a street or a building, and no small town."""
    kind = kind_of_name(name)
    if kind is None or ranked.sense.kind is not Kind.SETTLEMENT or kind in _LIKE_TOWNS:
        return False
    rungs = set(ladder(kind))
    begins = kind_of_beginning(name)
    is_natural = begins is not None and bool(_NATURAL & set(ladder(begins)))
    return ranked.sense.weight < _SMALL and (bool(_BUILT & rungs) or is_natural)
