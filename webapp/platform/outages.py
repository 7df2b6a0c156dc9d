"""What the machine refuses, in one sentence that names the place; a bug of ours is none of it."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError, OperationalError

_REFUSED = {
    errno.EACCES,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EIO,
    errno.EMFILE,
    errno.ENFILE,
    errno.ENOSPC,
    errno.EPERM,
    errno.EROFS,
}
"""Errors of files that tell of permissions, space and hardware: a missing file may be a bug."""

_OUT_OF_ORDER = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
"""Likewise of SQLite, whose OperationalError also is a wrong statement."""


def sentence_of(error: BaseException, *, home: Path, database_url: str) -> str | None:
    """Say what was refused and where, or nothing of an error that is no outage."""
    if isinstance(error, DBAPIError):
        return _of_database(error, database_url)
    if isinstance(error, OSError) and error.errno in _REFUSED:
        if error.filename is None:
            return f"{error.strerror}: the output, or a file in {home}, can't be written."
        return f"{error.filename} can't be used: {error.strerror}."
    return None


def _of_database(error: DBAPIError, database_url: str) -> str | None:
    url = make_url(database_url)
    if isinstance(error.orig, sqlite3.Error):
        return _of_sqlite(error.orig, url.database)
    if isinstance(error, OperationalError):
        place = f"{url.database} on {url.host or 'this machine'}, port {url.port or 5432}"
        reason = str(error.orig).strip().splitlines()[0].rpartition(": ")[2].strip()
        return f"The database {place}, can't be used: {reason}."
    return None


def _of_sqlite(error: sqlite3.Error, path: Path | str | None) -> str | None:
    if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _OUT_OF_ORDER:
        return None
    return f"{path} can't be used: {error}."
