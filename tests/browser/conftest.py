"""A real Chromium on the real application; any trouble on a page fails the test that opened it.

Where no Chromium is on the path these tests are skipped, and the end of the run says so.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.browser import marks
from tests.browser.absence import NO_BROWSER
from tests.browser.annotating import Annotation
from tests.browser.inventory import Ids
from tests.browser.pages import Place
from tests.browser.populated import PopulatedHome, StandingServer, standing
from tests.browser.serving import (
    DESKTOP,
    PATIENCE_MS,
    Served,
    Sessions,
    Trouble,
    served,
    session_cookie,
    watched_context,
)
from tests.conftest import TEST_SECRET, config_of, lead, lent
from tests.factories import Factory
from tests.processes import PALIMPSEST, started
from webapp.application import create_app
from webapp.platform.config import Config, sqlite_url
from webapp.platform.http import static_files
from webapp.platform.models import User
from webapp.platform.resources import ROOT

FOLDER = Path(__file__).parent
EXECUTABLES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no window to make: a page takes two thirds of the CPU seconds."""
ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A new process for each page would start cold: a quarter of the CPU seconds of a page.
    "--renderer-process-limit=1",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder, so that `-m "not browser"` leaves it out."""
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium of this machine, without a window."""
    executable = next(filter(None, map(shutil.which, EXECUTABLES)), None)
    if executable is None:
        pytest.skip(NO_BROWSER)
    expect.set_options(timeout=PATIENCE_MS)
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=[*ARGUMENTS, *as_root]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def minified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Scripts and style sheets as a server has them that was started from the command line."""
    home = tmp_path_factory.mktemp("minified")
    static_files.compress(home)
    return home / static_files.FOLDER


@pytest.fixture(scope="session")
def standing_app(standing_home: Path, minified: Path) -> Flask:
    """The standing application with minified scripts, which each home of these tests has."""
    lead(standing_home, minified.parent)
    return create_app(config_of(standing_home, sqlite_url(standing_home)))


@pytest.fixture
def app(standing_app: Flask, config: Config, minified: Path) -> Iterator[Flask]:
    """The application, with an application context pushed; forms need their CSRF token."""
    (config.home / static_files.FOLDER).symlink_to(minified)
    with lent(standing_app, config):
        standing_app.config["WTF_CSRF_ENABLED"] = True
        yield standing_app


@pytest.fixture(scope="session")
def serving(standing_app: Flask) -> Iterator[Served]:
    """The standing application behind an address, for one test after the other."""
    with served(standing_app) as serving:
        yield serving


@pytest.fixture
def server(app: Flask, serving: Served) -> Iterator[str]:  # noqa: ARG001 - the home must be there
    """The address of `app`."""
    yield serving.address
    serving.requests.wait_for_none()


@pytest.fixture
def encoder_folder(tiny_encoder_folder: Path) -> Path | None:
    """The folder of the worker's text encoder, a tiny one; None selects the default."""
    return tiny_encoder_folder


@pytest.fixture
def worker(config: Config, app: Flask, encoder_folder: Path | None) -> Iterator[None]:  # noqa: ARG001 - the database must be there
    """The background worker of this test's installation, a process of its own as in real life."""
    environment = {"PALIMPSEST_HOME": str(config.home), "PALIMPSEST_SECRET_KEY": TEST_SECRET}
    if encoder_folder:
        environment["PALIMPSEST_ENCODER"] = str(encoder_folder)
    with started([*PALIMPSEST, "worker"], env=os.environ | environment, cwd=ROOT) as process:
        yield
        process.terminate()
        assert process.wait() == 0


@pytest.fixture(scope="session")
def sessions(browser: Browser, serving: Served) -> Sessions:
    """The browser sessions of all tests."""
    return Sessions(browser, Trouble(serving.address))


@pytest.fixture
def trouble(sessions: Sessions) -> Iterator[Trouble]:
    """Collects errors, CSP violations and requests to other hosts; any of them fails the test."""
    yield sessions.trouble
    sessions.trouble.end()


@pytest.fixture
def open_browser(
    browser: Browser, server: str, sessions: Sessions, trouble: Trouble, app: Flask
) -> Iterator[Callable[..., Page]]:
    """Make pages, each in a session of its own: `open_browser(person, size=PHONE)`.

    Who sets the clock, or gives options of Playwright such as the time zone, needs a session that
    no other test has: `alone=True`.
    """
    own: list[BrowserContext] = []

    def open_browser(
        person: User | None = None,
        *,
        size: ViewportSize = DESKTOP,
        color_scheme: str = "light",
        alone: bool = False,
        **options: object,
    ) -> Page:
        if alone or options:
            context = watched_context(browser, trouble, **options)
            own.append(context)
            page = context.new_page()
        else:
            page = sessions.lend()
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=color_scheme)
        if person is not None:
            page.context.add_cookies([session_cookie(app, person, server)])
        return page

    yield open_browser
    for context in own:
        context.close()
    sessions.take_back()


@pytest.fixture
def page(open_browser: Callable[..., Page]) -> Page:
    """One page on a desktop screen, nobody signed in."""
    return open_browser()


@pytest.fixture
def annotation(request: pytest.FixtureRequest, make: Factory) -> Annotation:
    """One annotator at one document, who may correct masks where the test is marked `marking`."""
    if request.node.get_closest_marker("marking"):
        return marks.begin(make)
    return Annotation.begin(make)


@pytest.fixture
def visit(
    open_browser: Callable[..., Page],
    somebody: Callable[[str | None], User | None],
    app: Flask,
    ids: Ids,
    trouble: Trouble,
) -> Callable[..., Page]:
    """Open a place as the person it belongs to, in a browser session of its own."""

    def visit(place: Place, **options: object) -> Page:
        if place.status >= 400:
            trouble.expect(f"status of {place.status}")
        page = open_browser(somebody(place.person), **options)
        place.visit(page, app, ids)
        return page

    return visit


@pytest.fixture(scope="module")
def server_of_the_module(
    browser: Browser,
    populated_home: PopulatedHome,
    minified: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[StandingServer]:
    """The server for all tests of a module that only look."""
    home = tmp_path_factory.mktemp("standing")
    populated_home.copy_to(home)
    (home / static_files.FOLDER).symlink_to(minified)
    app = create_app(config_of(home, sqlite_url(home)))
    with standing(app, populated_home, browser) as server:
        yield server


@pytest.fixture
def standing_server(server_of_the_module: StandingServer) -> Iterator[StandingServer]:
    """A server that stands for the whole module; trouble on its pages fails the test."""
    yield server_of_the_module
    server_of_the_module.put_back()
