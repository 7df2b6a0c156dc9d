"""Work that was done far too fast is marked for its reviewer, with the figures."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import update

from annotation.types import SemanticType
from tests.factories import Factory, sign_in
from tests.webapp.curation.review.reviewing import address_of, read_sanitized
from tests.webapp.submissions import submitted
from webapp.curation.review.pace import paces_of
from webapp.curation.review.trail import record_step
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, Choice, EventKind, Role

SPANS = [(name, SemanticType.LOC, name, ["city", "***"]) for name in ("Oslo", "Bergen", "Bodø")]


def work_of(make, project, seconds):
    """Let somebody have taken so many seconds for three spans."""
    document = make.document(project, text="Oslo, Bergen, Bodø", spans=SPANS)
    work = submitted(make, document, make.user(), "city", "city", "city")
    begun = work.submitted_at - timedelta(seconds=seconds)
    of_work = Choice.assignment_id == work.id
    db.session.execute(update(Choice).where(of_work).values(chosen_at=begun))
    db.session.execute(update(Assignment).where(Assignment.id == work.id).values(version=9))
    db.session.commit()
    return work


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "all chosen at once; usual here: 20.0 s"), (12, "4.0 s a span; usual here: 20.0 s")],
)
def test_it_is_said_in_the_list_and_on_the_page(client, make, seconds, said):
    ria = make.user("Ria", role=Role.REVIEWER)
    project = make.project(ria)
    for _ in range(5):
        work_of(make, project, 60)
    rushed = work_of(make, project, seconds)
    sign_in(client, ria)
    pages = [client.get(f"/projects/{project.id}/review").text]
    read_sanitized(client, rushed)
    pages.append(client.get(address_of(rushed)).text)
    for page in pages:
        assert page.count(">Rushed<") == 1
        assert said in " ".join(page.split())


def test_what_is_usual_needs_submissions_and_what_a_file_brought_has_no_pace(any_app):  # noqa: ARG001 - on both databases
    make = Factory(db.session)
    project = make.project()
    works = [work_of(make, project, 60) for _ in range(4)]
    fast = work_of(make, project, 6)
    paces = paces_of(db.session(), project, [fast.id])
    assert paces[fast.id].usual == 20
    assert paces[fast.id].is_rushed
    imported = Assignment.id == works[0].id
    db.session.execute(update(Assignment).where(imported).values(version=1))
    db.session.commit()
    paces = paces_of(db.session(), project, [fast.id, works[0].id])
    assert paces.keys() == {fast.id}
    assert (paces[fast.id].usual, paces[fast.id].is_rushed) == (None, False)


def test_the_list_is_narrowed_to_what_was_rushed(any_app):
    make = Factory(db.session)
    ria = make.user("Ria", role=Role.REVIEWER)
    project = make.project(ria)
    works = [work_of(make, project, seconds) for seconds in (60, 60, 6, 60, 0, 60)]
    client = any_app.test_client()
    sign_in(client, ria)
    address = f"/projects/{project.id}/review"

    def listed(query):
        page = client.get(f"{address}?{query}").text
        return [each for each in works if f'href="{address_of(each)}"' in page]

    assert listed("") == works
    assert listed("rushed=yes") == [works[2], works[4]]
    assert listed(f"rushed=yes&annotator={works[2].annotator_id}") == [works[2]]
    assert listed("rushed=yes&order=certainty") == [works[2], works[4]]
    assert listed("rushed=yes&queue=reviewed") == []
    page = client.get(f"{address}?rushed=yes&queue=reviewed").text
    assert "Nothing here that was rushed." in page
    assert 'queue=waiting&amp;rushed=yes"' in page


@pytest.mark.parametrize("kind", [EventKind.RETURNED, EventKind.REOPENED])
def test_work_that_came_back_waited_and_has_no_pace(make, kind):
    project = make.project()
    works = [work_of(make, project, seconds) for seconds in (60, 60, 60, 60, 60, 9_000)]
    back = works[-1]
    record_step(db.session(), kind, back, person=make.user(), at=back.submitted_at)
    db.session.commit()
    paces = paces_of(db.session(), project, [each.id for each in works])
    assert paces.keys() == {each.id for each in works} - {back.id}
    record_step(db.session(), kind, works[0], person=make.user(), at=back.submitted_at)
    db.session.commit()
    assert paces_of(db.session(), project, [works[1].id])[works[1].id].usual is None
