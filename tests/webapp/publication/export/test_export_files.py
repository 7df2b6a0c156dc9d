"""Anonymized files out: for whom, of what, in which form, and what keeps them back."""

import io
import re
import zipfile

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from tests.annotation.people_files import docx, paragraphs
from tests.annotation.word_files import text_of_word_file
from tests.factories import sign_in
from tests.webapp.intake.imports.importing import biography, bring, written
from webapp.cli import main
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Document,
    DocumentFile,
    Event,
    EventKind,
    FileFormat,
    Role,
    User,
    utc_now,
)

CHOSEN = {"Ada": {"PERSON 1": ["Kim"]}, "Oslo": {"city": ["Kim"]}}
SPLIT = {
    "Ada": {"PERSON 1": ["Kim", "Lou"]},
    "Oslo": {"city in Norway": ["Lou"], "city": ["Kim", "Max"]},
}
LEAK = "Ada moved to Oslo. Ada’s house was sold."
OUT = "[PERSON 1] moved to [a city]."


@pytest.fixture
def reviewer(make):
    return make.user("Rita", role=Role.REVIEWER)


@pytest.fixture
def bystander(make):
    return make.user("Bystander")


@pytest.fixture
def project(make, reviewer, bystander):
    return make.project(reviewer, bystander, name="Lives of Ada")


@pytest.fixture
def take_in(project, tmp_path):
    def take_in(*records):
        bring(project, written(tmp_path, *records))
        return db.session.scalars(select(Document).order_by(Document.position)).all()

    return take_in


@pytest.fixture
def get(client, project):
    def get(address, person, **query):
        sign_in(client, person)
        return client.get(f"/projects/{project.id}/export/{address}", query_string=query)

    return get


@pytest.fixture
def files(get, make):
    admin = make.user("Root", role=Role.ADMIN)
    return lambda **query: get("files", admin, **query)


def keep_word_file(document, text="Ada moved to Oslo."):
    """Let a document have come as a Word file, its first word in bold letters and two runs."""
    body = f"<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>{text[:2]}</w:t></w:r><w:r><w:t>{text[2:]}</w:t>"
    content = docx(f"{body}</w:r></w:p>", comments=paragraphs("Ada!"))
    file = DocumentFile(document_id=document.id, format=FileFormat.DOCX, content=content)
    db.session.add(file)
    db.session.commit()


def unpacked(answer):
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def exports():
    return db.session.scalars(select(Event).where(Event.kind == EventKind.EXPORTED)).all()


def name_of(answer):
    return answer.headers["Content-Disposition"].removeprefix("attachment; filename=")


