"""A folder of background documents, searched in place of the web: nothing leaves this machine.

SQLite's full-text index (FTS5) holds the texts; words are compared without case and accents.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from masking.errors import SearchError
from masking.search import TOP, Page, SearchAnswer

SUFFIXES = frozenset({".txt", ".md"})
"""Files that hold plain text; others are left out."""
_SCHEMA = """
CREATE VIRTUAL TABLE documents
    USING fts5(title UNINDEXED, text, tokenize = 'unicode61 remove_diacritics 2');
CREATE TABLE facts (checksum TEXT NOT NULL, documents INTEGER NOT NULL);
"""


def read_folder(folder: Path) -> Iterator[Page]:
    """Yield the texts of a folder and those below it; raises SearchError, which names the file."""
    if not folder.is_dir():
        raise SearchError(f"There is no folder {folder} of background documents.")
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in SUFFIXES and path.is_file():
            try:
                yield Page(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError) as error:
                raise SearchError(f"{path} can't be read as text in UTF-8: {error}") from error


def build_collection(path: Path, pages: Iterable[Page]) -> int:
    """Index pages in a new file; return how many there were.

    An index that is there is replaced once the new one is whole. Raises SearchError.
    """
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.unlink(missing_ok=True)
    digest = hashlib.sha256()
    number = 0
    try:
        with closing(sqlite3.connect(unfinished)) as database, database:
            database.executescript(_SCHEMA)
            for page in pages:
                digest.update(f"{page.title}\0{page.text}\0".encode())
                database.execute("INSERT INTO documents VALUES (?, ?)", (page.title, page.text))
                number += 1
            checksum = digest.hexdigest()[:16]
            database.execute("INSERT INTO facts VALUES (?, ?)", (checksum, number))
        unfinished.replace(path)
    except (OSError, sqlite3.Error) as error:
        raise SearchError(f"The collection {path} can't be written: {error}") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return number


class Collection:
    """An index that `build_collection` wrote; one per thread."""

    warning = None

    def __init__(self, path: Path) -> None:
        """Open an index for reading; raises SearchError."""
        if not path.is_file():
            raise SearchError(f"There is no collection of background documents {path}.")
        try:
            self._database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
            facts = "SELECT checksum, documents FROM facts"
            checksum, self.size = self._database.execute(facts).fetchone()
        except (sqlite3.Error, TypeError) as error:
            raise SearchError(f"{path} holds no collection: {error}") from error
        self.identity = f"collection {checksum}"

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def search(self, name: str, span: str) -> SearchAnswer:
        """Return the documents with the span word for word and all words of the name."""
        query = " ".join(f'"{_plain(each)}"' for each in [span, *name.split()] if _plain(each))
        if not query:
            return SearchAnswer([], 0)
        count = "SELECT count(*) FROM documents WHERE documents MATCH ?"
        first = "SELECT title, text FROM documents WHERE documents MATCH ? ORDER BY rank LIMIT ?"
        try:
            (hits,) = self._database.execute(count, (query,)).fetchone()
            rows = self._database.execute(first, (query, TOP)).fetchall() if hits else []
        except sqlite3.Error as error:
            raise SearchError(f"The collection can't be searched: {error}") from error
        return SearchAnswer([Page(title, text) for title, text in rows], hits)


def _plain(text: str) -> str:
    """Take out what FTS5 reads as syntax within quotes; nothing stays of signs alone."""
    plain = text.replace('"', " ").replace("\0", " ").strip()
    return plain if any(map(str.isalnum, plain)) else ""
