"""Two requests at the same moment: one wins, the other learns of it, on both databases."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from tests.factories import Factory
from webapp.core.work.loading import Work, load_work
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, Choice, User, utc_now
from webapp.workbench import choosing


def choose(session: Session, work: Work, text: str, person: User) -> None:
    """Choose a text for Oslo on a page of version 1, and commit."""
    oslo = next(mention.id for mention in work if mention.span_text == "Oslo")
    choosing.choose(session, work, {oslo: text}, version=1, person=person, at=utc_now())
    session.commit()


@pytest.mark.parametrize("text", ["city", "***"])
def test_of_two_that_read_the_same_version_the_second_is_refused(any_app: Flask, text: str):
    assert any_app.testing
    make = Factory(db.session)
    annotator = make.user()
    assignment = make.assignment(make.document(make.project(annotator)), annotator)
    with Session(db.engine) as first, Session(db.engine) as second:
        first_work = load_work(first, first.get_one(Assignment, assignment.id))
        second_work = load_work(second, second.get_one(Assignment, assignment.id))
        choose(first, first_work, "city", annotator)
        with pytest.raises(StaleDataError):
            choose(second, second_work, text, annotator)
    assert db.session.scalars(select(Choice.text)).all() == ["city"]
