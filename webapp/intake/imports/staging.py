"""Writing the documents of a file where nobody sees them yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import (
    ColumnElement,
    and_,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.orm import Session

from annotation.formats.correction_shape import iter_corrections
from annotation.overlaying import corrects_others, count_of, is_blind
from annotation.records import MASK, Corrections
from annotation.records import Document as Record
from annotation.records import Mention as MentionRecord
from webapp.core.records import TableRow, document_row, layer_row, mention_rows
from webapp.intake.imports.checking import annotators_of, owner_of
from webapp.intake.imports.original_files import OriginalFiles
from webapp.platform.models import (
    NEEDS_CHOICE,
    Assignment,
    AssignmentState,
    Base,
    Choice,
    ChoiceOrigin,
    Document,
    DocumentFile,
    FileFormat,
    Layer,
    Mention,
    ProjectKind,
    SpanReview,
    table_of,
)

Keyed = type[Document] | type[Layer] | type[Mention] | type[Assignment]

BATCH_DOCUMENTS = 25
BATCH_ROWS = 3_000
BATCH_CHARACTERS = 1_000_000
BATCH_BYTES = 16 * 1024 * 1024
"""A transaction stays below these (one document may exceed them), so that nobody waits for it."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The import that staged documents belong to, and the people whose work they bring."""

    job_id: int
    kind: ProjectKind
    people: Mapping[str, int]
    """Name → id of all annotators, and of those who corrected their choices."""
    at: datetime


def in_transactions(
    records: Iterable[Record], waiting: Callable[[], int] = lambda: 0
) -> Iterator[list[Record]]:
    """Group documents that are written together; `waiting` are the bytes of their files so far."""
    batch: list[Record] = []
    characters = rows = 0
    for record in records:
        batch.append(record)
        characters += len(record.text)
        rows += sum(1 + _choices(mention) for mention in record.iter_mentions())
        is_large = rows >= BATCH_ROWS or characters >= BATCH_CHARACTERS
        if len(batch) == BATCH_DOCUMENTS or is_large or waiting() >= BATCH_BYTES:
            yield batch
            batch, characters, rows = [], 0, 0
    if batch:
        yield batch


def _choices(mention: MentionRecord) -> int:
    selection = mention.replacement.selection if mention.replacement else {}
    return sum(len(names) for names in selection.values())


def write_all(
    session: Session, stage: Stage, records: Iterable[Record], originals: OriginalFiles
) -> None:
    """Insert documents in their order, in transactions of their own, with their original files."""
    position = 0
    for batch in in_transactions(records, originals.size):
        write(session, stage, batch, position=position, files=originals.take())
        session.commit()
        position += len(batch)


def write(
    session: Session,
    stage: Stage,
    records: Sequence[Record],
    *,
    position: int,
    files: Mapping[str, bytes],
) -> None:
    """Insert documents with everything in them; `position` is that of the first in its file.

    `files` are the Word files that some of them came as, by doc_id.
    """
    rows = [
        {"import_id": stage.job_id, "position": index} | document_row(record)
        for index, record in enumerate(records, start=position)
    ]
    is_new = and_(Document.import_id == stage.job_id, Document.position >= position)
    document_ids = _insert(session, Document, rows, ("position",), is_new)
    staged = list(zip(document_ids, records, strict=True))
    _insert_files(session, staged, files)
    layers = [(document_id, layer) for document_id, record in staged for layer in record.layers]
    mentions = [(key, mention) for key, layer in layers for mention in layer.mentions]
    layer_rows = list(_layer_rows(stage, staged))
    is_new = Layer.document_id.in_(document_ids)
    layer_ids = _insert(session, Layer, layer_rows, ("document_id", "position"), is_new)
    rows = [
        {"document_id": document_id, "layer_id": layer_id} | row
        for layer_id, (document_id, layer) in zip(layer_ids, layers, strict=True)
        for row in mention_rows(layer)
    ]
    is_new = Mention.document_id.in_(document_ids)
    mention_ids = _insert(session, Mention, rows, ("layer_id", "position"), is_new)
    assignments = _insert_assignments(session, stage, staged)
    said = [(key, mention, row) for row, (key, mention) in zip(mention_ids, mentions, strict=True)]
    for model, make_rows in ((Choice, _choice_rows), (SpanReview, _review_rows)):
        rows = [row for each in said for row in make_rows(stage, *each, assignments)]
        _insert_all(session, model, rows)
    _count_spans(session, stage, dict(staged), assignments)


def _insert_files(
    session: Session, staged: Sequence[tuple[int, Record]], files: Mapping[str, bytes]
) -> None:
    rows = [
        {"document_id": document_id, "format": FileFormat.DOCX, "content": files[record.doc_id]}
        for document_id, record in staged
        if record.doc_id in files
    ]
    _insert_all(session, DocumentFile, rows)


def _insert_all(session: Session, model: type[Base], rows: Sequence[TableRow]) -> None:
    """Insert rows at once; past the mapper, which would split them wherever a NULL stands."""
    if rows:
        session.execute(insert(table_of(model)), rows)


def _insert(
    session: Session,
    model: Keyed,
    rows: Sequence[TableRow],
    key: tuple[str, ...],
    is_new: ColumnElement[bool],
) -> list[int]:
    """Insert rows and return their ids in the same order, found again by their key.

    INSERT … RETURNING promises no order and would go row by row on SQLite.
    """
    _insert_all(session, model, rows)
    columns = [getattr(model, name) for name in key]
    ids = {
        tuple(row): row_id
        for row_id, *row in session.execute(select(model.id, *columns).where(is_new))
    }
    return [ids[tuple(row[name] for name in key)] for row in rows]


