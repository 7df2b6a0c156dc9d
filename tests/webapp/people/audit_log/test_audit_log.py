"""The audit log: what is noted, found again by whoever asks, and never a word of a text."""

from __future__ import annotations

import csv
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from sqlalchemy import insert, select

from tests.factories import TEXT, Factory, sign_in
from webapp.core import audit
from webapp.people.audit_log.queries import LINES, Place, Wanted, read_page
from webapp.people.operations import change_role
from webapp.platform.extensions import db
from webapp.platform.models import Document, Event, EventKind, Role, table_of
from webapp.projects.operations import Settings, change_project

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def admin(make):
    return make.user("Root", role=Role.ADMIN)


@pytest.fixture
def visit(any_app, admin):
    client = any_app.test_client()
    sign_in(client, admin)
    return client.get


def kinds_of(person):
    of_person = select(Event.kind).where(Event.actor_id == person.id).order_by(Event.id)
    return list(db.session.scalars(of_person))


def fill(*rows):
    """Add events a minute apart, the first at noon."""
    usual = {"document_id": None, "document_number": None, "project_id": None, "details": {}}
    events = [usual | {"at": NOON + n * MINUTE} | row for n, row in enumerate(rows)]
    db.session.execute(insert(table_of(Event)), events)
    db.session.commit()


def test_reading_is_noted_once_an_hour_and_stays_when_the_document_goes(make, admin):
    project = make.project()
    document = make.document(project)

    def read(minutes, reader=admin, of=document):
        at = NOON + minutes * MINUTE
        who = {"actor": reader, "project": project, "document": of, "at": at}
        return audit.record_reading(db.session(), EventKind.READ, **who)

    assert [read(0), read(1), read(59), read(61)] == [True, False, False, True]
    assert read(61, reader=make.user())
    assert read(61, of=make.document(project))
    number = document.number
    db.session.delete(document)
    db.session.commit()
    [line, *_] = read_page(db.session(), Wanted(document=number), behind=None).lines
    assert (line.who, line.document_number, line.document_id) != (None, number, document.id)
    assert line.document_id is None


def test_whoever_opens_a_text_is_in_the_log(any_app, make, admin, visit):
    annotator, reviewer = make.user(), make.user(role=Role.REVIEWER)
    project = make.project(annotator, reviewer)
    document = make.document(project)
    work = make.assignment(document, annotator)
    address = f"/projects/{project.id}/documents/{document.id}"
    reading = any_app.test_client()
    sign_in(reading, annotator)
    for page in ("", "/readings", "/preview"):
        assert reading.get(f"{address}{page}").status_code == 200
    assert kinds_of(annotator) == [EventKind.READ]
    visit(f"{address}/text")
    visit(f"/projects/{project.id}/documents?words=Ada")
    assert kinds_of(admin) == [EventKind.READ, EventKind.SEARCHED]
    reviewing = any_app.test_client()
    sign_in(reviewing, reviewer)
    assert reviewing.get(f"/projects/{project.id}/review/{work.id}").status_code == 200
    assert kinds_of(reviewer) == [EventKind.READ]
    page = visit("/audit").text
    assert f"document {document.number}</a>" in page
    assert "Ada" not in page


def test_the_log_is_narrowed_by_each_of_its_fields(make, admin, visit):
    ada, project = make.user("Ada"), make.project(name="Lives")
    document = make.document(project)
    of_document = {"document_id": document.id, "document_number": document.number}
    in_project = {"project_id": project.id}
    fill(
        {"kind": EventKind.SIGNED_IN, "actor_id": ada.id},
        {"kind": EventKind.READ, "actor_id": ada.id, **in_project, **of_document},
        {"kind": EventKind.EXPORTED, "actor_id": admin.id, **in_project},
        {"kind": EventKind.BACKED_UP, "actor_id": None, "at": NOON + timedelta(days=1)},
    )

    def labels(query, page="/audit"):
        shown = visit(f"{page}?{query}").text.partition("<tbody>")[2]
        return [kind.value for kind in EventKind if f"<td>{kind.label}" in shown]

    assert labels("") == ["signed_in", "read", "exported", "backed_up"]
    assert labels(f"person={ada.id}") == ["signed_in", "read"]
    assert labels("person=0") == ["backed_up"]
    assert labels("kind=exported") == ["exported"]
    assert labels(f"project={project.id}") == ["read", "exported"]
    assert labels(f"document={document.number}") == ["read"]
    assert labels("since=2026-03-15") == ["backed_up"]
    assert labels("until=2026-03-14") == ["signed_in", "read", "exported"]
    assert labels("", f"/projects/{project.id}/audit") == ["read", "exported"]
    assert visit("/audit?since=yesterday").status_code == 422
    assert visit("/audit?kind=everything").status_code == 422


