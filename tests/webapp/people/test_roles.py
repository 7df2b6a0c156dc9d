"""What somebody does in a project, where that is not what they do everywhere."""

from __future__ import annotations

import re
from html import unescape

import pytest
from sqlalchemy import select

from annotation.settling import Settling
from tests.factories import sign_in
from webapp.intake.transfer.operations import hand_on
from webapp.people import operations as people
from webapp.people.roles import role_in
from webapp.platform.errors import DomainError, ForbiddenError
from webapp.platform.extensions import db
from webapp.platform.models import (
    AssignmentState,
    Event,
    EventKind,
    Membership,
    ProjectKind,
    Role,
    utc_now,
)
from webapp.projects import operations
from webapp.projects.assignment.queries import annotators_of
from webapp.projects.overview import progress_of_annotators, project_counts


@pytest.fixture
def admin(make):
    return make.user("Root", role=Role.ADMIN)


@pytest.fixture
def ada(make):
    """An annotator everywhere."""
    return make.user("Ada")


@pytest.fixture
def project(make, ada):
    return make.project(ada, name="Letters")


def make_her(project, user, role, *, actor=None):
    operations.change_role(db.session(), project, user, role, actor=actor, at=utc_now())
    db.session.commit()


def role_of(project, user):
    db.session.expire_all()
    return role_in(db.session(), project, user)


def events():
    kinds = (EventKind.MEMBER_ADDED, EventKind.MEMBER_ROLE_CHANGED)
    told = select(Event.details).where(Event.kind.in_(kinds)).order_by(Event.id)
    return db.session.scalars(told).all()


class TestRole:
    def test_it_is_that_of_everywhere_until_the_project_says_otherwise(self, project, ada, admin):
        assert role_of(project, ada) is Role.ANNOTATOR
        make_her(project, ada, Role.REVIEWER)
        assert role_of(project, ada) is Role.REVIEWER
        people.change_role(db.session(), ada, Role.ADMIN, actor=admin, at=utc_now())
        assert role_of(project, ada) is Role.ADMIN

    def test_of_another_project_it_says_nothing(self, make, project, ada):
        make_her(project, ada, Role.ADMIN)
        assert role_of(make.project(ada), ada) is Role.ANNOTATOR
        assert role_of(make.project(), ada) is None

    def test_who_is_an_admin_everywhere_stays_one_in_each_project(self, make, project, admin):
        make.member(admin, project.id)
        with pytest.raises(DomainError, match="Root is an admin everywhere"):
            make_her(project, admin, Role.ANNOTATOR)
        assert role_of(project, admin) is Role.ADMIN

    @pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.REVIEWER])
    def test_only_admins_of_the_project_change_roles(self, make, project, ada, role):
        somebody = make.user()
        make.member(somebody, project.id, role=role)
        make.member(somebody, make.project().id, role=Role.ADMIN)
        with pytest.raises(ForbiddenError):
            make_her(project, ada, Role.ADMIN, actor=somebody)
        assert role_of(project, ada) is Role.ANNOTATOR


class TestWork:
    def test_documents_go_to_those_who_annotate_here(self, make, project, ada):
        reviewer = make.user("Rosa", role=Role.REVIEWER)
        make.member(reviewer, project.id, role=Role.ANNOTATOR)
        make_her(project, ada, Role.REVIEWER)
        assert annotators_of(db.session(), project) == [reviewer]

    def test_the_overview_counts_annotators_and_finds_other_reviewers(self, make, project, ada):
        reviewer = make.user(role=Role.REVIEWER)
        make.member(reviewer, project.id)

        def counts():
            found = progress_of_annotators(db.session(), project)
            return project_counts(db.session(), project, found, reader=reviewer)

        assert (counts().annotators, counts().has_other_reviewers) == (1, False)
        make_her(project, ada, Role.REVIEWER)
        assert (counts().annotators, counts().has_other_reviewers) == (0, True)

    def test_a_reviewer_here_sees_the_queue_at_home_and_in_the_tabs(self, client, make, project):
        work = make.assignment(make.document(project), make.user("Ben"))
        work.state, work.submitted_at = AssignmentState.SUBMITTED, utc_now()
        rita = make.user("Rita")
        make.member(rita, project.id, role=Role.REVIEWER)
        other = make.project(rita, name="Diaries")
        sign_in(client, rita)
        assert f"/projects/{project.id}/review" in client.get("/").text
        assert f"/projects/{project.id}/review/{work.id}" in (
            client.get(f"/projects/{project.id}/review").text
        )
        assert client.get(f"/projects/{other.id}/review").status_code == 403

    def test_a_project_that_is_handed_on_keeps_them(self, make, ada, admin, config):
        masking = make.project(ada, kind=ProjectKind.MASKING)
        rita = make.user("Rita")
        make.member(rita, masking.id, role=Role.REVIEWER)
        gone = make.user("Gunn")
        gone.is_active = False
        make.member(gone, masking.id)
        work = make.assignment(make.document(masking), ada)
        work.state, work.submitted_at = AssignmentState.SUBMITTED, utc_now()
        db.session.commit()
        new = hand_on(
            db.session(), masking, "New", Settling.ANY, config, person=admin, at=utc_now()
        ).project
        assert role_of(new, rita) is Role.REVIEWER
        assert {each.name for each in new.members} == {"Ada", "Rita"}
        assert db.session.get_one(Membership, (new.id, ada.id)).role is None


