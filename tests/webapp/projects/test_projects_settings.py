"""Setting up a project: its settings and its members."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from tests.factories import Factory, sign_in
from tests.webapp.workbench.marking import mark
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    Event,
    EventKind,
    Project,
    ProjectKind,
    Role,
    User,
)


@pytest.fixture
def annotator(make: Factory) -> User:
    return make.user("Ada")


@pytest.fixture
def admin(make: Factory) -> User:
    return make.user("Root", role=Role.ADMIN)


def _kinds() -> list[EventKind]:
    return list(db.session.scalars(select(Event.kind).order_by(Event.id)))


class TestSettings:
    def test_a_project_is_made_and_audited(self, client: FlaskClient, admin: User) -> None:
        sign_in(client, admin)
        response = client.post("/projects/new", data=_settings(name="  Letters  ", kind="masking"))
        assert response.status_code == 303
        project = db.session.scalars(select(Project)).one()
        assert (project.name, project.kind) == ("Letters", ProjectKind.MASKING)
        assert project.annotators_per_document == 2
        assert _kinds() == [EventKind.PROJECT_CREATED]

    @pytest.mark.parametrize(
        "fault",
        [
            {"name": " "},
            {"name": "x" * 121},
            {"name": "bell\a"},
            {"name": "Taken"},
            {"annotators_per_document": "0"},
            {"annotators_per_document": "many"},
            {"guidelines": "x" * 100_001},
            {"guidelines": "a\0b"},
            {"kind": "other"},
        ],
    )
    def test_what_breaks_a_rule_comes_back_with_what_was_typed(
        self, client: FlaskClient, make: Factory, admin: User, fault: dict[str, str]
    ) -> None:
        make.project(name="Taken")
        sign_in(client, admin)
        response = client.post("/projects/new", data=_settings(**fault))
        assert response.status_code == 422
        assert "Be *kind*" in response.text or "guidelines" in fault
        assert len(db.session.scalars(select(Project)).all()) == 1

    def test_settings_are_changed_and_the_trail_holds_nothing_of_texts(
        self, client: FlaskClient, make: Factory, admin: User
    ) -> None:
        project = make.project(name="Before")
        sign_in(client, admin)
        response = client.post(
            f"/projects/{project.id}/settings",
            data=_settings(name="Before", guidelines="Be *kind*.\r\nAlways.", kind="masking"),
        )
        assert response.status_code == 303
        assert project.guidelines == "Be *kind*.\nAlways."
        assert project.kind is ProjectKind.REPLACEMENT
        trail = db.session.scalars(select(Event)).one()
        assert trail.details == {
            "fields": ["guidelines", "annotators_per_document", "fits_grammar"],
            "changed": {"annotators_per_document": [1, 2], "fits_grammar": [True, False]},
        }

    def test_where_nothing_is_replaced_nothing_is_asked_of_replacements(
        self, client: FlaskClient, make: Factory, admin: User
    ) -> None:
        project = make.project(name="Letters", kind=ProjectKind.MASKING)
        sign_in(client, admin)
        address = f"/projects/{project.id}/settings"
        assert "Fit replacements" not in client.get(address).text
        assert client.post(address, data=_settings(guidelines="Be calm.")).status_code == 303
        assert (project.guidelines, project.fits_grammar) == ("Be calm.", True)

    def test_a_project_of_given_spans_becomes_one_in_which_they_are_corrected_and_back(
        self, client: FlaskClient, make: Factory, admin: User
    ) -> None:
        project = make.project(name="Letters")
        sign_in(client, admin)
        address = f"/projects/{project.id}/settings"
        assert client.post(address, data=_settings(corrects_masks="y")).status_code == 303
        assert project.kind is ProjectKind.ONE_PASS
        assert "checked" in _tick(client.get(address).text)
        assert _fields_of(EventKind.PROJECT_CHANGED)[-1] == ["kind"]
        assert client.post(address, data=_settings()).status_code == 303
        assert project.kind is ProjectKind.REPLACEMENT
        assert "checked" not in _tick(client.get(address).text)

    def test_what_annotators_corrected_is_not_taken_from_them(
        self, client: FlaskClient, make: Factory, admin: User, annotator: User
    ) -> None:
        project = make.project(name="Letters", kind=ProjectKind.ONE_PASS)
        mark(make.assignment(make.document(project), annotator), "Oslo")
        sign_in(client, admin)
        answer = client.post(f"/projects/{project.id}/settings", data=_settings(name="New"))
        assert answer.status_code == 422
        assert "Annotators have corrected what is hidden here" in answer.text
        db.session.expire_all()
        assert (project.kind, project.name) == (ProjectKind.ONE_PASS, "Letters")

    def test_a_masking_project_stays_one(
        self, client: FlaskClient, make: Factory, admin: User
    ) -> None:
        project = make.project(name="Letters", kind=ProjectKind.MASKING)
        sign_in(client, admin)
        address = f"/projects/{project.id}/settings"
        assert "corrects_masks" not in client.get(address).text
        assert client.post(address, data=_settings(corrects_masks="y")).status_code == 303
        assert project.kind is ProjectKind.MASKING

    def test_the_preview_shows_the_guidelines_and_saves_nothing(
        self, client: FlaskClient, make: Factory, admin: User
    ) -> None:
        project = make.project(name="Before")
        sign_in(client, admin)
        data = _settings(name="After", preview="preview")
        address = f"/projects/{project.id}/settings"
        page = client.post(address, data=data).text
        assert "Be <em>kind</em>." in page
        assert 'value="After"' in page
        part = client.post(address, data=data, headers={"HX-Request": "true"}).text
        assert part.lstrip().startswith('<section id="preview"')
        db.session.refresh(project)
        assert project.name == "Before"
        assert client.post("/projects/new", data=data).status_code == 200

    def test_markup_in_names_is_shown_as_text(
        self, client: FlaskClient, make: Factory, admin: User
    ) -> None:
        hostile = "<img src=x onerror=alert(1)>"
        person = make.user(hostile)
        project = make.project(person, name=hostile)
        make.assignment(make.document(project, doc_id=hostile), person)
        sign_in(client, admin)
        for path in ("", "/documents", "/members", "/settings", "/assign"):
            page = client.get(f"/projects/{project.id}{path}").text
            assert hostile not in page
            assert "&lt;img src=x" in page


class TestMembers:
    def test_people_are_added_and_a_second_click_does_no_harm(
        self, client: FlaskClient, make: Factory, annotator: User, admin: User
    ) -> None:
        project, other = make.project(), make.user()
        sign_in(client, admin)
        address = f"/projects/{project.id}/members"
        form = {"people": [annotator.id, other.id], "role": "everywhere"}
        for _ in range(2):
            response = client.post(address, data=form)
            assert response.status_code == 303
        assert {user.id for user in project.members} == {annotator.id, other.id}
        assert _kinds() == [EventKind.MEMBER_ADDED] * 2

    @pytest.mark.parametrize("people", [[], ["9999"], ["x"], [str(2**70)]])
    def test_nobody_or_somebody_unknown_is_refused(
        self, client: FlaskClient, make: Factory, admin: User, people: list[str]
    ) -> None:
        project = make.project()
        make.user()
        sign_in(client, admin)
        response = client.post(
            f"/projects/{project.id}/members", data={"people": people, "role": "everywhere"}
        )
        assert response.status_code == 422
        assert project.members == []

    def test_who_is_removed_keeps_the_work_and_loses_access(
        self, client: FlaskClient, make: Factory, annotator: User, admin: User
    ) -> None:
        project = make.project(annotator)
        make.assignment(make.document(project), annotator)
        sign_in(client, admin)
        response = client.post(f"/projects/{project.id}/members/{annotator.id}/remove")
        assert response.status_code == 303
        assert db.session.scalars(select(Assignment)).one().annotator_id == annotator.id
        assert _kinds() == [EventKind.MEMBER_REMOVED]
        sign_in(client, annotator)
        assert client.get(f"/projects/{project.id}").status_code == 404

    def test_somebody_who_is_no_member_cannot_be_removed(
        self, client: FlaskClient, make: Factory, annotator: User, admin: User
    ) -> None:
        project = make.project()
        sign_in(client, admin)
        address = f"/projects/{project.id}/members/{annotator.id}/remove"
        assert client.post(address).status_code == 404


def _tick(page: str) -> str:
    [tick] = re.findall(r'<input[^>]*name="corrects_masks"[^>]*>', page)
    return str(tick)


def _fields_of(kind: EventKind) -> list[list[str]]:
    found = select(Event.details).where(Event.kind == kind).order_by(Event.id)
    return [details["fields"] for details in db.session.scalars(found)]


def _settings(**changes: str) -> dict[str, str]:
    filled = {
        "name": "Letters",
        "kind": "replacement",
        "annotators_per_document": "2",
        "guidelines": "Be *kind*.",
    }
    return filled | changes


def test_deactivated_people_are_not_offered(
    client: FlaskClient, make: Factory, admin: User
) -> None:
    gone = make.user("Gone")
    gone.is_active = False
    db.session.commit()
    project = make.project()
    sign_in(client, admin)
    address = f"/projects/{project.id}/members"
    assert "Gone" not in client.get(address).text
    assert client.post(address, data={"people": [gone.id], "role": "everywhere"}).status_code == 422
