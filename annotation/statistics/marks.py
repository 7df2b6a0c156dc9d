"""What annotators marked: their changes to the pre-annotation, and what they hide."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from annotation.records import Layer
from annotation.types import EditType, IdentifierType, SemanticType


@dataclass(slots=True)
class EditCounts:
    """Counts of the changes that annotators made to the spans that were suggested."""

    by_annotator_and_type: defaultdict[tuple[str, SemanticType], Counter[EditType]] = field(
        default_factory=lambda: defaultdict(Counter)
    )

    def add(self, layers: Iterable[Layer]) -> None:
        """Count the layers of a document, each named after who marked it."""
        for layer in layers:
            for mention in layer.mentions:
                if mention.edit_type is not None:
                    key = (layer.name, mention.entity_type)
                    self.by_annotator_and_type[key][mention.edit_type] += 1

    @property
    def by_annotator(self) -> dict[str, Counter[EditType]]:
        """The counts of each annotator, by name."""
        counts: defaultdict[str, Counter[EditType]] = defaultdict(Counter)
        for name, kind in sorted(self.by_annotator_and_type):
            counts[name] += self.by_annotator_and_type[name, kind]
        return counts

    @property
    def by_type(self) -> dict[SemanticType, Counter[EditType]]:
        """The counts of each semantic type, in the order of the types."""
        counts: defaultdict[SemanticType, Counter[EditType]] = defaultdict(Counter)
        for (_, kind), each in self.by_annotator_and_type.items():
            counts[kind] += each
        return {kind: counts[kind] for kind in SemanticType if kind in counts}


@dataclass(slots=True)
class MarkCounts:
    """Counts of the spans that annotators marked, by identifier type."""

    documents: Counter[str] = field(default_factory=Counter)
    """Annotator → documents that they submitted."""
    spans: defaultdict[str, Counter[IdentifierType]] = field(
        default_factory=lambda: defaultdict(Counter)
    )

    def add(self, layers: Iterable[Layer]) -> None:
        """Count the layers of a document, each named after who marked it."""
        for layer in layers:
            self.documents[layer.name] += 1
            self.spans[layer.name].update(mention.identifier_type for mention in layer.mentions)
