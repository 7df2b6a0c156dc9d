"""The documents of a project: the next one, and the list of all."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.factories import Factory, sign_in
from tests.webapp.curation.review.reviewing import has_read
from webapp.curation.review.operations import send_back
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Document,
    ProjectKind,
    Role,
    User,
    utc_now,
)
from webapp.workbench.operations import flag


@pytest.fixture
def annotator(make: Factory) -> User:
    return make.user("Ada")


@pytest.fixture
def admin(make: Factory) -> User:
    return make.user("Root", role=Role.ADMIN)


def _submit(assignment: Assignment) -> None:
    assignment.state = AssignmentState.SUBMITTED
    assignment.submitted_at = utc_now()
    db.session.commit()


class TestNextDocument:
    def test_it_goes_to_the_document_that_is_next(
        self, client: FlaskClient, make: Factory, annotator: User
    ) -> None:
        project = make.project(annotator)
        document = make.document(project)
        make.assignment(document, annotator)
        sign_in(client, annotator)
        response = client.get(f"/projects/{project.id}/next")
        assert response.status_code == 303
        assert response.location == f"/projects/{project.id}/documents/{document.id}"

    def test_it_says_that_all_is_done_or_that_nothing_is_assigned(
        self, client: FlaskClient, make: Factory, annotator: User
    ) -> None:
        project = make.project(annotator)
        sign_in(client, annotator)
        address = f"/projects/{project.id}/next"
        assert "Nothing is assigned" in client.get(address, follow_redirects=True).text
        _submit(make.assignment(make.document(project), annotator))
        page = client.get(address, follow_redirects=True).text
        assert "All your documents in this project are submitted." in page

    def test_a_masking_project_has_one_as_well(
        self, client: FlaskClient, make: Factory, annotator: User
    ) -> None:
        project = make.project(annotator, kind=ProjectKind.MASKING)
        document = make.document(project)
        make.assignment(document, annotator)
        sign_in(client, annotator)
        answer = client.get(f"/projects/{project.id}/next")
        assert answer.location == f"/projects/{project.id}/documents/{document.id}"


class TestDocuments:
    def test_they_are_filtered_by_state_and_shown_with_their_annotators(
        self, client: FlaskClient, make: Factory, annotator: User, admin: User
    ) -> None:
        project = make.project(annotator)
        submitted = make.document(project, doc_id="doc-submitted")
        _submit(make.assignment(submitted, annotator))
        make.document(project, doc_id="doc-unassigned")
        sign_in(client, admin)
        everything = client.get(f"/projects/{project.id}/documents").text
        assert "doc-submitted" in everything
        assert "Not assigned" in everything
        only = client.get(f"/projects/{project.id}/documents?state=submitted").text
        assert "doc-submitted" in only
        assert "doc-unassigned" not in only
        only = client.get(f"/projects/{project.id}/documents?state=unassigned").text
        assert "doc-unassigned" in only
        assert "doc-submitted" not in only

    @pytest.mark.parametrize(
        "query",
        [
            "state=nonsense",
            "page=0",
            "page=x",
            "page=9999999999999",
            f"import={10**30}",
            "import=x",
        ],
    )
    def test_an_address_that_makes_no_sense_is_no_error(
        self, client: FlaskClient, make: Factory, admin: User, query: str
    ) -> None:
        project = make.project()
        make.document(project)
        sign_in(client, admin)
        assert client.get(f"/projects/{project.id}/documents?{query}").status_code == 200

    def test_the_page_of_one_says_of_it_what_the_list_says(
        self, client: FlaskClient, make: Factory, annotator: User, admin: User
    ) -> None:
        project = make.project(annotator)
        bare, spanned = make.document(project, spans=[]), make.document(project)
        sign_in(client, admin)

        def said(document: Document) -> list[bool]:
            page = client.get(f"/projects/{project.id}/documents/{document.id}/text").text
            badges = "No spans to hide", "Nothing to hide", "Flagged", "Sent back"
            return [f">{words}</span>" in page for words in badges]

        assert said(bare) == [True, False, False, False]
        assert said(spanned) == [False] * 4
        assignment = make.assignment(bare, annotator)
        flag(db.session(), assignment, "?", person=annotator, at=utc_now())
        db.session.commit()
        assert said(bare) == [True, False, True, False]
        assignment.nothing_to_hide_at = utc_now()
        _submit(assignment)
        assert said(bare) == [False, True, True, False]
        by = {"version": assignment.version, "person": admin, "at": utc_now()}
        has_read(db.session(), assignment, admin)
        send_back(db.session(), assignment, "Her name.", **by)
        db.session.commit()
        assert said(bare) == [True, False, True, True]

    def test_they_come_fifty_a_page(self, client: FlaskClient, make: Factory, admin: User) -> None:
        project = make.project()
        for number in range(51):
            make.document(project, doc_id=f"record-{number:02}", spans=[])
        sign_in(client, admin)
        first = client.get(f"/projects/{project.id}/documents").text
        assert "Page 1 of 2" in first
        assert "record-50" not in first
        assert "record-50" in client.get(f"/projects/{project.id}/documents?page=2").text
