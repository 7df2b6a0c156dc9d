"""What a model is asked, and what it may know when it is asked.

Two protocols. By vote: each mention of a document, once, nobody's choices known; the answer is held
against everybody's choices. By next choice: an annotator goes through a document in text order; the
answer for each mention is held against that annotator's own choice for it. A model that knows
annotators (`replay`) may use the choices before; any other gives the same answers as ever.

A model never gets to see what it is asked for: choices are taken out of the documents first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from learning.errors import LearningError
from selection.examples import Example, ExampleDocument, Floats
from selection.families import Model, PersonalModel

TOLERANCE = 1e-4
"""How far the probabilities of an example may be from a sum of 1."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said of an example, beside the choices that it is held against.

    `probabilities` has shape (candidates,); all 0 is no answer.
    """

    example: Example
    probabilities: Floats


def is_personal(model: Model) -> bool:
    """Whether the model knows whose choice it predicts."""
    return hasattr(model, "replay")


def without_choices(document: ExampleDocument) -> ExampleDocument:
    """Return the document as it was before anybody chose."""
    return _with_choices(document, frozenset())


def answers_by_vote(model: Model, documents: Iterable[ExampleDocument]) -> list[Answer]:
    """Ask for every example that somebody chose for; held against everybody's choices."""
    return [
        Answer(example, probabilities)
        for document in documents
        for example, probabilities in _paired(document, model.rank(without_choices(document)))
        if example.choices
    ]


def answers_by_next_choice(
    model: Model, documents: Iterable[ExampleDocument], histories: Sequence[ExampleDocument]
) -> list[Answer]:
    """Ask for every choice of every annotator of the documents, in text order.

    `histories` are documents that the model was trained on: those with choices of the annotator are
    their history. Each answer is held against one choice.
    """
    answers: list[Answer] = []
    for document in documents:
        ranked = None if is_personal(model) else model.rank(without_choices(document))
        for annotator in document.annotators:
            only = _with_choices(document, {annotator})
            probabilities = ranked or _replay(
                cast("PersonalModel", model), only, annotator, histories
            )
            answers += [
                Answer(example, found)
                for example, found in _paired(only, probabilities)
                if example.choices
            ]
    return answers


def singly_annotated(documents: Iterable[ExampleDocument]) -> list[ExampleDocument]:
    """Keep the documents of exactly one annotator."""
    return [document for document in documents if len(document.annotators) == 1]


def choice_accuracy(
    model: Model, documents: Iterable[ExampleDocument], histories: Sequence[ExampleDocument]
) -> float:
    """Return the share of the annotators' choices in the documents that the model predicts.

    All annotators of the documents count, each choice once; `histories` as in
    `answers_by_next_choice`. Raises LearningError where nobody chose anything.
    """
    answers = answers_by_next_choice(model, documents, histories)
    if not answers:
        raise LearningError("There are no choices in the documents to hold the model against.")
    return sum(_is_predicted(answer) for answer in answers) / len(answers)


def _is_predicted(answer: Answer) -> bool:
    best = int(answer.probabilities.argmax())
    return bool(answer.probabilities[best] > 0 and answer.example.votes[best] > 0)


def _replay(
    model: PersonalModel,
    document: ExampleDocument,
    annotator: str,
    histories: Sequence[ExampleDocument],
) -> list[Floats]:
    theirs = [
        each
        for each in histories
        if annotator in each.annotators and each.doc_id != document.doc_id
    ]
    return model.replay(document, annotator, theirs)


def _with_choices(document: ExampleDocument, annotators: Iterable[str]) -> ExampleDocument:
    kept = frozenset(annotators)
    examples = tuple(
        replace(
            example,
            choices={name: text for name, text in example.choices.items() if name in kept},
        )
        for example in document.examples
    )
    return replace(document, examples=examples)


def _paired(
    document: ExampleDocument, probabilities: Sequence[Floats]
) -> Iterable[tuple[Example, Floats]]:
    """Pair examples with their probabilities; raises LearningError for what are none."""
    if len(probabilities) != len(document.examples):
        raise LearningError(
            f"The model gave {len(probabilities)} answers for the {len(document.examples)} "
            f"mentions of document {document.doc_id}."
        )
    for example, found in zip(document.examples, probabilities, strict=True):
        total = float(np.sum(found))
        if (
            found.shape != (len(example.options),)
            or not np.isfinite(found).all()
            or (found < 0).any()
            or (found.any() and abs(total - 1) > TOLERANCE)
        ):
            raise LearningError(
                f"What the model says of mention {example.mention_id} in document "
                f"{document.doc_id} is no probability for each of its {len(example.options)} "
                "candidates."
            )
        yield example, np.asarray(found, dtype=np.float64)
