"""Proposing anew where nobody has begun: in small transactions, each of one document.

A document with any choice, or that anybody has opened to work on, is left as it is, and so are
lists that came with a file.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import current_app
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from annotation.formatting import counted
from annotation.records import Mention as MentionRecord
from ontology.layers import Ontology
from ontology.overrides import Overrides
from ontology.proposing import propose
from webapp.core import audit
from webapp.core.jobs.running import RunningJob
from webapp.core.jobs.tasks import JobHandler
from webapp.core.records import (
    TableRow,
    load_record,
    replacement_row,
    take_untouched,
    untouched_documents,
)
from webapp.platform.extensions import db
from webapp.platform.models import (
    Document,
    EventKind,
    Layer,
    Mention,
    Project,
    User,
    utc_now,
)
from webapp.replacements.opening import opened_ontology
from webapp.replacements.queries import overrides_of
from webapp.versions import hooks
from webapp.versions.suggestions.payloads import forget_payloads


def run(job: RunningJob) -> str:
    """Propose for every document of a project that nobody has begun."""
    with Session(db.engine) as session:
        project = session.get_one(Project, job.project_id)
        overrides = overrides_of(session, project)
        untouched = untouched_documents(session, project)
        total = session.scalar(
            select(func.count()).select_from(Document).where(Document.project_id == project.id)
        )
    ontology = opened_ontology(current_app.extensions["palimpsest"])
    changed = 0
    for done, document_id in enumerate(untouched):
        job.heartbeat(done, len(untouched), "Proposing replacements")
        changed += _propose_anew(document_id, ontology, overrides)
    with Session(db.engine) as session:
        audit.record(
            session,
            EventKind.PROPOSED,
            at=utc_now(),
            actor=session.get(User, job.person_id) if job.person_id else None,
            project=session.get(Project, job.project_id),
            documents=changed,
        )
        session.commit()
    hooks.after_change(job.project_id)
    begun = (total or 0) - len(untouched)
    left = counted(begun, "that somebody has begun was", "that somebody has begun were")
    return (
        f"New lists in {changed:,} of {counted(len(untouched), 'document')} that nobody has begun"
        + (f"; {left} left alone." if begun else ".")
    )


HANDLER = JobHandler(run)


def _propose_anew(document_id: int, ontology: Ontology, overrides: Overrides) -> bool:
    """Give a document new lists; False where they are as before or somebody has begun."""
    with Session(db.engine) as session:
        rows = _new_rows(session, document_id, ontology, overrides)
        session.rollback()  # nothing is held while the rest is decided
        if not rows or not take_untouched(session, document_id):
            return False
        for mention_id, row in rows.items():
            session.execute(update(Mention).where(Mention.id == mention_id).values(row))
        forget_payloads(session, document_id)
        session.commit()
    return True


def _new_rows(
    session: Session, document_id: int, ontology: Ontology, overrides: Overrides
) -> Mapping[int, TableRow]:
    """Return the lists that differ from those that are stored, by the mention's row id."""
    record = load_record(session, document_id, only_final=False)
    if record is None:
        return {}
    ids = _replaceable(session, document_id)
    proposed = propose(record, ontology, overrides)
    return {
        ids[layer.name, new.mention_id]: replacement_row(new.replacement)
        for before, layer in zip(record.layers, proposed.layers, strict=True)
        for old, new in zip(before.mentions, layer.mentions, strict=True)
        if (layer.name, new.mention_id) in ids and _differ(old, new)
    }


def _differ(old: MentionRecord, new: MentionRecord) -> bool:
    if old.replacement is None or new.replacement is None:
        return old.replacement is not new.replacement
    is_same_list = list(old.replacement.iter_lists()) == list(new.replacement.iter_lists())
    return not is_same_list or old.replacement.origins != new.replacement.origins


def _replaceable(session: Session, document_id: int) -> Mapping[tuple[str, str], int]:
    """Find the mentions whose list was proposed, or that have none, by layer and mention_id."""
    found = (
        select(Layer.name, Mention.mention_id, Mention.id)
        .join(Layer, Layer.id == Mention.layer_id)
        .where(
            Mention.document_id == document_id,
            Mention.generalizations.is_(None) | Mention.origins.is_not(None),
            Mention.is_led.is_(False),
        )
    )
    return {(name, mention_id): row_id for name, mention_id, row_id in session.execute(found)}
