"""The JSON store: a folder with one WikiReplace record a document, readable without this program.

A record is replaced whole or not at all, at whatever instant its writer is killed. Records are
personal data: only the owner of the folder may read them. What is no record (locks, leftovers of
killed writers) has a name that starts with a dot.
"""

import hashlib
import json
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from filelock import FileLock, Timeout

from annotation.errors import RecordError
from annotation.records import Json

Record = Mapping[str, Json]
"""A WikiReplace record as a JSON object."""

LOCK_TIMEOUT_S = 30
"""The seconds to wait for another writer of a document; a killed one lets go at once."""

SLUG_LENGTH = 60
DIGEST_LENGTH = 32
"""Hexadecimal digits: 128 bits, so that nobody finds two doc_ids of one name."""


@dataclass(frozen=True, slots=True)
class StoreReport:
    """Where the store differs from what it should hold.

    `surplus` names files that belong to no expected document, the others name documents by doc_id.
    """

    missing: tuple[str, ...] = ()
    different: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()
    surplus: tuple[str, ...] = ()

    @property
    def is_clean(self) -> bool:
        """Whether the store holds exactly what was expected."""
        return not (self.missing or self.different or self.unreadable or self.surplus)

    def to_json(self) -> dict[str, Json]:
        """Return the report as a JSON object."""
        return {
            "missing": list(self.missing),
            "different": list(self.different),
            "unreadable": list(self.unreadable),
            "surplus": list(self.surplus),
        }


class DocumentStore:
    """The records of one project in a folder, which is made when the first is written."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def path_of(self, doc_id: str) -> Path:
        """Return where a document's record lies: a readable name made unique by a digest."""
        return self.root / f"{_stem(doc_id)}.json"

    @contextmanager
    def locked(self, doc_id: str) -> Iterator[None]:
        """Hold a document's lock against other threads and processes; one thread may nest it.

        Raises TimeoutError when another holds it for longer than LOCK_TIMEOUT_S.
        """
        with self._lock(_stem(doc_id)):
            yield

    def write(self, record: Record) -> None:
        """Put a record in place of the document's earlier one, safely on disk when this returns."""
        doc_id = record.get("doc_id")
        if not isinstance(doc_id, str):
            raise RecordError("a record needs a doc_id")
        content = _encoded(record)
        path = self.path_of(doc_id)
        temporary = self.root / f".{path.stem}.tmp"
        with self.locked(doc_id):
            try:
                _write_to_disk(temporary, content)
                temporary.replace(path)
            except OSError:
                temporary.unlink(missing_ok=True)
                raise
            self._sync_folder()

    def read(self, doc_id: str) -> dict[str, Json] | None:
        """Return a document's record, or None where the store has none.

        Raises RecordError where the file holds no JSON object, OSError where it can't be opened.
        """
        path = self.path_of(doc_id)
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        try:
            return _decoded(content)
        except (ValueError, RecursionError) as error:
            problem = "the stored record is not a JSON object"
            raise RecordError(problem, file=path.name, doc_id=doc_id) from error

    def delete(self, doc_id: str) -> None:
        """Remove a document's record if there is one."""
        if not self.root.exists():
            return
        with self.locked(doc_id):
            self.path_of(doc_id).unlink(missing_ok=True)
            self._sync_folder()
            # Its name begins like the doc_id; who waits for it finds it gone and makes a new one.
            self._lock_path(_stem(doc_id)).unlink(missing_ok=True)

    def iter_paths(self) -> Iterator[Path]:
        """Yield the paths of the records, by name."""
        if not self.root.exists():
            return
        for path in sorted(self.root.glob("*.json")):
            if path.is_file() and not path.name.startswith("."):
                yield path

    def prune(self, doc_ids: Iterable[str]) -> list[str]:
        """Remove the files of all documents but these; return the names of what was removed."""
        surplus = self._surplus({self.path_of(doc_id).name for doc_id in doc_ids})
        for name in surplus:
            (self.root / name).unlink(missing_ok=True)
        if surplus:
            self._sync_folder()
        return surplus

    def sweep(self) -> int:
        """Remove the files that killed writers left, sparing living writers; return how many."""
        removed = 0
        for temporary in self.root.glob(".*.tmp"):
            try:
                with self._lock(temporary.stem.removeprefix(".")).acquire(timeout=0):
                    temporary.unlink(missing_ok=True)
            except Timeout:
                continue
            removed += 1
        return removed

    def compare(self, expected: Iterable[tuple[str, Record]]) -> StoreReport:
        """Compare the store with (doc_id, record) pairs, holding one record at a time.

        The order of keys counts: in a selection it decides a tied vote.
        """
        missing: list[str] = []
        different: list[str] = []
        unreadable: list[str] = []
        names: set[str] = set()
        for doc_id, record in expected:
            names.add(self.path_of(doc_id).name)
            try:
                stored = self.read(doc_id)
            except (RecordError, OSError):
                unreadable.append(doc_id)
                continue
            if stored is None:
                missing.append(doc_id)
            elif _encoded(stored) != _encoded(record):
                different.append(doc_id)
        return StoreReport(
            missing=tuple(missing),
            different=tuple(different),
            unreadable=tuple(unreadable),
            surplus=tuple(self._surplus(names)),
        )

    def _surplus(self, expected_names: set[str]) -> list[str]:
        return [path.name for path in self.iter_paths() if path.name not in expected_names]

    def _lock(self, stem: str) -> FileLock:
        path = self._lock_path(stem)
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.parent.mkdir(mode=0o700, exist_ok=True)
        # One object per path and process, counting per thread: this is what makes the lock nest.
        return FileLock(path, mode=0o600, timeout=LOCK_TIMEOUT_S, is_singleton=True)

    def _lock_path(self, stem: str) -> Path:
        return self.root / ".locks" / f"{stem}.lock"

    def _sync_folder(self) -> None:
        """Make a renaming or removal survive a power cut."""
        descriptor = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _stem(doc_id: str) -> str:
    # Only the beginning is shown, and decomposing hostile strings takes time.
    letters = unicodedata.normalize("NFKD", doc_id[: 4 * SLUG_LENGTH]).lower()
    ascii_only = letters.encode("ascii", "ignore").decode("ascii")
    slug = re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")[:SLUG_LENGTH].rstrip("-")
    # JSON allows lone surrogates, which UTF-8 does not.
    digest = hashlib.sha256(doc_id.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{slug or 'document'}-{digest[:DIGEST_LENGTH]}"


def _encoded(record: Record) -> bytes:
    text = json.dumps(record, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    # A lone surrogate, the one thing UTF-8 refuses, becomes \udXXX: its escape in JSON.
    return text.encode("utf-8", "backslashreplace")


def _decoded(content: bytes) -> dict[str, Json]:
    record = json.loads(content.decode("utf-8"), parse_constant=_refuse_constant)
    if not isinstance(record, dict):
        raise ValueError("not an object")  # noqa: TRY004  # what the file holds is wrong, not a type
    return record


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _write_to_disk(path: Path, content: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
    with os.fdopen(os.open(path, flags, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