class TestProjects:
    def test_word_files_stay_word_files_and_others_become_text(self, files, take_in):
        first, _ = take_in(biography("ada", chosen=CHOSEN), biography("bo", chosen=SPLIT))
        keep_word_file(first)
        answer = files()
        assert (answer.status_code, answer.mimetype) == (200, "application/zip")
        assert name_of(answer) == "anonymized.zip"
        found = unpacked(answer)
        assert list(found) == ["document-1.docx", "document-2.txt"]
        assert text_of_word_file(found["document-1.docx"]) == OUT
        assert found["document-2.txt"].decode() == OUT
        assert b"<w:b/>" in zipfile.ZipFile(io.BytesIO(found["document-1.docx"])).read(
            "word/document.xml"
        )

    @pytest.mark.parametrize("form", ["txt", "html", "docx"])
    def test_one_document_is_one_file_and_its_name_tells_nobody(self, files, take_in, form):
        take_in(biography("ada", chosen=CHOSEN))
        answer = files(format=form)
        assert name_of(answer) == f"document-1.{form}"
        assert answer.headers["Cache-Control"] == "no-store"
        text = text_of_word_file(answer.data) if form == "docx" else answer.text
        assert "PERSON 1" in text
        assert "Ada" not in text

    def test_the_same_archive_comes_every_time(self, files, take_in):
        take_in(biography("ada", chosen=CHOSEN), biography("bo", chosen=CHOSEN))
        assert files(format="docx").data == files(format="docx").data

    def test_brackets_and_grammar_are_as_wished(self, files, take_in, project):
        take_in(biography("ada", chosen=CHOSEN))
        assert files(without_brackets="y").text == "PERSON 1 moved to a city."
        project.fits_grammar = False
        db.session.commit()
        assert files().text == "[PERSON 1] moved to [city]."

    def test_what_is_submitted_later_does_not_change_what_a_reviewer_approved(self, files, take_in):
        take_in(biography("ada", chosen=SPLIT))
        work = db.session.scalar(select(Assignment).where(Assignment.annotator == person("Lou")))
        work.state, work.reviewed_at = AssignmentState.REVIEWED, utc_now()
        db.session.commit()
        assert files().text == "[PERSON 1] moved to [a city in Norway]."

    def test_what_is_left_as_it_is_has_no_brackets(self, files, take_in, make):
        [document] = take_in(biography("ada", chosen={"Ada": {"PERSON 1": ["Kim"]}}))
        [work] = db.session.scalars(select(Assignment)).all()
        make.choice(work, document.layers[0].mentions[1], "Oslo")
        assert files().text == "[PERSON 1] moved to Oslo."

    def test_what_can_still_be_read_stops_all_and_is_named(self, files, take_in):
        take_in(biography("ada", chosen=CHOSEN), biography("bo", chosen=CHOSEN, text=LEAK))
        answer = files()
        assert (answer.status_code, answer.mimetype) == (422, "text/html")
        assert "“Ada” is still readable in the generalized text" in answer.text
        button = '<button form="files" name="skip_leaking" value="y">Leave out the 1 document'
        assert button in answer.text
        assert not exports()
        assert files(skip_leaking="y").text == OUT
        [event] = exports()
        assert event.details["files"] == {
            "form": "same",
            "only_reviewed": False,
            "without_brackets": False,
            "skip_leaking": True,
            "left_out": 1,
        }

    def test_spans_without_a_choice_and_texts_without_spans_stay(
        self, files, take_in, make, project
    ):
        half = {"Ada": {"PERSON 1": ["Kim"]}}
        take_in(biography("ada", chosen=half))
        assert "1 span without a choice" in files().text
        bare = make.document(project, text="Bo.", spans=[])
        work = make.assignment(bare, make.user("Ann"))
        work.state, work.submitted_at = AssignmentState.SUBMITTED, utc_now()
        db.session.commit()
        assert "nothing is marked" in files().text
        work.nothing_to_hide_at = utc_now()
        db.session.commit()
        assert files(skip_leaking="y").text == "Bo."

    def test_reviewed_only_leaves_out_what_waits(self, files, take_in):
        take_in(biography("ada", chosen=CHOSEN), biography("bo", chosen=CHOSEN))
        page = files(documents="reviewed")
        assert (page.status_code, exports()) == (422, [])
        assert "No document is that far yet: all work that was submitted" in page.text
        work = db.session.scalars(select(Assignment)).first()
        work.state, work.reviewed_at = AssignmentState.REVIEWED, utc_now()
        db.session.commit()
        assert name_of(files(documents="reviewed")) == "document-1.txt"

    def test_a_word_file_that_reads_otherwise_is_named_and_can_go_out_as_text(self, files, take_in):
        [document] = take_in(biography("ada", chosen=CHOSEN))
        keep_word_file(document, "Ada moved to Bergen.")
        assert "its Word file can" in files().text
        assert files(format="txt").text == OUT

    def test_what_is_no_form_is_said(self, files, take_in):
        take_in(biography("ada", chosen=CHOSEN))
        answer = files(format="pdf")
        assert answer.status_code == 422
        assert "Not a valid choice" in answer.text

    def test_the_page_offers_them_first(self, client, make, take_in, project):
        take_in(biography("ada", chosen=CHOSEN))
        sign_in(client, make.user("Root", role=Role.ADMIN))
        page = client.get(f"/projects/{project.id}/export").text
        assert page.index("Anonymized files") < page.index('id="dataset"')


class TestDocuments:
    def test_a_reviewer_gets_one_document_by_the_majority(self, get, reviewer, take_in):
        [document] = take_in(biography("ada", chosen=SPLIT))
        answer = get(f"documents/{document.id}", reviewer, format="txt")
        assert (name_of(answer), answer.text) == ("document-1.txt", OUT)
        [event] = exports()
        assert event.actor_id == reviewer.id
        assert (event.document_id, event.document_number) == (document.id, document.number)

    def test_the_page_of_the_document_links_to_it(self, client, make, take_in, project):
        done, bare = take_in(biography("ada", chosen=CHOSEN), biography("bo"))
        sign_in(client, make.user("Root", role=Role.ADMIN))
        page = client.get(f"/projects/{project.id}/documents/{done.id}/text").text
        for address in re.findall(r'href="(/projects/\d+/export/documents/[^"]+)"', page):
            assert client.get(address.replace("&amp;", "&")).status_code == 200
        assert page.count("/export/documents/") == 6
        other = client.get(f"/projects/{project.id}/documents/{bare.id}/text").text
        assert "/export/documents/" not in other
        answer = client.get(f"/projects/{project.id}/export/documents/{bare.id}")
        assert (answer.status_code, "Nobody has submitted" in answer.text) == (422, True)

    def test_who_still_chooses_reads_nobody_elses_choices(
        self, get, client, make, reviewer, take_in, project
    ):
        [document] = take_in(biography("ada", chosen=CHOSEN))
        make.assignment(document, reviewer)
        answer = get(f"documents/{document.id}", reviewer)
        assert answer.status_code == 403
        assert "submit it first" in answer.text
        page = client.get(f"/projects/{project.id}/documents/{document.id}/text").text
        assert "/export/documents/" not in page

    def test_what_it_would_tell_is_said_on_a_page(self, get, make, take_in):
        [document] = take_in(biography("ada", chosen=CHOSEN, text=LEAK))
        answer = get(f"documents/{document.id}", make.user("Root", role=Role.ADMIN))
        assert (answer.status_code, exports()) == (422, [])
        assert "“Ada” is still readable" in answer.text
        address = f"/projects/{document.project_id}/documents/{document.id}/text"
        assert f'href="{address}">in the document' in answer.text


