"""What models see of a project: its documents as examples, named by their row ids.

Names in the records repeat between the layers of a document; row ids never do. Documents are read
in batches and handed on one by one, so that a large project does not have to fit into memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from annotation.records import Replacement
from selection.examples import Example, ExampleDocument, offered_and_chosen, proposed_in
from webapp.core.records import in_batches
from webapp.platform.models import Assignment, Choice, Document, Layer, Mention, User
from webapp.platform.models.states import FINAL_STATES


def iter_submitted(
    session: Session, project_id: int, *, annotators: Iterable[int] | None = None
) -> Iterator[ExampleDocument]:
    """Yield the documents with submitted work, and all that was chosen in it.

    With `annotators`, only their work, and only documents with any.
    """
    counts = [Assignment.state.in_(FINAL_STATES)]
    if annotators is not None:
        counts.append(Assignment.annotator_id.in_(annotators))
    ids = session.scalars(
        select(Document.id)
        .where(
            Document.project_id == project_id,
            exists().where(Assignment.document_id == Document.id, *counts),
        )
        .order_by(Document.position, Document.id)
    ).all()
    for part in in_batches(ids):
        chosen = (
            select(Choice.mention_id, User.name, Choice.text)
            .join(Assignment, Assignment.id == Choice.assignment_id)
            .join(User, User.id == Assignment.annotator_id)
            .where(Choice.document_id.in_(part), *counts)
            .order_by(Choice.position, Choice.id)
        )
        choices: defaultdict[int, dict[str, str]] = defaultdict(dict)
        for mention_id, name, text in session.execute(chosen):
            choices[mention_id][name] = text
        yield from _documents(session, part, choices)


def open_documents(session: Session, ids: Sequence[int]) -> Mapping[int, ExampleDocument]:
    """Return documents by their row ids, without anybody's choices."""
    return {int(document.doc_id): document for document in _documents(session, ids, {})}


def _documents(
    session: Session, ids: Sequence[int], choices: Mapping[int, Mapping[str, str]]
) -> Iterator[ExampleDocument]:
    rows = session.execute(select(Document.id, Document.text).where(Document.id.in_(ids)))
    texts = {row.id: row.text for row in rows}
    examples: defaultdict[int, list[Example]] = defaultdict(list)
    mentions = (
        select(*_COLUMNS)
        .join(Layer, Layer.id == Mention.layer_id)
        .where(Mention.document_id.in_(ids), Mention.generalizations.is_not(None))
        .order_by(Mention.start_offset, Mention.end_offset, Mention.id)
    )
    for row in session.execute(mentions):
        if row.annotator_id is None or row.id in choices:  # others never see what one adds
            examples[row.document_id].append(_example(row, choices.get(row.id, {})))
    for document_id in ids:
        if document_id in texts:
            found = tuple(examples[document_id])
            yield ExampleDocument(str(document_id), texts[document_id], found)


_COLUMNS = (
    Mention.id,
    Mention.document_id,
    Mention.start_offset,
    Mention.end_offset,
    Mention.span_text,
    Mention.entity_type,
    Mention.identifier_type,
    Mention.entity_id,
    Mention.generalizations,
    Mention.origins,
    Layer.annotator_id,
)


def _example(row: Any, choices: Mapping[str, str]) -> Example:  # noqa: ANN401 - a row of _COLUMNS
    options, chosen = offered_and_chosen(Replacement(row.generalizations), choices)
    return Example(
        doc_id=str(row.document_id),
        mention_id=str(row.id),
        start=row.start_offset,
        end=row.end_offset,
        span_text=row.span_text,
        entity_type=row.entity_type,
        identifier_type=row.identifier_type,
        entity_id=row.entity_id,
        options=options,
        choices=chosen,
        proposed=proposed_in(options, row.origins or {}),
    )
