"""Guidelines have versions: written down, told to those who have read older ones, told apart."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from tests.factories import Factory, sign_in
from webapp.platform.extensions import db
from webapp.platform.models import GuidelinesVersion, Role
from webapp.projects.guidelines.differences import Change, differences
from webapp.projects.guidelines.operations import write_version
from webapp.projects.guidelines.queries import guidelines_at, list_versions
from webapp.projects.operations import add_member

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
DAY = timedelta(days=1)
FIRST, SECOND = "Hide names.\nHide towns.\n", "Hide names.\nHide all towns.\n"


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def admin(make):
    return make.user("Root", role=Role.ADMIN)


@pytest.fixture
def browse(any_app):
    def browse(person):
        client = any_app.test_client()
        sign_in(client, person)
        return client

    return browse


def write(project, text, at=NOON, note=""):
    seen = project.guidelines_version
    write_version(db.session(), project, text, seen=seen, note=note, author=None, at=at)
    db.session.commit()


def added_in(page):
    """Return what a page marks as added, without what it says of that to those who listen."""
    [words] = re.findall(r"<ins><span[^>]*>[^<]*</span>([^<]*)<", page)
    return words.strip()


def settings(project, guidelines, seen, **more):
    filled = {"name": project.name, "annotators_per_document": "1", "fits_grammar": "y"}
    return filled | {"guidelines": guidelines, "guidelines_version": seen} | more


@given(st.text(alphabet="ab .\nä", max_size=60), st.text(alphabet="ab .\nä", max_size=60))
def test_a_difference_holds_both_texts(before, after):
    pieces = differences(before, after)
    assert "".join(p.text for p in pieces if p.change is not Change.ADDED) == before
    assert "".join(p.text for p in pieces if p.change is not Change.REMOVED) == after


def test_a_difference_is_one_of_words():
    changed = [piece for piece in differences(FIRST, SECOND) if piece.change is not Change.KEPT]
    assert [(piece.change, piece.text.strip()) for piece in changed] == [(Change.ADDED, "all")]


def test_every_text_that_differs_is_a_version_and_says_who_and_why(make, admin, browse):
    project = make.project(name="Lives")
    client, address = browse(admin), f"/projects/{project.id}/settings"
    note = {"what_changed": "Towns, too"}
    assert client.post(address, data=settings(project, FIRST, 0)).status_code == 303
    assert client.post(address, data=settings(project, SECOND, 1, **note)).status_code == 303
    assert client.post(address, data=settings(project, SECOND, 2)).status_code == 303
    [second, first] = list_versions(db.session(), project)
    assert (second.number, second.author, second.note) == (2, "Root", "Towns, too")
    assert (first.number, first.note) == (1, "")
    page = client.get(f"/projects/{project.id}/guidelines?before=1&after=2").text
    assert added_in(page) == "all"
    for number in (-1, 3, 2**70):
        for wanted in (f"before={number}", f"after={number}"):
            assert client.get(f"/projects/{project.id}/guidelines?{wanted}").status_code == 404


def test_of_two_who_write_at_once_the_second_sees_both_texts(make, admin, browse):
    project = make.project(name="Lives")
    write(project, FIRST)
    client, address = browse(admin), f"/projects/{project.id}/settings"
    write(project, SECOND)
    mine = "Hide names.\nHide rivers.\n"
    refused = client.post(address, data=settings(project, mine, 1))
    assert refused.status_code == 409
    assert "Hide rivers." in refused.text
    assert "<del>" in refused.text
    assert 'name="guidelines_version" type="hidden" value="2"' in refused.text
    assert project.guidelines == SECOND
    assert client.post(address, data=settings(project, mine, 2)).status_code == 303
    assert project.guidelines == mine


def test_members_hear_of_a_change_until_they_have_read_it(make, admin, browse):
    project, ada = make.project(name="Lives"), make.user("Ada")
    write(project, FIRST)
    add_member(db.session(), project, ada, actor=admin, at=NOON)
    document = make.document(project)
    make.assignment(document, ada)
    pages = [f"/projects/{project.id}", f"/projects/{project.id}/documents/{document.id}"]
    client, news = browse(ada), "The guidelines changed since you last read them"
    assert not any(news in client.get(page).text for page in pages)
    write(project, SECOND, note="Towns, too")
    for page in pages:
        assert news in (text := client.get(page).text)
        assert "Towns, too" in text
        assert added_in(text) == "all"
    client.post(f"/projects/{project.id}/guidelines/read", data={"number": 1})
    assert news in client.get(pages[0]).text  # what was read is an older version
    client.post(f"/projects/{project.id}/guidelines/read", data={"number": 2})
    assert not any(news in client.get(page).text for page in pages)


def test_the_version_of_a_choice_is_the_one_in_force_when_it_was_made(make, browse):
    project, ada = make.project(name="Lives"), make.user("Ada")
    document = make.document(project)
    work = make.assignment(document, ada)
    write(project, FIRST, at=NOON)
    write(project, SECOND, at=NOON + DAY)
    moments = [NOON - DAY, NOON, NOON + DAY / 2, NOON + 2 * DAY]
    session = db.session()
    assert [guidelines_at(session, project, at) for at in moments] == [None, 1, 1, 2]
    for mention, at in zip(document.layers[0].mentions, moments, strict=False):
        make.choice(work, mention, "***").chosen_at = at
    session.commit()
    assert [each.choices for each in list_versions(session, project)] == [1, 2]
    reviewer = browse(make.user(role=Role.ADMIN))
    page = reviewer.get(f"/projects/{project.id}/review/{work.id}").text
    assert "Chosen under version 1, 2 of the" in page


def test_a_project_that_is_made_with_guidelines_has_their_first_version(admin, browse):
    data = {"name": "Lives", "kind": "replacement", "annotators_per_document": "1"}
    browse(admin).post("/projects/new", data=data | {"guidelines": FIRST})
    version = db.session.scalars(select(GuidelinesVersion)).one()
    assert (version.number, version.text, version.author_id) == (1, FIRST, admin.id)
    browse(admin).post("/projects/new", data=data | {"name": "Empty"})
    assert len(db.session.scalars(select(GuidelinesVersion)).all()) == 1
