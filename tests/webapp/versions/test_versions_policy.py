"""What a project wants of suggestions: changed by admins, noted, refused where wrong."""

import pytest
from sqlalchemy import select

from tests.factories import sign_in
from webapp.platform.errors import DomainError, ForbiddenError
from webapp.platform.extensions import db
from webapp.platform.models import (
    Event,
    EventKind,
    Job,
    JobKind,
    Role,
    SuggestionMode,
    SuggestionPolicy,
    utc_now,
)
from webapp.versions.operations import Policy, change_policy
from webapp.versions.queries import policy_of


@pytest.fixture
def project(make):
    return make.project()


@pytest.fixture
def admin(make):
    return make.user("Alma", role=Role.ADMIN)


@pytest.fixture
def post(client, admin, project):
    sign_in(client, admin)

    def post(path, **fields):
        return client.post(f"/projects/{project.id}/model{path}", data=fields)

    return post


def jobs(kind):
    return db.session.scalars(select(Job).where(Job.kind == kind)).all()


POLICY = {"mode": "hint", "retrain_after": 5, "blind_share": 10}


def test_the_policy_is_changed_and_noted(post, project, admin):
    policy = {"mode": "preselect", "retrain_after": 0, "blind_share": 25}
    assert post("/policy", **policy).status_code == 303
    stored = policy_of(project)
    assert (stored.mode, stored.retrain_after, stored.blind_share) == ("preselect", 0, 25)
    [event] = db.session.scalars(select(Event).where(Event.kind == EventKind.PROJECT_CHANGED))
    assert (event.actor_id, event.project_id) == (admin.id, project.id)
    assert event.details["fields"] == ["blind_share", "mode", "retrain_after"]
    assert {field: after for field, (_, after) in event.details["changed"].items()} == policy


def test_an_unchanged_policy_is_not_noted(post):
    assert post("/policy", **POLICY).status_code == 303
    assert db.session.scalars(select(Event)).all() == []
    assert db.session.scalars(select(SuggestionPolicy)).all() == []


def test_switching_suggestions_on_prepares_them(post):
    post("/policy", **POLICY | {"mode": "off"})
    assert jobs(JobKind.SUGGEST) == []
    post("/policy", **POLICY)
    assert len(jobs(JobKind.SUGGEST)) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"mode": "always"},
        {"mode": ""},
        {"retrain_after": -1},
        {"retrain_after": "often"},
        {"blind_share": 101},
        {"blind_share": ""},
    ],
)
def test_a_wrong_policy_is_refused(post, project, wrong):
    answer = post("/policy", **POLICY | wrong)
    assert answer.status_code == 422
    assert 'class="errors"' in answer.text
    assert policy_of(project).mode is SuggestionMode.HINT
    assert db.session.scalars(select(SuggestionPolicy)).all() == []


@pytest.mark.parametrize(
    "wrong", [{"retrain_after": -1}, {"retrain_after": 10**6}, {"blind_share": 101}]
)
def test_the_verb_itself_refuses_nonsense(wrong):
    with pytest.raises(DomainError):
        Policy(**{"mode": SuggestionMode.HINT, "retrain_after": 5, "blind_share": 10} | wrong)


def test_only_admins_decide(make, project):
    policy = Policy(mode=SuggestionMode.OFF, retrain_after=5, blind_share=10)
    reviewer = make.user(role=Role.REVIEWER)
    with pytest.raises(ForbiddenError):
        change_policy(db.session(), project, policy, person=reviewer, at=utc_now())
