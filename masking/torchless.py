"""spaCy without torch, which it imports wherever that is installed: three seconds and 200 MB.

The pipeline that comes along computes with numpy; so do most that are no transformers. Whoever
shares a process with us may want spaCy with torch, so only programs of ours hide it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from threading import get_ident
from types import ModuleType

HIDDEN = "torch"
LIBRARY = "thinc"
"""The library under spaCy that looks for torch, once, when it is first imported."""


class _Hiding:
    """A finder by which one thread finds no torch; other threads may import it meanwhile."""

    def __init__(self) -> None:
        self._thread = get_ident()

    def find_spec(
        self,
        name: str,
        _path: Sequence[str] | None = None,
        _target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Refuse torch in this thread, and leave all else to the finders behind."""
        if name == HIDDEN and get_ident() == self._thread:
            raise ModuleNotFoundError(f"{HIDDEN} is hidden here", name=HIDDEN)
        return None


@contextmanager
def without_torch() -> Iterator[None]:
    """Import spaCy in this block as if torch were not installed.

    Where spaCy or torch is imported already, nothing changes.
    """
    if LIBRARY in sys.modules or HIDDEN in sys.modules:
        yield
        return
    finder = _Hiding()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
