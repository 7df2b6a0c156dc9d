"""The dataset out: what is in it, for whom, page and command line."""

import json
import re
from functools import partial
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from tests.factories import sign_in
from tests.webapp.intake.imports.importing import biography, bring, court_case, written
from tests.webapp.publication.export import exporting
from webapp.cli import main
from webapp.platform.extensions import db
from webapp.platform.models import Event, EventKind, Job, JobKind, ProjectKind, Role
from webapp.publication.export.writing import DatasetFolder

CHOSEN = {"Ada": {"PERSON 1": ["Kim"]}, "Oslo": {"city": ["Kim"]}}
TWICE = {"Ada": {"PERSON 1": ["Kim", "Lou"]}, "Oslo": {"city": ["Kim", "Lou"]}}


@pytest.fixture
def project(make, tmp_path):
    """Submitted once, submitted twice, in test, not worked on."""
    project = make.project(name='Lives & "letters" ✉')
    records = [
        biography("once", chosen=CHOSEN),
        biography("twice", chosen=TWICE),
        biography("tested", chosen=CHOSEN, dataset_type="test"),
        biography("open"),
    ]
    bring(project, written(tmp_path, *records))
    return project


@pytest.fixture
def admin(make, client):
    admin = make.user("Root", role=Role.ADMIN)
    sign_in(client, admin)
    return admin


@pytest.fixture
def download(client, admin, project):  # noqa: ARG001 - somebody must be signed in
    return partial(exporting.download, client, project)


def names(answer):
    return [record["doc_id"] for record in json.loads(answer.data)]


def test_only_what_is_submitted_is_exported_unless_all_is_wanted(download):
    assert names(download()) == ["once", "twice", "tested"]
    assert names(download(work="all")) == ["once", "twice", "tested", "open"]


def test_one_split_is_exported_alone(download):
    assert names(download(split="train")) == ["once", "twice"]
    assert names(download(split="test", multi_to_test="y")) == ["twice", "tested"]


def test_the_generalized_text_is_fitted_into_its_sentences_if_asked(download):
    [record, *_] = json.loads(download(fits_grammar="y").data)
    assert record["generalized_text"] == "[PERSON 1] moved to [a city]."


def test_tab_has_no_replacements(download):
    [record, *_] = json.loads(download(format="tab").data)
    assert "generalized_text" not in record
    assert "replacement" not in json.dumps(record)


def test_the_download_is_a_json_file_named_after_project_and_split(download):
    answer = download(split="test")
    assert answer.mimetype == "application/json"
    assert (
        answer.headers["Content-Disposition"]
        == "attachment; filename=Lives-letters-test-wikireplace.json"
    )
    assert answer.headers["Cache-Control"] == "no-store"


def test_an_export_is_noted_without_any_text(download, admin, project):
    download(split="train", without_originals="y")
    event = db.session.scalars(select(Event).where(Event.kind == EventKind.EXPORTED)).one()
    assert (event.actor_id, event.project_id) == (admin.id, project.id)
    job = db.session.scalars(select(Job).where(Job.kind == JobKind.EXPORT)).one()
    assert event.details == {
        "format": "wikireplace",
        "split": "train",
        "work": "submitted",
        "layers": "both",
        "multi_to_test": False,
        "with_pseudonyms": False,
        "without_originals": True,
        "skip_leaking": False,
        "fits_grammar": False,
        "without_brackets": False,
        "left_out": 0,
        "job_id": job.id,
    }


@pytest.mark.parametrize("query", [{"split": "nope"}, {"format": "text"}, {"work": "some"}])
def test_what_is_not_offered_is_refused_with_the_form(client, admin, project, query):  # noqa: ARG001 - must be signed in
    answer = exporting.ask(client, project, **query)
    assert answer.status_code == 422
    assert 'class="errors"' in answer.text
    assert not db.session.scalars(select(Job).where(Job.kind == JobKind.EXPORT)).all()


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.REVIEWER])
def test_only_admins_export(client, make, project, role):
    member = make.user(role=role)
    make.member(member, project.id)
    sign_in(client, member)
    assert client.get(f"/projects/{project.id}/export").status_code == 403
    assert exporting.ask(client, project).status_code == 403


def test_the_page_says_what_is_there(client, admin, project):  # noqa: ARG001 - must be signed in
    page = client.get(f"/projects/{project.id}/export").text
    cells = re.findall(r"<t[hd] (?:scope=\"row\"|class=\"number\")>(\w+)</t[hd]>", page)
    assert cells == ["train", "3", "2", "1", "test", "1", "1", "0"]


def test_an_empty_project_says_so(client, admin, make):  # noqa: ARG001 - must be signed in
    assert "nothing to export yet" in client.get(f"/projects/{make.project().id}/export").text


