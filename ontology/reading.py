"""What a span may be taken for, and by what evidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ontology.entries import Sense


class Generator(StrEnum):
    """What found a reading."""

    NAME = "name"
    NORMALISED = "normalised"
    QUALIFIED = "qualified"
    MISSPELT = "misspelt"
    HEAD = "head"
    FIRST = "first"
    ENDING = "ending"
    FORM = "form"
    ADJECTIVE = "adjective"
    BEFORE = "noun before"
    BEHIND = "noun behind"
    FOLLOWING = "noun following"
    FRAME = "frame"
    DERIVED = "derived"
    RULE = "rule"


AROUND = frozenset({Generator.BEFORE, Generator.BEHIND, Generator.FOLLOWING, Generator.FRAME})
"""What reads the words around a span and not its own."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a span was taken for, and what may stand for it, ever more generally, without `***`.

    `source` is the key of the list ("cities", "P31", "heuristics"); `label` shows people what the
    span was taken for and by which evidence ("Oslo: city in Norway", "cue: the film …"). `kind` is
    what sort of thing that is: the kind of the index's sense, or a root of the taxonomy. `sense`
    is what the index gave, if anything, `coverage` the share of the span's words that were read.
    `word` is the one of the table that names a kind, and `named_kind` that kind; `is_longer` says
    that a longer name of the document was read.
    """

    generalizations: tuple[str, ...]
    source: str
    label: str
    kind: str = ""
    generator: Generator = Generator.RULE
    sense: Sense | None = None
    coverage: float = 1.0
    is_longer: bool = False
    word: str = ""
    named_kind: str = ""

    @classmethod
    def from_sense(
        cls,
        sense: Sense,
        generalizations: tuple[str, ...] | None = None,
        generator: Generator = Generator.NAME,
        coverage: float = 1.0,
    ) -> Reading:
        """Return the reading of a span as one sense of the index."""
        label = f"{sense.term}: {sense.sense}" if sense.sense else sense.term
        return cls(
            sense.generalizations if generalizations is None else generalizations,
            sense.source,
            label,
            sense.kind,
            generator,
            sense,
            coverage,
        )
