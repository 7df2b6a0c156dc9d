"""Well-known organizations, works, faiths and pastimes, from a table of our own.

A row of `well_known.tsv` has the names of a thing, the usual one first; its kind, which has a row
in the table of kinds; and the code of the country that it is at home in, where that says something.
Whatever has several kinds has several rows. Rows are sorted by kind, country and name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ontology.entries import Entry, Kind
from ontology.errors import SourceError
from ontology.sources.source import Source
from ontology.sources.territories import SUBREGIONS, load_territories
from ontology.taxonomy import TAXONOMY

TABLE = Path(__file__).parent / "well_known.tsv"
FEWEST_THINGS = 3
"""Things of a kind in a place that the table needs, or the place would almost tell which it is."""

_LEVELS = 3
"""Country, part of the world, continent."""

_HEAD = "names\tkind\tcountry"
_NAME_SEPARATOR = "|"
_KINDS_BY_ROOT = {
    "organization": Kind.ORGANIZATION,
    "place": Kind.PLACE,
    "creative work": Kind.WORK,
    "publication": Kind.WORK,
    "religious text": Kind.WORK,
    "competition": Kind.EVENT,
    "event": Kind.EVENT,
    "award": Kind.CONCEPT,
    "belief": Kind.COGNITION,
    "sport": Kind.ACT,
    "activity": Kind.ACT,
    "product": Kind.ARTIFACT,
    "online service": Kind.ARTIFACT,
}
"""Root of the table of kinds → what sort of thing such a sense is; a newspaper is two."""


@dataclass(frozen=True, slots=True)
class Row:
    """A thing of the table; `country` is an ISO code, or the blank."""

    names: tuple[str, ...]
    kind: str
    country: str


def read_rows() -> Iterator[Row]:
    """Yield the rows of the table; raises SourceError, which names the line."""
    head, *lines = TABLE.read_text(encoding="utf-8").splitlines()
    if head != _HEAD:
        raise SourceError(f"{TABLE}: the first line is {head!r} instead of {_HEAD!r}")
    for number, line in enumerate(lines, 2):
        names, kind, country = (*line.split("\t"), "", "")[:3]
        if kind not in TAXONOMY:
            raise SourceError(f"{TABLE}, line {number}: {kind!r} is not in the table of kinds")
        if country and country not in load_territories():
            raise SourceError(f"{TABLE}, line {number}: {country!r} is no code of a country")
        yield Row(tuple(names.split(_NAME_SEPARATOR)), kind, country)


def _read() -> Iterator[Entry]:
    rows = list(read_rows())
    places = _choose_places(rows)
    for row in rows:
        first = [f"{row.kind} in {places[row]}"] if row in places else []
        for root in sorted(TAXONOMY.roots(row.kind) & _KINDS_BY_ROOT.keys()):
            chain = TAXONOMY.chain(row.kind, root)
            yield Entry(
                names=row.names,
                generalizations=(*first, *(chain[:-1] or chain)),
                kind=_KINDS_BY_ROOT[root],
            )


def _choose_places(rows: Sequence[Row]) -> dict[Row, str]:
    """Return the narrowest place of each row that enough rows of its kind are left to share."""
    chosen: dict[Row, str] = {}
    for level in range(_LEVELS):
        left = [row for row in rows if row.country and row not in chosen]
        counts = Counter((row.kind, _places_of(row)[level]) for row in left)
        for row in left:
            place = _places_of(row)[level]
            if counts[row.kind, place] >= FEWEST_THINGS:
                chosen[row] = place
    return chosen


def _places_of(row: Row) -> tuple[str, str, str]:
    """Return country, part of the world and continent as they stand after "in"."""
    territory = load_territories()[row.country]
    return (territory.within, *SUBREGIONS[territory.subregion])


SOURCE = Source(
    name="well_known",
    label="Well-known organizations, works, faiths and pastimes",
    packages=(),
    licence="Apache-2.0",
    attribution="A table of the developers of Palimpsest, written from general knowledge.",
    read=_read,
)
