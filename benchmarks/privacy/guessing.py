"""How well the figures of spans tell what is guessed, and what must be masked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold

from annotation.records import MASK, Mention
from annotation.types import IdentifierType, SemanticType
from benchmarks.privacy.materials import Doubles, Materials, spread
from names.words import stems_of, words_of
from ontology.layers import Ontology
from privacy.figures import Figures
from research.privacy.guessing import Guessed, cross_validated, guess_all
from research.privacy.words import calibration_error

_FOLDS = 10
_RAREST = 7.0
"""How rare a word is that nobody else has, in nats."""


def guess_lines(materials: Materials, index: Path) -> Iterator[str]:
    """Yield how the guess figure goes with what reading guesses, documents left out in turn."""
    guessed = [
        each
        for each in guess_all(materials.documents, materials.background, Ontology.open(index))
        if each.type is not SemanticType.CODE
    ]
    outcomes = np.array([is_right for each in guessed for is_right in each.is_guessed])
    guesses = cross_validated(guessed)
    types = np.array([each.type for each in guessed for _ in each.is_guessed])
    yield f"{len(outcomes)} candidates, {outcomes.mean() * 100:.1f} % guessed"
    yield f"AUC {_by_document(guessed, outcomes, guesses)}"
    yield f"ECE {calibration_error(guesses, outcomes):.3f}"
    for each in sorted({*types}):
        some = types == each
        if 0 < outcomes[some].sum() < some.sum():
            auc = roc_auc_score(outcomes[some], guesses[some])
            yield f"{each}: AUC {auc:.3f}, {outcomes[some].mean() * 100:.1f} % guessed"


def type_lines(materials: Materials, index: Path) -> Iterator[str]:
    """Yield how figures and the type tell identifier types, documents left out in turn."""
    figures = Figures(Ontology.open(index))
    rows, types, groups = [], [], []
    for document in materials.documents:
        for mention in document.iter_mentions():
            rows.append(_features(mention, figures, materials))
            types.append(mention.identifier_type)
            groups.append(document.doc_id)
    features, found, named = np.array(rows), np.array(types), np.array(groups)
    everything = np.ones(len(found), bool)
    masked = found != IdentifierType.NO_MASK
    direct = found == IdentifierType.DIRECT
    yield f"masked or NO_MASK, AUC {_auc_of(features, masked, named, everything):.3f}"
    yield f"DIRECT or QUASI, AUC {_auc_of(features, direct, named, masked):.3f}"


def _features(mention: Mention, figures: Figures, materials: Materials) -> list[float]:
    """Return the type of a span, how rare its words are, what it tells, how it is guessed."""
    stems = stems_of(words_of(mention.span_text))
    known = materials.background.informativeness(stems)
    rareness = [known.get(stem, _RAREST) for stem in stems]
    own, hidden = figures.of(mention.span_text, mention.entity_type, [mention.span_text, MASK])
    return [
        *(float(mention.entity_type is each) for each in SemanticType),
        float(sum(rareness)),
        float(max(rareness, default=0)),
        float(len(stems) - len(known)),
        own.kept,
        float(own.fits or 0),
        hidden.guess,
    ]


def _auc_of(features: Doubles, outcomes: Doubles, groups: Doubles, some: Doubles) -> float:
    rows, right, named = features[some], outcomes[some], groups[some]
    said = np.zeros(len(rows))
    for train, test in GroupKFold(_FOLDS).split(rows, groups=named):
        model = HistGradientBoostingClassifier(learning_rate=0.06, max_leaf_nodes=8, random_state=0)
        said[test] = model.fit(rows[train], right[train]).predict_proba(rows[test])[:, 1]
    return float(roc_auc_score(right, said))


def _by_document(guessed: Sequence[Guessed], outcomes: Doubles, guesses: Doubles) -> str:
    """Return an AUC with its spread over documents drawn anew."""
    names = np.array([each.doc_id for each in guessed for _ in each.is_guessed])
    places = np.array([np.flatnonzero(names == name) for name in sorted({*names})], dtype=object)

    def auc(drawn: Doubles) -> float:
        rows = np.concatenate([*drawn]).astype(int)
        return float(roc_auc_score(outcomes[rows], guesses[rows]))

    middle, low, high = spread(places, auc)
    return f"{middle:.3f} ({low:.3f}–{high:.3f})"
