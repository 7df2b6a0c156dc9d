"""The application behind an address, and browser sessions that listen for trouble."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.factories import sign_in
from webapp.platform.models import User

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)
PATIENCE_MS = 60_000
TIME_IS_REAL = "/native code/.test(Date)"


class SilentRequestHandler(WSGIRequestHandler):
    """Writes no line for each request."""

    def log_request(self, *_args: object) -> None:
        """Log nothing."""


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
        """Allow console messages that match, such as the 409 that a test provokes."""
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


def watched_context(browser: Browser, trouble: Trouble, **options: object) -> BrowserContext:
    """Make a browser session on a server; what goes wrong in it is collected."""
    context = browser.new_context(base_url=trouble.server, reduced_motion="reduce", **options)
    context.set_default_timeout(PATIENCE_MS)
    trouble.watch(context)
    return context


def session_cookie(app: Flask, person: User, server: str) -> dict[str, str]:
    """Return the cookie of a signed-in session, for what has nothing to do with the login form."""
    client = app.test_client()
    sign_in(client, person)
    cookie = client.get_cookie(app.config["SESSION_COOKIE_NAME"])
    assert cookie is not None
    return {"name": cookie.key, "value": cookie.value, "url": server}
