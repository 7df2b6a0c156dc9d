"""The canary: whatever becomes of a test document, the model of its fold must not notice."""

from __future__ import annotations

from learning.folds import split
from selection.evaluation.protocols import is_personal
from selection.evaluation.running import Plan, run
from tests.selection.evaluation.documents import altered, varied

FOLDS = 2
ANNOTATORS = ("ada", "benjamin")
DOCUMENTS = tuple(varied(number, ANNOTATORS[number % 2]) for number in range(12))
PROBE = varied(12)


class Probed:
    """A family, and what each of its models says of a document that is in no fold."""

    def __init__(self, family):
        self.family = family
        self.groups = family.groups
        self.said = []

    def fit(self, documents, training):
        model = self.family.fit(documents, training)
        figures = model.rank(PROBE)
        if is_personal(model):
            figures = [*figures, *model.walk(PROBE, ANNOTATORS[0], documents)]
        self.said.append([each.tobytes() for each in figures])
        return model


def notices(family, encoder) -> bool:
    """Whether the model of the last fold tells that its test documents have changed.

    By then the fold before has trained on them, as everywhere in cross-validation: what is kept
    between the two shows.
    """
    *_, last = split(DOCUMENTS, FOLDS, seed=0)
    tested = {document.doc_id for document in last.test}
    changed = [altered(each) if each.doc_id in tested else each for each in DOCUMENTS]
    assert changed != list(DOCUMENTS)
    before, after = (_said(family, encoder, each) for each in (DOCUMENTS, changed))
    assert len(before) == len(after) == FOLDS
    assert before[0] != after[0], "the canary is dead: training on other documents told nothing"
    return before[-1] != after[-1]


def _said(family, encoder, documents):
    encoder.forget()
    probed = Probed(family)
    run(probed, Plan(tuple(documents), encoder, folds=FOLDS, seeds=(0,)), seed=0)
    return probed.said
