"""Counting what masks got right, document by document, and the metrics that follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from annotation.records import Document, Json
from annotation.types import SemanticType
from masking.evaluation.coverage import Coverage, Span, iter_tokens
from masking.evaluation.gold import GoldDocument
from masking.evaluation.masks import Masks, check_spans, refuse_unknown
from masking.evaluation.weights import TokenWeights, uniform


@dataclass(slots=True)
class Share:
    """A fraction that is counted up case by case."""

    part: float = 0
    whole: float = 0

    def count(self, part: float, whole: float = 1) -> None:
        """Add one more case."""
        self.part += part
        self.whole += whole

    @property
    def value(self) -> float | None:
        """The share, None where there is nothing to share."""
        return self.part / self.whole if self.whole else None


@dataclass(slots=True)
class MaskScore:
    """The counts from which the metrics follow, over documents, annotators and masks."""

    documents: int = 0
    unanswered: list[str] = field(default_factory=list)
    """Documents without an entry in the masks; they count as not masked at all."""
    er_di: Share = field(default_factory=Share)
    """Entity recall of direct identifiers: entities of which no mention can be read.

    The first mention decides whether an entity is one.
    """
    er_qi: Share = field(default_factory=Share)
    """The same for the other entities that an annotator masked."""
    recall: Share = field(default_factory=Share)
    """Of the tokens of the mentions of these entities."""
    mention_recall: Share = field(default_factory=Share)
    recall_per_type: dict[SemanticType, Share] = field(default_factory=dict)
    """Tokens, by the type of the entity."""
    precision: Share = field(default_factory=Share)
    """Of masked tokens, each once an annotator, those that the annotator masked, too."""
    weighted_precision: Share = field(default_factory=Share)
    mention_precision: Share = field(default_factory=Share)
    """Of the system's spans, each once an annotator, those that one of their mentions holds."""

    def add(self, other: MaskScore) -> None:
        """Add the counts of other documents."""
        self.documents += other.documents
        self.unanswered += other.unanswered
        for name in _SHARES:
            counted: Share = getattr(other, name)
            getattr(self, name).count(counted.part, counted.whole)
        for kind, counted in other.recall_per_type.items():
            self.recall_per_type.setdefault(kind, Share()).count(counted.part, counted.whole)

    def to_json(self) -> dict[str, Json]:
        """Return the metrics as a JSON object; null where nothing could be counted."""
        return {
            **{name: getattr(self, name).value for name in _SHARES},
            "recall_per_type": {
                kind.value: self.recall_per_type[kind].value
                for kind in SemanticType
                if kind in self.recall_per_type
            },
            "documents": self.documents,
            "unanswered": list(self.unanswered),
        }


_SHARES = (
    "recall",
    "er_di",
    "er_qi",
    "precision",
    "weighted_precision",
    "mention_recall",
    "mention_precision",
)


def score_masks(
    documents: Iterable[Document], masks: Masks, *, weigh: TokenWeights = uniform
) -> MaskScore:
    """Compare masks with what the annotators of the documents masked.

    A document without masks counts as not masked, and is named. Raises RecordError for masks of a
    document that is not there, and for spans that leave their text.
    """
    score = MaskScore()
    seen = set()
    for document in documents:
        seen.add(document.doc_id)
        if document.doc_id not in masks:
            score.unanswered.append(document.doc_id)
        score.add(score_document(document, masks.get(document.doc_id, ()), weigh=weigh))
    refuse_unknown(masks, seen)
    return score


def score_document(
    document: Document, spans: Sequence[Span], *, weigh: TokenWeights = uniform
) -> MaskScore:
    """Count for one document; raises RecordError for a span that leaves the text.

    A layer without mentions is an annotator who masked nothing.
    """
    check_spans(document, spans)
    gold = GoldDocument(document)
    coverage = Coverage(document.text, spans)
    score = MaskScore(documents=1)
    _count_recall(score, gold, coverage)
    tokens = list(coverage.iter_tokens())
    for (start, end), weight in zip(tokens, weigh(document.text, tokens), strict=True):
        agreeing = gold.count_agreeing(start, end)
        score.precision.count(agreeing, gold.annotators)
        score.weighted_precision.count(agreeing * weight, gold.annotators * weight)
    for start, end in sorted(set(spans)):
        score.mention_precision.count(gold.count_agreeing(start, end), gold.annotators)
    return score


def _count_recall(score: MaskScore, gold: GoldDocument, coverage: Coverage) -> None:
    """Count entities by the mentions that must be masked, but all their mentions and tokens.

    TAB's script does so: a mention that annotators left in clear, of an entity that they masked
    elsewhere, lowers the recall of mentions and tokens, and not that of entities.
    """
    for entity in gold.entities:
        of_type = score.recall_per_type.setdefault(entity.entity_type, Share())
        for mention in entity.mentions:
            score.mention_recall.count(coverage.hides(mention.start, mention.end))
            for start, end in iter_tokens(coverage.text, mention.start, mention.end):
                is_hidden = coverage.hides(start, end)
                score.recall.count(is_hidden)
                of_type.count(is_hidden)
        is_hidden = all(
            coverage.hides(mention.start, mention.end) for mention in entity.masked_mentions
        )
        (score.er_di if entity.is_direct else score.er_qi).count(is_hidden)
