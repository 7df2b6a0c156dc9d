"""Every address × every verb × everybody × foreign objects: forbidden unless listed here."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from sqlalchemy import update

from tests.factories import sign_in
from tests.webapp.doors import DOORS
from tests.webapp.world import ACTORS, World, everything
from webapp.extensions import db
from webapp.models import Project, ProjectKind

NOWHERE = 1_000_000
RECORDED_READS = {"auth.enter", "export.document", "export.download", "export.files", "export.own"}
"""Signing in by one click and taking the data away go into the audit trail."""


@pytest.fixture
def world(make, config):
    return World.build(make, config)


@pytest.fixture
def visit(app, world):
    """Let somebody come to an endpoint, by its own verb and with own objects unless told.

    Everybody has been here: a session that begins is no change that a visit makes.
    """
    for person in filter(None, world.people.values()):
        sign_in(app.test_client(), person)

    def visit(actor, endpoint, *, verb=None, headers=None, **ids):
        rule = rule_of(app, endpoint)
        with app.test_request_context():
            address = app.url_for(endpoint, **{n: (world.own | ids)[n] for n in rule.arguments})
        client = app.test_client()
        if person := world.people[actor]:
            sign_in(client, person)
        with in_a_kind_that_has(app.view_functions[endpoint]):
            return client.open(address, method=verb or verb_of(rule), headers=headers)

    return visit


@contextmanager
def in_a_kind_that_has(view):
    """Let all projects be of a kind in which there is such a page."""
    usual = ProjectKind.ONE_PASS
    kind = usual if usual in view.kinds else next(iter(view.kinds))
    set_kind(kind)
    yield
    set_kind(usual)


def set_kind(kind):
    db.session.execute(update(Project).where(Project.kind != kind).values(kind=kind))
    db.session.commit()


def rule_of(app, endpoint):
    (rule,) = app.url_map.iter_rules(endpoint)
    return rule


def verb_of(rule):
    (verb,) = rule.methods - {"HEAD", "OPTIONS"}
    return verb


def endpoints_by(app, verb):
    return [endpoint for endpoint in DOORS if verb_of(rule_of(app, endpoint)) == verb]


def has_passed(answer):
    if answer.status_code == 303:
        return not answer.location.startswith("/login?") or "/logout" in answer.request.path
    return answer.status_code in {200, 204, 409, 422}


def foreign_ids(rule, foreign):
    """Yield one exchanged id at a time: of the other project, of nothing, too large, too small.

    A project is nothing foreign to an admin, nor a person: they are only if something of theirs
    is asked for.
    """
    names = rule.arguments - {"token"}
    for name in sorted(names):
        stands_alone = names == {name}
        for other in [*([] if stands_alone else [foreign[name]]), NOWHERE, 2**40, 0]:
            yield {name: other}


def test_every_address_is_listed(app):
    assert {rule.endpoint for rule in app.url_map.iter_rules()} == DOORS.keys()


def test_every_address_takes_one_verb_get_or_post(app):
    assert {verb_of(rule) for rule in app.url_map.iter_rules()} == {"GET", "POST"}


def test_those_who_are_not_listed_are_refused_and_change_nothing(visit):
    before = everything()
    for endpoint, door in DOORS.items():
        for actor in ACTORS.keys() - door.passing:
            answer = visit(actor, endpoint)
            assert answer.status_code == door.refusal(actor), (endpoint, actor)
            assert actor != "anonymous" or answer.location.startswith("/login")
        assert everything() == before, endpoint


def test_those_who_are_listed_pass(visit):
    refused = [
        (endpoint, actor, answer.status)
        for endpoint, door in DOORS.items()
        for actor in sorted(door.passing)
        if not has_passed(answer := visit(actor, endpoint))
    ]
    assert refused == []


def test_a_foreign_or_missing_object_is_not_there(app, visit, world):
    before = everything()
    for endpoint, door in DOORS.items():
        for ids in foreign_ids(rule_of(app, endpoint), world.foreign):
            # Of two rules for an address that no number fits, routing may miss the verb instead.
            expected = {404} if NOWHERE in ids.values() else {404, 405}
            for actor in door.passing:
                answer = visit(actor, endpoint, **ids)
                assert answer.status_code in expected, (endpoint, actor, ids)
        assert everything() == before, endpoint


def test_other_verbs_are_not_possible(app, visit):
    before = everything()
    for endpoint in DOORS:
        address = rule_of(app, endpoint).rule
        possible = {verb_of(rule) for rule in app.url_map.iter_rules() if rule.rule == address}
        for verb in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"} - possible:
            expected = 303 if verb == "GET" else 405  # a form's address leads to its page
            assert visit("admin", endpoint, verb=verb).status_code == expected, (endpoint, verb)
    assert everything() == before


def test_reading_changes_nothing(app, visit):
    before = everything()
    for endpoint in set(endpoints_by(app, "GET")) - RECORDED_READS:
        for actor in DOORS[endpoint].passing:
            for verb in ("GET", "HEAD"):
                assert has_passed(visit(actor, endpoint, verb=verb)), (endpoint, actor)
        assert everything() == before, endpoint


def test_a_form_without_its_token_is_refused(app, visit):
    app.config["WTF_CSRF_ENABLED"] = True
    before = everything()
    for endpoint in endpoints_by(app, "POST"):
        for actor in DOORS[endpoint].passing:
            for headers in ({}, {"HX-Request": "true"}, {"X-CSRFToken": "forged"}):
                answer = visit(actor, endpoint, headers=headers)
                assert answer.status_code == 400, (endpoint, actor)
                assert "This form has expired" in answer.text
        assert everything() == before, endpoint


def test_an_expired_session_is_asked_to_sign_in_whatever_its_token(app, visit):
    app.config["WTF_CSRF_ENABLED"] = True
    assert visit("anonymous", "annotate.save").status_code == 303
    answer = visit("anonymous", "annotate.save", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (401, "/login")


def test_a_view_that_declares_nothing_is_forbidden_even_to_admins(app, world):
    app.add_url_rule("/undeclared", "undeclared", lambda: "secret")
    client = app.test_client()
    assert client.get("/undeclared").status_code == 303
    sign_in(client, world.people["admin"])
    assert client.get("/undeclared").status_code == 403


def test_somebody_shut_out_of_a_project_loses_its_documents_at_once(visit, world):
    assert visit("annotator", "annotate.show").status_code == 200
    annotator = world.people["annotator"]
    assert visit("admin", "projects.remove_member", user_id=annotator.id).status_code == 303
    assert visit("annotator", "annotate.show").status_code == 404
