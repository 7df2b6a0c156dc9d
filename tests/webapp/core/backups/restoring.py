"""The documented backup and restore, done with the tools that docs/running.md names."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from webapp.platform.extensions import db


@dataclass(frozen=True)
class Backup:
    """A copy of the database of the application that runs."""

    folder: Path

    @property
    def copy(self) -> Path:
        return self.folder / "backup"

    def take(self) -> None:
        """Copy the database, while it is in use."""
        if _is_sqlite():
            connection = sqlite3.connect(db.engine.url.database)
            connection.execute("VACUUM INTO ?", (str(self.copy),))
            connection.close()
        else:
            _run("pg_dump", *_server(), "--file", str(self.copy), db.engine.url.database)

    def restore(self) -> None:
        """Put the copy in place."""
        db.session.remove()
        db.engine.dispose()
        name = db.engine.url.database
        if _is_sqlite():
            for remains in ("-wal", "-shm"):
                Path(name + remains).unlink(missing_ok=True)
            shutil.copyfile(self.copy, name)
        else:
            _run("dropdb", *_server(), "--force", name)
            _run("createdb", *_server(), name)
            _run(
                "psql",
                *_server(),
                "--quiet",
                "--set",
                "ON_ERROR_STOP=1",
                "--file",
                str(self.copy),
                name,
            )


def _is_sqlite() -> bool:
    return db.engine.dialect.name == "sqlite"


def _server() -> list[str]:
    url = db.engine.url
    return ["--host", url.host, "--port", str(url.port), "--username", url.username]


def _run(tool: str, *arguments: str) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not on this machine")
    subprocess.run([tool, *arguments], check=True, capture_output=True)
