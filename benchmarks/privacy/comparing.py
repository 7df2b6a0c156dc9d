"""How often the whole attack, by words and meaning, finds people, and whether words foretell it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.metrics import roc_auc_score

from benchmarks.privacy.materials import Doubles, Materials, told
from learning.encoding import Encoder
from privacy.attacks import Target
from privacy.attacks.meaning import combine
from privacy.attacks.words import WordsAttack, rank_of
from research.privacy.meaning import Seen, cases_of, left_out, see_all
from research.privacy.renderings import Rendering, render
from research.privacy.words import confidence_weights


def meaning_lines(materials: Materials) -> Iterator[str]:
    """Yield how often people come first, by weights that were fitted without their document."""
    seen = list(see_all(materials.documents, materials.background, Encoder.open()))
    weights = left_out(seen)
    first = {(each.doc_id, each.rendering): _is_first(each, weights) for each in seen}
    everybody = [document.doc_id for document in materials.documents]
    for rendering in Rendering:
        known = np.array([is_first for (_, other), is_first in first.items() if other is rendering])
        yield told(f"{rendering}, of {len(known)} in the background: found first", known, _percent)
        whole = np.array([first.get((doc_id, rendering), False) for doc_id in everybody])
        yield told(f"{rendering}, of all {len(whole)}: found first", whole, _percent)
    yield f"confidence: {confidence_weights(list(cases_of(seen, weights)))['cross_validated']}"
    yield told("the attack by words foretells it, AUC", _foretold(materials, first), _auc, 3)


def _is_first(seen: Seen, weights: dict[str, Doubles]) -> bool:
    scores, _ = combine(seen.sight, weights[seen.doc_id].astype(np.float32))
    return rank_of(seen.person, scores) == 1


def _foretold(materials: Materials, first: dict[tuple[str, Rendering], bool]) -> Doubles:
    """Return outcomes and what words foretell, shape (documents, renderings, 2)."""
    attack = WordsAttack(materials.background)
    rows = []
    for document in materials.documents:
        texts = [(each, render(document, each)) for each in Rendering]
        outcomes = [first.get((document.doc_id, each)) for each, text in texts if text is not None]
        if len(outcomes) == len(texts) and None not in outcomes:
            found = [attack.run(Target(text or "", document.doc_id)) for _, text in texts]
            said = [each.confidence / (each.rank or np.inf) for each in found]
            rows.append(np.column_stack([outcomes, said]))
    return np.array(rows, float)


def _percent(values: Doubles) -> float:
    return float(np.mean(values) * 100)


def _auc(values: Doubles) -> float:
    flat = values.reshape(-1, 2)
    return float(roc_auc_score(flat[:, 0], flat[:, 1]))