def test_paging_shows_each_line_once_also_of_one_moment(make):
    person = make.user()
    fill(*[{"kind": EventKind.SIGNED_IN, "actor_id": person.id, "at": NOON}] * (2 * LINES + 1))
    seen, behind = [], None
    while True:
        page = read_page(db.session(), Wanted(), behind=behind)
        seen.append(len(page.lines))
        if page.older is None:
            break
        behind = Place.parse(str(page.older))
    assert seen == [LINES, LINES, 1]


@pytest.mark.parametrize(
    "place", ["", "~", "2026-03-14~1", "2026-03-14T12:00:00~1", "now~x", f"{NOON}~{2**70}"]
)
def test_a_place_that_is_none_leads_to_the_newest(place):
    assert Place.parse(place) is None


def test_no_word_of_a_text_is_in_the_log(make, admin, visit):
    project = make.project(name="Lives")
    document = make.document(project)
    fill(
        *(
            {
                "kind": kind,
                "actor_id": admin.id,
                "project_id": project.id,
                "document_id": document.id,
                "details": {
                    "changes": [[1, None, ["Hull", "own"]]],
                    "rule": {"term": "Hull", "text": "Hull"},
                    "anything": "Hull",
                },
            }
            for kind in EventKind
        )
    )
    for page in ("/audit", "/audit.csv", f"/projects/{project.id}/audit.csv"):
        assert "Hull" not in visit(page).text
        assert TEXT[:20] not in visit(page).text


def test_settings_say_what_they_were_and_are_but_for_what_is_text(make, admin, visit):
    project, ada = make.project(name="Lives"), make.user("Ada")
    change = {"actor": admin, "at": NOON}
    wanted = Settings(name="Deaths", guidelines="Hide Hull.", annotators_per_document=3)
    change_project(db.session(), project, wanted, seen=0, **change)
    change_role(db.session(), ada, Role.REVIEWER, **change)
    db.session.commit()
    page = visit("/audit").text
    assert "annotators per document: 1 → 3; name, guidelines" in page
    assert "role: annotator → reviewer" in page
    assert "Hide Hull" not in page


def test_the_file_has_all_lines_and_is_a_line_itself(make, admin, visit):
    fill(*[{"kind": EventKind.SIGNED_IN, "actor_id": make.user("=Ada").id}] * (LINES + 5))
    rows = list(csv.DictReader(StringIO(visit("/audit.csv?kind=signed_in").text)))
    assert len(rows) == LINES + 5
    assert (rows[0]["who"], rows[0]["at"]) == ("'=Ada", (NOON + (LINES + 4) * MINUTE).isoformat())
    assert kinds_of(admin) == [EventKind.AUDIT_EXPORTED]
    assert "narrowed by kind" in visit("/audit").text


def test_a_failed_sign_in_names_whose_account_was_tried_and_no_other_name(any_app, make, visit):
    make.user("Ada")
    stranger = any_app.test_client()
    for name in ("Ada", "my slipped password"):
        stranger.post("/login", data={"name": name, "password": "wrong"})
    events = db.session.scalars(select(Event).where(Event.kind == EventKind.SIGN_IN_FAILED)).all()
    assert len(events) == 2
    page = visit("/audit?kind=sign_in_failed").text.partition("<tbody>")[2]
    assert "<bdi>Ada</bdi>" in page
    assert "slipped" not in page


def test_what_was_done_to_work_is_found_by_its_document(make):
    annotator = make.user()
    document = make.document(make.project(annotator))
    work = make.assignment(document, annotator)
    audit.record(db.session(), EventKind.CHOSEN, at=NOON, actor=annotator, assignment=work)
    found = db.session.scalars(select(Event)).one()
    stored = db.session.get_one(Document, document.id)
    assert (found.project_id, found.document_number) == (stored.project_id, stored.number)


def test_a_deleted_project_is_named_and_counted(admin, visit):
    fill(
        {
            "kind": EventKind.PROJECT_DELETED,
            "at": NOON,
            "actor_id": admin.id,
            "details": {"deleted": 7, "name": "Lives", "lost": {"documents": 2}},
        }
    )
    assert "project 7; “Lives”; lost: 2 documents" in visit("/audit").text
