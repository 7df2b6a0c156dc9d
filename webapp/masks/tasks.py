"""Finding masks where nothing is marked: document by document, each in a transaction of its own.

Where replacements are chosen, what is found has its lists at once. A document that anybody has
begun, or in which anything is marked, is left as it is: running again goes on where it was stopped.
Found anew are masks that were suggested and that nobody has touched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from flask import current_app
from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.orm import Session

from annotation.formatting import counted
from annotation.records import Document as Record
from annotation.records import Layer as LayerRecord
from masking.operating_points import Step
from ontology.overrides import Overrides
from palimpsest.sanitizing.suggesting import Suggested, open_suggester
from webapp.core import audit
from webapp.core.jobs.runner import INTERRUPTED
from webapp.core.jobs.running import RunningJob
from webapp.core.jobs.tasks import JobHandler
from webapp.core.records import (
    in_batches,
    is_suggested,
    layer_row,
    load_records,
    mention_rows,
    take_untouched,
    untouched_documents,
)
from webapp.masks.queries import has_no_mention
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import (
    Document,
    EventKind,
    Job,
    JobState,
    Layer,
    Mention,
    ModelVersion,
    Project,
    Purpose,
    User,
    table_of,
    utc_now,
)
from webapp.replacements.filling import Filler
from webapp.replacements.opening import opened_ontology
from webapp.replacements.queries import overrides_of
from webapp.versions import hooks
from webapp.versions.queries import current_version, folder_of, policy_of
from webapp.versions.suggestions.payloads import forget_payloads

READ_AT_ONCE = 25
"""Documents; short ones are parsed together."""
MOST_NAMED = 5
"""How many documents a message names."""


@dataclass(slots=True)
class _Result:
    """The counts of what was found, and the documents that people should read themselves."""

    documents: int = 0
    spans: int = 0
    empty: list[str] = field(default_factory=list)
    """The doc_ids of those in which there is nothing to hide, as far as can be told."""
    misread: list[str] = field(default_factory=list)
    """The doc_ids of the texts in another language, of which much is missed."""

    def add(self, suggested: Suggested) -> None:
        record = suggested.document
        masked = sum(mention.is_masked for mention in record.iter_mentions())
        self.documents += 1
        self.spans += masked
        if not masked:
            self.empty.append(record.doc_id)
        if not suggested.is_in_language:
            self.misread.append(record.doc_id)

    def messages(self, unread: int) -> Iterator[str]:
        """Yield the lines of the message, counts first; `unread` documents changed meanwhile."""
        spans = counted(self.spans, "span")
        texts = counted(self.documents - len(self.empty), "document")
        yield f"{spans} to hide in {texts}."
        if self.empty:
            yield f"Nothing was found in {_named(self.empty)}: read what goes out."
        if self.misread:
            yield f"Not in the language that is read here: {_named(self.misread)}. Much is missed."
        if unread:
            meanwhile = counted(unread, "that changed meanwhile was", "that changed meanwhile were")
            yield f"{meanwhile} left alone."


def _named(doc_ids: list[str]) -> str:
    more = f" and {len(doc_ids) - MOST_NAMED:,} more" if len(doc_ids) > MOST_NAMED else ""
    return ", ".join(f"“{doc_id}”" for doc_id in doc_ids[:MOST_NAMED]) + more


def run(job: RunningJob) -> str:
    """Find masks for every document of the kind asked for that nobody has begun."""
    config: Config = current_app.extensions["palimpsest"]
    task = _task_of(job)
    if not task.documents:
        return task.nothing_to_do
    job.heartbeat(0, len(task.documents), "Finding what to hide")
    suggester = open_suggester(config.assets, folder_of(task.version) if task.version else None)
    ontology = opened_ontology(config)
    filler = Filler(ontology, task.overrides) if task.chooses else None
    found, seen = _Result(), 0
    for ids in in_batches(task.documents, READ_AT_ONCE):
        with Session(db.engine) as session:
            records = load_records(session, ids, only_final=False)
        suggestions = suggester.suggest(records.values(), point=task.step, lexicon=ontology.lexicon)
        for document_id, suggested in zip(records, suggestions, strict=True):
            go_on = partial(job.heartbeat, seen, len(task.documents), "Finding what to hide")
            record = suggested.document
            if task.write(document_id, filler.fill(record, go_on) if filler else record):
                found.add(suggested)
            seen += 1
    _record(job, found.documents)
    hooks.after_change(job.project_id)
    return "\n".join(found.messages(len(task.documents) - found.documents))


@dataclass(frozen=True, slots=True)
class _Task:
    """In which documents masks are to be found, by what, and how much is to be hidden."""

    documents: Sequence[int]
    condition: ColumnElement[bool]
    """Their condition in a query of `Document`, which nobody must have broken meanwhile."""
    nothing_to_do: str
    version: ModelVersion | None
    step: Step
    chooses: bool
    overrides: Overrides

    def write(self, document_id: int, record: Record) -> bool:
        """Give a document its marks; False where it was begun, marked or deleted meanwhile."""
        [layer] = record.layers
        version_id = self.version.id if self.version else None
        with Session(db.engine) as session:
            is_still_wanted = select(Document.id).where(Document.id == document_id, self.condition)
            if not take_untouched(session, document_id) or session.scalar(is_still_wanted) is None:
                session.rollback()
                return False
            _replace_layers(session, document_id, layer, version_id)
            session.commit()
        return True


def _task_of(job: RunningJob) -> _Task:
    condition, nothing = (
        has_no_mention(),
        "Something is marked in every document, or somebody has begun it.",
    )
    if job.arguments.get("is_anew"):
        condition, nothing = is_suggested(), "Somebody has begun or marked every document."
    with Session(db.engine) as session:
        project = session.get_one(Project, job.project_id)
        return _Task(
            untouched_documents(session, project, condition),
            condition,
            nothing,
            version=current_version(session, project, Purpose.MASKS),
            step=Step(policy_of(project).mask_step),
            chooses=project.kind.chooses,
            overrides=overrides_of(session, project),
        )


def _replace_layers(
    session: Session, document_id: int, layer: LayerRecord, version_id: int | None
) -> None:
    """Put what was found in the place of what was, which nobody has touched."""
    session.execute(delete(Layer).where(Layer.document_id == document_id))
    new = Layer(document_id=document_id, version_id=version_id, **layer_row(layer, 0))
    session.add(new)
    session.flush()
    home = {"document_id": document_id, "layer_id": new.id}
    if rows := [home | row for row in mention_rows(layer)]:
        session.execute(insert(table_of(Mention)), rows)
    session.execute(
        update(Document).where(Document.id == document_id).values(generalized_text=None)
    )
    forget_payloads(session, document_id)


def _record(job: RunningJob, documents: int) -> None:
    with Session(db.engine) as session:
        audit.record(
            session,
            EventKind.MASKED,
            at=utc_now(),
            actor=session.get(User, job.person_id) if job.person_id else None,
            project=session.get(Project, job.project_id),
            documents=documents,
        )
        session.commit()


def close(job: RunningJob) -> None:
    """Set the message of a job that was stopped: what it found stays."""
    message = "Stopped. What was found until then is kept; start it again for the rest."
    with Session(db.engine) as session:
        row = session.get_one(Job, job.id)
        if row.state is JobState.CANCELLED or row.message == INTERRUPTED:
            row.message = message
        session.commit()


HANDLER = JobHandler(run, close)
