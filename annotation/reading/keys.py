"""Keys of fields as they are read: "firstName" and "first_name" are the first name."""

from __future__ import annotations

import re

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def readable_key(key: str) -> str:
    """Return the words of a key, without the name space before them."""
    return _HUMP.sub(" ", key.rpartition(":")[2].replace("_", " ").replace(".", " ")).strip()


def label_at(text: str, place: int, key: str) -> str:
    """Return a key as the label of a line that begins at a place of a text."""
    apart = "" if place == 0 or text[place - 1] == "\n" else "\n"
    return f"{apart}{readable_key(key)}: "
