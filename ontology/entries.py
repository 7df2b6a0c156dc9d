"""What the sources say and what the index answers: entries in, senses out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What sort of thing a term names; it decides for which semantic types a sense may serve.

    The second group mirrors the lexicographer files of WordNet (lexnames(5WN)).
    """

    SETTLEMENT = "settlement"
    SUBDIVISION = "subdivision"
    COUNTRY = "country"
    REGION = "region"
    BRAND = "brand"
    SCHOOL = "school"
    TEAM = "team"
    PEOPLE = "people"
    LANGUAGE = "language"
    OCCUPATION = "occupation"
    DISEASE = "disease"
    WORK = "work"

    PLACE = "place"
    LANDFORM = "landform"
    ORGANIZATION = "organization"
    ROLE = "role"
    ARTIFACT = "artifact"
    ACT = "act"
    EVENT = "event"
    COMMUNICATION = "communication"
    COGNITION = "cognition"
    STATE = "state"
    ATTRIBUTE = "attribute"
    BODY = "body"
    LIVING = "living"
    SUBSTANCE = "substance"
    POSSESSION = "possession"
    TIME = "time"
    CONCEPT = "concept"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing as a source knows it: its names, and what it is, ever more generally.

    `generalizations` run from the most specific to the most general, each covering the one
    before, without `***`. `weight` says how usual the sense is among those of its source, larger
    is more usual (log10 of the inhabitants, of a tag count). `sense` is one short phrase for
    people; where it is empty, the first generalization says it. `inhabitants` are those of a place,
    0 where nobody counted them.
    """

    names: tuple[str, ...]
    generalizations: tuple[str, ...]
    kind: Kind
    weight: float = 0.0
    sense: str = ""
    inhabitants: int = 0


@dataclass(frozen=True, slots=True)
class Covered:
    """What a text covers: the entries that it, or a text below it, stands for.

    `inhabitants` are those of the covered places of one kind, of the kind that has most: a country
    and its cities have the same people. `weight` is the sum of 10 ** weight of the covered entries
    whose inhabitants are known, of all kinds: what a guess by size goes by.
    """

    count: int
    inhabitants: int
    weight: float


@dataclass(frozen=True, slots=True)
class Sense:
    """One thing that a term may name, as the index answers.

    `term` is the usual name of the thing; `is_exact` says that the name asked for stands in the
    source letter for letter, otherwise only case, diacritics or punctuation differ. `has_capital`
    tells a proper name ("Turkey") from a common noun ("turkey").
    """

    term: str
    source: str
    kind: Kind
    generalizations: tuple[str, ...]
    sense: str
    weight: float
    is_exact: bool
    has_capital: bool
