"""A small Wikidata on this machine, which speaks its API."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.local_server import answering, reply
from tests.ontology.wikidata.dumps import item

ENTITIES = {
    f"Q{entity['id'][1:]}": entity
    for entity in [
        item(1, "Brackwater", aliases=["Old Brackwater"], sitelinks=9, P31=[10]),
        item(2, "Brackwater", sitelinks=99, P31=[5]),
        item(3, "Brackwater United", P31=[30]),
        item(10, "village", P279=[11]),
        item(11, "human settlement", P279=[12]),
        item(12, "entity", P279=[10]),
        item(30, "football club", P279=[31]),
        item(31, "sports organization"),
    ]
}


@dataclass
class Server:
    """A Wikidata of a few items; `answer` may be replaced by something that goes wrong."""

    asked: list[dict[str, list[str]]] = field(default_factory=list)
    answer: Callable[[BaseHTTPRequestHandler, dict[str, list[str]]], None] | None = None
    endpoint: str = ""

    def search(self, name: str) -> dict[str, Any]:
        hits = [
            {"id": key, "label": text, "match": {"type": "label", "language": "en", "text": text}}
            for key, entity in ENTITIES.items()
            for text in self._names(entity)
            if text.lower().startswith(name.lower())
        ]
        return {"searchinfo": {"search": name}, "search": hits, "success": 1}

    def _names(self, entity: dict[str, Any]) -> list[str]:
        aliases = [alias["value"] for alias in entity["aliases"].get("en", [])]
        return [entity["labels"]["en"]["value"], *aliases]

    def get(self, ids: str) -> dict[str, Any]:
        return {
            "entities": {
                key: ENTITIES.get(key, {"id": key, "missing": ""}) for key in ids.split("|")
            }
        }


@contextmanager
def serving() -> Iterator[Server]:
    state = Server()

    def answer(handler: BaseHTTPRequestHandler) -> None:
        asked = parse_qs(urlsplit(handler.path).query)
        state.asked.append(asked)
        if state.answer is not None:
            state.answer(handler, asked)
        elif asked["action"] == ["wbsearchentities"]:
            reply(handler, state.search(asked["search"][0]))
        else:
            reply(handler, state.get(asked["ids"][0]))

    with answering(answer) as address:
        state.endpoint = f"{address}/w/api.php"
        yield state
