"""Files with documents: one, or all of a folder and below it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from annotation.formats import is_hidden, places
from palimpsest.errors import PalimpsestError


def files_of(path: Path) -> Mapping[Path, str | None]:
    """Find the files of a path, each with the name of its document if that is not its own.

    Files of a folder come by name, without hidden ones. Raises PalimpsestError where there is none.
    """
    if path.is_file():
        return {path: None}
    found = sorted(each for each in path.rglob("*") if each.is_file())
    relative = {each: each.relative_to(path).as_posix() for each in found}
    named = places(place for place in relative.values() if not is_hidden(place))
    if not named:
        raise PalimpsestError(f"{path} holds no file.")
    return {each: named[place] for each, place in relative.items() if place in named}
