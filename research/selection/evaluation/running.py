"""Train, ask, and take the time: once for each fold and seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from learning.encoding import Encoder
from learning.folds import Fold, split
from selection.evaluation.protocols import (
    Answer,
    answers_by_next_choice,
    answers_by_vote,
    is_personal,
    singly_annotated,
)
from selection.examples import ExampleDocument
from selection.families import Family, Model, Training

OnProgress = Callable[[str], None]
"""Hears what is being done."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is evaluated: `documents` in folds, or all of them after training on `train`."""

    documents: tuple[ExampleDocument, ...]
    encoder: Encoder
    train: tuple[ExampleDocument, ...] | None = None
    folds: int = 5
    seeds: tuple[int, ...] = (0, 1, 2, 3)

    def rounds(self, seed: int) -> Iterator[Fold[ExampleDocument]]:
        """Yield what is trained on and tested on with a seed."""
        if self.train is None:
            yield from split(self.documents, self.folds, seed)
        else:
            yield Fold(self.train, self.documents)

    @property
    def asked(self) -> frozenset[str]:
        """The documents that tell about next choices: those of one annotator, if there are any."""
        single = singly_annotated(self.documents)
        return frozenset(document.doc_id for document in single or self.documents)


@dataclass(slots=True)
class Run:
    """The answers with one seed, over all folds, and what the models went by, one entry a fold.

    `of_newcomers` are those by next choice where no other document of the annotator is known.
    """

    seed: int
    is_personal: bool = False
    by_vote: list[Answer] = field(default_factory=list)
    by_choice: list[Answer] = field(default_factory=list)
    of_newcomers: list[Answer] = field(default_factory=list)
    gains: list[Mapping[str, float]] = field(default_factory=list)

    @property
    def main(self) -> list[Answer]:
        """What the main metrics are of: next choices for a personal model, else votes."""
        return self.by_choice if self.is_personal else self.by_vote

    @property
    def importance(self) -> dict[str, float]:
        """Feature → its share of the gain, the mean of the models; empty if they can't tell."""
        names = sorted({name for gains in self.gains for name in gains})
        return {
            name: sum(gains.get(name, 0.0) for gains in self.gains) / len(self.gains)
            for name in names
        }


def run(family: Family, plan: Plan, seed: int, *, ablated: frozenset[str] = frozenset()) -> Run:
    """Train and test once with a seed, dropping the feature groups `ablated`."""
    found = Run(seed)
    training = Training(plan.encoder, seed=seed, ablated=ablated)
    for fold in plan.rounds(seed):
        ask(family.fit(fold.train, training), fold, plan.asked, found)
    return found


def ask(model: Model, fold: Fold[ExampleDocument], asked: frozenset[str], found: Run) -> None:
    """Add the answers of a model in a fold to a run; `asked` are the ids for next choices."""
    found.is_personal = is_personal(model)
    found.by_vote += answers_by_vote(model, fold.test)
    documents = [document for document in fold.test if document.doc_id in asked]
    by_choice = answers_by_next_choice(model, documents, fold.train)
    found.by_choice += by_choice
    found.of_newcomers += (
        answers_by_next_choice(model, documents, ()) if found.is_personal else by_choice
    )
    if gains := importance_of(model):
        found.gains.append(gains)


def importance_of(model: Model) -> Mapping[str, float]:
    """Return feature → its share of the gain; empty for a model that can't tell."""
    if not hasattr(model, "importance"):
        return {}
    gains: dict[str, float] = model.importance()
    total = sum(gains.values())
    return {name: gain / total for name, gain in gains.items()} if total else {}


def same_answers(one: Sequence[Answer], other: Sequence[Answer]) -> bool:
    """Whether two runs said the same to the bit."""
    return [each.probabilities.tobytes() for each in one] == [
        each.probabilities.tobytes() for each in other
    ]
