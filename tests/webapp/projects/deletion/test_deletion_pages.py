"""The pages that ask before something goes, and the page of a document that nobody submitted."""

from __future__ import annotations

import re
from html import unescape

import pytest
from sqlalchemy import select

from tests.factories import Factory, sign_in
from tests.webapp.intake.imports.importing import biography, bring, written
from tests.webapp.projects.deletion.removable import begin_by_a_choice, by_any_beginning, comment
from webapp.core import store_sync
from webapp.core.jobs.worker import Worker
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    Document,
    Job,
    JobKind,
    JobState,
    Project,
    ProjectKind,
    Role,
)

CHOSEN = {"Ada": {"PERSON 1": ["Kim"]}, "Oslo": {"city": ["Kim"]}}


@pytest.fixture
def make(app):  # noqa: ARG001 - the context must be there
    """The factory on one database: what differs between the two is no page."""
    return Factory(db.session)


@pytest.fixture
def project(make, annotator):
    return make.project(annotator, name="Lives")


@pytest.fixture
def admin(make, client):
    admin = make.user("Root", role=Role.ADMIN)
    sign_in(client, admin)
    return admin


@pytest.fixture
def document(make, project, annotator):
    """A document that waits for its annotator."""
    document = make.document(project)
    make.assignment(document, annotator)
    return document


def quoted(document):
    return f"“\u2068{document.doc_id}\u2069”"


def assignment_of(document):
    of_document = select(Assignment).where(Assignment.document_id == document.id)
    return db.session.scalars(of_document).one()


def begin(document):
    begin_by_a_choice(assignment_of(document))
    db.session.commit()


def say(document, words="Her name needs hiding."):
    comment(assignment_of(document), words)
    db.session.commit()


def hidden_fields(page):
    """Return what the forms of a page send by themselves."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))


def following(client, page):
    """Return the page that a list's link to the next one leads to."""
    [address] = re.findall(r'<a href="([^"]+)">Next page</a>', page)
    return client.get(unescape(address)).text


def row_of(name, page):
    """Return the numbers of a person in the table of what goes."""
    [row] = re.findall(rf'<th scope="row">{name}</th>(.*?)</tr>', page, re.DOTALL)
    return re.findall(r">(\d+)<", row)


@pytest.mark.usefixtures("admin")
class TestAnImport:
    @pytest.fixture
    def job(self, project, tmp_path):
        return bring(project, written(tmp_path, biography("a"), biography("b", chosen=CHOSEN)))

    def test_it_is_offered_says_what_goes_and_is_done_by_a_form(self, app, client, project, job):
        address = f"/projects/{project.id}/import/{job.id}/undo"
        assert address in client.get(f"/projects/{project.id}/import").text
        page = client.get(address).text
        assert "2 documents with all spans" in page
        assert "the work of 1 person" in page
        answer = client.post(address, follow_redirects=True)
        assert "The import is undone." in answer.text
        assert "Undone: 2 documents are gone again." in answer.text
        assert address not in answer.text
        Worker(app).look()
        assert not db.session.scalars(select(Document)).all()

    def test_it_is_not_offered_when_somebody_has_begun(self, client, make, project, job, annotator):
        address = f"/projects/{project.id}/import/{job.id}/undo"
        document = db.session.scalars(select(Document)).first()
        make.assignment(document, annotator)
        begin(document)
        page = client.get(address).text
        assert f"somebody has begun {quoted(document)}." in page
        assert "Undo this import" not in page
        answer = client.post(address)
        assert answer.status_code == 422
        refusal = f"This import can&#39;t be undone: somebody has begun {quoted(document)}."
        assert refusal in answer.text


