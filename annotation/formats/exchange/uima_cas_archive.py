"""Where the files of UIMA CAS XMI lie in an archive, which may have archives in it.

INCEpTION's export of a project has one for each annotator of a document, in folders of the
documents; that of a document is one itself: the `.xmi` and `TypeSystem.xml`, which has its types.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath

from annotation.errors import RecordError
from annotation.formats import zip_archive
from annotation.formats.exchange.cards import NAME as CARD
from annotation.formats.exchange.uima_cas import SUFFIX, TYPES_FILE
from annotation.formats.source import Source
from annotation.formats.zip_archive import Allowance, Archive

Place = tuple[str, ...]
"""The path of an `.xmi`, after that of the archive that it lies in, if that lies in another."""

_PROJECT = re.compile(r"(.*/)?(exportedproject\w*\.json|(annotation|curation)/[^/]+/[^/]+\.zip)")
_NO_XMI = "there is no UIMA CAS XMI (.xmi) in it: export with that as the format"
_NO_TYPES = f"there is no {TYPES_FILE} beside it or in a folder above, which says what is in it"


def looks_so(names: Iterable[str]) -> bool:
    """Whether an archive of these files holds CAS with their types, or is a project's export."""
    names = list(names)
    return _is_project(names) or (any(map(_is_xmi, names)) and any(map(_is_types, names)))


class CasArchive:
    """The CAS in an open archive."""

    def __init__(self, archive: Archive, allowance: Allowance) -> None:
        self._archive = archive
        self._allowance = allowance

    def files(self) -> Iterator[tuple[Place, Source] | RecordError]:
        """Yield every `.xmi`, or why one can't be unpacked; raises RecordError if there is none."""
        is_empty = True
        for path in self._archive.paths:
            try:
                for place in self._places(path):
                    is_empty = False
                    yield place, self.file(place)
            except RecordError as fault:
                is_empty = False
                yield fault.located(file=self._archive.file_of(path))
        if is_empty:
            raise RecordError(_NO_XMI)

    @property
    def others(self) -> int:
        """The number of files that are not read; a project has its texts beside its CAS."""
        paths = self._archive.paths
        return 0 if _is_project(paths) else sum(not _belongs(path) for path in paths)

    def file(self, place: Place) -> Source:
        """Unpack an `.xmi`; raises RecordError."""
        with self._around(place) as archive:
            return archive.member(place[-1])

    def types(self, place: Place) -> Source:
        """Unpack the types of an `.xmi`, the nearest ones; raises RecordError."""
        with self._around(place) as archive:
            of_folder = {
                PurePosixPath(path).parent: path for path in archive.paths if _is_types(path)
            }
            for folder in PurePosixPath(place[-1]).parents:
                if folder in of_folder:
                    return archive.member(of_folder[folder])
            raise RecordError(_NO_TYPES, file=archive.file_of(place[-1]))

    def _places(self, path: str) -> Iterator[Place]:
        if _is_xmi(path):
            yield (path,)
        elif _is_packed(path):
            with self._around((path, "")) as archive:
                found = [each for each in archive.paths if _is_xmi(each)]
            if not found:
                raise RecordError(_NO_XMI)
            for each in found:
                yield path, each

    @contextmanager
    def _around(self, place: Place) -> Iterator[Archive]:
        """Open the archive that a file lies in."""
        if len(place) == 1:
            yield self._archive
        else:
            member = self._archive.member(place[0])
            with zip_archive.opened(member, self._allowance) as inner:
                yield inner


@contextmanager
def opened(source: Source) -> Iterator[CasArchive]:
    """Open an archive; raises RecordError where it can't be read."""
    allowance = Allowance()
    with zip_archive.opened(source, allowance) as archive:
        yield CasArchive(archive, allowance)


def _is_project(paths: Iterable[str]) -> bool:
    return any(_PROJECT.fullmatch(path) for path in paths)


def _belongs(path: str) -> bool:
    is_card = PurePosixPath(path).name == CARD
    return is_card or _is_xmi(path) or _is_types(path) or _is_packed(path)


def _is_packed(path: str) -> bool:
    return path.lower().endswith(".zip")


def _is_xmi(path: str) -> bool:
    return path.lower().endswith(SUFFIX)


def _is_types(path: str) -> bool:
    return PurePosixPath(path).name.lower() == TYPES_FILE.lower()
