"""A search engine on this machine that speaks as Google's Programmable Search and as SearXNG do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

KEY, ENGINE = "a-key", "an-engine"
GOOGLE, SEARXNG = "/customsearch/v1", "/search"


@dataclass
class Engine:
    """Knows pages by title and text; `answer` may be replaced by something that goes wrong."""

    pages: list[tuple[str, str]] = field(default_factory=list)
    total: int = 0
    asked: list[dict[str, str]] = field(default_factory=list)
    answer: Callable[[BaseHTTPRequestHandler], None] | None = None
    address: str = ""

    def google(self, asked: dict[str, str]) -> dict[str, Any]:
        start, number = int(asked["start"]) - 1, int(asked["num"])
        items = [
            {"title": title, "snippet": text, "link": "http://127.0.0.1/page"}
            for title, text in self.pages[start : start + number]
        ]
        answer: dict[str, Any] = {"searchInformation": {"totalResults": str(self.total)}}
        return answer | ({"items": items} if items else {})

    def searxng(self, asked: dict[str, str]) -> dict[str, Any]:
        start = (int(asked["pageno"]) - 1) * 10
        results = [
            {"title": title, "content": text, "url": "http://127.0.0.1/page"}
            for title, text in self.pages[start : start + 10]
        ]
        return {"query": asked["q"], "number_of_results": self.total, "results": results}


@contextmanager
def serving() -> Iterator[Engine]:
    state = Engine()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            parts = urlsplit(self.path)
            asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
            state.asked.append(asked)
            if state.answer is not None:
                state.answer(self)
            elif parts.path == GOOGLE and (asked["key"], asked["cx"]) == (KEY, ENGINE):
                reply(self, state.google(asked))
            elif parts.path == SEARXNG and asked["format"] == "json":
                reply(self, state.searxng(asked))
            else:
                reply(self, b"<html>Forbidden</html>", 403)

        def log_message(self, *_arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    state.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def reply(handler: BaseHTTPRequestHandler, value: Any, code: int = 200, **headers: str) -> None:
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    handler.send_response(code)
    for name, text in headers.items():
        handler.send_header(name.replace("_", "-"), text)
    handler.end_headers()
    try:
        handler.wfile.write(body)
    except (BrokenPipeError, ConnectionResetError):
        return  # the client had enough
