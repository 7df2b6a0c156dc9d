"""Admins look after people."""

from dataclasses import dataclass

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from tests.factories import Factory, sign_in
from tests.webapp.statements import recorded_statements
from webapp.people import operations, queries
from webapp.people.auth import passwords
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import Event, EventKind, Role, User, utc_now

PASSWORD = "seven quiet lighthouses"


@dataclass
class Office:
    """An admin at work."""

    client: FlaskClient
    make: Factory
    admin: User

    def post(self, path, **data):
        return self.client.post(path, data=data)

    def person(self, name):
        return db.session.scalar(select(User).where(User.name == name))


@pytest.fixture
def office(client, make):
    admin = make.user("Root", role=Role.ADMIN)
    sign_in(client, admin)
    return Office(client, make, admin)


def test_a_new_person_comes_with_a_link_that_signs_in(office, app):
    answer = office.post("/people/new", name=" Ada ", role="reviewer")
    ada = office.person("Ada")
    assert (answer.status_code, answer.location) == (303, f"/people/{ada.id}")
    assert (ada.role, ada.password_hash) == (Role.REVIEWER, None)
    url = operations.link_url(app.extensions["palimpsest"], ada.links[0])
    assert f'value="{url}"' in office.client.get(answer.location).text
    kinds = {row.kind for row in db.session.scalars(select(Event))}
    assert kinds == {EventKind.USER_ADDED, EventKind.LINK_CREATED}


def test_a_new_person_may_have_a_password_at_once(office):
    office.post("/people/new", name="Ada", role="annotator", password=PASSWORD)
    assert passwords.is_password_of(office.person("Ada"), PASSWORD)


@pytest.mark.parametrize(("name", "is_told"), [("mara", True), ("MARÄ", False), ("Marta", False)])
def test_a_name_that_differs_in_capitals_only_is_somebody_else_and_that_is_said(
    office, name, is_told
):
    office.make.user("Mara")
    page = office.client.post(
        "/people/new", data={"name": name, "role": "annotator"}, follow_redirects=True
    ).text
    assert f"{name} is added." in page
    assert ("Mara is another person. If you meant Mara, deactivate this one." in page) is is_told


@pytest.mark.parametrize(
    "data",
    [
        {"name": "", "role": "annotator"},
        {"name": "x" * 121, "role": "annotator"},
        {"name": "Root", "role": "annotator"},
        {"name": "A\u202eda", "role": "annotator"},
        {"name": "A\0da", "role": "annotator"},
        {"name": "\u200d", "role": "annotator"},
        {"name": "Ada", "role": "emperor"},
        {"name": "Ada"},
        {"name": "Ada", "role": "annotator", "password": "short"},
    ],
)
def test_a_wrong_form_adds_nobody_and_keeps_what_was_typed(office, data):
    answer = office.post("/people/new", **data)
    assert answer.status_code == 422
    assert [user.name for user in db.session.scalars(select(User))] == ["Root"]
    if "\0" not in data["name"]:
        assert f'value="{data["name"]}"' in answer.text


@settings(deadline=None)
@given(st.text(max_size=8))
def test_a_name_is_refused_or_kept_as_one_visible_line(name):
    try:
        kept = operations.checked_name(name)
    except DomainError:
        return
    assert kept == name.strip()
    assert kept.splitlines() == [kept]


@pytest.mark.parametrize("name", ["Ада", "Åse-Marie O’Neill", "می\u200cخواهم", "李 雷", "🚢"])
def test_names_of_all_scripts_are_welcome(name):
    assert operations.checked_name(name) == name


def test_the_list_shows_everybody_in_one_query(office):
    ada, ben = office.make.user("Ada"), office.make.user("Ben")
    office.make.project(ada)
    ben.is_active = False
    db.session.commit()
    with recorded_statements() as statements:
        listed = queries.list_people(db.session())
    assert [(row.user.name, row.projects) for row in listed] == [
        ("Ada", 1),
        ("Root", 0),
        ("Ben", 0),
    ]
    assert len(statements) == 1
    page = office.client.get("/people").text
    assert all(word in page for word in ("Ada", "Ben", "Root", "Deactivated", "Never"))