@pytest.mark.usefixtures("admin")
class TestADocument:
    def test_it_can_be_read_before_anybody_submitted_it(self, client, project, document):
        page = client.get(f"/projects/{project.id}/documents/{document.id}/text").text
        assert (
            '<mark class="quasi"><bdi>Oslo</bdi><span class="kind">&nbsp;LOC</span></mark>' in page
        )
        assert "Ann" in page
        assert "Take back" in page

    def test_reviewers_read_it_and_change_nothing(self, client, make, project, document):
        reviewer = make.user(role=Role.REVIEWER)
        make.session.refresh(project)
        project.members.append(reviewer)
        db.session.commit()
        sign_in(client, reviewer)
        page = client.get(f"/projects/{project.id}/documents/{document.id}/text").text
        assert "Oslo" in page
        assert "Take back" not in page
        assert "Delete this document" not in page

    def test_what_an_annotator_marked_is_not_shown(self, client, make, annotator):
        masking = make.project(annotator, kind=ProjectKind.MASKING)
        document = make.document(masking)
        document.layers[0].annotator_id = annotator.id
        db.session.commit()
        page = client.get(f"/projects/{masking.id}/documents/{document.id}/text").text
        assert "Oslo" in page
        assert "<mark" not in page

    def test_it_is_deleted_after_a_page_that_says_what_goes(self, client, project, document):
        address = f"/projects/{project.id}/documents/{document.id}/delete"
        page = client.get(address).text
        assert "1 assignment without choices" in page
        assert "Type <strong>" not in page
        name = document.doc_id
        answer = client.post(address, data=hidden_fields(page), follow_redirects=True)
        assert f"<bdi>{name}</bdi> is deleted." in answer.text
        assert not db.session.scalars(select(Document.id)).all()

    def test_a_page_says_first_whose_comments_go_with_it(self, client, project, document):
        say(document)
        address = f"/projects/{project.id}/documents/{document.id}/delete"
        page = client.get(address).text
        assert row_of("Ann", page) == ["0", "0", "0", "0", "1"]
        say(document, "And his.")
        answer = client.post(address, data=hidden_fields(page))
        assert answer.status_code == 409
        assert row_of("Ann", answer.text) == ["0", "0", "0", "0", "2"]
        assert "Something was added meanwhile." in answer.text
        client.post(address, data=hidden_fields(answer.text))
        assert not db.session.scalars(select(Document.id)).all()

    def test_with_work_it_goes_when_its_name_is_typed(self, client, project, tmp_path):
        bring(project, written(tmp_path, biography(chosen=CHOSEN)))
        document = db.session.scalars(select(Document)).one()
        name = document.doc_id
        assert len(list(store_sync.store_of(project.id).iter_paths())) == 1
        address = f"/projects/{project.id}/documents/{document.id}/delete"
        page = client.get(address).text
        assert row_of("Kim", page) == ["2", "0", "1", "0", "0"]
        assert f"/projects/{project.id}/export" in page
        answer = client.post(address, data=hidden_fields(page))
        assert (answer.status_code, "Type the name" in answer.text) == (422, True)
        client.post(address, data={**hidden_fields(page), "name": name})
        assert not list(store_sync.store_of(project.id).iter_paths())
        assert not db.session.scalars(select(Document.id)).all()


@pytest.mark.usefixtures("admin")
class TestAnAssignment:
    def test_one_is_taken_back(self, client, project, document):
        assignment = db.session.scalars(select(Assignment)).one()
        answer = client.post(
            f"/projects/{project.id}/assign/{assignment.id}/take-back", follow_redirects=True
        )
        assert f"<bdi>{document.doc_id}</bdi> is taken back from Ann." in answer.text
        assert "Nobody has this document." in answer.text

    def test_its_comments_are_told_before_they_go(self, client, project, document):
        say(document)
        page = client.get(f"/projects/{project.id}/documents/{document.id}/text").text
        assert "1 comment goes with it" in page
        assignment = assignment_of(document)
        address = f"/projects/{project.id}/assign/{assignment.id}/take-back"
        assert client.post(address).status_code == 409
        client.post(address, data=hidden_fields(page))
        assert not db.session.scalars(select(Assignment)).all()

    @by_any_beginning
    def test_it_is_offered_only_where_it_is_possible(
        self, client, project, document, annotator, begin
    ):
        begin(assignment_of(document))
        db.session.commit()
        client.post(f"/projects/{project.id}/members/{annotator.id}/remove")
        text = client.get(f"/projects/{project.id}/documents/{document.id}/text").text
        members = client.get(f"/projects/{project.id}/members").text
        assert "Ann" in text
        assert "Ann" in members
        assert "Take back" not in text + members

    def test_all_of_somebody_who_left_are_taken_back(self, client, project, document, annotator):
        say(document)
        client.post(f"/projects/{project.id}/members/{annotator.id}/remove")
        page = client.get(f"/projects/{project.id}/members").text
        assert "Take back what is not begun" in page
        assert "1 comment goes with it" in page
        answer = client.post(
            f"/projects/{project.id}/assign/people/{annotator.id}/take-back",
            data=hidden_fields(page),
            follow_redirects=True,
        )
        assert "1 document is taken back from Ann." in answer.text
        assert not db.session.scalars(select(Assignment)).all()

    def test_one_that_is_begun_is_refused_in_a_sentence(self, client, project, document):
        begin(document)
        assignment = db.session.scalars(select(Assignment)).one()
        answer = client.post(f"/projects/{project.id}/assign/{assignment.id}/take-back")
        assert answer.status_code == 422
        assert f"somebody has begun {quoted(document)}." in answer.text


