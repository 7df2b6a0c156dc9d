"""Statistics are computed by the worker; pages show what their reader may know."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from sqlalchemy import select

from annotation.statistics import Work
from tests.factories import Factory, sign_in
from tests.webapp.statements import recorded_statements
from tests.webapp.submissions import (
    compute_statistics,
    take_in,
    town,
    towns,
    work_off_the_queue,
)
from tests.webapp.submissions import submitted as submitted_choices
from tests.webapp.workbench.marking import submitted
from webapp.core import audit
from webapp.insight.statistics import routes, tasks
from webapp.insight.statistics.queries import report_status_of
from webapp.insight.statistics.report import Report, compute_report, forecast_of
from webapp.platform.extensions import db
from webapp.platform.models import (
    AssignmentState,
    EventKind,
    Job,
    JobKind,
    ProjectKind,
    Role,
    StatisticsSnapshot,
    utc_now,
)

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def now(monkeypatch):
    """Let all that is computed and shown have one time: figures are current for a day."""
    now = utc_now()
    for module in (routes, tasks):
        monkeypatch.setattr(module, "utc_now", lambda: now)
    return now


@pytest.fixture
def page_of(browser):
    def read(project, part=""):
        answer = browser.get(f"/projects/{project.id}/statistics{part}")
        assert answer.status_code == 200, answer.text
        return answer.text

    return read


def stored(project):
    report = Report.from_json(db.session.get(StatisticsSnapshot, project.id).report)
    return {table.key: table for table in report.tables}


def test_the_worker_computes_and_the_page_shows(browser, make, page_of, project):
    towns(make, project, ("city", "city"), ("city", "***"), ("***", "***"))
    assert browser.post(f"/projects/{project.id}/statistics").status_code == 303
    assert "The figures are being computed" in page_of(project)
    work_off_the_queue(JobKind.STATISTICS)
    [job] = db.session.scalars(select(Job)).all()
    assert job.message.startswith("Made ")
    page = page_of(project)
    assert "6 of 6 documents are submitted" in page
    assert "50 % of 6 choices are ***." in page
    assert "Compute now" not in page
    assert "var(--accent)" in page


def test_every_database_counts_the_same(any_app, now):  # noqa: ARG001 - the context must be there
    make = Factory(db.session)
    project = make.project()
    towns(make, project, ("city", "city"), ("city", "***"))
    compute_statistics(make, project)
    tables = stored(project)
    assert [row["Submitted"] for row in tables["progress"].records()] == [2, 2, 4]
    [pair] = tables["agreement-by-pair"].records()
    assert (pair["Same text"], pair["Same text, share"]) == (1, 0.5)
    assert report_status_of(db.session(), project, at=now).is_current


def test_asking_twice_queues_one_computation(browser, make, project):
    towns(make, project, ("city", "***"))
    for _ in range(2):
        browser.post(f"/projects/{project.id}/statistics", headers=HTMX)
    [job] = db.session.scalars(select(Job)).all()
    assert job.kind is JobKind.STATISTICS


@pytest.mark.parametrize("kind", [ProjectKind.REPLACEMENT, ProjectKind.ONE_PASS])
def test_every_step_makes_the_figures_stale(make, project, kind, now):
    project.kind = kind
    [[first, _]] = towns(make, project, ("city", "***"))
    compute_statistics(make, project)
    assert report_status_of(db.session(), project, at=now).is_current
    first.changed_at = utc_now()
    db.session.commit()
    assert not report_status_of(db.session(), project, at=now).is_current
    compute_statistics(make, project)
    audit.record(
        db.session(), EventKind.DOCUMENT_DELETED, at=utc_now(), actor=None, project=project
    )
    db.session.commit()
    assert not report_status_of(db.session(), project, at=now).is_current


def test_figures_are_current_for_a_day(make, project, now):
    towns(make, project, ("city", "***"))
    compute_statistics(make, project)
    noon = now.replace(hour=12)
    for at, is_current in ((noon, True), (noon + timedelta(days=1), False)):
        assert report_status_of(db.session(), project, at=at).is_current is is_current


def test_the_forecast_says_what_is_so(now):
    slow = Work(1_000, 1, [now - timedelta(days=20)])
    _, sentence = forecast_of({"Ada": slow}, now)
    assert sentence == "At the pace of the last 4 weeks it takes over 10 years."
    _, sentence = forecast_of({"Ada": slow, "Ben": Work(3, 0, [])}, now)
    assert sentence.startswith("There is no forecast: not everybody")
    _, sentence = forecast_of({"Ada": slow, "Ben": Work(3, 1, [now])}, now)
    assert sentence.startswith("There is no forecast yet")


def test_a_report_rests_for_as_long_as_it_keeps_the_worker_busy(make, project, now):
    towns(make, project, ("city", "***"))
    compute_statistics(make, project)
    job = db.session.scalars(select(Job)).one()
    snapshot = db.session.get(StatisticsSnapshot, project.id)
    job.finished_at = job.started_at + timedelta(minutes=3)
    snapshot.fingerprint = "another"
    db.session.commit()
    status = report_status_of(db.session(), project, at=now)
    assert not status.renews_itself(snapshot.computed_at + timedelta(minutes=29))
    assert status.renews_itself(snapshot.computed_at + timedelta(minutes=31))


def test_a_project_without_documents_shows_the_one_way_to_fill_it(client, make):
    sign_in(client, make.user(role=Role.ADMIN))
    project = make.project()
    page = client.get(f"/projects/{project.id}/statistics").text
    assert "Import documents" in page
    assert "Compute now" not in page
    town(make, project)
    assert "Assign documents" in client.get(f"/projects/{project.id}/statistics").text


def test_masking_projects_have_no_levels_and_others_no_identifier_types(make, reviewer):
    masking = make.project(reviewer, kind=ProjectKind.MASKING)
    document = make.document(masking)
    for name in ("Kim", "Lou"):
        assignment = make.assignment(document, make.user(name))
        submitted(assignment, spans=6)
    compute_statistics(make, masking)
    choosing = make.project(reviewer)
    towns(make, choosing, ("city",), ("***",))
    compute_statistics(make, choosing)
    assert not [key for key in stored(masking) if "level" in key or key == "masked"]
    assert {"hidden-spans", "span-agreement-by-pair"} <= stored(masking).keys()
    assert not stored(choosing).keys() & {"hidden-spans", "span-agreement-by-pair"}


def test_a_table_and_its_picture_are_files(browser, make, project):
    towns(make, project, ("city", "***"))
    compute_statistics(make, project)
    address = f"/projects/{project.id}/statistics"
    answer = browser.get(f"{address}/levels.csv")
    assert answer.content_type == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["Level 1"] for row in rows] == ["0", "0"]
    picture = browser.get(f"{address}/levels.svg")
    assert picture.content_type == "image/svg+xml; charset=utf-8"
    assert picture.text.startswith("<svg")
    assert "var(" not in picture.text
    assert browser.get(f"{address}/nothing.csv").status_code == 404
    assert browser.get(f"{address}/disputed-terms.svg").status_code == 404


def test_reviewers_see_no_choices_of_documents_that_they_have_yet_to_submit(
    browser, make, page_of, project, reviewer
):
    [[first, _], _] = towns(make, project, ("city", "***"), ("***", "city in Norway"))
    own = make.assignment(first.document, reviewer)
    compute_statistics(make, project)
    page = page_of(project)
    assert first.document.doc_id not in page
    assert "Terms on which others differ you see when" in page
    address = f"/projects/{project.id}/statistics"
    assert first.document.doc_id not in browser.get(f"{address}/disputed-spans.csv").text
    assert browser.get(f"{address}/disputed-terms.csv").status_code == 404
    own.state, own.submitted_at = AssignmentState.SUBMITTED, utc_now()
    db.session.commit()
    assert first.document.doc_id in page_of(project)
    assert "Oslo" in browser.get(f"{address}/disputed-terms.csv").text


def test_annotators_see_their_own_pace_and_nobody_elses(client, make, project):
    [[first, _], _] = towns(make, project, ("city", "***"), ("city", "city"))
    compute_statistics(make, project)
    ada = first.annotator
    project.members.append(ada)
    db.session.commit()
    sign_in(client, ada)
    page = client.get(f"/projects/{project.id}/statistics/own").text
    assert "2 (100 %)" in page
    assert "Ben" not in page
    assert "city" not in page
    assert client.get(f"/projects/{project.id}/statistics").status_code == 403


def test_active_time_is_that_of_the_audit_trail(make, project):
    ada = make.user("Ada")
    assignment = submitted_choices(make, town(make, project), ada, "city")
    begin = utc_now() - timedelta(hours=1)
    for minutes, kind in ((0, EventKind.CHOSEN), (2, EventKind.CHOSEN), (30, EventKind.SUBMITTED)):
        at = begin + timedelta(minutes=minutes)
        audit.record(db.session(), kind, at=at, actor=ada, assignment=assignment)
    other = make.user("Ben", role=Role.REVIEWER)
    at = begin + timedelta(minutes=3)
    audit.record(db.session(), EventKind.REVIEWED, at=at, actor=other, assignment=assignment)
    db.session.commit()
    report = compute_report(db.session(), project, at=utc_now(), on_document=lambda *_: None)
    [row] = next(each for each in report.tables if each.key == "active-time").records()
    assert (row["Annotator"], row["Minutes a document"], row["Seconds a span"]) == ("Ada", 2, 120)
    [progress] = next(each for each in report.tables if each.key == "progress").records()
    assert progress["Last 4 weeks"] == 1


def test_one_pass_work_is_counted_as_chosen_and_as_marked(make, reviewer):
    project = make.project(reviewer, kind=ProjectKind.ONE_PASS)
    towns(make, project, ("city", "***"))
    compute_statistics(make, project)
    assert {"levels", "hidden-spans", "agreement-by-pair", "span-agreement-by-pair"} <= set(
        stored(project)
    )
    [pair] = stored(project)["span-agreement-by-pair"].records()
    assert pair["Same borders"] == 1


def test_imported_text_is_inert(make, page_of, project):
    evil = '"><img src=x onerror=alert(1)>'
    document = make.document(
        project, doc_id=evil, text=evil, spans=[(evil, "MISC", "e1", [evil + "!", "***"])]
    )
    submitted_choices(make, document, make.user("<script>a</script>"), evil + "!")
    submitted_choices(make, document, make.user("Ben"), "***")
    compute_statistics(make, project)
    page = page_of(project)
    assert "<img" not in page
    assert "<script>a" not in page


def test_the_counts_of_an_imported_file_are_those_of_the_file(make, project, shared_data):
    take_in(project, shared_data / "wikireplace.json")
    compute_statistics(make, project)
    [*_, total] = stored(project)["levels"].records()
    [*_, masked] = stored(project)["masked"].records()
    assert (total["Choices"], total["Level 1"], total["Level 2"], masked["***"]) == (
        2976,
        1550,
        844,
        1088,
    )


def test_the_page_asks_as_much_of_a_database_however_much_is_in_it(browser, make, project):
    address = f"/projects/{project.id}/statistics"
    numbers = []
    for rows in (1, 4):
        towns_of_new_people(make, project, rows)
        compute_statistics(make, project)
        with recorded_statements() as statements:
            assert browser.get(address).status_code == 200
        numbers.append(len(statements))
    assert numbers[0] == numbers[1]


def towns_of_new_people(make, project, rows):
    people = [make.user(), make.user()]
    for _ in range(rows):
        document = town(make, project)
        for person, text in zip(people, ("city", "***"), strict=True):
            submitted_choices(make, document, person, text)
