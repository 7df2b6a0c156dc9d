"""How far annotators agree, week by week and pair by pair.

Over choices, how often two annotators of a mention chose the same; over spans, how many of those
that the one hides and that the other hides, counted together, have a twin with the same borders:
the F1 of one against the other, which needs no number of spans that neither hides (Hripcsak and
Rothschild, 2005).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import combinations

from annotation.agreement.coefficients import cohen_kappa_of_counts, item_agreement
from annotation.options import level_of
from annotation.records import Document, Layer
from annotation.statistics.choices import chosen_mentions

Pair = tuple[str, str]
"""Two annotators by name, in the order of the alphabet."""


def week_of(day: date) -> date:
    """Return the Monday of a day's week."""
    return day - timedelta(days=day.weekday())


@dataclass(slots=True)
class WeekCounts:
    """The choices compared in the documents whose last annotator submitted in one week."""

    documents: int = 0
    mentions: int = 0
    same_level: float = 0.0
    """The shares of pairs of annotators that agree, added up over the mentions."""
    same_text: float = 0.0


@dataclass(slots=True)
class PairCounts:
    """The choices of two annotators for the same mentions."""

    levels: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Levels that the one and the other chose → mentions."""
    same_text: int = 0

    @property
    def mentions(self) -> int:
        """The mentions that both chose for."""
        return self.levels.total()

    @property
    def same_level(self) -> int:
        """Those for which both chose the same level."""
        return sum(count for (a, b), count in self.levels.items() if a == b)

    @property
    def kappa(self) -> float | None:
        """Cohen's κ over the levels; None where it is undefined."""
        return cohen_kappa_of_counts(self.levels)


@dataclass(slots=True)
class TextAgreement:
    """Counts of choices that two annotators made for one mention."""

    by_week: defaultdict[date, WeekCounts] = field(default_factory=lambda: defaultdict(WeekCounts))
    by_pair: defaultdict[Pair, PairCounts] = field(default_factory=lambda: defaultdict(PairCounts))

    def add(self, document: Document, week: date) -> None:
        """Compare the choices of a document, which its last annotator submitted in a week."""
        compared = 0
        for mention, replacement in chosen_mentions(document):
            chosen = sorted(
                (name, text) for text, names in replacement.selection.items() for name in names
            )
            if len(chosen) > 1:
                levels = {text: level_of(mention.replacement, text) for _, text in chosen}
                self._compare(chosen, levels, self.by_week[week])
                compared += 1
        if compared:
            self.by_week[week].documents += 1

    def _compare(
        self, chosen: list[tuple[str, str]], levels: dict[str, int], week: WeekCounts
    ) -> None:
        week.mentions += 1
        week.same_level += item_agreement(Counter(levels[text] for _, text in chosen))
        week.same_text += item_agreement(Counter(text for _, text in chosen))
        for (a, one), (b, other) in combinations(chosen, 2):
            pair = self.by_pair[a, b]
            pair.levels[levels[one], levels[other]] += 1
            pair.same_text += one == other


@dataclass(slots=True)
class SpanCounts:
    """The spans that two annotators hide in the same documents."""

    documents: int = 0
    spans: int = 0
    """Those of both, added up."""
    common: int = 0
    """Those with the same borders."""

    @property
    def f1(self) -> float | None:
        """The F1 of one against the other; None where neither hides anything."""
        return 2 * self.common / self.spans if self.spans else None

    def add(self, one: frozenset[tuple[int, int]], other: frozenset[tuple[int, int]]) -> None:
        """Compare what two hide in a document."""
        self.documents += 1
        self.spans += len(one) + len(other)
        self.common += len(one & other)


@dataclass(slots=True)
class SpanAgreement:
    """Counts of spans that two annotators hide in one text."""

    by_week: defaultdict[date, SpanCounts] = field(default_factory=lambda: defaultdict(SpanCounts))
    """A document counts once for each pair of its annotators."""
    by_pair: defaultdict[Pair, SpanCounts] = field(default_factory=lambda: defaultdict(SpanCounts))

    def add(self, layers: Iterable[Layer], week: date) -> None:
        """Compare the layers of a document, which its last annotator submitted in a week."""
        hidden = sorted((layer.name, _hidden(layer)) for layer in layers)
        for (a, one), (b, other) in combinations(hidden, 2):
            self.by_week[week].add(one, other)
            self.by_pair[a, b].add(one, other)


def _hidden(layer: Layer) -> frozenset[tuple[int, int]]:
    return frozenset((each.start, each.end) for each in layer.mentions if each.is_masked)
