"""What annotators chose: levels of generalization, `***`, and the terms on which they differ.

Source of the levels: Olstad (2023), table 4.2, figures 4.2 and 4.3. A level is the place of the
chosen text in the lists of its mention, `***` included, so that a choice of `***` counts at its
level and as one of `***`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from annotation.agreement.coefficients import item_agreement
from annotation.agreement.measuring import MOST_DISPUTED
from annotation.options import level_of, options_of
from annotation.records import MASK, Document, Mention, Replacement
from annotation.rendering import led_mentions
from annotation.sources import ListSource
from annotation.types import IdentifierType, SemanticType


@dataclass(slots=True)
class LevelCounts:
    """The numbers of choices of each level, and of those that have none."""

    levels: Counter[int] = field(default_factory=Counter)
    """Level, from 1, the most specific → choices of a text that was offered."""
    masked: int = 0
    """Those of `***`, which `levels` holds as well."""
    written: int = 0
    """In the annotator's own words."""
    left: int = 0
    """Of spans that the annotator left as they are."""

    @property
    def offered(self) -> int:
        """All choices of a text that was offered."""
        return self.levels.total()

    @property
    def choices(self) -> int:
        """All choices."""
        return self.offered + self.written + self.left

    @property
    def above_2(self) -> int:
        """Choices of a level above 2."""
        return self.offered - self.levels[1] - self.levels[2]

    def add(self, mention: Mention, text: str, annotators: int) -> None:
        """Count so many annotators' choice of a text."""
        if text == MASK:
            self.masked += annotators
        if not _is_written(mention.replacement, text):
            self.levels[level_of(mention.replacement, text)] += annotators
        elif text == mention.span_text:
            self.left += annotators
        else:
            self.written += annotators


@dataclass(slots=True)
class TermDisputes:
    """How far annotators differ on the mentions of one term."""

    mentions: int = 0
    """Those that two annotators or more chose for."""
    disagreement: float = 0.0
    """The shares of their pairs of annotators that differ, added up."""


@dataclass(frozen=True, slots=True)
class DisputedSpan:
    """A span on which annotators differ."""

    doc_id: str
    span_text: str
    entity_type: SemanticType
    votes: Mapping[str, int]
    """Chosen text → annotators, the most chosen first."""
    disagreement: float
    """The share of the pairs of annotators that differ."""


@dataclass(slots=True)
class ChoiceCounts:
    """Counts of choices by semantic type and by identifier type, of candidates, and of disputes."""

    by_type: defaultdict[SemanticType, LevelCounts] = field(
        default_factory=lambda: defaultdict(LevelCounts)
    )
    by_identifier: defaultdict[IdentifierType, LevelCounts] = field(
        default_factory=lambda: defaultdict(LevelCounts)
    )
    candidates: defaultdict[SemanticType, Counter[int]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    """Number of texts to choose from, `***` among them → spans that somebody chose for."""
    terms: defaultdict[tuple[str, SemanticType], TermDisputes] = field(
        default_factory=lambda: defaultdict(TermDisputes)
    )
    disputed: list[DisputedSpan] = field(default_factory=list)
    """The spans on which most pairs of annotators differ."""

    def add(self, document: Document) -> None:
        """Count the choices of a document; of overlapping spans those of the one that is read."""
        for mention, replacement in chosen_mentions(document):
            kinds = self.by_type[mention.entity_type], self.by_identifier[mention.identifier_type]
            for text, annotators in replacement.selection.items():
                for counts in kinds:
                    counts.add(mention, text, len(annotators))
            self.candidates[mention.entity_type][_count_candidates(replacement)] += 1
            self._weigh(document, mention, replacement)
        self.disputed.sort(key=lambda span: -span.disagreement)
        del self.disputed[MOST_DISPUTED:]

    @property
    def total(self) -> LevelCounts:
        """The counts of all types together."""
        total = LevelCounts()
        for counts in self.by_type.values():
            total.levels += counts.levels
            total.masked += counts.masked
            total.written += counts.written
            total.left += counts.left
        return total

    def disputed_terms(self) -> list[tuple[str, SemanticType, TermDisputes]]:
        """Return the terms with most disagreement over all their mentions."""
        disputed = [(*key, each) for key, each in self.terms.items() if each.disagreement]
        disputed.sort(key=lambda row: (-row[2].disagreement, row[0], row[1]))
        return disputed[:MOST_DISPUTED]

    def _weigh(self, document: Document, mention: Mention, replacement: Replacement) -> None:
        votes = Counter({text: len(names) for text, names in replacement.selection.items()})
        votes = +votes  # without what a file names that nobody chose
        if votes.total() < 2:  # noqa: PLR2004 - agreement needs two
            return
        disagreement = 1 - item_agreement(votes)
        term = self.terms[mention.span_text, mention.entity_type]
        term.mentions += 1
        term.disagreement += disagreement
        if disagreement:
            self.disputed.append(
                DisputedSpan(
                    doc_id=document.doc_id,
                    span_text=mention.span_text,
                    entity_type=mention.entity_type,
                    votes=dict(votes.most_common()),
                    disagreement=disagreement,
                )
            )


def chosen_mentions(document: Document) -> Iterator[tuple[Mention, Replacement]]:
    """Yield the mentions that somebody chose for, less those that another one stands for."""
    for layer in document.layers:
        led = led_mentions(layer.mentions)
        for mention in layer.mentions:
            chosen = mention.replacement
            if chosen and any(chosen.selection.values()) and mention.mention_id not in led:
                yield mention, chosen


def _is_written(replacement: Replacement | None, text: str) -> bool:
    """Whether only the annotators' own list has a text."""
    lists = dict(replacement.iter_lists()) if replacement else {}
    written = lists.pop(ListSource.WRITTEN, ())
    return text != MASK and text in written and not any(text in each for each in lists.values())


def _count_candidates(replacement: Replacement) -> int:
    return sum(option.source != ListSource.WRITTEN for option in options_of(replacement))
