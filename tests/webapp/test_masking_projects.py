"""A masking project has import, agreement and export: its other addresses are closed."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select, update

from annotation.records import MASK
from tests.factories import Factory, sign_in
from tests.webapp.desk import Desk
from tests.webapp.doors import DOORS
from tests.webapp.importing import biography, bring, court_case, written
from tests.webapp.test_access import has_passed, rule_of, verb_of
from tests.webapp.world import World, everything
from webapp.agreement.computing import compute_report
from webapp.annotate import choosing
from webapp.annotate.work import load_work
from webapp.assigning.operations import plan
from webapp.errors import DomainError
from webapp.extensions import db
from webapp.models import (
    Assignment,
    Flag,
    Layer,
    Membership,
    Mention,
    Project,
    ProjectKind,
    Role,
    User,
    utc_now,
)
from webapp.records import iter_records

OPEN = {
    "agreement.compute",
    "agreement.index",
    "export.download",
    "export.index",
    "imports.cancel",
    "imports.index",
    "imports.paste",
    "imports.show",
    "imports.take_nothing",
    "imports.take_rest",
    "imports.text",
    "imports.upload",
    "projects.add_members",
    "projects.change_settings",
    "projects.document",
    "projects.documents",
    "projects.members",
    "projects.remove_member",
    "projects.settings",
    "projects.show",
    "removing.ask_delete_document",
    "removing.ask_delete_project",
    "removing.ask_undo",
    "removing.delete_document",
    "removing.delete_project",
    "removing.undo",
}
"""What a masking project has; every other address under a project is closed."""


@pytest.fixture
def world(make, config):
    return World.build(make, config)


def test_every_address_of_a_masking_project_is_closed_unless_it_is_listed(app, world):
    db.session.execute(
        update(Project)
        .where(Project.id == world.own["project_id"])
        .values(kind=ProjectKind.MASKING)
    )
    db.session.commit()
    clients = {name: app.test_client() for name, person in world.people.items() if person}
    for name, client in clients.items():
        sign_in(client, world.people[name])
    before = everything()
    in_project = [name for name in DOORS if "project_id" in rule_of(app, name).arguments]
    assert set(in_project) > OPEN
    # What is open may change what is there, so it comes last.
    for endpoint in sorted(in_project, key=OPEN.__contains__):
        rule = rule_of(app, endpoint)
        with app.test_request_context():
            address = app.url_for(endpoint, **{name: world.own[name] for name in rule.arguments})
        for actor in sorted(DOORS[endpoint].passing):
            answer = clients[actor].open(address, method=verb_of(rule))
            if endpoint in OPEN:
                assert has_passed(answer), (endpoint, actor, answer.status)
            else:
                assert answer.status_code == 404, (endpoint, actor)
                assert "Import, agreement and export only" in answer.text
        assert endpoint in OPEN or everything() == before, endpoint


def test_nobody_outside_is_told_what_kind_a_project_is(client, make):
    project = make.project(kind=ProjectKind.MASKING)
    sign_in(client, make.user(role=Role.REVIEWER))
    answer = client.get(f"/projects/{project.id}/review")
    assert answer.status_code == 404
    assert "masking" not in answer.text


def test_a_choice_for_a_span_in_the_layer_of_somebody_else_is_refused(desk: Desk, make: Factory):
    own, shared = desk.document.layers[0], desk.mentions[1]
    colleague = make.user()
    foreign = Layer(
        document_id=desk.document.id,
        position=1,
        name=colleague.name,
        annotator_id=colleague.id,
        layout={"keys": [], "extra": {}},
    )
    db.session.add(foreign)
    db.session.flush()
    theirs = desk.mentions[2]
    theirs.layer_id = foreign.id
    db.session.commit()
    for owner in (None, desk.annotator.id):
        own.annotator_id = owner
        db.session.commit()
        assert choose(desk.assignment, shared, MASK if owner else "city")
        with pytest.raises(DomainError, match="not in this document"):
            choose(desk.assignment, theirs, MASK)


def choose(assignment: Assignment, mention: Mention, text: str):
    return choosing.choose(
        db.session(),
        load_work(db.session(), assignment),
        {mention.id: text},
        version=assignment.version,
        person=assignment.annotator,
        at=utc_now(),
    )


@pytest.fixture
def masking(make, tmp_path) -> Project:
    """A masking project with a layer each of Ada and Ben, in which Ada came to choose."""
    project = make.project(kind=ProjectKind.MASKING)
    bring(project, written(tmp_path, court_case("case", "Ada", "Ben")))
    ada = db.session.scalars(select(User).where(User.name == "Ada")).one()
    work = db.session.scalars(select(Assignment).where(Assignment.annotator_id == ada.id)).one()
    for mention in db.session.scalars(select(Mention)):
        make.choice(work, mention, MASK)
    return project


def test_choices_that_were_never_to_be_made_are_neither_exported_nor_compared(masking):
    [record] = iter_records(db.session(), masking, only_final=True)
    assert all(mention.replacement is None for mention in record.iter_mentions())
    assert compute_report(db.session(), masking).annotators == ()


def test_choices_that_a_file_brought_into_a_masking_project_stay(make, tmp_path):
    project = make.project(kind=ProjectKind.MASKING)
    bring(project, written(tmp_path, biography(chosen={"Oslo": {"city": ["spans"]}})))
    [record] = iter_records(db.session(), project, only_final=True)
    chosen = [mention.replacement.selection for mention in record.iter_mentions()]
    assert chosen == [{}, {"city": ("spans",)}]
    assert compute_report(db.session(), project).annotators == ("spans",)


def links_of(page):
    return set(re.findall(r'href="(/projects/[^"#]+)"', page))


@pytest.mark.parametrize("role", Role)
def test_no_link_of_a_masking_project_leads_nowhere(client, make, masking, role):
    person = db.session.scalars(select(User).where(User.name == "Ada")).one()
    if role is not Role.ANNOTATOR:
        person = make.user("Ria", role=role)
        db.session.add(Membership(project_id=masking.id, user_id=person.id))
    flag = Flag(assignment_id=1, author_id=person.id, comment="?", created_at=utc_now())
    db.session.add(flag)
    db.session.commit()
    sign_in(client, person)
    seen, coming = set(), {"/"}
    while coming:
        address = coming.pop()
        seen.add(address)
        answer = client.get(address)
        assert answer.status_code == 200, address
        coming |= links_of(answer.text) - seen
    assert any("/documents" in address for address in seen) == (role is not Role.ANNOTATOR)


def test_a_masking_project_says_what_it_is_good_for(client, make, masking):
    sign_in(client, make.user("Root", role=Role.ADMIN))
    home, overview = client.get("/").text, client.get(f"/projects/{masking.id}").text
    for page in (home, overview, client.get("/projects/new").text):
        assert "Import, agreement and export only" in page
    assert "waiting" not in home
    assert re.findall(r"<h3><a[^>]*>([^<]+)", overview) == ["Import documents", "Export"]
    overview = client.get(f"/projects/{masking.id}/documents").text
    assert "/review/" not in overview


def test_nothing_is_planned_in_a_masking_project(make, masking):
    with pytest.raises(DomainError, match="Import, agreement and export only"):
        plan(db.session(), masking, [make.user()], everybody=0)
