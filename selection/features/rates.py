"""How often the like was chosen in the training documents: target encodings and counts.

A training document is described by the others alone (leave one document out), so that no
probability holds the answer it is to predict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from selection.examples import Example, ExampleDocument
from selection.features.surface import Row

Counts = dict[str, tuple[float, float]]
"""Digest of a key → (sum of vote shares, number of candidates with votes)."""

_KEY_BYTES = 12
PRIOR = 3.0
"""How many candidates the rate of the parent counts for."""


def _head(text: str) -> str:
    for link in (" of ", " in ", " for "):
        text = text.partition(link)[0]
    return text.split()[-1].lower() if text.split() else ""


def _place(example: Example, index: int) -> str:
    option = example.options[index]
    return f"{example.entity_type}|{option.is_mask}|{min(index, 3)}|{min(len(example.options), 5)}"


_KEYS: Mapping[str, Callable[[Example, int], str]] = {
    "place": _place,
    "candidate": lambda example, index: example.options[index].text,
    "candidate in type": lambda example, index: (
        f"{example.entity_type}|{example.options[index].text}"
    ),
    "head": lambda example, index: _head(example.options[index].text),
    "beside first": lambda example, index: (
        f"{example.options[index].text}|{example.options[0].text}"
    ),
    "list": lambda example, index: f"{index}|" + "|".join(example.candidates),
    "span": lambda example, index: f"{example.span_text.lower()}|{example.options[index].text}",
    "level": lambda example, index: (
        f"{example.entity_type}|{example.options[index].source}|{example.options[index].level}"
    ),
}
"""What counts as the like; the first is the parent of the others."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Tallies over documents, and what each training document gave to them."""

    total: Counts
    own: Mapping[str, Counts] = field(default_factory=dict)
    """Training document → what it gave; empty in a loaded model."""

    @classmethod
    def of(cls, documents: Sequence[ExampleDocument]) -> Rates:
        """Count the votes of documents."""
        own: dict[str, Counts] = {}
        total: Counts = {}
        for document in documents:
            _add(document, own.setdefault(document.doc_id, {}))
            _add(document, total)
        return cls(total, own)

    def rows(self, document: ExampleDocument, *, leave_out: bool) -> list[Row]:
        """Return a row for each candidate of each mention.

        With `leave_out` the document's own votes are taken out: for training documents.
        """
        own = self.own[document.doc_id] if leave_out else {}
        return [
            self._row(example, index, own)
            for example in document.examples
            for index in range(len(example.options))
        ]

    def _row(self, example: Example, index: int, own: Counts) -> Row:
        row: Row = {}
        parent = 0.5
        for name, key in _keys(example, index):
            chosen, count = self.total.get(key, (0.0, 0.0))
            mine = own.get(key, (0.0, 0.0))
            chosen, count = chosen - mine[0], count - mine[1]
            rate = (max(chosen, 0.0) + PRIOR * parent) / (count + PRIOR)
            if name == "place":
                parent = rate
            row[f"target/{name}"] = rate
            row[f"counts/{name}"] = count
        return row


def _keys(example: Example, index: int) -> Iterator[tuple[str, str]]:
    """Yield what to count by; digests, so that a model's files quote no document."""
    for name, key in _KEYS.items():
        told = f"{name}: {key(example, index)}".encode()
        yield name, blake2b(told, digest_size=_KEY_BYTES).hexdigest()


def _add(document: ExampleDocument, counts: Counts) -> None:
    for example in document.examples:
        votes = example.votes
        if not votes.sum():
            continue
        for index, share in enumerate(votes / votes.sum()):
            for _, key in _keys(example, index):
                before = counts.get(key, (0.0, 0.0))
                counts[key] = (before[0] + float(share), before[1] + 1.0)
