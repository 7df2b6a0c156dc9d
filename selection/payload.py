"""What is computed for an assignment once, for pages to suggest from: typed here for both sides.

The trainer's process writes a payload, the web process reads it and ranks the candidates anew after
every choice (`selection.suggesting`). In files and in the database it is JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from annotation.types import SemanticType

if TYPE_CHECKING:  # NumPy, which a web process loads with its first suggestion only
    from selection.examples import ExampleDocument, Floats

DIGITS = 4
"""Probabilities are stored rounded: a payload is read with every page."""


@dataclass(frozen=True, slots=True)
class AnnotatorNotes:
    """What an annotator's choices are compared by, and what those in other documents tell.

    `types` holds the semantic type of each mention, `vectors` one for each mention's string and
    then one for each text that is offered, `past` sums over the other documents, empty without any:
    arrays that `selection.annotator_features` packs.
    """

    types: Sequence[SemanticType]
    vectors: str
    past: str


@dataclass(frozen=True, slots=True)
class SuggestionPayload:
    """The candidates of a document's mentions, with the probability that each is chosen, 0…1.

    `mentions` are ids; `texts` and `probabilities`, whoever chooses, have a list for each of them.
    `part` numbers the part of the version that says so, None for the version itself; `has_seen`
    says that it was trained on choices in this document.
    """

    mentions: Sequence[str]
    texts: Sequence[Sequence[str]]
    probabilities: Sequence[Sequence[float]]
    annotator: AnnotatorNotes | None = None
    part: int | None = None
    has_seen: bool = False

    @classmethod
    def of(cls, document: ExampleDocument, probabilities: Sequence[Floats]) -> SuggestionPayload:
        """Build a payload that knows no annotator; one array, shape (candidates,), a mention."""
        return cls(
            mentions=[example.mention_id for example in document.examples],
            texts=[list(example.candidates) for example in document.examples],
            probabilities=[[round(float(p), DIGITS) for p in each] for each in probabilities],
        )

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> SuggestionPayload:
        """Build a payload from its JSON value; raises KeyError, TypeError or ValueError."""
        payload = cls(**value)
        if payload.annotator is None:
            return payload
        notes: Mapping[str, Any] = value["annotator"]
        types = [SemanticType(name) for name in notes["types"]]
        known = AnnotatorNotes(types, notes["vectors"], notes["past"])
        return replace(payload, annotator=known)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON value, semantic types by their names."""
        value = asdict(self)
        if self.annotator is not None:
            value["annotator"]["types"] = [each.value for each in self.annotator.types]
        return value
