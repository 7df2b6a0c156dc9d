"""Whatever becomes of a test document, the recognizer of its fold must not notice."""

from __future__ import annotations

from research.masking.candidates import Trained
from research.masking.plans import Plan
from research.masking.recognizing import evaluate
from tests.masking.corrected_documents import altered, corrected, resources

FOLDS = 2
DOCUMENTS = tuple(corrected(number) for number in range(8))


class Kept:
    """The trained recognizer, and the files of what each fold has taught it."""

    name = "kept"

    def __init__(self, folder, candidate):
        self.folder = folder
        self.candidate = candidate
        self.files = []

    def fit(self, documents, seed):
        fitted = self.candidate.fit(documents, seed)
        folder = self.folder / str(len(self.files))
        folder.mkdir(parents=True)
        fitted.recognizer.save(folder)
        self.files.append({path.name: path.read_bytes() for path in folder.iterdir()})
        return fitted


class Eavesdropper(Trained):
    """Cheats: what it was ever given to learn from, it learns from again."""

    def __init__(self, resources):
        super().__init__(resources)
        self.heard = {}

    def fit(self, documents, seed):
        self.heard |= {document.doc_id: document for document in documents}
        return super().fit(tuple(self.heard.values()), seed)


def notices(candidate, encoder, folder) -> bool:
    """Whether the recognizer of the last fold tells that its test documents have changed.

    By then the fold before has trained on them: what is kept between the two shows.
    """
    *_, last = Plan(DOCUMENTS, folds=FOLDS).split(0)
    tested = {document.doc_id for document in last.test}
    changed = tuple(altered(each) if each.doc_id in tested else each for each in DOCUMENTS)
    assert changed != DOCUMENTS
    before, after = (
        files(candidate(resources(encoder)), documents, folder / str(number))
        for number, documents in enumerate((DOCUMENTS, changed))
    )
    assert before[0] != after[0], "training on other documents changed nothing: the test is dead"
    return before[-1] != after[-1]


def files(candidate, documents, folder):
    kept = Kept(folder, candidate)
    evaluate(kept, Plan(documents, folds=FOLDS), lambda _: None)
    return kept.files


def test_the_trained_recognizer_does_not_notice(tiny_encoder, tmp_path):
    assert not notices(Trained, tiny_encoder, tmp_path)


def test_what_is_kept_from_fold_to_fold_is_caught(tiny_encoder, tmp_path):
    assert notices(Eavesdropper, tiny_encoder, tmp_path)
