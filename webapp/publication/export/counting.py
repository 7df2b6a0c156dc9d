"""What is counted while a dataset is written, for its data card."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from webapp.publication.export.preparing import Prepared


@dataclass
class Tally:
    """Documents by split, annotators, and spans: each annotator's count."""

    splits: Counter[str | None] = field(default_factory=Counter)
    annotators: set[str] = field(default_factory=set)
    gold: int = 0
    """The number of documents with a gold layer."""
    semantic_types: Counter[str] = field(default_factory=Counter)
    identifier_types: Counter[str] = field(default_factory=Counter)

    @property
    def documents(self) -> int:
        """The number of documents."""
        return self.splits.total()

    @property
    def spans(self) -> int:
        """The number of spans, a span of two annotators counted twice."""
        return self.semantic_types.total()

    def count(self, prepared: Prepared) -> None:
        """Count a document that was written."""
        self.annotators.update(prepared.annotators)
        self.splits[prepared.split] += 1
        self.gold += any(entry.is_gold for entry in prepared.entries)
        for entry in prepared.entries:
            self.semantic_types.update(span.entity_type.label for span in entry.spans)
            self.identifier_types.update(span.identifier_type.label for span in entry.spans)