@pytest.mark.usefixtures("admin", "document")
class TestAProject:
    def test_it_is_deleted_when_its_name_is_typed(self, client, project, document):
        begin(document)
        address = f"/projects/{project.id}/delete"
        assert address in client.get(f"/projects/{project.id}/settings").text
        page = client.get(address).text
        assert "1 document with all spans" in page
        assert row_of("Ann", page) == ["1", "0", "0", "0", "0"]
        answer = client.post(address, data={**hidden_fields(page), "name": "Lifes"})
        assert (answer.status_code, "Type the name" in answer.text) == (422, True)
        asked = {**hidden_fields(page), "name": "Lives"}
        answer = client.post(address, data=asked, follow_redirects=True)
        assert "Lives is deleted." in answer.text
        assert "There are no projects yet." in answer.text
        assert client.get(f"/projects/{project.id}").status_code == 404
        job = db.session.scalars(select(Job).where(Job.kind == JobKind.REMOVE)).one()
        assert (job.state, job.finished_at) == (JobState.DONE, None)

    def test_it_stays_when_somebody_went_on_meanwhile(self, client, project, document):
        address = f"/projects/{project.id}/delete"
        page = client.get(address).text
        begin(document)
        answer = client.post(address, data={**hidden_fields(page), "name": "Lives"})
        assert answer.status_code == 409
        assert row_of("Ann", answer.text) == ["1", "0", "0", "0", "0"]
        assert db.session.get_one(Project, project.id).name == "Lives"


@pytest.mark.usefixtures("admin")
class TestFinding:
    @pytest.mark.parametrize("words", ["LIFE-17", "ada was", "17", "in SØREN’s house"])
    def test_documents_are_found_by_their_id_and_by_words_wherever_they_stand(
        self, client, make, project, words
    ):
        text = f"Ada was born in Oslo. {'Nobody knows. ' * 1_000}She died in Søren’s house."
        make.document(project, doc_id="life-17", text=text, spans=[])
        make.document(project, doc_id="other", text="Nobody knows.", spans=[])
        page = client.get(f"/projects/{project.id}/documents", query_string={"words": words}).text
        assert "life-17" in page
        assert "other" not in page
        assert "1 document<" in page

    def test_those_of_one_import_are_listed_alone_and_searched(
        self, client, make, project, tmp_path
    ):
        names = (f"life-{number}" for number in range(51))
        job = bring(project, written(tmp_path, *map(biography, names), name="lives.json"))
        bring(project, written(tmp_path, biography("later"), name="later.json"))
        address = f"/projects/{project.id}/documents?import={job.id}"
        assert address in client.get(f"/projects/{project.id}/import").text
        page = client.get(address).text
        assert "51 documents<" in page
        assert "Only those of <bdi>lives.json</bdi>" in page
        second = following(client, page)
        assert "Page 2 of 2" in second
        assert "Only those of <bdi>lives.json</bdi>" in second
        assert "later" not in second
        assert hidden_fields(page)["import"] == str(job.id)
        none = "No document of these has “later” in its name or its text."
        assert none in client.get(f"{address}&words=later").text
        other = make.job(make.project())
        for number in (other.id, 99999):
            foreign = f"/projects/{project.id}/documents?import={number}"
            assert client.get(foreign).status_code == 404

    @pytest.mark.parametrize("words", ["%", "_", "\\", "'", "\0"])
    def test_signs_of_the_database_are_just_signs(self, client, make, project, words):
        make.document(project, doc_id="life", spans=[])
        answer = client.get(f"/projects/{project.id}/documents", query_string={"words": words})
        assert answer.status_code == 200
        assert ("life" in answer.text) == (words == "\0")

    def test_the_next_page_looks_for_the_same(self, client, make, project):
        for number in range(51):
            make.document(project, doc_id=f"life-{number}", spans=[])
        make.document(project, doc_id="other", spans=[])
        page = client.get(f"/projects/{project.id}/documents?words=life").text
        second = following(client, page)
        assert "Page 2 of 2" in second
        assert "life-" in second
        assert "other" not in second
