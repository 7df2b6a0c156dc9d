"""The documents of a project as the figures count them: every span that is hidden by anybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotation import records
from annotation.types import IdentifierType
from webapp.core.records import in_batches
from webapp.platform.models import Document, Layer, Mention

READ_AT_ONCE = 50
_LAYER = "all"


def ids_of(session: Session, project_id: int) -> Sequence[int]:
    """Return the documents of a project, in their order."""
    in_project = select(Document.id).where(Document.project_id == project_id)
    return session.scalars(in_project.order_by(Document.position, Document.id)).all()


def iter_documents(session: Session, ids: Sequence[int]) -> Iterator[tuple[int, records.Document]]:
    """Yield documents with the ids of their rows.

    All spans are in one layer, named by the ids of their rows, which pages know them by. What one
    annotator added counts beside what all were given.
    """
    for part in in_batches(ids, READ_AT_ONCE):
        yield from _read(session, part)


def _read(session: Session, ids: Sequence[int]) -> Iterator[tuple[int, records.Document]]:
    texts = select(Document.id, Document.doc_id, Document.text, Document.task)
    rows = session.execute(
        texts.where(Document.id.in_(ids)).order_by(Document.position, Document.id)
    )
    mentions = _mentions_of(session, ids)
    for document_id, doc_id, text, task in rows.all():
        layer = records.Layer(_LAYER, tuple(mentions.get(document_id, ())))
        yield document_id, records.Document(doc_id, text, (layer,), task=task)


def _mentions_of(session: Session, ids: Sequence[int]) -> dict[int, list[records.Mention]]:
    hidden = (
        select(Mention)
        .join(Layer, Layer.id == Mention.layer_id)
        .where(
            Mention.document_id.in_(ids),
            Mention.identifier_type != IdentifierType.NO_MASK,
            Mention.is_led.is_(False),
        )
        .order_by(Mention.document_id, Mention.start_offset, Mention.end_offset, Mention.id)
    )
    rows = session.scalars(hidden)
    return {key: list(map(_record, group)) for key, group in groupby(rows, _document_of)}


def _document_of(mention: Mention) -> int:
    return mention.document_id


def _record(row: Mention) -> records.Mention:
    lists = row.generalizations
    return records.Mention(
        mention_id=str(row.id),
        entity_type=row.entity_type,
        start=row.start_offset,
        end=row.end_offset,
        span_text=row.span_text,
        identifier_type=row.identifier_type,
        entity_id=row.entity_id,
        replacement=records.Replacement(lists) if lists else None,
    )
