"""The home folder is its owner's alone: texts, names, hashes and the secret key lie there."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from webapp.platform.errors import SettingError

OTHERS = stat.S_IRWXG | stat.S_IRWXO
MARKS = {"locks", "ontology", "palimpsest.sqlite3", "secret_key"}
"""By these names a folder is known for a home: any other may be open for good reason."""


def write_privately() -> None:
    """Let this process, and all that it starts, make files which only their owner may open."""
    os.umask(OTHERS)


def open_home(home: Path) -> None:
    """Make the home folder where there is none, and close one that was open to others.

    What lies directly in it is closed as well; below a closed folder nothing can be reached.
    Raises SettingError where it is no place for a home.
    """
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        inside = list(home.iterdir())
    except OSError as error:
        raise SettingError(f"{home} can't be the home folder: {error.strerror}.") from error
    if not os.access(home, os.W_OK | os.X_OK):
        raise SettingError(f"{home} can't be the home folder: nothing may be written there.")
    if _is_home(inside):
        _close(home, *inside)
    if _is_open(home):
        raise SettingError(
            f"{home} can't be the home folder: others may open it. As its owner: chmod 700 {home}"
        )


def _is_home(inside: Sequence[Path]) -> bool:
    return not inside or not MARKS.isdisjoint(path.name for path in inside)


def _close(*paths: Path) -> None:
    for path in paths:
        with suppress(OSError):  # what belongs to others, or is gone
            if _is_open(path):
                path.chmod(stat.S_IMODE(path.stat().st_mode) & ~OTHERS)


def _is_open(path: Path) -> bool:
    mode = path.lstat().st_mode
    return not stat.S_ISLNK(mode) and bool(mode & OTHERS)
