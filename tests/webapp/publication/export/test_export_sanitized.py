"""The dataset out without originals: scanned before a byte of it is handed out."""

import json
from functools import partial

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from tests.factories import sign_in
from tests.webapp.intake.imports.importing import biography, bring, court_case, written
from tests.webapp.publication.export import exporting
from webapp.cli import main
from webapp.core.jobs.runner import run_job
from webapp.platform.extensions import db
from webapp.platform.models import Event, EventKind, Job, JobKind, JobState, ProjectKind, Role
from webapp.publication.export import scan

CHOSEN = {"Ada": {"PERSON 1": ["Kim"]}, "Oslo": {"city": ["Kim"]}}
LEAK = "Ada moved to Oslo. Ada’s house was sold."


@pytest.fixture
def project(make, tmp_path):
    """Two documents that may go out, and between them one that tells a name."""
    project = make.project(name="Lives of Ada")
    records = [
        biography("of-ada", chosen=CHOSEN, generalized_text="Ada moved to [city]."),
        biography("leaking", chosen=CHOSEN, text=LEAK),
        biography("ada-again", chosen=CHOSEN, meta={"source": "Ada"}, dataset_type="test"),
    ]
    bring(project, written(tmp_path, *records))
    return project


@pytest.fixture
def browser(client, make):
    sign_in(client, make.user("Root", role=Role.ADMIN))
    return client


@pytest.fixture
def write(browser, project):
    return partial(exporting.write, browser, project, without_originals="y")


@pytest.fixture
def download(browser, project):
    return partial(exporting.download, browser, project, without_originals="y")


@pytest.fixture
def page_of(browser):
    return lambda job: browser.get(exporting.address_of(job)).text


def exports():
    return db.session.scalars(select(Event).where(Event.kind == EventKind.EXPORTED)).all()


def test_a_name_that_is_readable_stops_the_export_and_its_page_names_the_place(write, page_of):
    job = write()
    assert job.state is JobState.FAILED
    page = page_of(job)
    assert "1 document would still tell what should be hidden" in page
    assert "<bdi>leaking</bdi></a>" in page
    assert "“Ada” is still readable in the generalized text" in page
    assert "Leave it out, export 2" in page
    assert not exports()


def test_the_row_of_an_export_quotes_no_text(write):
    told = write().arguments["result"] | {"leaking": None}
    assert "Ada" not in json.dumps(told)


def test_what_was_held_back_can_be_left_out_by_one_press(browser, write):
    job = write()
    assert browser.post(exporting.address_of(job, "/rest")).status_code == 303
    exports = select(Job).where(Job.kind == JobKind.EXPORT)
    anew = db.session.scalars(exports.where(Job.state == JobState.QUEUED)).one()
    run_job(anew.id)
    db.session.refresh(anew)
    assert (anew.state, anew.arguments["result"]["documents"]) == (JobState.DONE, 2)


def test_the_others_can_be_exported_and_the_audit_trail_says_how_many_were_left_out(download):
    answer = download(skip_leaking="y")
    records = json.loads(answer.data)
    assert [record["document"] for record in records] == [1, 2]
    [event] = exports()
    assert event.details["left_out"] == 1


def test_nothing_in_the_file_nor_its_name_tells_the_person(download):
    answer = download(split="test", format="tab")
    assert (
        answer.headers["Content-Disposition"] == "attachment; filename=without-originals-tab.json"
    )
    assert answer.headers["Cache-Control"] == "no-store"
    [record] = json.loads(answer.data)
    assert record["generalized_text"] == "[PERSON 1] moved to [city]."
    assert "ada" not in answer.text.lower()


def test_the_generalized_text_is_rendered_anew_and_fitted_if_asked(download):
    [first, _] = json.loads(download(skip_leaking="y", fits_grammar="y").data)
    assert first["generalized_text"] == "[PERSON 1] moved to [a city]."


def test_documents_that_all_tell_too_much_leave_nothing_to_export(
    write, project, tmp_path, page_of
):
    told = biography("told", chosen=CHOSEN, text=LEAK, dataset_type="dev")
    bring(project, written(tmp_path, told))
    job = write(split="dev", skip_leaking="y")
    assert job.state is JobState.FAILED
    assert "Leave it out" not in page_of(job)


def test_a_document_in_which_nothing_is_marked_is_a_finding(write, project, make, page_of):
    bare = make.document(project, text="Ada Berg lives here.", spans=[], doc_id="bare")
    page = page_of(write(work="all"))
    assert "nothing is marked: its text would go out whole" in page
    link = f'/projects/{project.id}/documents/{bare.id}/text"><bdi>bare</bdi></a>'
    assert f'href="{link}' in page


def test_one_finding_that_is_not_listed_is_one_document(
    write, project, make, monkeypatch, config, page_of
):
    monkeypatch.setattr(scan, "LISTED", 1)
    make.document(project, text="Ada Berg lives here.", spans=[], doc_id="bare")
    assert "<p>And 1 more document.</p>" in page_of(write(work="all"))
    told = run(monkeypatch, config, "--project", project.name, "--all")
    assert "\nAnd 1 more document.\n" in told.stderr


def run(monkeypatch, config, *arguments):
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    return CliRunner().invoke(main, ["export", "--without-originals", *arguments])


def test_the_command_line_stops_with_the_places_and_leaves_the_earlier_file(
    project, monkeypatch, config, tmp_path
):
    output = tmp_path / "out.json"
    output.write_text("earlier")
    told = run(monkeypatch, config, "--project", project.name, "-o", str(output))
    assert (told.exit_code, told.stdout, output.read_text()) == (1, "", "earlier")
    assert told.stderr == (
        "Document 2 ('leaking'), “Ada” is still readable in the generalized text: "
        "… 1] moved to [city]. Ada’s house was sold …\n"
        "Error: Nothing was exported: 1 document with findings. --skip-leaking leaves it out.\n"
    )


def test_the_command_line_leaves_out_what_is_found_and_says_so(project, monkeypatch, config):
    told = run(monkeypatch, config, "--project", project.name, "--skip-leaking")
    assert told.exit_code == 0
    assert [record["document"] for record in json.loads(told.stdout)] == [1, 2]
    assert told.stderr.endswith("Left out 1 document with findings.\n")


def test_of_a_masking_project_the_text_goes_out_with_what_anybody_marked_masked(
    make, tmp_path, monkeypatch, config
):
    project = make.project(kind=ProjectKind.MASKING)
    bring(project, written(tmp_path, court_case("case", "Ada", "Ben"), name="cases.json"))
    [record] = json.loads(run(monkeypatch, config, "--project", project.name).stdout)
    assert record["generalized_text"] == "*** moved to ***."
    assert [layer["annotator"] for layer in record["annotations"]] == [1, 2]
    assert "Ada" not in json.dumps(record)
