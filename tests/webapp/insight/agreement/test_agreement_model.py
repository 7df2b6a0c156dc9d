"""The model as a further rater, by what it suggested before it could learn from the choice."""

import json
from datetime import timedelta

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from tests.factories import sign_in
from tests.webapp.submissions import compute_agreement, submitted, town, towns
from webapp.cli.agreement import agreement
from webapp.insight.agreement.computing import (
    compute_report,
    compute_report_with_model,
    name_of_model,
)
from webapp.insight.agreement.stored import report_from_json, report_with_model_from_json
from webapp.platform.extensions import db
from webapp.platform.models import AgreementSnapshot, AssignmentState, Choice, Role, utc_now


@pytest.fixture
def project(make):
    return make.project()


@pytest.fixture
def version(make, project):
    return make.version(project)


def suggest(make, version, assignment, text, **facts):
    """Let a text have been suggested with every choice of an assignment."""
    choices = select(Choice).where(Choice.assignment_id == assignment.id)
    for choice in db.session.scalars(choices).all():
        make.suggestion(choice, version, text, **facts)


def votes(report):
    [dispute] = report.disputed
    return dispute.votes


def test_the_model_rates_what_it_suggested(make, project, version):
    [[work], _] = towns(make, project, ("city",), ("city",))
    suggest(make, version, work, "***")
    report = compute_report_with_model(db.session(), project)
    assert report.annotators == ("Ada", "model")
    assert report.texts.overall.items == 1  # the other choice came without a suggestion
    assert votes(report) == {"***": ("model",), "city": ("Ada",)}
    assert report.levels.pairs[0].items == 1


def test_without_suggestions_there_is_no_such_report(make, project):
    towns(make, project, ("city", "***"))
    assert compute_report_with_model(db.session(), project) is None


def test_the_figures_of_people_are_the_same_with_suggestions(make, project, version):
    [[work, _]] = towns(make, project, ("city", "***"))
    before = compute_report(db.session(), project)
    suggest(make, version, work, "***")
    assert compute_report(db.session(), project) == before


def test_of_two_suggestions_the_earlier_counts(make, project, version):
    [[first, second]] = towns(make, project, ("city", "city"))
    suggest(make, version, first, "***")
    suggest(make, version, second, "city in Norway")
    [late] = db.session.scalars(select(Choice).where(Choice.assignment_id == first.id))
    late.chosen_at = utc_now() + timedelta(hours=1)
    db.session.commit()
    report = compute_report_with_model(db.session(), project)
    assert votes(report) == {"city": ("Ada", "Ben"), "city in Norway": ("model",)}


def test_a_suggestion_that_nobody_saw_counts_before_one_that_was_shown(make, project, version):
    [[first, second]] = towns(make, project, ("city", "city"))
    suggest(make, version, first, "***", was_shown=True)
    suggest(make, version, second, "city in Norway", was_shown=False)
    report = compute_report_with_model(db.session(), project)
    assert "city in Norway" in votes(report)


@pytest.mark.parametrize("state", [s for s in AssignmentState if not s.is_final])
def test_suggestions_of_work_that_is_not_submitted_do_not_count(make, project, version, state):
    [[work]] = towns(make, project, ("city",), state=state)
    suggest(make, version, work, "***")
    assert compute_report_with_model(db.session(), project) is None


def test_a_person_named_model_keeps_the_name(make, project, version):
    work = submitted(make, town(make, project), make.user("model"), "city")
    suggest(make, version, work, "***")
    report = compute_report_with_model(db.session(), project)
    assert votes(report) == {"***": ("the model",), "city": ("model",)}


def test_there_is_always_a_name_left():
    assert name_of_model({"model", "the model"}) == "the the model"


def test_both_reports_are_stored_and_both_come_back(make, project, version):
    [[work, _]] = towns(make, project, ("city", "***"))
    suggest(make, version, work, "***")
    compute_agreement(make, project)
    stored = json.loads(json.dumps(db.session.get(AgreementSnapshot, project.id).report))
    assert report_from_json(stored) == compute_report(db.session(), project)
    expected = compute_report_with_model(db.session(), project)
    assert report_with_model_from_json(stored) == expected


def test_figures_stored_before_there_were_models_are_read(project):
    report = compute_report(db.session(), project).to_json()
    assert report_with_model_from_json(report) is None


@pytest.fixture
def browser(client, make, project):
    sign_in(client, make.user(role=Role.ADMIN))
    return lambda query="", **headers: client.get(
        f"/projects/{project.id}/agreement{query}", headers=headers
    )


def test_the_page_takes_the_model_in_when_asked(browser, make, project, version):
    [[work, _]] = towns(make, project, ("city", "***"))
    suggest(make, version, work, "***")
    compute_agreement(make, project)
    assert "Ada, Ben</dd>" in browser().text
    page = browser("?model=1").text
    assert "Ada, Ben, model</dd>" in page
    assert "before" in page
    assert '?model=1" aria-current="true"' in page


def test_asked_in_vain_the_page_says_so(browser, make, project):
    towns(make, project, ("city", "***"))
    compute_agreement(make, project)
    page = browser("?model=1").text
    assert "No suggestion was recorded" in page
    assert "Ada, Ben</dd>" in page


def test_asking_anew_comes_back_to_the_same_raters(browser, make, project, client):
    towns(make, project, ("city", "***"))
    address = f"/projects/{project.id}/agreement?model=1"
    assert f'action="{address}"' in browser("?model=1").text
    assert client.post(address).location == address
    waiting = client.get(address, headers={"HX-Request": "true"}).text
    assert f'hx-get="{address}"' in waiting


def test_the_command_takes_the_model_in(make, project, version, monkeypatch, config):
    [[work, _]] = towns(make, project, ("city", "***"))
    suggest(make, version, work, "***")
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    told = CliRunner().invoke(agreement, ["--project", project.name, "--with-model", "--json"])
    assert json.loads(told.output)["annotators"] == ["Ada", "Ben", "model"]


def test_the_command_says_where_there_is_nothing_to_take_in(make, project, monkeypatch, config):
    towns(make, project, ("city", "***"))
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    told = CliRunner().invoke(agreement, ["--project", project.name, "--with-model"])
    assert told.exit_code == 1
    assert "No suggestion was recorded" in str(told.exception)
