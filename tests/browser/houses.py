"""Furnished databases, made once a session and copied for every test that imports `config`."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.browser.conftest import Trouble
from tests.browser.furnishing import Furnisher
from tests.browser.inventory import House, Words
from tests.browser.pages import Place
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
class Furnished:
    """A home to be copied, as far as the furniture goes, and what is in it."""

    home: Path
    house: House

    def copy_to(self, home: Path) -> None:
        """Carry the database and the folders of models into another home."""
        shutil.copyfile(self.home / DATABASE, home / DATABASE)
        shutil.copytree(self.home / MODELS, home / MODELS)


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Furnished:
    """A house with ordinary words in it."""
    return furnish(tmp_path_factory.mktemp("furnished"), migrated_sqlite, Words())


@pytest.fixture
def config(tmp_path: Path, furnished: Furnished) -> Config:
    """Settings of an application of this test's own, on a copy of the furnished database."""
    home = tmp_path / "home"
    home.mkdir()
    furnished.copy_to(home)
    return _config(home)


@pytest.fixture
def house(furnished: Furnished) -> House:
    """What is in the database."""
    return furnished.house


@pytest.fixture
def somebody(app: Flask, house: House) -> Callable[[str | None], User | None]:  # noqa: ARG001 - the context must be there
    """Find a person by the part they play: `somebody("reviewer")`."""

    def find(part: str | None) -> User | None:
        return db.session.get_one(User, getattr(house, part)) if part else None

    return find


@pytest.fixture
def visit(
    open_browser: Callable[..., Page],
    somebody: Callable[[str | None], User | None],
    app: Flask,
    house: House,
    trouble: Trouble,
) -> Visit:
    """Open a place as the person it belongs to, in a browser session of its own."""

    def visit(place: Place, **options: object) -> Page:
        if place.status >= 400:
            trouble.expect(f"status of {place.status}")
        page = open_browser(somebody(place.person), **options)
        place.visit(page, app, house)
        return page

    return visit


def furnish(home: Path, empty: Path, words: Words) -> Furnished:
    """Fill a copy of an empty database."""
    shutil.copyfile(empty, home / DATABASE)
    app = create_app(_config(home))
    with app.app_context():
        house = Furnisher(Factory(db.session), words).furnish()
        db.session.remove()
        db.engine.dispose()  # the last connection leaves everything in the one file
    return Furnished(home, house)


def _config(home: Path) -> Config:
    return Config(home=home, database_url=sqlite_url(home), secret_key=TEST_SECRET, testing=True)
