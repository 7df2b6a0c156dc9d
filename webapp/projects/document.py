"""One document to be read, whoever works on it: its text with the imported spans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotation.rendering import Segment, segments
from annotation.types import IdentifierType, SemanticType
from webapp.platform.models import Document, Layer, Mention


@dataclass(frozen=True, slots=True)
class GivenSpan:
    """A span of a shared layer."""

    start: int
    end: int
    entity_type: SemanticType
    identifier_type: IdentifierType

    @property
    def is_masked(self) -> bool:
        """Whether it must be replaced."""
        return self.identifier_type is not IdentifierType.NO_MASK


def read_document(session: Session, document: Document) -> Sequence[Segment[GivenSpan]]:
    """Cut a text at the spans to be replaced; those that an annotator marked are left out."""
    rows = session.execute(
        select(
            Mention.start_offset,
            Mention.end_offset,
            Mention.entity_type,
            Mention.identifier_type,
        )
        .join(Layer, Layer.id == Mention.layer_id)
        .where(Mention.document_id == document.id, Layer.annotator_id.is_(None))
    )
    return segments(document.text, [GivenSpan(*row) for row in rows])
