"""A masking project has import, agreement and export: its other addresses are closed."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select, update

from annotation.records import MASK
from tests.factories import Factory, sign_in
from tests.webapp.access_levels import ACCESS_LEVELS, AccessLevel
from tests.webapp.intake.imports.importing import biography, bring, court_case, written
from tests.webapp.people.test_access import has_passed, rule_of, verb_of
from tests.webapp.two_projects import everything
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.core.records import iter_records
from webapp.core.work.loading import load_work
from webapp.insight.agreement.computing import compute_report
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import (
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
from webapp.workbench import choosing

CLOSED = {
    "workbench.accept",
    "workbench.meanings",
    "replacements",
    "risk.figures",
    "versions.change_policy",
    "versions.compare",
    "versions.index",
    "versions.acceptance",
    "versions.picture",
    "versions.train",
}
"""What is about replacements: an endpoint, or all of a feature."""


def is_closed(endpoint: str) -> bool:
    return endpoint in CLOSED or endpoint.partition(".")[0] in CLOSED


@pytest.mark.parametrize("actor", sorted(AccessLevel.MEMBERS.allowed))
def test_what_is_about_replacements_is_closed_in_a_masking_project(app, two_projects, actor):
    db.session.execute(
        update(Project)
        .where(Project.id == two_projects.this_project["project_id"])
        .values(kind=ProjectKind.MASKING)
    )
    db.session.commit()
    client = app.test_client()
    sign_in(client, two_projects.people[actor])
    before = everything()
    allowed = [name for name, level in ACCESS_LEVELS.items() if actor in level.allowed]
    in_project = [name for name in allowed if "project_id" in rule_of(app, name).arguments]
    # What is open may change what is there, so it comes last.
    for endpoint in sorted(in_project, key=lambda name: not is_closed(name)):
        rule = rule_of(app, endpoint)
        with app.test_request_context():
            address = app.url_for(
                endpoint, **{name: two_projects.this_project[name] for name in rule.arguments}
            )
        answer = client.open(address, method=verb_of(rule))
        if is_closed(endpoint):
            assert answer.status_code == 404, endpoint
            assert "have no such page" in answer.text
        else:
            assert has_passed(answer), (endpoint, answer.status)
        assert not is_closed(endpoint) or everything() == before, endpoint


def test_nobody_outside_is_told_what_kind_a_project_is(client, make):
    project = make.project(kind=ProjectKind.MASKING)
    sign_in(client, make.user(role=Role.REVIEWER))
    answer = client.get(f"/projects/{project.id}/model")
    assert answer.status_code == 404
    assert "Masking" not in answer.text


def test_a_choice_for_a_span_in_the_layer_of_somebody_else_is_refused(
    workbench: WorkbenchClient, make: Factory
):
    own, shared = workbench.document.layers[0], workbench.mentions[1]
    colleague = make.user()
    foreign = Layer(
        document_id=workbench.document.id,
        position=1,
        name=colleague.name,
        annotator_id=colleague.id,
        layout={"keys": [], "extra": {}},
    )
    db.session.add(foreign)
    db.session.flush()
    theirs = workbench.mentions[2]
    theirs.layer_id = foreign.id
    db.session.commit()
    for owner in (None, workbench.annotator.id):
        own.annotator_id = owner
        db.session.commit()
        assert choose(workbench.assignment, shared, MASK if owner else "city")
        with pytest.raises(DomainError, match="not in this document"):
            choose(workbench.assignment, theirs, MASK)


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
    """A masking project with a layer each of Ada and Ben, who have decided on all of it."""
    project = make.project(kind=ProjectKind.MASKING)
    bring(project, written(tmp_path, court_case("case", "Ada", "Ben")))
    return project


def test_decisions_are_no_replacements_that_could_be_exported_or_compared(masking):
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
        if answer.mimetype == "text/html":
            coming |= links_of(answer.text) - seen
    assert any("/documents/" in address for address in seen)
