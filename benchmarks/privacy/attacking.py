"""How often the attack finds people first, and how right it is where it is sure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from benchmarks.privacy.materials import Doubles, Materials, told
from privacy.attacks import FAIRLY_SURE, SURE, Attack, Target
from research.privacy.renderings import Rendering, render
from research.privacy.words import Case, attack_all, cross_validated, validate_sizes

_NEAR = 10


def found_lines(attack: Attack, materials: Materials) -> Iterator[str]:
    """Yield for each rendering how many of all documents' people are found first, in percent."""
    for rendering in Rendering:
        ranks = np.array(
            [_rank(attack, materials, place, rendering) for place in _places(materials)]
        )
        first = told(f"{rendering}: found first", ranks == 1, _percent)
        yield f"{first}, among the first ten {_percent(ranks <= _NEAR):.1f}"


def sure_lines(materials: Materials) -> Iterator[str]:
    """Yield how right the confidence is, by models that saw nothing of the document."""
    cases = list(attack_all(materials.documents, materials.background))
    confidences = cross_validated(cases)
    for people, figures in validate_sizes(cases).items():
        yield f"among {people}: {figures}"
    for label, some in (
        ("all renderings, person in or out", [*Rendering]),
        ("original", [Rendering.ORIGINAL]),
        ("chosen", [Rendering.CHOSEN]),
    ):
        picked = [
            place for place, case in enumerate(cases) if case.fewer == 1 and case.rendering in some
        ]
        yield from _sure(label, [cases[place] for place in picked], confidences[picked])


def _sure(label: str, cases: Sequence[Case], confidences: Doubles) -> Iterator[str]:
    documents = sorted({case.doc_id for case in cases})
    for threshold in (FAIRLY_SURE, SURE):
        counts = np.zeros((len(documents), 3))
        for case, confidence in zip(cases, confidences, strict=True):
            is_sure = confidence >= threshold
            row = documents.index(case.doc_id)
            counts[row] += (is_sure, case.is_right, is_sure and case.is_right)
        right = told("right", counts, lambda drawn: _ratio(drawn, 0))
        yield f"{label}, ≥ {threshold}: {right}; {told('of the found caught', counts, _caught)}"


def _places(materials: Materials) -> range:
    return range(len(materials.documents))


def _rank(attack: Attack, materials: Materials, place: int, rendering: Rendering) -> float:
    document = materials.documents[place]
    text = render(document, rendering)
    if text is None:
        return np.inf
    return attack.run(Target(text, document.doc_id)).rank or np.inf


def _percent(values: Doubles) -> float:
    return float(np.mean(values) * 100)


def _ratio(counts: Doubles, whole: int) -> float:
    total = counts.sum(axis=0)
    return float(total[2] / total[whole] * 100) if total[whole] else np.nan


def _caught(counts: Doubles) -> float:
    return _ratio(counts, 1)
