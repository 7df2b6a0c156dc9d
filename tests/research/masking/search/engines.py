"""A search engine on this machine that speaks as Google's Programmable Search and as SearXNG do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.local_server import answering, reply

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

    def answer(handler: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(handler.path)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        state.asked.append(asked)
        if state.answer is not None:
            state.answer(handler)
        elif parts.path == GOOGLE and (asked["key"], asked["cx"]) == (KEY, ENGINE):
            reply(handler, state.google(asked))
        elif parts.path == SEARXNG and asked["format"] == "json":
            reply(handler, state.searxng(asked))
        else:
            reply(handler, b"<html>Forbidden</html>", 403)

    with answering(answer) as state.address:
        yield state
