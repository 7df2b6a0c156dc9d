"""Posting the form about what is hidden, and reading what became of it."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from tests.webapp.desk import Desk
from webapp.annotate.work import Work, load_work
from webapp.extensions import db
from webapp.models import (
    Assignment,
    Layer,
    Mention,
    Project,
    ProjectKind,
)


@pytest.fixture
def one_pass(desk: Desk) -> Desk:
    """The factory's document in a project of the kind."""
    db.session.execute(
        update(Project).where(Project.id == desk.project.id).values(kind=ProjectKind.ONE_PASS)
    )
    db.session.commit()
    return desk


def work_of(desk: Desk) -> Work:
    db.session.expire_all()
    return load_work(db.session(), db.session.get_one(Assignment, desk.assignment.id))


def hidden(desk: Desk) -> list[str]:
    return [mention.span_text for mention in work_of(desk)]


def mark(desk: Desk, words: str, verb: str = "spans", **fields: str):
    """Post the form about the stretch where these words stand first."""
    start = desk.document.text.index(words)
    borders = {"mark-start": str(start), "mark-end": str(start + len(words)), "mark-words": words}
    named = {f"mark-{name}": value for name, value in fields.items()}
    return desk.post(verb, **borders, **named)


def change(desk: Desk, span_text: str, verb: str = "spans", **fields: str):
    """Post the form about a span that is hidden."""
    span = next(mention for mention in work_of(desk) if mention.span_text == span_text)
    named = {f"mark-{name}": value for name, value in fields.items()}
    return desk.post(verb, **{"mark-span": str(span.id)}, **named)


def own_rows(desk: Desk) -> list[tuple[str, str, str]]:
    rows = select(Mention.span_text, Mention.identifier_type, Mention.edit_type)
    mine = Layer.annotator_id == desk.annotator.id
    found = db.session.execute(rows.join(Mention.layer).where(mine).order_by(Mention.start_offset))
    return [(text, identifier.value, kind.value) for text, identifier, kind in found]


def counted(desk: Desk) -> tuple[int, int]:
    columns = select(Assignment.spans, Assignment.chosen)
    spans, chosen = db.session.execute(columns.where(Assignment.id == desk.assignment.id)).one()
    return spans, chosen


SUGGESTED = ["Ada Berg", "Oslo", "1986", "Berg", "Bergen", "2004"]