class TestOwnWork:
    @pytest.fixture
    def document(self, take_in):
        [document] = take_in(biography("ada", chosen=SPLIT))
        return document

    def test_annotators_get_their_own_choices(self, get, document):
        assert get(f"own/{document.id}", person("Lou"), format="txt").text == (
            "[PERSON 1] moved to [a city in Norway]."
        )
        [event] = exports()
        assert (event.document_id, event.document_number) == (document.id, document.number)

    def test_a_span_without_an_own_choice_keeps_it_back(self, get, document):
        answer = get(f"own/{document.id}", person("Max"))
        assert (answer.status_code, "1 span without a choice" in answer.text) == (422, True)

    def test_there_is_none_before_it_is_submitted(self, get, document):
        work = db.session.scalar(select(Assignment).where(Assignment.annotator == person("Lou")))
        work.state = AssignmentState.IN_PROGRESS
        db.session.commit()
        answer = get(f"own/{document.id}", person("Lou"))
        assert (answer.status_code, "Nobody has submitted" in answer.text) == (422, True)

    def test_nobody_gets_anothers(self, get, document, bystander):
        assert get(f"own/{document.id}", bystander).status_code == 404

    def test_the_workbench_links_to_it_once_it_is_submitted(self, workbench):
        address = f"/projects/{workbench.project.id}/documents/{workbench.document.id}"
        assert "/export/own/" not in workbench.client.get(address).text
        workbench.assignment.state = AssignmentState.SUBMITTED
        workbench.assignment.submitted_at = utc_now()
        db.session.commit()
        page = workbench.client.get(address).text
        assert (
            page.count(f"/projects/{workbench.project.id}/export/own/{workbench.document.id}?") == 6
        )


def person(name):
    return db.session.scalars(select(User).where(User.name == name)).one()


@pytest.fixture
def palimpsest(monkeypatch, config):
    def palimpsest(*arguments):
        monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
        return CliRunner().invoke(main, ["anonymized", *map(str, arguments)])

    return palimpsest


class TestTheCommand:
    def test_it_writes_a_folder_of_files(self, palimpsest, take_in, tmp_path):
        first, *_ = take_in(biography("ada", chosen=CHOSEN), biography("bo", chosen=CHOSEN))
        keep_word_file(first)
        folder = tmp_path / "out"
        told = palimpsest("--project", "Lives of Ada", "-o", folder)
        assert (told.exit_code, told.output) == (0, f"2 anonymized files in {folder}.\n")
        assert folder.stat().st_mode & 0o777 == 0o700
        assert text_of_word_file((folder / "document-1.docx").read_bytes()) == OUT
        assert (folder / "document-2.txt").read_text() == OUT
        [event] = exports()
        assert (event.actor_id, event.details["files"]["form"]) == (None, "same")

    def test_it_writes_an_archive_and_nothing_over_what_is_there(
        self, palimpsest, take_in, tmp_path
    ):
        take_in(biography("ada", chosen=CHOSEN))
        archive = tmp_path / "out.zip"
        wanted = ("--project", "Lives of Ada", "--format", "html", "--without-brackets")
        assert palimpsest(*wanted, "-o", archive).exit_code == 0
        with zipfile.ZipFile(archive) as opened:
            assert opened.namelist() == ["document-1.html"]
        before = archive.read_bytes()
        for there, problem in ((archive, "is there already"), (tmp_path, "has files in it")):
            told = palimpsest(*wanted, "-o", there)
            assert (told.exit_code, problem in told.output) == (1, True)
        assert archive.read_bytes() == before
        assert len(exports()) == 1

    def test_findings_stop_it_unless_they_are_left_out(self, palimpsest, take_in, tmp_path):
        take_in(biography("ada", chosen=CHOSEN), biography("bo", chosen=CHOSEN, text=LEAK))
        folder = tmp_path / "out"
        wanted = ("--project", "Lives of Ada", "-o", folder)
        told = palimpsest(*wanted)
        assert (told.exit_code, folder.exists()) == (1, False)
        assert "Document 2 ('bo'), “Ada” is still readable" in told.output
        assert "--skip-leaking leaves it out" in told.output
        assert palimpsest(*wanted, "--skip-leaking").exit_code == 0
        assert [path.name for path in folder.iterdir()] == ["document-1.txt"]

    def test_where_nothing_is_done_nothing_is_written(self, palimpsest, take_in, tmp_path):
        take_in(biography("ada", chosen=CHOSEN))
        wanted = ("--project", "Lives of Ada", "-o", tmp_path / "out")
        told = palimpsest(*wanted, "--reviewed-only")
        assert (told.exit_code, "no document is that far yet" in told.output) == (1, True)
        assert not (tmp_path / "out").exists()
