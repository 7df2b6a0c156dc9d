"""The recall of a recognizer on the gold marks, by domain: TAB's metrics, and mentions by type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from annotation.records import Document
from annotation.types import IdentifierType
from benchmarks.masking.texts import Domain, GoldText
from masking.evaluation import MaskScore, Miss, Share, find_misses, score_document
from masking.evaluation.coverage import Span

Recognizer = Callable[[Document, Sequence[str]], Iterable[Span]]
"""Takes a document without marks and the names to protect, gives what to mask."""


@dataclass(slots=True)
class Recall:
    """The counts of what was found in some texts."""

    score: MaskScore = field(default_factory=MaskScore)
    mentions: dict[IdentifierType, Share] = field(
        default_factory=lambda: {each: Share() for each in IdentifierType}
    )
    """Mentions that can't be read any more."""

    def add(self, other: Recall) -> None:
        """Add the counts of other texts."""
        self.score.add(other.score)
        for identifier_type, found in other.mentions.items():
            self.mentions[identifier_type].count(found.part, found.whole)


def measure(
    texts: Iterable[GoldText], recognize: Recognizer
) -> tuple[dict[Domain, Recall], list[Miss]]:
    """Return what the recognizer finds in each domain, and what it misses, in text order.

    Raises RecordError for a span that leaves its text.
    """
    recalls: dict[Domain, Recall] = {}
    misses: list[Miss] = []
    for text in texts:
        spans = list(recognize(replace(text.document, layers=()), text.protected))
        missed = list(find_misses(text.document, spans))
        found = Recall(score_document(text.document, spans))
        _count_mentions(found, text, missed)
        recalls.setdefault(text.domain, Recall()).add(found)
        misses.extend(missed)
    return recalls, misses


def _count_mentions(recall: Recall, text: GoldText, missed: Iterable[Miss]) -> None:
    readable = Counter(miss.mention.identifier_type for miss in missed)
    marked = Counter(mention.identifier_type for mention in text.document.iter_mentions())
    for identifier_type, whole in marked.items():
        recall.mentions[identifier_type].count(whole - readable[identifier_type], whole)
