"""The original files of documents, kept so that these can go out in the layout they came in."""

from __future__ import annotations

from collections.abc import Callable

from annotation.formats import Source

MAX_ORIGINAL_BYTES = 32 * 1024 * 1024
"""A larger file is read and not kept: its document goes out in a new one."""


def check_size(on_note: Callable[[str], None], _doc_id: str, source: Source) -> None:
    """Say of a file that is too large to be kept what that means."""
    if source.size > MAX_ORIGINAL_BYTES:
        most = MAX_ORIGINAL_BYTES // 1024 // 1024
        on_note(f"{source.name}: over {most} MiB: anonymized, it will not have its layout")


class OriginalFiles:
    """The original files of documents that are read and wait to be written to the database."""

    def __init__(self) -> None:
        self._waiting: dict[str, bytes] = {}

    def keep(self, doc_id: str, source: Source) -> None:
        """Keep the file of a document; of two with one name the first is the document's."""
        if source.size <= MAX_ORIGINAL_BYTES and doc_id not in self._waiting:
            self._waiting[doc_id] = source.read(MAX_ORIGINAL_BYTES)

    def size(self) -> int:
        """Return how many bytes wait."""
        return sum(map(len, self._waiting.values()))

    def take(self) -> dict[str, bytes]:
        """Return what waits, by doc_id, and keep nothing."""
        taken, self._waiting = self._waiting, {}
        return taken
