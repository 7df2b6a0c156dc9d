"""All features together: fitted on training documents, applied to any, saved and loaded."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from learning.encoding import Encoder
from selection.examples import ExampleDocument, Floats
from selection.features.context import context_rows
from selection.features.meaning import (
    Components,
    Meanings,
    encode_document,
    meaning_of,
    similarity_columns,
)
from selection.features.rates import Rates
from selection.features.surface import Row, surface_rows

GROUPS = (
    "type",
    "level",
    "list",
    "shape",
    "source",
    "embedding",
    "similarity",
    "agreement",
    "context",
    "counts",
    "target",
)


@dataclass(frozen=True, slots=True)
class Table:
    """The features of the candidates of some mentions: shape (candidates, features)."""

    names: tuple[str, ...]
    values: Floats

    def without(self, groups: frozenset[str]) -> Table:
        """Drop the features of some groups."""
        kept = [i for i, name in enumerate(self.names) if name.split("/")[0] not in groups]
        return Table(tuple(self.names[i] for i in kept), self.values[:, kept])


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a document whatever was learnt of others: it is found out once.

    `values` has shape (candidates, names).
    """

    names: tuple[str, ...]
    values: Floats
    meanings: Meanings


def facts_of(document: ExampleDocument, encoder: Encoder) -> Facts:
    """Find out what is known of a document; the choices in it are not looked at."""
    rows: list[Row] = [
        surface | context
        for example, contexts in zip(document.examples, context_rows(document), strict=True)
        for surface, context in zip(surface_rows(example), contexts, strict=True)
    ]
    return Facts(*_listed(rows), encode_document(document, encoder))


@dataclass(frozen=True, slots=True)
class Describer:
    """What was learnt of the training documents to describe others by."""

    encoder: Encoder
    spans: Components
    candidates: Components
    rates: Rates

    @classmethod
    def of(cls, documents: Sequence[ExampleDocument], encoder: Encoder) -> Describer:
        """Learn components and rates from annotated documents."""
        examples = [example for document in documents for example in document.examples]
        spans = sorted({example.span_text for example in examples})
        texts = sorted({meaning_of(text) for example in examples for text in example.candidates})
        return cls(
            encoder,
            Components.of(encoder.encode(spans)),
            Components.of(encoder.encode(texts)),
            Rates.of(documents),
        )

    def describe(
        self, document: ExampleDocument, facts: Facts | None = None, *, leave_out: bool = False
    ) -> Table:
        """Return the features of a document; `leave_out` for those it was learnt from.

        `facts` are the document's, where they are known already.
        """
        facts = facts or facts_of(document, self.encoder)
        rates, shares = _listed(self.rates.rows(document, leave_out=leave_out))
        meanings = facts.meanings
        columns = similarity_columns(meanings)
        for name, components, vectors in (
            ("span", self.spans, meanings.spans),
            ("candidate", self.candidates, meanings.candidates),
        ):
            projected = components.project(vectors)
            for number in range(projected.shape[1]):
                columns[f"embedding/{name} {number + 1}"] = projected[:, number]
        names = (*facts.names, *rates, *columns)
        return Table(names, np.column_stack([facts.values, shares, *columns.values()]))

    def save(self, folder: Path) -> None:
        """Write the components as .npy, the rates as JSON."""
        for name, components in (("spans", self.spans), ("candidates", self.candidates)):
            stacked = np.vstack([components.mean, components.directions.T])
            np.save(folder / f"{name}.npy", stacked, allow_pickle=False)
        rates = json.dumps(self.rates.total, ensure_ascii=False)
        (folder / "rates.json").write_text(rates, encoding="utf-8")

    @classmethod
    def load(cls, folder: Path, encoder: Encoder) -> Describer:
        """Open what `save` wrote; raises OSError, ValueError."""
        spans, candidates = (
            _components(np.load(folder / f"{name}.npy", allow_pickle=False))
            for name in ("spans", "candidates")
        )
        rates = json.loads((folder / "rates.json").read_text(encoding="utf-8"))
        total = {key: (float(chosen), float(count)) for key, (chosen, count) in rates.items()}
        return cls(encoder, spans, candidates, Rates(total))


def _listed(rows: Sequence[Row]) -> tuple[tuple[str, ...], Floats]:
    """Return the names of features, and their values as an array with a row for each row."""
    names = tuple(rows[0]) if rows else ()
    return names, np.array([list(row.values()) for row in rows], dtype=np.float64)


def _components(stacked: NDArray[np.float64]) -> Components:
    return Components(stacked[0], stacked[1:].T)