class TestPage:
    def test_an_admin_makes_an_annotator_a_reviewer_and_takes_it_back(
        self, client, project, ada, admin
    ):
        sign_in(client, admin)
        address = f"/projects/{project.id}/members/{ada.id}/role"
        page = client.post(address, data={"role": "reviewer"}, follow_redirects=True).text
        assert "Ada is now reviewer in this project." in page
        assert role_of(project, ada) is Role.REVIEWER
        page = client.post(address, data={"role": "everywhere"}, follow_redirects=True).text
        assert "Ada is now annotator in this project." in page
        assert role_of(project, ada) is Role.ANNOTATOR
        assert [each["changed"]["role"] for each in events()] == [
            ["everywhere", "reviewer"],
            ["reviewer", "everywhere"],
        ]
        told = client.get(f"/projects/{project.id}/audit").text
        assert "role: everywhere → reviewer" in told

    def test_a_role_that_is_none_changes_nothing(self, client, project, ada, admin):
        sign_in(client, admin)
        address = f"/projects/{project.id}/members/{ada.id}/role"
        assert client.post(address, data={"role": "owner"}).status_code == 422
        assert client.post(address).status_code == 422
        assert (role_of(project, ada), events()) == (Role.ANNOTATOR, [])

    def test_people_are_added_in_a_role(self, client, make, project, admin):
        ben = make.user("Ben")
        sign_in(client, admin)
        form = {"people": ben.id, "role": "reviewer"}
        assert client.post(f"/projects/{project.id}/members", data=form).status_code == 303
        assert role_of(project, ben) is Role.REVIEWER
        assert events() == [{"user_id": ben.id, "role": "reviewer"}]

    def test_an_admin_here_runs_the_project_but_not_the_house(self, client, project, ada):
        make_her(project, ada, Role.ADMIN)
        sign_in(client, ada)
        page = client.get(f"/projects/{project.id}/members").text
        assert "/people/" not in page
        for tab in ("settings", "members", "export", "assign", "import"):
            assert client.get(f"/projects/{project.id}/{tab}").status_code == 200
        for page in ("/people", "/audit", "/projects/new", "/start"):
            assert client.get(page).status_code == 403
        assert "New project" not in client.get("/").text

    def test_an_admin_here_who_steps_down_is_led_home(self, client, project, ada):
        make_her(project, ada, Role.ADMIN)
        sign_in(client, ada)
        address = f"/projects/{project.id}/members/{ada.id}/role"
        answer = client.post(address, data={"role": "everywhere"})
        assert (answer.status_code, answer.location) == (303, "/")
        assert client.post(address, data={"role": "admin"}).status_code == 403

    def test_a_person_s_page_says_where_they_do_something_else(
        self, client, make, project, ada, admin
    ):
        make_her(project, ada, Role.REVIEWER)
        make.project(ada, name="Diaries")
        sign_in(client, admin)
        page = client.get(f"/people/{ada.id}").text
        [projects] = re.findall(r"<dt>Projects</dt>\s*<dd>(.*?)</dd>", page, re.DOTALL)
        words = " ".join(unescape(re.sub(r"<[^>]+>", "", projects)).split())
        assert words == "Diaries, Letters as reviewer"
