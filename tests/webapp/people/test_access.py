"""Every address × verb × actor × object of another project: forbidden unless listed here."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from sqlalchemy import update

from tests.factories import Factory, sign_in
from tests.webapp.access_levels import ACCESS_LEVELS
from tests.webapp.two_projects import ACTORS, everything
from webapp.platform.extensions import db
from webapp.platform.models import Project, ProjectKind, Role, utc_now

NOWHERE = 1_000_000
RECORDED_READS = {
    "auth.enter",
    "datasets.download",
    "export.document",
    "export.files",
    "export.own",
    "release.download",
    "release.key",
}
"""Signing in by one click and taking the data away go into the audit trail."""
RECORDED_READS |= {"audit_log.as_csv", "audit_log.of_project_as_csv"}
RECORDED_READS |= {
    "workbench.meanings",
    "workbench.preview",
    "workbench.readings",
    "workbench.show",
}
RECORDED_READS |= {"imports.text", "projects.document", "review.show"}  # and so does reading it
RECORDED_READS |= {"adjudication.show", "risk.figures", "risk.lines", "risk.of_work"}


@pytest.fixture
def visit(app, two_projects):
    """Let an actor visit an endpoint, by its verb and with objects of this project unless told.

    Everybody has been here: a session that begins is no change that a visit makes.
    """
    for person in filter(None, two_projects.people.values()):
        sign_in(app.test_client(), person)
    set_kind(ProjectKind.ONE_PASS)

    def visit(actor, endpoint, *, verb=None, headers=None, **ids):
        rule = rule_of(app, endpoint)
        with app.test_request_context():
            address = app.url_for(
                endpoint, **{n: (two_projects.this_project | ids)[n] for n in rule.arguments}
            )
        client = app.test_client()
        if person := two_projects.people[actor]:
            sign_in(client, person)
        with in_a_kind_that_has(app.view_functions[endpoint]):
            return client.open(address, method=verb or verb_of(rule), headers=headers)

    return visit


@contextmanager
def in_a_kind_that_has(view):
    """Turn all projects, one-pass ones, into a kind that has such a page, and back."""
    if ProjectKind.ONE_PASS in view.kinds:
        yield
        return
    set_kind(next(iter(view.kinds)))
    yield
    set_kind(ProjectKind.ONE_PASS)


def set_kind(kind):
    db.session.execute(update(Project).values(kind=kind))
    db.session.commit()


def rule_of(app, endpoint):
    (rule,) = app.url_map.iter_rules(endpoint)
    return rule


def verb_of(rule):
    (verb,) = rule.methods - {"HEAD", "OPTIONS"}
    return verb


def endpoints_by(app, verb):
    return [endpoint for endpoint in ACCESS_LEVELS if verb_of(rule_of(app, endpoint)) == verb]


def has_passed(answer):
    if answer.status_code == 303:
        return not answer.location.startswith("/login?") or "/logout" in answer.request.path
    return answer.status_code in {200, 204, 409, 422}


def exchanged_ids(rule, other_project):
    """Yield one exchanged id at a time: of the other project, of nothing, too large, too small.

    To an admin no project is closed, nor any person: only what is asked for in the wrong one is
    not there.
    """
    names = rule.arguments - {"token"}
    for name in sorted(names):
        stands_alone = names == {name}
        for other in [*([] if stands_alone else [other_project[name]]), NOWHERE, 2**40, 0]:
            yield {name: other}


def test_every_address_is_listed(app):
    assert {rule.endpoint for rule in app.url_map.iter_rules()} == ACCESS_LEVELS.keys()


def test_every_address_takes_one_verb_get_or_post(app):
    assert {verb_of(rule) for rule in app.url_map.iter_rules()} == {"GET", "POST"}


def test_those_who_are_not_listed_are_refused_and_change_nothing(visit):
    before = everything()
    for endpoint, access in ACCESS_LEVELS.items():
        for actor in ACTORS.keys() - access.allowed:
            answer = visit(actor, endpoint)
            assert answer.status_code == access.refusal(actor), (endpoint, actor)
            assert actor != "anonymous" or answer.location.startswith("/login")
        assert everything() == before, endpoint


@pytest.mark.parametrize("actor", ACTORS)
def test_those_who_are_listed_pass(visit, actor):
    refused = [
        (endpoint, answer.status)
        for endpoint, access in ACCESS_LEVELS.items()
        if actor in access.allowed and not has_passed(answer := visit(actor, endpoint))
    ]
    assert refused == []


def test_an_object_of_another_project_or_a_missing_one_is_not_there(app, visit, two_projects):
    before = everything()
    for endpoint, access in ACCESS_LEVELS.items():
        for ids in exchanged_ids(rule_of(app, endpoint), two_projects.other_project):
            # Of two rules for an address that no number fits, routing may miss the verb instead.
            expected = {404} if NOWHERE in ids.values() else {404, 405}
            for actor in access.allowed:
                answer = visit(actor, endpoint, **ids)
                assert answer.status_code in expected, (endpoint, actor, ids)
        assert everything() == before, endpoint


def test_other_verbs_are_not_possible(app, visit):
    before = everything()
    for endpoint in ACCESS_LEVELS:
        address = rule_of(app, endpoint).rule
        possible = {verb_of(rule) for rule in app.url_map.iter_rules() if rule.rule == address}
        for verb in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"} - possible:
            expected = 303 if verb == "GET" else 405  # a form's address leads to its page
            assert visit("admin", endpoint, verb=verb).status_code == expected, (endpoint, verb)
    assert everything() == before


def test_reading_changes_nothing(app, visit):
    before = everything()
    for endpoint in set(endpoints_by(app, "GET")) - RECORDED_READS:
        for actor in ACCESS_LEVELS[endpoint].allowed:
            for verb in ("GET", "HEAD"):
                assert has_passed(visit(actor, endpoint, verb=verb)), (endpoint, actor)
        assert everything() == before, endpoint


def test_an_archived_project_is_read_by_all_who_may_and_changed_by_none(app, visit, two_projects):
    in_project = [each for each in ACCESS_LEVELS if "project_id" in rule_of(app, each).arguments]
    project = db.session.get_one(Project, two_projects.this_project["project_id"])
    project.archived_at = utc_now()
    db.session.commit()
    for endpoint in set(in_project) & set(endpoints_by(app, "GET")):
        for actor in ACCESS_LEVELS[endpoint].allowed:
            assert has_passed(visit(actor, endpoint)), (endpoint, actor)
    before, changing = everything(), set(in_project) & set(endpoints_by(app, "POST"))
    open_here = {each for each in changing if app.view_functions[each].in_archive}
    taking_out = {f"datasets.{step}" for step in ("begin", "cancel", "delete", "take_rest")}
    taking_out |= {f"release.{step}" for step in ("again", "begin", "cancel", "delete")}
    assert open_here == {"projects.bring_back", "deletion.delete_project", *taking_out}
    for endpoint in changing - open_here:
        for actor in ACCESS_LEVELS[endpoint].allowed:
            answer = visit(actor, endpoint)
            assert answer.status_code == 409, (endpoint, actor)
            assert "This project is archived" in answer.text, (endpoint, actor)
        assert everything() == before, endpoint


def test_a_form_without_its_token_is_refused(app, visit):
    app.config["WTF_CSRF_ENABLED"] = True
    before = everything()
    for endpoint in endpoints_by(app, "POST"):
        for actor in ACCESS_LEVELS[endpoint].allowed:
            for headers in ({}, {"HX-Request": "true"}, {"X-CSRFToken": "forged"}):
                answer = visit(actor, endpoint, headers=headers)
                assert answer.status_code == 400, (endpoint, actor)
                assert "This form has expired" in answer.text
        assert everything() == before, endpoint


def test_an_expired_session_is_asked_to_sign_in_whatever_its_token(app, visit):
    app.config["WTF_CSRF_ENABLED"] = True
    assert visit("anonymous", "workbench.save").status_code == 303
    answer = visit("anonymous", "workbench.save", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (401, "/login")


def test_a_view_that_declares_nothing_is_forbidden_even_to_admins(own_app):
    own_app.add_url_rule("/undeclared", "undeclared", lambda: "secret")
    client = own_app.test_client()
    assert client.get("/undeclared").status_code == 303
    sign_in(client, Factory(db.session).user(role=Role.ADMIN))
    assert client.get("/undeclared").status_code == 403


def test_somebody_shut_out_of_a_project_loses_its_documents_at_once(visit, two_projects):
    assert visit("annotator", "workbench.show").status_code == 200
    annotator = two_projects.people["annotator"]
    assert visit("admin", "projects.remove_member", user_id=annotator.id).status_code == 303
    assert visit("annotator", "workbench.show").status_code == 404