def run(monkeypatch, config, *arguments):
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    return CliRunner().invoke(main, ["export", *arguments])


def test_the_command_line_writes_to_stdout_or_to_a_file(project, monkeypatch, config, tmp_path):
    to_stdout = run(monkeypatch, config, "--project", project.name)
    assert [record["doc_id"] for record in json.loads(to_stdout.stdout)] == [
        "once",
        "twice",
        "tested",
    ]
    output = tmp_path / "out.json"
    output.write_text("earlier")
    told = run(monkeypatch, config, "--project", project.name, "-o", str(output))
    assert (told.exit_code, output.read_text()) == (0, to_stdout.stdout)
    assert sorted(path.name for path in tmp_path.glob("*out.json*")) == ["out.json"]


def test_the_options_of_the_command_line_are_those_of_the_page(project, monkeypatch, config):
    told = run(
        monkeypatch,
        config,
        *("--project", project.name, "--format", "tab", "--all"),
        *("--multi-to-test", "--split", "test"),
    )
    records = json.loads(told.stdout)
    assert [record["doc_id"] for record in records] == ["twice", "tested"]
    assert not any("generalized_text" in record for record in records)


def test_other_formats_are_files_too(project, monkeypatch, config, tmp_path):
    output = tmp_path / "out.zip"
    options = ("--format", "csv", "--pseudonyms", "-o", str(output))
    assert run(monkeypatch, config, "--project", project.name, *options).exit_code == 0
    with ZipFile(output) as archive:
        names = ["README.md", "documents.csv", "entries.csv", "spans.csv"]
        assert archive.namelist() == names
        assert b"once,annotator 1," in archive.read("entries.csv")


def test_a_split_that_is_not_there_is_one_line(project, monkeypatch, config):
    told = run(monkeypatch, config, "--project", project.name, "--split", "dev")
    assert (told.exit_code, told.stdout) == (1, "")
    assert told.stderr == "Error: There is no split 'dev' in the project; there is: test, train.\n"


def test_where_no_document_has_a_split_the_line_says_so(make, monkeypatch, config):
    project = make.project()
    make.document(project).dataset_type = None
    db.session.commit()
    told = run(monkeypatch, config, "--project", project.name, "--split", "nope")
    why = "its documents have none"
    assert told.stderr == f"Error: There is no split 'nope' in the project; {why}.\n"


def test_documents_without_a_split_can_be_taken_alone(
    download, project, client, tmp_path, monkeypatch, config
):
    page = f"/projects/{project.id}/export"
    assert '<option value="(none)">' not in client.get(page).text
    bring(project, written(tmp_path, biography("bare", chosen=CHOSEN, dataset_type=None)))
    assert '<option value="(none)">None</option>' in client.get(page).text
    assert names(download(split="(none)")) == ["bare"]
    told = run(monkeypatch, config, "--project", project.name, "--split", "")
    assert [record["doc_id"] for record in json.loads(told.stdout)] == ["bare"]


@pytest.mark.parametrize("originals", [[], ["--without-originals"]])
def test_an_empty_list_is_said_to_be_one(make, monkeypatch, config, originals):
    project = make.project()
    make.document(project)
    told = run(monkeypatch, config, "--project", project.name, *originals)
    assert (told.exit_code, told.stdout) == (0, "[]\n")
    assert told.stderr == (
        "The list is empty: no document that is wanted is submitted; --all takes open work, too.\n"
    )


def test_a_file_that_can_t_be_written_is_one_line(project, monkeypatch, config, tmp_path):
    told = run(monkeypatch, config, "--project", project.name, "-o", str(tmp_path / "no" / "out"))
    assert told.exit_code == 1
    assert "can't be written" in told.stderr


def test_a_failed_export_leaves_the_earlier_file(project, monkeypatch, config, tmp_path):
    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(DatasetFolder, "add", fail)
    output = tmp_path / "out.json"
    output.write_text("earlier")
    assert run(monkeypatch, config, "--project", project.name, "-o", str(output)).exit_code == 1
    assert output.read_text() == "earlier"
    assert [path.name for path in tmp_path.glob("*out.json*")] == ["out.json"]


def test_a_masking_project_gives_its_layers_back(make, tmp_path, monkeypatch, config):
    project = make.project(kind=ProjectKind.MASKING)
    path = written(tmp_path, court_case("case", "Ada", "Ben"), name="cases.json")
    bring(project, path)
    told = run(monkeypatch, config, "--project", project.name, "--format", "tab")
    assert json.dumps(json.loads(told.stdout)) == json.dumps(json.loads(path.read_text()))
