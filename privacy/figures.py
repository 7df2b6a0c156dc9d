"""The figures of each candidate of a list: what it fits, how it would be guessed, what it keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from annotation.records import MASK, Replacement
from annotation.types import SemanticType
from ontology.entries import Kind
from ontology.layers import Ontology
from privacy.guessing import Clue, GuessModel
from privacy.meaning import kept_along
from privacy.plausibility import Fits, Plausibility

_PLACES = frozenset({Kind.SETTLEMENT, Kind.SUBDIVISION, Kind.COUNTRY})
_REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class CandidateFigures:
    """What is known of one candidate.

    `fits` counts the originals that it fits at least, with `noun` for what is counted ("places");
    None where no count is known. `inhabitants` are those of the places. `by_size` is how often a
    guess by size would be right, and `guess` how likely any guess is (by `guessing`). `kept`
    is the share of meaning that is left.
    """

    text: str
    fits: int | None
    noun: str
    inhabitants: int | None
    by_size: float | None
    guess: float
    kept: float


class Figures:
    """Answers for the candidates of spans, from an open ontology; cheap enough for a page."""

    def __init__(self, ontology: Ontology, guesses: GuessModel | None = None) -> None:
        self._ontology = ontology
        self._guesses = guesses or GuessModel.open()
        self._plausibility = Plausibility(ontology)
        self._weigh = lru_cache(_REMEMBERED)(self._weigh_place)

    def of(
        self, span_text: str, semantic_type: SemanticType, texts: Sequence[str]
    ) -> list[CandidateFigures]:
        """Return the figures of the texts of a list, the most specific first."""
        fits = self._plausibility.of_list(texts, semantic_type, span_text)
        part = self._plausibility.part_of(span_text, semantic_type)
        total = self._plausibility.all_of(semantic_type).size / part
        kept = kept_along([each.size if each else None for each in fits], total)
        is_place = semantic_type is SemanticType.LOC
        own = self._weigh(span_text) if is_place else 0.0
        clues = [
            Clue(0.0 if text == MASK else share, _share(own, each), is_mask=text == MASK)
            for text, each, share in zip(texts, fits, kept, strict=True)
        ]
        guesses = self._guesses.along(span_text, semantic_type, clues)
        return [
            CandidateFigures(
                text=text,
                fits=(each.count if each else 0) or None,
                noun=each.noun if each else self._plausibility.noun_of(span_text, semantic_type),
                inhabitants=(each.inhabitants if each and is_place else 0) or None,
                by_size=clue.by_size,
                guess=guess,
                kept=clue.kept,
            )
            for text, each, clue, guess in zip(texts, fits, clues, guesses, strict=True)
        ]

    def _weigh_place(self, name: str) -> float:
        """Return the weight of the likeliest place of a name, as `Covered` sums it; 0 for none."""
        weights = (s.weight for s in self._ontology.lookup(name) if s.kind in _PLACES)
        return max((10**weight for weight in weights), default=0.0)


def _share(own: float, fits: Fits | None) -> float | None:
    return min(own / fits.weight, 1.0) if own and fits and fits.weight else None


def known_of(
    figures: Figures,
    span_text: str,
    semantic_type: SemanticType,
    replacement: Replacement | None,
    *,
    also: str | None = None,
) -> dict[str, CandidateFigures]:
    """Return what is known of the texts of a span, list by list, and of one that no list has."""
    lists = [texts for _, texts in replacement.iter_lists()] if replacement else []
    known: dict[str, CandidateFigures] = {}
    for texts in [*lists, [MASK], [also or MASK]]:
        for each in figures.of(span_text, semantic_type, texts):
            known.setdefault(each.text, each)
    if span_text in known:  # left as it is
        known[span_text] = replace(known[span_text], kept=1.0)
    return known
