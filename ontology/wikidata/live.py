"""Asking a live Wikidata, where a setting names one: the names of spans leave this machine then."""

from __future__ import annotations

import logging
import math
import time
from collections import OrderedDict
from collections.abc import Iterable
from http.client import HTTPException
from threading import Lock
from typing import Any, ClassVar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import orjson

from annotation.sources import ListSource
from names.folding import fold
from ontology.entries import Sense
from ontology.wikidata.concepts import Chains, Concept
from ontology.wikidata.items import PROPERTIES, BrokenLineError, Item, is_left_out, parse_item
from ontology.wikidata.vocabulary import is_removed

logger = logging.getLogger(__name__)

USER_AGENT = "Palimpsest (text anonymization by generalization)"


class LiveError(Exception):
    """The endpoint did not answer as it should; the message holds no text of a document."""


class _NoRedirects(HTTPRedirectHandler):
    """What is asked goes to the endpoint that the setting names, and nowhere else."""

    def redirect_request(self, *_arguments: object) -> None:
        """Refuse."""


class LiveWikidata:
    """The last one asked. It never raises: what fails is logged, counted, and answers nothing.

    After a failure nothing is sent for a while, so that a long import does not wait for each span.
    """

    SECONDS: ClassVar[float] = 5.0
    """For one name, all requests together."""
    PAUSE_SECONDS: ClassVar[float] = 30.0
    MAX_BYTES: ClassVar[int] = 16 * 1024 * 1024
    CACHE_SIZE: ClassVar[int] = 10_000
    """How many names and how many items are cached."""
    MAX_GENERALIZATIONS: ClassVar[int] = 4
    MAX_ITEMS: ClassVar[int] = 3

    def __init__(self, endpoint: str, *, seconds: float = SECONDS) -> None:
        """Name the endpoint, an address that ends in `api.php`; nothing is sent yet."""
        self.failures = 0
        self.last_failure = ""
        self._endpoint = endpoint
        self._seconds = seconds
        self._opener = build_opener(_NoRedirects)
        self._answers: OrderedDict[str, list[Sense]] = OrderedDict()
        self._items: OrderedDict[int, Item | None] = OrderedDict()
        self._silent_until = 0.0
        self._lock = Lock()

    def lookup(self, name: str) -> list[Sense]:
        """Return the senses of a name that an item has letter for letter, or but for its case."""
        with self._lock:
            if name in self._answers:
                self._answers.move_to_end(name)
                return self._answers[name]
            if time.monotonic() < self._silent_until:
                return []
            try:
                found = self._ask(name, time.monotonic() + self._seconds)
            except (LiveError, HTTPException, OSError, BrokenLineError) as error:
                self._fail(error)
                return []
            except Exception as error:  # an answer of an unknown shape must not end a proposal
                self._fail(error)
                return []
            _cache(self._answers, name, found, self.CACHE_SIZE)
            return found

    def count_below(self, _generalization: str) -> int:
        """Return 0: nobody counted."""
        return 0

    def _fail(self, error: Exception) -> None:
        pause = self.PAUSE_SECONDS
        message = type(error).__name__
        if isinstance(error, HTTPError):
            message = f"HTTP {error.code}"
            after = error.headers.get("Retry-After", "")
            pause = max(pause, min(float(after), 3600.0)) if after.isdigit() else pause
        elif isinstance(error, LiveError):
            message = str(error)
        self.failures += 1
        self.last_failure = message
        self._silent_until = time.monotonic() + pause
        logger.warning("live Wikidata: %s; nothing is asked for %d s", message, pause)

    def _ask(self, name: str, deadline: float) -> list[Sense]:
        found = self._get(
            deadline,
            action="wbsearchentities",
            search=name,
            language="en",
            uselang="en",
            type="item",
            limit=str(self.MAX_ITEMS * 2),
        )
        numbers = [
            int(hit["id"][1:])
            for hit in found["search"]
            if fold(hit.get("match", {}).get("text", hit.get("label", ""))) == fold(name)
        ][: self.MAX_ITEMS]
        known = self._fetch(numbers, deadline)
        items = [item for number in numbers if (item := known.get(number)) and item.names]
        parents = self._fetch_above(items, deadline)
        senses = [sense for item in items for sense in self._senses(item, name, parents)]
        return sorted(senses, key=lambda sense: (not sense.is_exact, -sense.weight))

    def _fetch_above(self, items: Iterable[Item], deadline: float) -> dict[int, Item]:
        """Return the items above some items, first parent by first parent."""
        above: dict[int, Item] = {}
        wanted = {
            targets[0] for item in items for targets in (item.parents or {}).values() if targets
        }
        for _ in range(self.MAX_GENERALIZATIONS):
            new = self._fetch(sorted(wanted - above.keys()), deadline)
            if not new:
                break
            above |= new
            wanted = {
                targets[0]
                for item in new.values()
                if (targets := (item.parents or {}).get(ListSource.SUBCLASS_OF, ()))
            }
        return above

    def _fetch(self, numbers: list[int], deadline: float) -> dict[int, Item]:
        missing = [number for number in numbers if number not in self._items]
        if missing:
            answer = self._get(
                deadline,
                action="wbgetentities",
                ids="|".join(f"Q{number}" for number in missing),
                props="labels|aliases|claims|sitelinks",
                languages="en|mul",
            )
            for number in missing:
                entity = answer["entities"].get(f"Q{number}", {})
                item = parse_item(orjson.dumps(entity)) if "missing" not in entity else None
                _cache(self._items, number, item, self.CACHE_SIZE)
        found = {number: self._items.get(number) for number in numbers}
        return {number: item for number, item in found.items() if item is not None}

    def _senses(self, item: Item, name: str, above: dict[int, Item]) -> list[Sense]:
        parents = item.parents or {}
        if item.is_human or is_left_out(parents):
            return []
        chains = {
            property_: Chains(chain, chain)
            for property_ in PROPERTIES
            if (targets := parents.get(property_)) and (chain := _chain_from(targets[0], above))
        }
        concept = Concept(f"Q{item.number}", item.names, chains, math.log10(1 + item.sitelinks))
        return [
            Sense(
                term=item.names[0],
                source=source,
                kind=entry.kind,
                generalizations=entry.generalizations,
                sense=f"{entry.generalizations[0]} (Wikidata, live)",
                weight=entry.weight,
                is_exact=name in item.names,
                has_capital=item.names[0] != item.names[0].lower(),
            )
            for source, entry in concept.entries()
        ]

    def _get(self, deadline: float, **parameters: str) -> dict[str, Any]:
        """Return what the endpoint answers; raises LiveError, HTTPException or OSError."""
        query = urlencode({**parameters, "format": "json", "formatversion": "1"})
        request = Request(  # noqa: S310 - the setting allows http and https only
            f"{self._endpoint}?{query}", headers={"User-Agent": USER_AGENT}
        )
        body = bytearray()
        with self._opener.open(request, timeout=_left(deadline)) as response:
            while data := response.read1(65_536):
                body += data
                _left(deadline)
                if len(body) > self.MAX_BYTES:
                    raise LiveError(f"an answer of more than {self.MAX_BYTES:,} bytes")
        try:
            answer = orjson.loads(body)
        except orjson.JSONDecodeError as error:
            raise LiveError("an answer that is no JSON") from error
        if not isinstance(answer, dict) or "error" in answer:
            raise LiveError("an answer that says error")
        return answer


def _chain_from(number: int, above: dict[int, Item]) -> tuple[str, ...]:
    """Return the labels from an item upwards, first parent by first parent."""
    labels: dict[str, None] = {}
    seen: set[int] = set()
    while number in above and number not in seen:
        seen.add(number)
        item = above[number]
        if item.names and not is_removed(item.names[0]):
            labels[item.names[0]] = None
        targets = (item.parents or {}).get(ListSource.SUBCLASS_OF, ())
        if not targets:
            break
        number = targets[0]
    return tuple(labels)


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise LiveError("too slow an answer")
    return left


def _cache(cache: OrderedDict[Any, Any], key: object, value: object, most: int) -> None:
    cache[key] = value
    if len(cache) > most:
        cache.popitem(last=False)
