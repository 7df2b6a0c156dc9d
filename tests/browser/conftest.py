"""A real Chromium on the real application; any trouble on a page fails the test that opened it.

Where no Chromium is on the path these tests are skipped, and the end of the run says so.
"""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.browser.absence import NO_BROWSER
from tests.conftest import TEST_SECRET, config_of, lead, lent
from tests.factories import sign_in
from tests.processes import PALIMPSEST, started
from webapp import create_app, static_files
from webapp.config import Config, sqlite_url
from webapp.models import User

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

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
]
DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)
PATIENCE_MS = 60_000
TIME_IS_REAL = "/native code/.test(Date)"


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


class SilentRequestHandler(WSGIRequestHandler):
    """Writes no line for each request."""

    def log_request(self, *_args: object) -> None:
        """Say nothing."""


class RequestCounter:
    """A WSGI application that counts the requests under way."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app
        self._number = 0
        self._changed = threading.Condition()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        self._count(1)
        try:
            return self._app(environ, start_response)
        finally:
            self._count(-1)

    def wait_for_none(self) -> None:
        """Wait until no request is under way: the next test has another home."""
        with self._changed:
            assert self._changed.wait_for(lambda: not self._number, PATIENCE_MS / 1000)

    def _count(self, change: int) -> None:
        with self._changed:
            self._number += change
            self._changed.notify_all()


@dataclass(frozen=True)
class Served:
    """An application behind an address."""

    address: str
    requests: RequestCounter


@contextmanager
def served(app: Flask) -> Iterator[Served]:
    """Serve an application by threads."""
    requests = RequestCounter(app)
    server = make_server(
        "127.0.0.1", 0, requests, threaded=True, request_handler=SilentRequestHandler
    )
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield Served(f"http://127.0.0.1:{server.port}", requests)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    requests.wait_for_none()


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
    """The text encoder of the worker, one that takes no time; None is the one that comes along."""
    return tiny_encoder_folder


@pytest.fixture
def worker(config: Config, app: Flask, encoder_folder: Path | None) -> Iterator[None]:  # noqa: ARG001 - the database must be there
    """The background worker of this test's installation, a process of its own as in real life."""
    environment = {"PALIMPSEST_HOME": str(config.home), "PALIMPSEST_SECRET_KEY": TEST_SECRET}
    if encoder_folder:
        environment["PALIMPSEST_ENCODER"] = str(encoder_folder)
    with started(
        [*PALIMPSEST, "worker"], env=os.environ | environment, cwd=Config.PROJECT_ROOT
    ) as process:
        yield
        process.terminate()
        assert process.wait() == 0


@dataclass
class Trouble:
    """Errors and warnings on the pages of a server, less those that a test expects."""

    server: str
    expected: re.Pattern[str] | None = None
    found: list[str] = field(default_factory=list)

    def watch(self, context: BrowserContext) -> None:
        """Listen to everything a browser session complains about or asks of other hosts."""
        context.on("console", lambda message: self._note_message(message.type, message.text))
        context.on("weberror", lambda error: self.found.append(f"script error: {error.error}"))
        context.on("request", lambda request: self._note_request(request.url))

    def expect(self, pattern: str) -> None:
        """Let console messages through that match, such as the 409 a test provokes."""
        self.expected = re.compile(pattern)

    def end(self) -> None:
        """Fail with all that was found, and forget it with what was expected."""
        found, self.found, self.expected = self.found, [], None
        assert not found, "\n".join(found)

    def _note_message(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"} and not (self.expected and self.expected.search(text)):
            self.found.append(f"console {kind}: {text}")

    def _note_request(self, url: str) -> None:
        if urlsplit(url).netloc != urlsplit(self.server).netloc:
            self.found.append(f"request to another host: {url}")


@dataclass
class Sessions:
    """Browser sessions that serve one test after the other, as new ones cost more than most tests.

    A blank page stays open in each, whose process serves the pages of all tests.
    """

    browser: Browser
    trouble: Trouble
    _free: list[BrowserContext] = field(default_factory=list)
    _lent: list[BrowserContext] = field(default_factory=list)

    def lend(self) -> Page:
        """Open a page in a session that no other page of this test has."""
        context = self._free.pop() if self._free else self._begin()
        self._lent.append(context)
        return context.new_page()

    def take_back(self) -> None:
        """Close the pages that were lent, and forget all that servers left in their sessions."""
        while self._lent:
            context = self._lent.pop()
            blank, *others = context.pages
            for page in others:
                page.close()
            assert blank.evaluate(TIME_IS_REAL), "who sets the clock needs a session of their own"
            context.set_offline(offline=False)
            context.clear_cookies()
            protocol = context.new_cdp_session(blank)
            everything = {"origin": self.trouble.server, "storageTypes": "all"}
            protocol.send("Storage.clearDataForOrigin", everything)
            protocol.send("Network.clearBrowserCache")
            protocol.detach()
            self._free.append(context)

    def _begin(self) -> BrowserContext:
        context = watched_context(self.browser, self.trouble)
        context.new_page()
        return context


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


def watched_context(browser: Browser, trouble: Trouble, **options: object) -> BrowserContext:
    """Make a browser session on a server; what goes wrong in it is collected."""
    context = browser.new_context(base_url=trouble.server, reduced_motion="reduce", **options)
    context.set_default_timeout(PATIENCE_MS)
    trouble.watch(context)
    return context


@pytest.fixture
def page(open_browser: Callable[..., Page]) -> Page:
    """One page on a desktop screen, nobody signed in."""
    return open_browser()


def session_cookie(app: Flask, person: User, server: str) -> dict[str, str]:
    """Return the cookie of a signed-in session, for what has nothing to do with the login form."""
    client = app.test_client()
    sign_in(client, person)
    cookie = client.get_cookie(app.config["SESSION_COOKIE_NAME"])
    assert cookie is not None
    return {"name": cookie.key, "value": cookie.value, "url": server}
