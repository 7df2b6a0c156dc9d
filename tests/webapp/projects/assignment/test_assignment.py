"""Sharing out documents on the page: planned, looked at, applied exactly or not at all."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from tests.factories import Factory, sign_in
from webapp.people.operations import issue_link
from webapp.platform.errors import ForbiddenError
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Event,
    EventKind,
    Membership,
    Project,
    Role,
    User,
    utc_now,
)
from webapp.projects.assignment.operations import apply_plan, plan


@pytest.fixture
def admin(make: Factory) -> User:
    return make.user("Root", role=Role.ADMIN)


@pytest.fixture
def annotators(make: Factory) -> list[User]:
    return [make.user("Ada"), make.user("Bo"), make.user("Chidi")]


@pytest.fixture
def project(make: Factory, annotators: list[User]) -> Project:
    """Seven documents, three annotators and a reviewer; one annotator for each document."""
    project = make.project(*annotators, make.user("Ruth", role=Role.REVIEWER))
    for position in range(7):
        make.document(project, spans=[]).position = position
    db.session.commit()
    return project


def _pairs() -> Counter[str]:
    statement = select(User.name).join(Assignment, Assignment.annotator_id == User.id)
    return Counter(db.session.scalars(statement))


def _hidden(page: str) -> dict[str, list[str]]:
    """Read the hidden fields of the form that applies the plan."""
    form = page.split("assign/apply")[1].split("</form>", maxsplit=1)[0]
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form):
        fields.setdefault(name, []).append(value)
    return fields


def _ask(client: FlaskClient, project: Project, people: list[User], everybody: int) -> str:
    data = {"people": [user.id for user in people], "everybody": everybody}
    response = client.post(f"/projects/{project.id}/assign", data=data)
    assert response.status_code == 200
    return response.text


class TestThePage:
    def test_annotators_who_can_sign_in_are_ticked_and_nobody_else(
        self,
        client: FlaskClient,
        make: Factory,
        project: Project,
        annotators: list[User],
        admin: User,
    ) -> None:
        ada, bo, chidi = annotators
        ada.password_hash = "something"
        now = utc_now()
        _, withdrawn, _ = (
            issue_link(db.session(), person, days=days, actor=admin, at=now - timedelta(days=2))
            for person, days in ((bo, 3), (chidi, 3), (chidi, 1))
        )
        withdrawn.revoked_at = now
        make.session.add(Membership(project_id=project.id, user_id=make.user("Dee").id))
        db.session.commit()
        sign_in(client, admin)
        page = client.get(f"/projects/{project.id}/assign").text
        assert re.findall(r"checked[^>]*>\s*<label[^>]*>([^<]+)", page) == ["Ada", "Bo"]
        assert "Chidi: can&#39;t sign in<" in page
        assert "Dee: can&#39;t sign in<" in page
        assert "Ruth (reviewer)" in page
        assert "<strong>7 of 7 documents</strong> still need annotators" in page

    def test_the_plan_is_shown_and_nothing_is_written(
        self, client: FlaskClient, project: Project, annotators: list[User], admin: User
    ) -> None:
        sign_in(client, admin)
        page = _ask(client, project, annotators, everybody=2)
        cells = re.sub(r"<[^>]+>", " ", page.split("<tbody>")[1].split("</tbody>")[0]).split()
        assert cells[:5] == ["Ada", "0", "+2", "+2", "4"]
        assert "For everybody: <strong>documents 1–2</strong>." in page
        assert "Apply: 11 assignments" in page
        assert _pairs() == Counter()

    def test_what_everybody_gets_has_spans_to_agree_on(
        self, client: FlaskClient, make: Factory, annotators: list[User], admin: User
    ) -> None:
        project = make.project(*annotators)
        documents = [make.document(project, spans=spans) for spans in ([], None, [])]
        for position, document in enumerate(documents):
            document.position = position
        db.session.commit()
        sign_in(client, admin)
        page = _ask(client, project, annotators, everybody=1)
        assert "For everybody: <strong>document 2</strong>." in page
        assert "no other document is open" not in page
        page = _ask(client, project, annotators, everybody=9)
        assert "For everybody: <strong>documents 1–3</strong>." in page
        assert "You asked for 9; no other document is open" in page

    def test_what_was_shown_is_what_is_written(
        self, client: FlaskClient, project: Project, annotators: list[User], admin: User
    ) -> None:
        sign_in(client, admin)
        page = _ask(client, project, annotators, everybody=2)
        response = client.post(f"/projects/{project.id}/assign/apply", data=_hidden(page))
        assert response.status_code == 303
        assert _pairs() == {"Ada": 4, "Bo": 4, "Chidi": 3}
        trail = db.session.scalars(select(Event)).one()
        assert trail.kind is EventKind.ASSIGNED
        assert trail.details["assigned"] == 11
        assert "nothing to assign" in _ask(client, project, annotators, everybody=2)

    def test_a_plan_that_no_longer_holds_is_refused_and_the_new_one_shown(
        self,
        client: FlaskClient,
        make: Factory,
        project: Project,
        annotators: list[User],
        admin: User,
    ) -> None:
        sign_in(client, admin)
        page = _ask(client, project, annotators, everybody=2)
        make.document(project, spans=[])
        response = client.post(f"/projects/{project.id}/assign/apply", data=_hidden(page))
        assert response.status_code == 409
        assert "Nothing was assigned" in response.text
        assert "Apply: 12 assignments" in response.text
        assert _pairs() == Counter()
        response = client.post(f"/projects/{project.id}/assign/apply", data=_hidden(response.text))
        assert response.status_code == 303
        assert sum(_pairs().values()) == 12

    def test_applying_twice_assigns_once(
        self, client: FlaskClient, project: Project, annotators: list[User], admin: User
    ) -> None:
        sign_in(client, admin)
        fields = _hidden(_ask(client, project, annotators, everybody=0))
        codes = [
            client.post(f"/projects/{project.id}/assign/apply", data=fields).status_code
            for _ in range(2)
        ]
        assert codes == [303, 409]
        assert sum(_pairs().values()) == 7

    @pytest.mark.parametrize(
        "data",
        [
            {"everybody": "1"},
            {"people": "99999", "everybody": "1"},
            {"people": "1", "everybody": "-1"},
            {"people": "1", "everybody": "some"},
            {"people": "1", "everybody": "9" * 30},
        ],
    )
    def test_a_form_that_makes_no_sense_is_shown_again(
        self,
        client: FlaskClient,
        project: Project,
        annotators: list[User],  # noqa: ARG002 - person 1
        admin: User,
        data: dict[str, str],
    ) -> None:
        sign_in(client, admin)
        assert client.post(f"/projects/{project.id}/assign", data=data).status_code == 422
        data = data | {"checksum": "x"}
        assert client.post(f"/projects/{project.id}/assign/apply", data=data).status_code == 422

    def test_without_documents_or_members_it_says_what_is_missing(
        self, client: FlaskClient, make: Factory, admin: User
    ) -> None:
        project = make.project()
        sign_in(client, admin)
        assert "no documents yet" in client.get(f"/projects/{project.id}/assign").text
        make.document(project)
        assert "no members yet" in client.get(f"/projects/{project.id}/assign").text

    def test_too_few_people_are_said(
        self, client: FlaskClient, project: Project, annotators: list[User], admin: User
    ) -> None:
        project.annotators_per_document = 2
        db.session.commit()
        sign_in(client, admin)
        page = _ask(client, project, annotators[:1], everybody=0)
        assert "7 documents would still have fewer than 2 annotators" in page


class TestWhatCounts:
    def test_open_work_of_somebody_who_left_is_given_to_others_and_done_work_counts(
        self, make: Factory, project: Project, annotators: list[User]
    ) -> None:
        ada, bo, _ = annotators
        documents = plan(db.session(), project, [bo], everybody=0).additions
        done, left_open = (
            Assignment(document_id=document, annotator_id=ada.id, changed_at=utc_now())
            for document, _ in documents[:2]
        )
        done.state, done.submitted_at = AssignmentState.SUBMITTED, utc_now()
        db.session.add_all([done, left_open])
        db.session.delete(db.session.get_one(Membership, (project.id, ada.id)))
        db.session.commit()
        planned = {document for document, _ in _plan(project, [bo])}
        assert done.document_id not in planned
        assert left_open.document_id in planned
        make.session.add(Membership(project_id=project.id, user_id=ada.id))
        make.session.commit()
        assert left_open.document_id not in {document for document, _ in _plan(project, [bo])}

    def test_open_work_of_somebody_deactivated_does_not_count(
        self, project: Project, annotators: list[User]
    ) -> None:
        ada, bo, _ = annotators
        first = _plan(project, [ada])
        apply_plan(
            db.session(),
            project,
            plan(db.session(), project, [ada], everybody=0),
            actor=None,
            at=utc_now(),
        )
        assert _plan(project, [bo]) == []
        ada.is_active = False
        db.session.commit()
        assert len(_plan(project, [bo])) == len(first) == 7


class TestApplying:
    def test_only_admins_assign(self, project: Project, annotators: list[User]) -> None:
        planned = plan(db.session(), project, annotators, everybody=0)
        with pytest.raises(ForbiddenError):
            apply_plan(db.session(), project, planned, actor=annotators[0], at=utc_now())


def _plan(project: Project, people: list[User]) -> list[tuple[int, int]]:
    return list(plan(db.session(), project, people, everybody=0).additions)
