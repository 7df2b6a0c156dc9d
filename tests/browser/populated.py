"""Populated databases, made once a session and copied for every test that imports `config`."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.browser.conftest import Trouble
from tests.browser.inventory import Ids, Words
from tests.browser.pages import Place
from tests.browser.populating import Populator
from tests.conftest import TEST_SECRET
from tests.factories import Factory
from webapp import create_app
from webapp.config import Config, sqlite_url
from webapp.extensions import db
from webapp.models import User

Visit = Callable[..., Page]
DATABASE = "palimpsest.sqlite3"
MODELS = "models"


@dataclass(frozen=True)
class PopulatedHome:
    """A home folder with a populated database, to be copied, and the ids of its rows."""

    home: Path
    ids: Ids

    def copy_to(self, home: Path) -> None:
        """Copy the database and the folders of models into another home."""
        shutil.copyfile(self.home / DATABASE, home / DATABASE)
        shutil.copytree(self.home / MODELS, home / MODELS)


@pytest.fixture(scope="session")
def populated_home(
    tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path
) -> PopulatedHome:
    """The home folder whose database has ordinary words in it."""
    return populate_home(tmp_path_factory.mktemp("populated_home"), migrated_sqlite, Words())


@pytest.fixture
def config(tmp_path: Path, populated_home: PopulatedHome) -> Config:
    """Settings of an application of this test's own, on a copy of the populated database."""
    home = tmp_path / "home"
    home.mkdir()
    populated_home.copy_to(home)
    return _config(home)


@pytest.fixture
def ids(populated_home: PopulatedHome) -> Ids:
    """The ids of the rows of the populated database."""
    return populated_home.ids


@pytest.fixture
def somebody(app: Flask, ids: Ids) -> Callable[[str | None], User | None]:  # noqa: ARG001 - the context must be there
    """Find a person by the part they play: `somebody("reviewer")`."""

    def find(part: str | None) -> User | None:
        return db.session.get_one(User, getattr(ids, part)) if part else None

    return find


@pytest.fixture
def visit(
    open_browser: Callable[..., Page],
    somebody: Callable[[str | None], User | None],
    app: Flask,
    ids: Ids,
    trouble: Trouble,
) -> Visit:
    """Open a place as the person it belongs to, in a browser session of its own."""

    def visit(place: Place, **options: object) -> Page:
        if place.status >= 400:
            trouble.expect(f"status of {place.status}")
        page = open_browser(somebody(place.person), **options)
        place.visit(page, app, ids)
        return page

    return visit


def populate_home(home: Path, empty: Path, words: Words) -> PopulatedHome:
    """Populate a copy of an empty database."""
    shutil.copyfile(empty, home / DATABASE)
    app = create_app(_config(home))
    with app.app_context():
        ids = Populator(Factory(db.session), words).populate()
        db.session.remove()
        db.engine.dispose()  # the last connection leaves everything in the one file
    return PopulatedHome(home, ids)


def _config(home: Path) -> Config:
    return Config(home=home, database_url=sqlite_url(home), secret_key=TEST_SECRET, testing=True)
