"""False negatives: mentions that can still be read, with the words around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotation.records import Document, Json, Mention
from masking.evaluation.coverage import Coverage, Span
from masking.evaluation.gold import GoldDocument
from masking.evaluation.masks import check_spans

CONTEXT = 30
"""Characters shown on either side of a mention."""


@dataclass(frozen=True, slots=True)
class Miss:
    """A mention that an annotator masked and the system left readable, in whole or in part."""

    doc_id: str
    annotator: str
    mention: Mention
    exposed: tuple[str, ...]
    """The stretches of the mention that can be read, without punctuation at their ends."""
    before: str
    after: str

    def to_json(self) -> dict[str, Json]:
        """Return the miss as a JSON object."""
        return {
            "doc_id": self.doc_id,
            "annotator": self.annotator,
            "entity_mention_id": self.mention.mention_id,
            "entity_type": self.mention.entity_type.value,
            "identifier_type": self.mention.identifier_type.value,
            "start_offset": self.mention.start,
            "end_offset": self.mention.end,
            "span_text": self.mention.span_text,
            "exposed": list(self.exposed),
            "before": self.before,
            "after": self.after,
        }


def find_misses(document: Document, spans: Sequence[Span]) -> Iterator[Miss]:
    """Yield the false negatives of a document, annotator by annotator, in text order.

    Raises RecordError for a span that leaves the text.
    """
    check_spans(document, spans)
    text = document.text
    coverage = Coverage(text, spans)
    missed = [
        (entity.annotator, mention)
        for entity in GoldDocument(document).entities
        for mention in entity.masked_mentions
        if not coverage.hides(mention.start, mention.end)
    ]
    order = {layer.name: place for place, layer in enumerate(document.layers)}
    for annotator, mention in sorted(missed, key=lambda miss: (order[miss[0]], miss[1].start)):
        yield Miss(
            doc_id=document.doc_id,
            annotator=annotator,
            mention=mention,
            exposed=tuple(
                text[start:end] for start, end in coverage.iter_exposed(mention.start, mention.end)
            ),
            before=text[max(0, mention.start - CONTEXT) : mention.start],
            after=text[mention.end : mention.end + CONTEXT],
        )