def test_the_list_shows_when_somebody_last_signed_in(office, app):
    ada = office.make.user("Ada")
    link = operations.issue_link(db.session(), ada, days=1, actor=None, at=utc_now())
    db.session.commit()
    app.test_client().get(operations.link_url(app.extensions["palimpsest"], link))
    listed = {row.user.name: row.signed_in_at for row in queries.list_people(db.session())}
    assert listed["Root"] is None
    assert listed["Ada"] == link.last_used_at == queries.last_sign_in(db.session(), ada)


def test_a_role_is_changed(office):
    ada = office.make.user("Ada")
    assert office.post(f"/people/{ada.id}/role", role="admin").status_code == 303
    assert ada.role is Role.ADMIN


@pytest.mark.parametrize("data", [{}, {"role": "emperor"}])
def test_an_unknown_role_changes_nothing(office, data):
    ada = office.make.user("Ada", role=Role.REVIEWER)
    assert office.post(f"/people/{ada.id}/role", **data).status_code == 422
    assert ada.role is Role.REVIEWER


@pytest.mark.parametrize(("step", "data"), [("role", {"role": "annotator"}), ("active", {})])
def test_the_last_active_admin_stays_an_admin(office, step, data):
    sleeping = office.make.user("Sleeping", role=Role.ADMIN)
    sleeping.is_active = False
    db.session.commit()
    answer = office.post(f"/people/{office.admin.id}/{step}", **data)
    assert answer.status_code == 422
    assert "only active admin" in answer.text
    assert (office.admin.role, office.admin.is_active) == (Role.ADMIN, True)
    assert office.client.get("/people").status_code == 200


def test_an_admin_steps_down_where_another_is_there(office):
    office.make.user("Second", role=Role.ADMIN)
    answer = office.post(f"/people/{office.admin.id}/role", role="annotator")
    assert (answer.status_code, answer.location) == (303, "/")
    assert office.client.get("/people").status_code == 403


def test_an_admin_who_leaves_is_signed_out(office):
    office.make.user("Second", role=Role.ADMIN)
    assert office.post(f"/people/{office.admin.id}/active").location == "/"
    assert office.client.get("/people").location.startswith("/login")


def test_deactivating_ends_the_sessions_for_good(office, app):
    ada, browser = office.make.user("Ada"), app.test_client()
    sign_in(browser, ada)
    for data, is_active in (({}, False), ({"is_active": "yes"}, True)):
        assert office.post(f"/people/{ada.id}/active", **data).status_code == 303
        assert ada.is_active is is_active
        assert browser.get("/account").status_code == 303


def test_an_admin_sets_a_password_and_stays_signed_in(office):
    assert office.post(f"/people/{office.admin.id}/password", password=PASSWORD).status_code == 303
    assert passwords.is_password_of(office.admin, PASSWORD)
    assert office.client.get("/people").status_code == 200


@pytest.mark.parametrize("password", ["", "short"])
def test_a_weak_password_is_explained_on_the_page(office, password):
    ada = office.make.user("Ada")
    answer = office.post(f"/people/{ada.id}/password", password=password)
    assert answer.status_code == 422
    assert "<h1>Ada</h1>" in answer.text
    assert ada.password_hash is None


def test_links_are_made_for_some_days_and_withdrawn(office):
    ada = office.make.user("Ada")
    assert office.post(f"/people/{ada.id}/links", days="7").status_code == 303
    (link,) = ada.links
    assert (link.expires_at - link.created_at).days == 7
    assert office.post(f"/people/{ada.id}/links/{link.id}/revoke").status_code == 303
    assert link.revoked_at is not None
    assert "/enter/" not in office.client.get(f"/people/{ada.id}").text


@pytest.mark.parametrize("days", ["", "0", "-1", "3651", "many"])
def test_a_link_works_for_a_sensible_time(office, days):
    ada = office.make.user("Ada")
    assert office.post(f"/people/{ada.id}/links", days=days).status_code == 422
    assert ada.links == []


def test_a_deactivated_person_gets_no_link(office):
    ada = office.make.user("Ada")
    ada.is_active = False
    db.session.commit()
    assert office.post(f"/people/{ada.id}/links", days="7").status_code == 422


def test_a_link_is_withdrawn_on_the_page_of_its_person_only(office):
    ada, ben = office.make.user("Ada"), office.make.user("Ben")
    link = operations.issue_link(db.session(), ada, days=1, actor=None, at=utc_now())
    db.session.commit()
    assert office.post(f"/people/{ben.id}/links/{link.id}/revoke").status_code == 404
    assert link.revoked_at is None
