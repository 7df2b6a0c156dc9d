"""What a reviewer does before they decide, for tests of what comes after."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flask.testing import FlaskClient
from sqlalchemy import select
from sqlalchemy.orm import Session, scoped_session
from werkzeug.test import TestResponse

from webapp.core.work.loading import load_work
from webapp.curation.review import identifying
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    Identified,
    Mention,
    SpanReview,
    User,
    utc_now,
)

IN_PAGE = {"HX-Request": "true"}
"""What htmx asks with, for a part of the page that is open."""


def is_whole_page(answer: TestResponse) -> bool:
    """Whether an answer is a page, and no notice among the messages of the page that is open."""
    is_notice = answer.headers.get("HX-Retarget") == "#messages"
    assert is_notice is not ("<html" in answer.text)
    return not is_notice


def address_of(work: Assignment, *steps: object) -> str:
    """Return the address of work under review, or of a step there."""
    project_id = str(work.document.project_id)
    return "/".join(["/projects", project_id, "review", str(work.id), *map(str, steps)])


def read_sanitized(
    client: FlaskClient, work: Assignment, identified: str = "no", words: str = "", **form: object
) -> TestResponse:
    """Answer whether one can tell who it is, from the sanitized text."""
    answer = {"version": work.version, "identified": identified, "words": words}
    return client.post(address_of(work, "identify"), data=answer | form)


def has_read(
    session: Session | scoped_session[Session],
    work: Assignment,
    person: User,
    identified: Identified = Identified.NO,
    words: str = "",
) -> None:
    """Let somebody have read the sanitized text; not committed."""
    by = {"version": work.version, "person": person, "at": utc_now()}
    identifying.answer(session, load_work(session, work), identified, words, **by)


def generalized_text(page: str) -> str:
    """Return the sanitized text of a page that shows it line by line."""
    lines = re.findall(r'<p class="(?:generalized|blank)".*?</p>', page, re.DOTALL)
    return "".join(re.sub("<[^>]+>", "", line).removeprefix("Sanitized: ") for line in lines)


def spans_of(work: Assignment) -> Sequence[int]:
    """Return the ids of the spans of a document, in text order."""
    wanted = select(Mention.id).where(Mention.document_id == work.document_id)
    return db.session.scalars(wanted.order_by(Mention.start_offset)).all()


def decide(
    client: FlaskClient,
    work: Assignment,
    span: int,
    text: str | None = None,
    *,
    seen: str = "",
    headers: dict[str, str] | None = None,
    **form: object,
) -> TestResponse:
    """Press the button of a text at a span, or send a form without one."""
    data = {"version": work.version, "seen": seen} | ({"text": text} if text else {}) | form
    return client.post(address_of(work, "spans", span), data=data, headers=headers)


def decisions() -> list[tuple[str, str | None]]:
    """Return what was decided on: each choice and its correction, by span."""
    rows = db.session.scalars(select(SpanReview).order_by(SpanReview.mention_id))
    return [(each.chosen, each.correction) for each in rows]
