"""Posting the form about what is hidden, and reading what became of it."""

from __future__ import annotations

from sqlalchemy import select

from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.core.work.loading import Work, load_work
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    Layer,
    Mention,
)


def work_of(workbench: WorkbenchClient) -> Work:
    db.session.expire_all()
    return load_work(db.session(), db.session.get_one(Assignment, workbench.assignment.id))


def hidden(workbench: WorkbenchClient) -> list[str]:
    return [mention.span_text for mention in work_of(workbench)]


def mark(workbench: WorkbenchClient, words: str, verb: str = "spans", **fields: str):
    """Post the form about the stretch where these words stand first."""
    start = workbench.document.text.index(words)
    borders = {"mark-start": str(start), "mark-end": str(start + len(words)), "mark-words": words}
    named = {f"mark-{name}": value for name, value in fields.items()}
    return workbench.post(verb, **borders, **named)


def change(workbench: WorkbenchClient, span_text: str, verb: str = "spans", **fields: str):
    """Post the form about a span that is hidden."""
    span = next(mention for mention in work_of(workbench) if mention.span_text == span_text)
    named = {f"mark-{name}": value for name, value in fields.items()}
    return workbench.post(verb, **{"mark-span": str(span.id)}, **named)


def own_rows(workbench: WorkbenchClient) -> list[tuple[str, str, str]]:
    rows = select(Mention.span_text, Mention.identifier_type, Mention.edit_type)
    mine = Layer.annotator_id == workbench.annotator.id
    found = db.session.execute(rows.join(Mention.layer).where(mine).order_by(Mention.start_offset))
    return [(text, identifier.value, kind.value) for text, identifier, kind in found]


def counted(workbench: WorkbenchClient) -> tuple[int, int]:
    columns = select(Assignment.spans, Assignment.chosen)
    spans, chosen = db.session.execute(
        columns.where(Assignment.id == workbench.assignment.id)
    ).one()
    return spans, chosen


SUGGESTED = ["Ada Berg", "Oslo", "1986", "Berg", "Bergen", "2004"]
