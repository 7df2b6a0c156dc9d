"""People's own files, on the import page and by the command: Word, PDF, tables, archives."""

import io

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from tests.annotation.people_files import docx, packed, paragraphs, pdf
from tests.factories import sign_in
from tests.webapp.importing import bring
from tests.webapp.submissions import work_off_the_queue
from webapp.cli import main
from webapp.extensions import db
from webapp.imports.checking import MOST_LISTED
from webapp.models import Document, Job, JobState, Role

TABLE = b"name,story\nAnna,She sailed.\nBo,He stayed.\n"
OLD = "Søren bor i Tromsø.".encode("cp1252")


@pytest.fixture
def project(make):
    return make.project()


@pytest.fixture
def upload(client, make, project):
    sign_in(client, make.user("Root", role=Role.ADMIN))

    def post(content, name, **fields):
        data = {"files": [(io.BytesIO(content), name)], "format": ""} | fields
        answer = client.post(f"/projects/{project.id}/import", data=data)
        assert answer.status_code == 303
        work_off_the_queue()
        db.session.expire_all()
        return db.session.scalars(select(Job).order_by(Job.id.desc())).first()

    return post


def texts():
    return {each.doc_id: each.text for each in db.session.scalars(select(Document))}


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (docx(paragraphs("Anna")), "anna.docx"),
        (pdf(["Anna"]), "anna.pdf"),
        (packed({"anna.txt": "Anna"}), "files.zip"),
    ],
    ids=["Word", "PDF", "ZIP"],
)
def test_a_file_is_imported_as_what_it_is(upload, content, name):
    assert upload(content, name).state is JobState.DONE
    assert texts() == {"anna": "Anna"}


def test_a_table_without_a_known_text_column_says_what_to_name_and_then_comes_in(upload):
    job = upload(TABLE, "lives.csv")
    assert job.state is JobState.FAILED
    assert "name its text column, one of 'name', 'story'" in job.message
    assert upload(TABLE, "lives.csv", text_column=" story ").state is JobState.DONE
    assert texts() == {"lives-2": "She sailed.", "lives-3": "He stayed."}


def test_the_page_asks_for_the_text_column(client, make, project):
    sign_in(client, make.user("Root", role=Role.ADMIN))
    page = client.get(f"/projects/{project.id}/import").text
    assert '<label for="text_column">Text column</label>' in page
    assert "Word document (DOCX)" in page


def test_what_was_guessed_is_told_with_the_result(project, tmp_path):
    path = tmp_path / "old.txt"
    path.write_bytes(OLD)
    job = bring(project, path)
    told = " old.txt: read as Windows-1252, which is a guess: look whether its letters are right."
    assert job.message.count(told) == 1


def test_of_many_notes_some_are_told_and_all_are_counted(project, tmp_path):
    path = tmp_path / "old.zip"
    path.write_bytes(packed({f"{number}.txt": OLD for number in range(MOST_LISTED + 5)}))
    job = bring(project, path)
    assert job.message.count("read as Windows-1252") == MOST_LISTED
    assert job.message.endswith(" 5 more notes.")


def test_the_files_of_an_archive_that_are_sound_are_offered(upload, client, project):
    job = upload(packed({"a.txt": "Anna", "scan.pdf": pdf([])}), "files.zip")
    assert job.message == "files.zip: 1 of 2 documents can be imported, this one can't:"
    assert job.arguments["faults"][0].startswith("files.zip / scan.pdf: the PDF has no text")
    client.post(f"/projects/{project.id}/import/{job.id}/rest")
    work_off_the_queue()
    assert texts() == {"a": "Anna"}


def test_the_command_is_told_the_text_column(monkeypatch, config, project, tmp_path):
    path = tmp_path / "lives.csv"
    path.write_bytes(TABLE)
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    arguments = ["import", "--project", project.name, "--text-column", "story", str(path)]
    told = CliRunner().invoke(main, arguments)
    assert told.exit_code == 0, told.output
    assert len(texts()) == 2
