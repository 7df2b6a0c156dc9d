"""People's own files, on the import page and by the command: Word, PDF, tables, archives."""

import io
import json
import re
from datetime import timedelta

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from tests.annotation.people_files import docx, packed, paragraphs, pdf
from tests.factories import sign_in
from tests.webapp.intake.imports.importing import bring
from tests.webapp.submissions import work_off_the_queue
from webapp.cli import main
from webapp.intake.imports.checking import MOST_LISTED
from webapp.intake.imports.operations import forget_waiting
from webapp.platform.extensions import db
from webapp.platform.models import Document, Job, JobKind, JobState, Role

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
        imports = select(Job).where(Job.kind == JobKind.IMPORT)
        return db.session.scalars(imports.order_by(Job.id.desc())).first()

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


def test_a_table_waits_until_somebody_says_which_column_is_the_text(client, upload):
    job = upload(TABLE, "lives.csv")
    assert job.state is JobState.WAITING
    assert job.message == "lives.csv is a table: which of its columns holds the text?"
    page = client.get(address := f"/projects/{job.project_id}/import/{job.id}").text
    assert re.findall(r"<option value=.*?</option>", page) == [
        '<option value="name">name: Anna</option>',
        '<option value="story" selected>story: She sailed.</option>',
    ]
    assert client.post(f"{address}/column", data={"column": "year"}).status_code == 422
    assert client.post(f"{address}/column", data={"column": "story"}).location == address
    work_off_the_queue()
    assert texts() == {"lives-2": "She sailed.", "lives-3": "He stayed."}


def test_a_table_among_files_is_asked_about_and_all_of_them_are_read_again(client, make, project):
    sign_in(client, make.user("Root", role=Role.ADMIN))
    files = [(io.BytesIO(TABLE), "lives.csv"), (io.BytesIO(b"Anna wrote."), "anna.txt")]
    client.post(f"/projects/{project.id}/import", data={"files": files, "format": ""})
    work_off_the_queue()
    job = db.session.scalars(select(Job).where(Job.kind == JobKind.IMPORT)).one()
    assert (job.state, job.arguments["offer"]) == (JobState.WAITING, 1)
    address = f"/projects/{project.id}/import/{job.id}"
    client.post(f"{address}/column", data={"column": "story"})
    work_off_the_queue()
    assert texts() == {"anna": "Anna wrote.", "lives-2": "She sailed.", "lives-3": "He stayed."}


def test_each_table_of_an_archive_has_a_column_of_its_own(client, upload):
    other, named = b"story,body\nA tale,Bo wrote.\n", b"name,text\nCy,Cy sang.\n"
    files = {"a.csv": TABLE, "b.csv": other, "c.csv": named, "d.csv": TABLE}
    job = upload(packed(files), "files.zip")
    address = f"/projects/{job.project_id}/import/{job.id}"
    for table, column in (("a.csv", "story"), ("b.csv", "body")):
        assert f"<bdi>{table}</bdi>" in client.get(address).text
        client.post(f"{address}/column", data={"column": column})
        work_off_the_queue()
    read = {"a-2": "She sailed.", "b-2": "Bo wrote.", "c-2": "Cy sang.", "d-2": "She sailed."}
    assert texts() == read | {"a-3": "He stayed.", "d-3": "He stayed."}


@pytest.mark.parametrize("answer", ["column", "nothing", "rest", "forgotten"])
def test_of_an_answered_question_no_text_stays_in_the_job(client, upload, answer):
    text = "She sailed. " * 500
    job = upload(f"name,story,year\nAnna,{text},{text}\n".encode(), "lives.csv")
    assert len(json.dumps(job.arguments)) < 1_000
    address = f"/projects/{job.project_id}/import/{job.id}"
    assert client.get(address).text.count(" selected") == 1
    if answer == "forgotten":
        forget_waiting(db.session(), before=job.finished_at + timedelta(days=1))
    else:
        client.post(f"{address}/{answer}", data={"column": "story"})
    db.session.refresh(job)
    assert "sailed" not in json.dumps(job.arguments)


def test_the_first_value_of_a_column_is_the_first_that_is_not_blank(upload):
    job = upload(b'name,story\nAnna,"  "\nBo,He stayed.\n', "lives.csv")
    assert job.arguments["columns"] == {"name": "Anna", "story": "He stayed."}


def test_the_page_asks_for_the_text_column(client, make, project):
    sign_in(client, make.user("Root", role=Role.ADMIN))
    page = client.get(f"/projects/{project.id}/import").text
    assert '<label for="text_column">Text column</label>' in page
    assert "Word document (DOCX)" in page


def test_what_was_guessed_is_told_with_the_result(project, tmp_path):
    path = tmp_path / "old.txt"
    path.write_bytes(OLD)
    job = bring(project, path)
    told = "\nold.txt: read as Windows-1252, which is a guess: look whether its letters are right."
    assert job.message.count(told) == 1


def test_of_many_notes_some_are_told_and_all_are_counted(project, tmp_path):
    path = tmp_path / "old.zip"
    path.write_bytes(packed({f"{number}.txt": OLD for number in range(MOST_LISTED + 5)}))
    job = bring(project, path)
    assert job.message.count("read as Windows-1252") == MOST_LISTED
    assert job.message.endswith("\n5 more notes.")


def test_the_files_of_an_archive_that_are_sound_are_offered(upload, client, project):
    job = upload(packed({"a.txt": "Anna", "scan.pdf": pdf([])}), "files.zip")
    assert job.message == "files.zip: 1 of 2 documents can be imported, this one can't:"
    assert job.arguments["faults"][0].startswith("scan.pdf: the PDF has no text")
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
