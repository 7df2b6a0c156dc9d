"""The dataset out without originals: scanned before a byte of it is handed out."""

import json

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from tests.factories import sign_in
from tests.webapp.importing import biography, bring, court_case, written
from webapp.cli import main
from webapp.export import operations
from webapp.extensions import db
from webapp.models import Event, EventKind, ProjectKind, Role

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
def download(client, make, project):
    sign_in(client, make.user("Root", role=Role.ADMIN))

    def fetch(**query):
        query = {"format": "wikireplace", "split": "", "work": "submitted"} | query
        address = f"/projects/{project.id}/export/download"
        return client.get(address, query_string=query | {"without_originals": "y"})

    return fetch


def exports():
    return db.session.scalars(select(Event).where(Event.kind == EventKind.EXPORTED)).all()


def test_a_name_that_is_readable_stops_the_download_and_the_page_names_the_place(download):
    answer = download()
    assert (answer.status_code, answer.mimetype) == (422, "text/html")
    assert "<bdi>leaking</bdi></a>" in answer.text
    assert "mention 1: “Ada” is still readable in the generalized text" in answer.text
    assert "Leave out the 1 document with findings, download 2" in answer.text
    assert not exports()


def test_the_others_can_be_exported_and_the_audit_trail_says_how_many_were_left_out(download):
    answer = download(skip_leaking="y")
    records = json.loads(answer.data)
    assert [record["document"] for record in records] == [1, 2]
    [event] = exports()
    assert event.details["left_out"] == 1


def test_nothing_in_the_file_nor_its_name_tells_the_person(download):
    answer = download(split="test", format="tab")
    assert answer.headers["Content-Disposition"] == "attachment; filename=without-originals.json"
    assert answer.headers["Cache-Control"] == "no-store"
    [record] = json.loads(answer.data)
    assert record["generalized_text"] == "[PERSON 1] moved to [city]."
    assert "ada" not in answer.text.lower()


def test_the_generalized_text_is_rendered_anew_and_fitted_if_asked(download):
    [first, _] = json.loads(download(skip_leaking="y", fits_grammar="y").data)
    assert first["generalized_text"] == "[PERSON 1] moved to [a city]."


def test_documents_that_all_tell_too_much_leave_nothing_to_export(download, project, tmp_path):
    told = biography("told", chosen=CHOSEN, text=LEAK, dataset_type="dev")
    bring(project, written(tmp_path, told))
    answer = download(split="dev", skip_leaking="y")
    assert answer.status_code == 422
    assert "No document is left without findings" in answer.text


def test_a_document_in_which_nothing_is_marked_is_a_finding(download, project, make):
    bare = make.document(project, text="Ada Berg lives here.", spans=[], doc_id="bare")
    page = download(work="all").text
    assert "nothing is marked: its text would go out whole" in page
    link = f'/projects/{project.id}/documents/{bare.id}/text"><bdi>bare</bdi></a>'
    assert f'href="{link}' in page


def test_one_finding_that_is_not_listed_is_one_document(
    download, project, make, monkeypatch, config
):
    monkeypatch.setattr(operations, "LISTED", 1)
    make.document(project, text="Ada Berg lives here.", spans=[], doc_id="bare")
    assert "<p>And 1 more document.</p>" in download(work="all").text
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
        "Document 2 ('leaking'), mention 1: “Ada” is still readable in the generalized text: "
        "… 1 moved to city Ada house was sold …\n"
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
