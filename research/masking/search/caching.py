"""Answers remembered in a SQLite file, and requests spaced out, around any search client.

The file holds what was searched for: it is as confidential as the documents. It is readable by its
owner alone.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from research.errors import SearchError
from research.masking.search import Page, SearchAnswer, SearchClient
from research.masking.search.fetching import RefusedError

INTERVAL = 1.0
"""Seconds between two searches, one or two requests each."""
_LOCK_SECONDS = 30.0
_SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    source TEXT NOT NULL, name TEXT NOT NULL, span TEXT NOT NULL, answer TEXT NOT NULL,
    PRIMARY KEY (source, name, span)
) WITHOUT ROWID
"""


class CachedClient:
    """Asks another client at most once for the same, and never faster than agreed.

    After a refusal nothing is asked until the pause is over: what would be, raises SearchError.
    """

    def __init__(
        self,
        client: SearchClient,
        path: Path,
        *,
        interval: float = INTERVAL,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Open or make the file; raises SearchError where that can't be done."""
        self.client = client
        self._interval = interval
        self._clock, self._sleep = clock, sleep
        self._free_at = self._silent_until = clock()
        try:
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            self._database = sqlite3.connect(path, timeout=_LOCK_SECONDS)
            self._database.execute(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise SearchError(f"The cache of searches {path} can't be used: {error}") from error

    @property
    def identity(self) -> str:
        """That of the client."""
        return self.client.identity

    @property
    def recipient(self) -> str | None:
        """That of the client."""
        return self.client.recipient

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def search(self, name: str, span: str) -> SearchAnswer:
        """Return the remembered answer, or ask for it; raises SearchError."""
        key = (self.identity, name, span)
        query = "SELECT answer FROM answers WHERE source = ? AND name = ? AND span = ?"
        known = self._database.execute(query, key).fetchone()
        if known:
            return _decode(known[0])
        answer = self._ask(name, span)
        with self._database:
            self._database.execute(
                "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", (*key, _encode(answer))
            )
        return answer

    def _ask(self, name: str, span: str) -> SearchAnswer:
        if self._clock() < self._silent_until:
            raise SearchError("The search engine asked for a pause, which is not over.")
        if (wait := self._free_at - self._clock()) > 0:
            self._sleep(wait)
        self._free_at = self._clock() + self._interval
        try:
            return self.client.search(name, span)
        except RefusedError as error:
            self._silent_until = self._clock() + error.pause
            raise


def _encode(answer: SearchAnswer) -> str:
    pages = [[page.title, page.text] for page in answer.pages]
    return json.dumps({"hits": answer.hits, "pages": pages}, ensure_ascii=False)


def _decode(text: str) -> SearchAnswer:
    value: dict[str, Any] = json.loads(text)
    return SearchAnswer([Page(*page) for page in value["pages"]], value["hits"])
