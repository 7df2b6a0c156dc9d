"""The leak test: whatever becomes of a test document, the model of its fold stays the same."""

from __future__ import annotations

from learning.folds import split
from research.selection.evaluation.running import Plan, run
from selection.evaluation.protocols import is_personal
from tests.selection.evaluation.documents import altered, varied

FOLDS = 2
ANNOTATORS = ("ada", "benjamin")
DOCUMENTS = tuple(varied(number, ANNOTATORS[number % 2]) for number in range(12))
PROBE = varied(12)


class Probed:
    """A family, and what each of its models predicts for a document that is in no fold."""

    def __init__(self, family):
        self.family = family
        self.groups = family.groups
        self.predictions = []

    def fit(self, documents, training):
        model = self.family.fit(documents, training)
        probabilities = model.rank(PROBE)
        if is_personal(model):
            probabilities = [*probabilities, *model.replay(PROBE, ANNOTATORS[0], documents)]
        self.predictions.append([each.tobytes() for each in probabilities])
        return model


def leaks(family, encoder) -> bool:
    """Return whether the model of the last fold shows that its test documents have changed.

    By then the fold before has trained on them, as everywhere in cross-validation: what is kept
    between the two shows.
    """
    *_, last = split(DOCUMENTS, FOLDS, seed=0)
    tested = {document.doc_id for document in last.test}
    changed = [altered(each) if each.doc_id in tested else each for each in DOCUMENTS]
    assert changed != list(DOCUMENTS)
    before, after = (_predictions(family, encoder, each) for each in (DOCUMENTS, changed))
    assert len(before) == len(after) == FOLDS
    assert before[0] != after[0], "training on other documents changed no prediction"
    return before[-1] != after[-1]


def _predictions(family, encoder, documents):
    encoder.forget()
    probed = Probed(family)
    run(probed, Plan(tuple(documents), encoder, folds=FOLDS, seeds=(0,)), seed=0)
    return probed.predictions
