"""Names of files and folders that are names of annotators, which may hold any character."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from pathlib import PureWindowsPath
from urllib.parse import unquote

_UNSAFE = frozenset('%/\\:*?"<>|') | {chr(code) for code in (*range(0x20), 0x7F)}
_MOST_BYTES = 120


class FileNames:
    """Gives each annotator a name of a file, which can be stored anywhere and is no other's."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._names: dict[str, str] = {}
        self._taken = {name.casefold() for name in reserved}

    def of(self, annotator: str) -> str:
        """Return the name for an annotator, the same one every time."""
        if annotator not in self._names:
            self._names[annotator] = name = self._free(_safe(annotator))
            self._taken.add(name.casefold())
        return self._names[annotator]

    def _free(self, name: str) -> str:
        number, free = 1, name
        while free.casefold() in self._taken:
            number += 1
            free = f"{name} ({number})"
        return free


def annotator_in(name: str) -> str:
    """Return the annotator whose file has this name."""
    return unquote(name).strip()


def _safe(name: str) -> str:
    """Write what some system can't store as URLs do, up to a length.

    A dot in front would hide a file, Windows takes none at the end and no names of devices.
    """
    is_device = PureWindowsPath(name).is_reserved()
    last = len(name) - 1
    written = [
        f"%{ord(character):02X}"
        if character in _UNSAFE or (character == "." and at in (0, last)) or (is_device and at == 0)
        else character
        for at, character in enumerate(name)
    ]
    sizes = accumulate(len(each.encode()) for each in written)
    kept = (each for each, size in zip(written, sizes, strict=True) if size <= _MOST_BYTES)
    return "".join(kept).rstrip(". ")
