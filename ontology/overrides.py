"""What a project adds to the ontology and what it forbids, kept apart from every index."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from annotation.records import MASK, Json
from annotation.types import SemanticType
from names.folding import fold
from ontology.errors import OverrideError


@dataclass(frozen=True, slots=True)
class Addition:
    """A text that a project offers for a term, in spans of one semantic type or of any.

    `position` counts from 1, the most specific; without it the place follows from generality: a
    text stands before the first that covers more terms of the index, an unknown text stands first.
    """

    term: str
    text: str
    semantic_type: SemanticType | None = None
    position: int | None = None

    def __post_init__(self) -> None:
        _check_text(self.text)
        if not fold(self.term):
            raise OverrideError("an addition needs the term that it is for")
        if fold(self.term) == fold(self.text):
            raise OverrideError(f'"{self.text}" is the term itself, no generalization of it')
        if self.position is not None and self.position < 1:
            raise OverrideError(f"positions count from 1, not {self.position}")


@dataclass(frozen=True, slots=True)
class Prohibition:
    """A text that a project never offers for a term; an empty term stands for every term."""

    term: str
    text: str
    semantic_type: SemanticType | None = None

    def __post_init__(self) -> None:
        _check_text(self.text)


def _check_text(text: str) -> None:
    if not text.strip() or text == MASK:
        raise OverrideError(f"the text is empty or {MASK}, which every list ends with")


@dataclass(frozen=True)
class Overrides:
    """The additions and prohibitions of one project; terms are compared as folded."""

    added: tuple[Addition, ...] = ()
    forbidden: tuple[Prohibition, ...] = ()

    @cached_property
    def _additions(self) -> Mapping[str, Sequence[Addition]]:
        by_term: defaultdict[str, list[Addition]] = defaultdict(list)
        for addition in self.added:
            by_term[fold(addition.term)].append(addition)
        return dict(by_term)

    @cached_property
    def _prohibitions(self) -> frozenset[tuple[str, SemanticType | None, str]]:
        return frozenset(
            (fold(each.term), each.semantic_type, fold(each.text)) for each in self.forbidden
        )

    def forbids(self, terms: Iterable[str], semantic_type: SemanticType, text: str) -> bool:
        """Tell whether a text must not be offered for any of a span's names in spans of a type."""
        return any(
            (key, kind, fold(text)) in self._prohibitions
            for key in ("", *map(fold, terms))
            for kind in (None, semantic_type)
        )

    def additions_to(self, terms: Sequence[str], semantic_type: SemanticType) -> list[Addition]:
        """List what is offered besides for the names of a span of a type, in the order given."""
        return [
            addition
            for key in dict.fromkeys(map(fold, terms))
            for addition in self._additions.get(key, ())
            if addition.semantic_type in (None, semantic_type)
            and not self.forbids(terms, semantic_type, addition.text)
        ]

    def applied(
        self,
        generalizations: Iterable[str],
        terms: Sequence[str],
        semantic_type: SemanticType,
        count_below: Callable[[str], int],
    ) -> tuple[str, ...]:
        """Return the list of a span, without `***`, with what is added and without what is not.

        `terms` are the names that the span goes by; `count_below` counts the terms that a text
        covers.
        """
        kept = [text for text in generalizations if not self.forbids(terms, semantic_type, text)]
        for addition in self.additions_to(terms, semantic_type):
            kept = [text for text in kept if fold(text) != fold(addition.text)]
            kept.insert(_place(addition, kept, count_below), addition.text)
        return tuple(kept)

    def __bool__(self) -> bool:
        return bool(self.added or self.forbidden)

    def to_json(self) -> dict[str, Json]:
        """Return the overrides as JSON, in the order given."""
        return {
            "added": [
                {
                    "term": each.term,
                    "type": each.semantic_type and each.semantic_type.value,
                    "text": each.text,
                    "position": each.position,
                }
                for each in self.added
            ],
            "forbidden": [
                {
                    "term": each.term,
                    "type": each.semantic_type and each.semantic_type.value,
                    "text": each.text,
                }
                for each in self.forbidden
            ],
        }

    @classmethod
    def from_json(cls, value: Json) -> Overrides:
        """Read what `to_json` wrote; raises OverrideError for anything else."""
        return cls(
            tuple(Addition(**_fields(row, "position")) for row in _rows(value, "added")),
            tuple(Prohibition(**_fields(row)) for row in _rows(value, "forbidden")),
        )


NO_OVERRIDES = Overrides()
"""A project that takes the ontology as it is."""


def _place(
    addition: Addition, generalizations: Sequence[str], count_below: Callable[[str], int]
) -> int:
    if addition.position is not None:
        return addition.position - 1
    own = count_below(addition.text)
    larger = (place for place, text in enumerate(generalizations) if count_below(text) > own)
    return next(larger, len(generalizations)) if own else 0


def _rows(value: Json, key: str) -> list[dict[str, Json]]:
    rows = value.get(key, []) if isinstance(value, dict) else None
    if not isinstance(rows, list):
        raise OverrideError(
            f'overrides are an object with the lists "added" and "forbidden": {key}'
        )
    found = [row for row in rows if isinstance(row, dict)]
    if len(found) < len(rows):
        raise OverrideError(f'"{key}" holds something that is no object')
    return found


def _fields(row: Mapping[str, Json], *more: str) -> dict[str, Any]:
    term, text, position = row.get("term", ""), row.get("text"), row.get("position")
    if not isinstance(term, str) or not isinstance(text, str):
        raise OverrideError('an override has the texts "term" and "text"')
    if position is not None and (not isinstance(position, int) or isinstance(position, bool)):
        raise OverrideError(f'"position" is a number from 1 or null, not {position!r}')
    kind = row.get("type")
    if kind is not None and kind not in list(SemanticType):
        raise OverrideError(f"{kind!r} is no semantic type")
    fields = {
        "term": term,
        "text": text,
        "semantic_type": SemanticType(kind) if isinstance(kind, str) else None,
        "position": position,
    }
    return {key: fields[key] for key in ("term", "text", "semantic_type", *more)}
