"""What of an archive is read together: files of other tools that are only whole with others.

brat keeps text and annotations apart, doccano has a file for each annotator. What describes such
files and is no document itself, a card or a configuration, is passed over where they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from annotation.errors import RecordError
from annotation.formats.detection import Format
from annotation.formats.exchange import brat, brat_reading, doccano
from annotation.formats.source import Source, mebibytes
from annotation.formats.zip_archive import Archive
from annotation.records import Document

MAX_TOGETHER_BYTES = 256 * 1024 * 1024
"""Files of several annotators are held in memory until all of them are there."""

_DESCRIPTIONS = frozenset({"readme.md", "config.xml"})
_CONFIGURATIONS = ".conf"


class Gathered:
    """Goes through the files of an archive, and sets aside what is read together."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._pairs = brat_reading.pairs_in(archive.paths)
        self._table = brat_reading.Table()
        self._doccano: dict[str, Source] = {}
        self._size = 0
        self._is_of_a_tool = bool(self._pairs)

    def paths(self) -> Iterator[str]:
        """Yield the files that are read alone, those that may be descriptions at the end."""
        paired = {*self._pairs, *self._pairs.values()}
        alone = [path for path in self._archive.paths if path not in paired]
        yield from (path for path in alone if not _may_describe(path))
        yield from (path for path in alone if _may_describe(path) and not self._is_of_a_tool)

    def takes(self, path: str, member: Source, found: Format) -> bool:
        """Set a file aside if it is read with others; raises RecordError where it is too much."""
        self._is_of_a_tool |= found in (Format.DOCCANO, Format.LABEL_STUDIO, Format.BRAT)
        if self._pairs and PurePosixPath(path).name == brat.TABLE:
            return self._table.take(path, member)
        if found is not Format.DOCCANO:
            return False
        self._size += member.size
        if self._size > MAX_TOGETHER_BYTES:
            most = mebibytes(MAX_TOGETHER_BYTES)
            raise RecordError(f"with the other annotators' files it has more than {most}")
        self._doccano[path] = member
        return True

    def documents(self) -> Iterator[Document | RecordError]:
        """Read what was set aside."""
        if self._pairs:
            yield from brat_reading.read_together(self._archive, self._pairs, self._table)
        if self._doccano:
            yield from doccano.read_together(self._archive.source, self._doccano)


def _may_describe(path: str) -> bool:
    name = PurePosixPath(path).name.lower()
    return name in _DESCRIPTIONS or name.endswith(_CONFIGURATIONS)
