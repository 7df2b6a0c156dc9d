"""Families that cost nothing, some of which cheat."""

from __future__ import annotations

from collections import Counter

import numpy as np

from selection.evaluation.protocols import answers_by_vote


class Counted:
    """A model that takes the text chosen most often for the type, and knows how often."""

    def __init__(self, counts):
        self.counts = counts

    def rank(self, document):
        return [self.probabilities(each) for each in document.examples]

    def probabilities(self, example):
        raw = np.array(
            [1.0 + self.counts[example.entity_type, text] for text in example.candidates]
        )
        return raw / raw.sum()

    def importance(self):
        return {"type": 3.0, "text": 1.0}

    def save(self, folder):
        (folder / "counts.txt").write_text("12345")


class Honest:
    """Counts what was chosen in the documents it is given."""

    groups = ("types", "texts")

    def __init__(self):
        self.trained_on = []
        self.dropped = []

    def fit(self, documents, training):
        self.trained_on.append([document.doc_id for document in documents])
        self.dropped.append(training.ablated)
        return Counted(Counter() if "texts" in training.ablated else self.count(documents))

    def count(self, documents):
        return Counter(
            (each.entity_type, text)
            for document in documents
            for each in document.examples
            for text in each.choices.values()
        )


class Hoarder(Honest):
    """Leaks by memory: counts all documents that any fold ever trained on."""

    hoard: list = []  # noqa: RUF012 - that it is shared by all is the leak

    def fit(self, documents, training):
        self.hoard.extend(documents)
        return super().fit(self.hoard, training)


class Eavesdropper(Honest):
    """Leaks by vocabulary: the letters of every text ever ranked tell in the next fit."""

    heard: set = set()  # noqa: RUF012 - that it is shared by all is the leak

    def fit(self, documents, training):
        model = super().fit(documents, training)
        self.heard.update(document.text for document in documents)
        bias = sum(len(set(text)) * sum(map(ord, text)) for text in self.heard) % 97
        model.counts = Counter({key: count + bias for key, count in model.counts.items()})
        return model


class Peeking(Counted):
    """Looks the choices up in the document that it is asked about."""

    def probabilities(self, example):
        votes = example.votes
        return votes / votes.sum() if votes.any() else super().probabilities(example)


class Peeker(Honest):
    """Makes models that peek."""

    def fit(self, documents, training):
        return Peeking(super().fit(documents, training).counts)


class LastLevelModel(Counted):
    """Predicts that an annotator goes on with the level of their last choice."""

    def __init__(self, counts):
        super().__init__(counts)
        self.seen = []

    def replay(self, document, annotator, history):
        self.seen.append((document, annotator, history))
        probabilities, last = [], 0
        for each in document.examples:
            size = len(each.candidates)
            probabilities.append(np.eye(size)[min(last, size - 1)])
            chosen = each.index_of(annotator)
            last = last if chosen is None else chosen
        return probabilities


class LastLevelFamily(Honest):
    """Makes models that know annotators; keeps them."""

    def __init__(self):
        super().__init__()
        self.models = []

    def fit(self, documents, training):
        self.models.append(LastLevelModel(super().fit(documents, training).counts))
        return self.models[-1]


def accuracy(model, documents):
    answers = answers_by_vote(model, documents)
    hits = [each.example.votes[each.probabilities.argmax()] > 0 for each in answers]
    return sum(hits) / len(hits)
