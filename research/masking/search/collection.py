"""A folder of background documents, searched in place of the web: nothing leaves this machine.

SQLite's full-text index (FTS5) holds the texts; words are compared without case and accents.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from annotation.errors import RecordError
from annotation.formats import Format, read_documents
from research.errors import SearchError
from research.masking.search import TOP, Page, SearchAnswer

SUFFIXES = frozenset({".txt", ".md"})
"""Files that hold plain text; others are left out."""
_SCHEMA = (
    "CREATE VIRTUAL TABLE documents"
    " USING fts5(title UNINDEXED, text, tokenize = 'unicode61 remove_diacritics 2')",
    "CREATE TABLE facts (checksum TEXT NOT NULL, documents INTEGER NOT NULL)",
)


def read_folder(folder: Path) -> Iterator[Page]:
    """Yield the texts of a folder and those below it; raises SearchError, which names the file."""
    texts, _ = list_folder(folder)
    return (read_page(path, folder) for path in texts)


def list_folder(folder: Path) -> tuple[list[Path], list[Path]]:
    """Return the files of a folder and those below it that hold text, and the others.

    Hidden ones are neither. Raises SearchError where there is no folder, or no text in it.
    """
    if not folder.is_dir():
        raise SearchError(f"There is no folder {folder} of background documents.")
    files = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and not any(part[0] == "." for part in path.relative_to(folder).parts)
    )
    texts = [path for path in files if path.suffix.lower() in SUFFIXES]
    if not texts:
        raise SearchError(f"{folder} holds no file that is read: {', '.join(sorted(SUFFIXES))}.")
    return texts, [path for path in files if path.suffix.lower() not in SUFFIXES]


def read_page(path: Path, folder: Path, on_note: Callable[[str], None] | None = None) -> Page:
    """Read a text, titled by its place in the folder; raises SearchError, which names the file.

    `on_note` is called with the encoding that was guessed.
    """
    try:
        (document,) = read_documents(path, format=Format.TEXT, name=str(path), on_note=on_note)
    except RecordError as error:
        raise SearchError(str(error)) from error
    except OSError as error:
        raise SearchError(f"{path}: {error.strerror}") from error
    # Names of files are bytes, of any encoding.
    title = os.fsencode(path.relative_to(folder)).decode("utf-8", errors="replace")
    return Page(title, document.text)


def build_collection(path: Path, pages: Iterable[Page]) -> int:
    """Index pages in a new file that only its owner may open; return how many there were.

    It grows as `path`.new beside, and takes the place of an index that is there once it is whole;
    what a killed build left there is begun anew. Raises SearchError, also where there is no page,
    or where somebody else is building the same.
    """
    unfinished = path.with_name(f"{path.name}.new")
    try:
        with _locked(unfinished) as database:
            try:
                number = _index(pages, database)
                unfinished.replace(path)
            except BaseException:
                database.rollback()
                unfinished.unlink(missing_ok=True)
                raise
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise SearchError(f"The collection {path} can't be written: {reason}.") from error
    return number


@contextmanager
def _locked(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database which nobody else can change before it is closed, in a transaction."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    with closing(sqlite3.connect(path, timeout=0)) as database:
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("BEGIN EXCLUSIVE")  # takes back what a killed build wrote
        yield database


def _index(pages: Iterable[Page], database: sqlite3.Connection) -> int:
    """Write pages into an empty database and commit."""
    digest = hashlib.sha256()
    number = 0
    for statement in _SCHEMA:
        database.execute(statement)
    for page in pages:
        digest.update(f"{page.title}\0{page.text}\0".encode())
        database.execute("INSERT INTO documents VALUES (?, ?)", (page.title, page.text))
        number += 1
    if not number:
        raise SearchError("There is no background document: a collection needs one.")
    database.execute("INSERT INTO facts VALUES (?, ?)", (digest.hexdigest()[:16], number))
    database.commit()
    return number


class Collection:
    """An index that `build_collection` wrote; one per thread."""

    recipient = None

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
