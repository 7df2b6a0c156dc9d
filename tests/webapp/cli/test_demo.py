"""`palimpsest demo`, the first thing a new user sees: started for real, then looked into."""

from __future__ import annotations

import json
import shutil
import stat
from types import SimpleNamespace

import pytest
from sqlalchemy import func, select

from annotation.formats import read_documents
from annotation.hidden_words import NoLexicon
from annotation.writing import Anonymizer
from ontology.rules.grammar import fit
from privacy.background import Background as Opened
from tests.conftest import TEST_SECRET
from tests.webapp.cli.serving import serving
from webapp.application import create_app
from webapp.cli import demo_people
from webapp.cli.demo import LETTERS, LOGINS, MADE_UP, PROJECT
from webapp.cli.demo_people import CHOSEN_BY_EACH
from webapp.people.auth.passwords import is_password_of
from webapp.platform.config import Config, sqlite_url
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, Background, Document, Project, Role, User
from webapp.versions.queries import policy_of


def app_of(home):
    return create_app(Config(home=home, database_url=sqlite_url(home), secret_key=TEST_SECRET))


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """A demo that was started and stopped, for tests that look at what it left."""
    home = tmp_path_factory.mktemp("demo")
    with serving(home, "demo") as served:
        assert served.stop() == ""
    return SimpleNamespace(home=home, printed=served.printed)


def test_the_first_start_prints_logins_that_work_and_gives_the_annotator_documents(first):
    logins = json.loads((first.home / LOGINS).read_text())
    assert stat.S_IMODE((first.home / LOGINS).stat().st_mode) == 0o600
    with app_of(first.home).app_context():
        people = {user.name: user for user in db.session.scalars(select(User))}
        for role in Role:
            assert f"{role.value:<10} {logins[role.value]}" in first.printed
            assert people[role.value].role is role
            assert is_password_of(people[role.value], logins[role.value])
        queue = select(func.count()).where(Assignment.annotator_id == people["annotator"].id)
        assert db.session.scalar(queue) == 16 + demo_people.DOCUMENTS - 2 * CHOSEN_BY_EACH
        for project in db.session.scalars(select(Project).where(Project.name != LETTERS)):
            assert policy_of(project).blind_share == 0
        db.engine.dispose()


def test_a_second_start_changes_nothing_and_brings_nothing_back(first, tmp_path):
    home = shutil.copytree(first.home, tmp_path / "home")
    with app_of(home).app_context():
        project = db.session.scalars(select(Project).where(Project.name == PROJECT)).one()
        project.name = "Renamed since"
        db.session.commit()
        documents = db.session.scalar(select(func.count(Document.id)))
        with serving(home, "demo") as second:
            second.stop()
        db.session.expire_all()
        assert first.printed.splitlines()[:4] == second.printed.splitlines()[:4]
        assert set(db.session.scalars(select(Project.name))) == {"Renamed since", LETTERS, MADE_UP}
        assert db.session.scalar(select(func.count(Document.id))) == documents
        db.session.remove()
        db.engine.dispose()


def test_the_made_up_people_are_known_to_an_attacker(first):
    with app_of(first.home).app_context():
        project = db.session.scalars(select(Project).where(Project.name == MADE_UP)).one()
        background = db.session.get(Background, project.id)
        assert (background.people, background.near_copies) == (1_000, 0)
        known = Opened.open(first.home / "backgrounds" / background.folder).keys
        documents = select(Document.doc_id).where(Document.project_id == project.id)
        assert set(db.session.scalars(documents)) <= set(known)
        assert list((first.home / "uploads").iterdir()) == []
        db.engine.dispose()


def test_the_texts_that_ship_are_those_that_are_made_up():
    shipped = {each.doc_id: each.text for each in read_documents(demo_people.FILE)}
    assert shipped == {each.key: each.document.text for each in demo_people.texts()}


def test_of_the_texts_that_are_done_one_still_tells_a_name():
    done = [each for each in read_documents(demo_people.FILE) if each.generalized_text]
    leaking = [each.doc_id for each in done if Anonymizer(NoLexicon(), fit).anonymize(each).leaks]
    assert len(done) == 2 * CHOSEN_BY_EACH
    assert done[0].doc_id in leaking
