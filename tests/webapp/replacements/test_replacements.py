"""The ontology page: looking terms up, and what a project adds and forbids."""

import io
import json

import pytest
from sqlalchemy import select

from tests.factories import sign_in
from webapp.platform.errors import DomainError, ForbiddenError
from webapp.platform.extensions import db
from webapp.platform.models import (
    Event,
    EventKind,
    GeneralizationAction,
    ProjectGeneralization,
    ProjectKind,
    Role,
    utc_now,
)
from webapp.replacements import operations
from webapp.replacements.operations import Rule, add_rule
from webapp.replacements.queries import overrides_of

ADD, FORBID = GeneralizationAction.ADD, GeneralizationAction.FORBID


@pytest.fixture
def admin(make, client):
    admin = make.user("Root", role=Role.ADMIN)
    sign_in(client, admin)
    return admin


@pytest.fixture
def project(make, admin):  # noqa: ARG001 - somebody must be signed in
    return make.project(name="Lives")


@pytest.fixture
def address(project):
    return f"/projects/{project.id}/ontology"


def rules():
    db.session.expire_all()
    rows = db.session.scalars(select(ProjectGeneralization).order_by(ProjectGeneralization.id))
    return [(row.action, row.term, row.semantic_type, row.text, row.position) for row in rows]


def add(client, address, **fields):
    return client.post(
        address, data={"decision": "add", "for_term": "Oslo", "text": "town"} | fields
    )


@pytest.mark.usefixtures("tiny_ontology")
class TestLookingUp:
    def test_a_term_shows_its_senses_and_the_list_of_a_span(self, client, address):
        page = client.get(address, query_string={"term": "oslo", "type": "LOC"}).text
        assert "Oslo: city in Norway" in page
        assert "spelt differently" in page
        assert "terms" not in page[page.index("found-heading") :]
        assert page.index("city in Norway</span>") < page.index("city in Scandinavia</span>")

    def test_without_a_type_only_lists_that_say_something_are_shown(self, client, address):
        page = client.get(address, query_string={"term": "geologist"}).text
        assert "scientist" in page
        page = client.get(address, query_string={"term": "Nowhere at all"}).text
        assert "does not know this term" in page
        assert "Nothing that says more than its type" in page

    def test_rules_hold_in_the_list_at_once(self, client, address):
        assert add(client, address, text="Nordic town", position="1").status_code == 303
        page = client.get(address, query_string={"term": "Oslo", "type": "LOC"}).text
        assert "Nordic town" in page
        assert "added in this project" in page

    def test_a_new_index_is_asked_without_a_restart(self, client, address, config):
        assert "Oslo: city" in client.get(address, query_string={"term": "Oslo"}).text
        (config.ontology / "manifest.json").unlink()
        assert "palimpsest ontology build" in client.get(f"{address}?term=Oslo").text


def test_a_missing_index_says_what_to_run_and_hides_nothing_else(client, address):
    page = client.get(address, query_string={"term": "Oslo"})
    assert page.status_code == 200
    assert "`palimpsest ontology build`" in page.text
    assert "New rule" in page.text


def test_a_rule_is_added_and_the_trail_tells_of_it(client, address, project, admin):
    answer = add(client, address, for_type="LOC", position="2")
    assert (answer.status_code, answer.location) == (303, f"{address}?term=Oslo")
    assert rules() == [(ADD, "Oslo", "LOC", "town", 2)]
    event = db.session.scalars(select(Event)).one()
    assert (event.kind, event.actor_id) == (EventKind.GENERALIZATION_ADDED, admin.id)
    assert event.project_id == project.id
    assert event.details["rule"] == {"term": "Oslo", "type": "LOC", "text": "town", "position": 2}


def test_a_generalization_is_forbidden_for_one_term_or_for_all(client, address):
    add(client, address, decision="forbid", position="3")
    add(client, address, decision="forbid", for_term="")
    assert rules() == [(FORBID, "Oslo", None, "town", None), (FORBID, "", None, "town", None)]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"text": " "}, "Say which."),
        ({"text": "***"}, "which every list ends with"),
        ({"text": "oslo"}, "no generalization of it"),
        ({"for_term": ""}, "needs the term"),
        ({"text": "x" * 201}, "longer than 200"),
        ({"text": "a\x07b"}, "printable"),
        ({"position": "0"}, "between 1 and 50"),
        ({"for_type": "CITY"}, "Not a valid choice"),
    ],
)
def test_a_rule_that_makes_no_sense_comes_back_with_the_form(client, address, fields, message):
    answer = add(client, address, **fields)
    assert (answer.status_code, rules()) == (422, [])
    assert message in answer.text or "Invalid Choice" in answer.text


def test_there_is_one_rule_about_a_text_for_a_term(client, address):
    add(client, address)
    answer = add(client, address, decision="forbid", for_term="OSLO", text="Town")
    assert (answer.status_code, "already" in answer.text) == (422, True)
    assert len(rules()) == 1


def test_a_rule_is_removed(client, address, make, project):
    row = make.rule(project)
    assert client.post(f"{address}/rules/{row.id}/remove").status_code == 303
    assert rules() == []
    event = db.session.scalars(select(Event)).one()
    assert event.kind is EventKind.GENERALIZATION_REMOVED


def test_a_masking_project_has_no_such_page(client, make, admin):  # noqa: ARG001 - signed in
    project = make.project(kind=ProjectKind.MASKING)
    assert client.get(f"/projects/{project.id}/ontology").status_code == 404


def test_the_operator_may_and_others_may_not(make, project):
    rule = Rule(action=ADD, term="Oslo", text="town")
    add_rule(db.session(), project, rule, actor=None, at=utc_now())
    with pytest.raises(ForbiddenError):
        add_rule(db.session(), project, rule, actor=make.user(), at=utc_now())


def test_a_project_has_a_bounded_number_of_rules(monkeypatch, make, project):
    monkeypatch.setattr(operations, "MOST_RULES", 1)
    make.rule(project)
    rule = Rule(action=ADD, term="Bergen", text="town")
    with pytest.raises(DomainError, match="at most 1 rules"):
        add_rule(db.session(), project, rule, actor=None, at=utc_now())


def upload(client, address, content):
    return client.post(f"{address}/rules", data={"file": (io.BytesIO(content), "rules.json")})


def test_rules_go_from_project_to_project_as_a_file(client, address, make, project):
    add(client, address, for_type="LOC", position="2")
    add(client, address, decision="forbid", for_term="", text="dramatico-musical work")
    sent = client.get(f"{address}/rules.json")
    assert sent.headers["Content-Disposition"] == "attachment; filename=generalizations.json"
    other = make.project(name="Others")
    for told in ("2 rules are new.", "0 rules are new."):
        answer = upload(client, f"/projects/{other.id}/ontology", sent.data)
        assert answer.status_code == 303
        assert told in client.get(answer.location).text
    assert overrides_of(db.session(), other) == overrides_of(db.session(), project)


@pytest.mark.parametrize(
    "content", [b"", b"[]", b'{"added": [{}]}', b"\xff", b'{"added": [{"term": "a", "text": ""}]}']
)
def test_a_file_that_holds_no_rules_is_refused(client, address, content):
    assert upload(client, address, content).status_code == 422
    assert rules() == []


def test_a_broken_rule_among_good_ones_keeps_all_of_them_out(client, address):
    good, bad = {"term": "a", "text": "b"}, {"term": "c", "text": "d" * 201}
    assert upload(client, address, json.dumps({"added": [good, bad]}).encode()).status_code == 422
    assert rules() == []
