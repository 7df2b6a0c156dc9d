"""The figures are computed by the worker; the page says when they are out of date."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from annotation.types import SemanticType
from tests.factories import sign_in
from tests.webapp.submissions import compute_agreement, submitted, town, towns, work_off_the_queue
from webapp.core.jobs.reports import MINIMUM_AGE
from webapp.insight.agreement import tasks
from webapp.insight.agreement.computing import compute_report
from webapp.insight.agreement.queries import disputed_mentions, report_status_of
from webapp.insight.agreement.stored import report_from_json
from webapp.platform.extensions import db
from webapp.platform.models import (
    AgreementSnapshot,
    Document,
    Event,
    Job,
    JobKind,
    JobState,
    Role,
    utc_now,
)

HTMX = {"HX-Request": "true"}


def ask_for_figures(browser, project, **headers):
    return browser.post(f"/projects/{project.id}/agreement", headers=headers)


def page_of(browser, project):
    answer = browser.get(f"/projects/{project.id}/agreement")
    assert answer.status_code == 200
    return answer.text


def computed(make, project, *rows):
    work = towns(make, project, *rows)
    compute_agreement(make, project)
    return work


def test_asking_twice_queues_one_computation(browser, project):
    assert ask_for_figures(browser, project).status_code == 303
    ask_for_figures(browser, project)
    [job] = db.session.scalars(select(Job)).all()
    assert (job.kind, job.state, job.once_key) == (
        JobKind.AGREEMENT,
        JobState.QUEUED,
        f"agreement:{project.id}",
    )


def test_reading_the_page_writes_nothing(browser, make, project):
    towns(make, project, ("city", "***"))
    assert "Nothing was computed yet" in page_of(browser, project)
    for table in (Job, AgreementSnapshot, Event):
        assert db.session.scalars(select(table)).all() == []


def test_the_worker_computes_and_the_page_shows(browser, make, project):
    towns(make, project, ("city", "city"), ("city", "***"), ("***", "***"))
    ask_for_figures(browser, project)
    assert "The figures are being computed" in page_of(browser, project)
    work_off_the_queue()
    [job] = db.session.scalars(select(Job)).all()
    assert (job.state, job.message) == (
        JobState.DONE,
        "Compared 3 mentions of 2 annotators.",
    )
    page = page_of(browser, project)
    assert "67 of 100 cases" in page
    assert "0.400" in page
    assert "Compute now" not in page


def test_stale_figures_are_shown_as_stale_and_then_as_being_updated(browser, make, project):
    towns(make, project, ("city", "***"))
    ask_for_figures(browser, project)
    work_off_the_queue()
    submitted(make, town(make, project), make.user(), "***")
    page = page_of(browser, project)
    assert "work was submitted or taken back since" in page
    assert "Compute now" in page
    ask_for_figures(browser, project)
    page = page_of(browser, project)
    assert "Computed <time" in page
    assert "being updated" in page


def test_an_open_page_polls_while_it_waits_and_then_loads_anew(browser, make, project):
    towns(make, project, ("city", "***"))
    part = ask_for_figures(browser, project, **HTMX)
    assert part.status_code == 200
    assert 'hx-trigger="every 2s"' in part.get_data(as_text=True)
    address = f"/projects/{project.id}/agreement"
    waiting = browser.get(address, headers=HTMX).get_data(as_text=True)
    assert waiting.startswith("{#") is False
    assert "<html" not in waiting
    work_off_the_queue()
    assert browser.get(address, headers=HTMX).headers["HX-Redirect"] == address


def test_a_page_asks_by_itself_only_where_figures_are_missing_or_have_rested(make, project):
    towns(make, project, ("city", "***"))
    now = utc_now()
    assert report_status_of(db.session(), project).renews_itself(now)
    compute_agreement(make, project)
    submitted(make, town(make, project), make.user(), "***")
    status = report_status_of(db.session(), project)
    assert not status.renews_itself(now)
    assert status.renews_itself(now + MINIMUM_AGE + timedelta(minutes=1))


def test_a_failed_computation_says_so_and_waits_to_be_told(browser, make, project):
    job = make.job(project, kind=JobKind.AGREEMENT, state=JobState.FAILED)
    job.message = "The disk is full."
    db.session.commit()
    page = page_of(browser, project)
    assert "The disk is full." in page
    assert 'hx-trigger="load' not in page
    assert "Compute now" in page


def test_work_submitted_during_the_computation_leaves_the_figures_stale(make, project, monkeypatch):
    towns(make, project, ("city", "***"))

    def compute_slowly(session, of):
        submitted(make, town(make, of), make.user(), "***")
        return compute_report(session, of)

    monkeypatch.setattr(tasks, "compute_report", compute_slowly)
    compute_agreement(make, project)
    assert not report_status_of(db.session(), project).is_current


def test_nothing_submitted_is_said_in_words(browser, make, project):
    compute_agreement(make, project)
    assert "Nobody has submitted choices yet" in page_of(browser, project)


def test_unanimity_is_said_in_words(browser, make, project):
    computed(make, project, ("city", "city"), ("***", "***"))
    page = page_of(browser, project)
    assert "All annotators chose the same for every mention" in page
    assert "not defined" in page
    assert "No mention is disputed" in page


def test_a_disputed_mention_leads_to_where_it_is_settled_and_shows_the_votes(
    browser, make, project
):
    [[first, *_]] = computed(make, project, ("city", "city", "***"))
    page = page_of(browser, project)
    [mention] = first.document.layers[0].mentions
    place = f"mention-{mention.start_offset}-{mention.end_offset}"
    link = f"/projects/{project.id}/adjudication/{first.document_id}#{place}"
    assert f'<a href="{link}"><bdi>{first.document.doc_id}</bdi>, mention 1</a>' in page
    assert "2: Ada, Ben" in page
    assert "1: Cleo" in page
    assert f'id="{place}"' in browser.get(link).text


def test_imported_text_is_inert(browser, make, project):
    evil = "<img src=x onerror=alert(1)>"
    spans = [(evil, SemanticType.MISC, "e1", [evil + "!", "***"])]
    document = make.document(project, text=evil, spans=spans)
    submitted(make, document, make.user("<script>a</script>"), evil + "!")
    submitted(make, document, make.user("Ben"), "***")
    compute_agreement(make, project)
    page = page_of(browser, project)
    assert "<img" not in page
    assert "<script>" not in page


def test_what_was_removed_since_is_left_out(make, project):
    computed(make, project, ("city", "***"))
    snapshot = db.session.get(AgreementSnapshot, project.id)
    disputed = report_from_json(snapshot.report).disputed
    db.session.execute(Document.__table__.delete())
    db.session.commit()
    assert disputed_mentions(db.session(), project, disputed) == []


@pytest.mark.parametrize(("role", "status"), [(Role.ANNOTATOR, 403), (Role.ADMIN, 200)])
def test_annotators_may_not_admins_may(client, make, project, role, status):
    person = make.user(role=role)
    make.member(person, project.id)
    sign_in(client, person)
    assert client.get(f"/projects/{project.id}/agreement").status_code == status


def test_a_foreign_project_is_not_there(browser, make):
    foreign = make.project()
    assert browser.get(f"/projects/{foreign.id}/agreement").status_code == 404
    assert ask_for_figures(browser, foreign).status_code == 404