def _layer_rows(stage: Stage, staged: Sequence[tuple[int, Record]]) -> Iterator[TableRow]:
    for document_id, record in staged:
        for index, layer in enumerate(record.layers):
            owner = owner_of(layer, record, stage.kind)
            whose = None if owner is None else stage.people[owner]
            yield {"document_id": document_id, "annotator_id": whose} | layer_row(layer, index)


def _insert_assignments(
    session: Session, stage: Stage, staged: Sequence[tuple[int, Record]]
) -> dict[tuple[int, str], int]:
    """Take in the work of others as submitted; return (document, name) → assignment."""
    pairs = [
        (document_id, name, is_blind(record, name))
        for document_id, record in staged
        for name in annotators_of(record, stage.kind)
    ]
    rows = [
        {
            "document_id": document_id,
            "annotator_id": stage.people[name],
            "state": AssignmentState.SUBMITTED,
            "changed_at": stage.at,
            "submitted_at": stage.at,
            "is_blind": blind,
        }
        for document_id, name, blind in pairs
    ]
    is_new = Assignment.document_id.in_([document_id for document_id, _ in staged])
    ids = _insert(session, Assignment, rows, ("document_id", "annotator_id"), is_new)
    keys = ((document_id, name) for document_id, name, _ in pairs)
    return dict(zip(keys, ids, strict=True))


def _count_spans(
    session: Session,
    stage: Stage,
    records: Mapping[int, Record],
    assignments: Mapping[tuple[int, str], int],
) -> None:
    """Count for each annotator what own layers change; other work is counted elsewhere."""
    if not stage.kind.marks:
        return
    if not stage.kind.chooses:
        _decide_marked(session, stage, list(records))
    for (document_id, name), assignment_id in assignments.items():
        if any(map(corrects_others, records[document_id].layers)):
            spans, chosen = count_of(records[document_id], name)
            counted = update(Assignment).where(Assignment.id == assignment_id)
            session.execute(
                counted.values(spans=spans, chosen=chosen),
                execution_options={"synchronize_session": False},
            )


def _decide_marked(session: Session, stage: Stage, document_ids: Sequence[int]) -> None:
    """Let whoever marked a span have decided that it is hidden, and count these."""
    is_own = and_(
        Assignment.document_id == Layer.document_id, Assignment.annotator_id == Layer.annotator_id
    )
    has_chosen = exists().where(
        Choice.assignment_id == Assignment.id, Choice.mention_id == Mention.id
    )
    marked = (
        select(Assignment.id, Mention.document_id, Mention.id, literal(MASK), *_decision(stage))
        .join(Layer, Layer.id == Mention.layer_id)
        .join(Assignment, is_own)
        .where(Mention.document_id.in_(document_ids), NEEDS_CHOICE, ~has_chosen)
        .order_by(Mention.id)
    )
    columns = ("assignment_id", "document_id", "mention_id", "text", "origin", "chosen_at")
    session.execute(insert(Choice).from_select(columns, marked))
    spans = (
        select(func.count())
        .select_from(Mention)
        .join(Layer, Layer.id == Mention.layer_id)
        .where(is_own, NEEDS_CHOICE)
        .scalar_subquery()
    )
    session.execute(
        update(Assignment)
        .where(Assignment.document_id.in_(document_ids))
        .values(spans=spans, chosen=spans),
        execution_options={"synchronize_session": False},
    )


def _decision(stage: Stage) -> Iterator[ColumnElement[object]]:
    """Yield what each such choice says, of the types that its columns have."""
    yield literal(ChoiceOrigin.OWN, Choice.origin.type)
    yield literal(stage.at, Choice.chosen_at.type)


def _choice_rows(
    stage: Stage,
    document_id: int,
    mention: MentionRecord,
    mention_id: int,
    assignments: Mapping[tuple[int, str], int],
) -> Iterator[TableRow]:
    """Make choices whose positions keep the order of the selection, before all later choices."""
    selection = mention.replacement.selection if mention.replacement else {}
    pairs = [(text, name) for text, names in selection.items() for name in names]
    for position, (text, name) in enumerate(pairs, start=-len(pairs)):
        yield {
            "assignment_id": assignments[document_id, name],
            "document_id": document_id,
            "mention_id": mention_id,
            "text": text,
            "origin": ChoiceOrigin.OWN,
            "position": position,
            "chosen_at": stage.at,
        }


def _review_rows(
    stage: Stage,
    document_id: int,
    mention: MentionRecord,
    mention_id: int,
    assignments: Mapping[tuple[int, str], int],
) -> Iterator[TableRow]:
    """Make what reviewers put in the place of choices; what corrects nobody's is nobody's."""
    chosen, corrections = _chosen_by(stage, mention)
    for correction, reviewer, annotator in iter_corrections(corrections):
        assignment_id = assignments.get((document_id, annotator))
        if assignment_id and chosen.get(annotator, correction) != correction:
            yield {
                "assignment_id": assignment_id,
                "document_id": document_id,
                "mention_id": mention_id,
                "reviewer_id": stage.people[reviewer],
                "chosen": chosen[annotator],
                "correction": correction,
                "decided_at": stage.at,
            }


def _chosen_by(stage: Stage, mention: MentionRecord) -> tuple[Mapping[str, str], Corrections]:
    """Return who decided what on a mention, as a correction is compared with it, and these."""
    if not stage.kind.chooses:
        everybody = {name for _, _, name in iter_corrections(mention.corrections)}
        return dict.fromkeys(everybody, mention.identifier_type.value), mention.corrections
    if mention.replacement is None:
        return {}, {}
    selection = mention.replacement.selection
    chosen = {name: text for text, names in selection.items() for name in names}
    return chosen, mention.replacement.corrections
