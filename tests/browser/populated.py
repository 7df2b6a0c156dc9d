"""Populated databases, made once a session and copied: for a test by `config`, for a module."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from flask import Flask
from playwright.sync_api import Browser, Dialog, Page, ViewportSize

from tests.browser.inventory import Ids, Words
from tests.browser.pages import Place
from tests.browser.populating import Populator
from tests.browser.serving import (
    DESKTOP,
    Served,
    Trouble,
    served,
    session_cookie,
    watched_context,
)
from tests.conftest import config_of
from tests.factories import Factory
from webapp.application import create_app
from webapp.platform.config import sqlite_url
from webapp.platform.extensions import db
from webapp.platform.models import User

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
        self.copy_database_to(home)
        shutil.copytree(self.home / MODELS, home / MODELS)

    def copy_database_to(self, home: Path) -> None:
        """Copy the database alone, in the place of one that nobody uses."""
        shutil.copyfile(self.home / DATABASE, home / DATABASE)


@dataclass
class StandingServer:
    """A server on a populated database, with one page for each person."""

    app: Flask
    serving: Served
    populated_home: PopulatedHome
    browser: Browser
    trouble: Trouble
    _pages: dict[str | None, Page] = field(default_factory=dict)
    _used: set[str | None] = field(default_factory=set)

    def visit(
        self, place: Place, *, size: ViewportSize = DESKTOP, color_scheme: str = "light"
    ) -> Page:
        """Open a place in the page of the person it belongs to."""
        if place.status >= 400:
            self.trouble.expect(f"status of {place.status}")
        page = self._page_of(place.person)
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=color_scheme)
        place.visit(page, self.app, self.populated_home.ids)
        return page

    def put_back(self) -> None:
        """Leave the pages, restore the database, fail with the trouble that was found.

        Pages poll, reading takes leases, and Playwright reports trouble with its next call only.
        """
        for part in self._used:
            self._pages[part].goto("about:blank")
        self._used.clear()
        self.serving.requests.wait_for_none()
        with self.app.app_context():
            db.engine.dispose()
        self.populated_home.copy_database_to(self.app.extensions["palimpsest"].home)
        self.trouble.end()

    def close(self) -> None:
        """Close all pages."""
        for page in self._pages.values():
            page.context.close()
        self.trouble.end()

    def _page_of(self, part: str | None) -> Page:
        if part not in self._pages:
            context = watched_context(self.browser, self.trouble)
            context.on("dialog", self._note_dialog)
            self._pages[part] = context.new_page()
        if part and part not in self._used:
            with self.app.app_context():
                person = db.session.get_one(User, getattr(self.populated_home.ids, part))
                cookie = session_cookie(self.app, person, self.serving.address)
            self._pages[part].context.add_cookies([cookie])
        self._used.add(part)
        return self._pages[part]

    def _note_dialog(self, dialog: Dialog) -> None:
        self.trouble.found.append(f"dialog: {dialog.message}")
        dialog.dismiss()


@contextmanager
def standing(
    app: Flask, populated_home: PopulatedHome, browser: Browser
) -> Iterator[StandingServer]:
    """Serve an application on a copy of a populated home for as long as is wanted."""
    with served(app) as serving:
        standing = StandingServer(app, serving, populated_home, browser, Trouble(serving.address))
        yield standing
        standing.close()
    with app.app_context():
        db.engine.dispose()


def populate_home(home: Path, empty: Path, words: Words) -> PopulatedHome:
    """Populate a copy of an empty database."""
    shutil.copyfile(empty, home / DATABASE)
    app = create_app(config_of(home, sqlite_url(home)))
    with app.app_context():
        ids = Populator(Factory(db.session), words).populate()
        db.session.remove()
        db.engine.dispose()  # the last connection leaves everything in the one file
    return PopulatedHome(home, ids)
