"""Looking terms up in a compiled index."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from names.folding import fold
from ontology.entries import Covered, Kind, Sense
from ontology.errors import MissingIndexError
from ontology.index import layout
from ontology.index.opening import open_files

if TYPE_CHECKING:
    from ontology.index.nearest import Nearest

CACHE_SIZE = 4096
"""How many senses, and how many chains, stay decoded: documents repeat names and kinds."""


class Index:
    """A compiled index; its files are mapped into memory, nothing is loaded."""

    def __init__(self, folder: Path) -> None:
        """Open the index in a folder; raises MissingIndexError where there is none to read."""
        self.folder = folder
        self.files = open_files(folder)
        self._sources: list[str] = self.manifest["sources"]
        self._chain = lru_cache(maxsize=CACHE_SIZE)(self._read_chain)
        self._sense = lru_cache(maxsize=CACHE_SIZE)(self._read_sense)
        try:
            self._kinds = [Kind(kind) for kind in self.manifest["kinds"]]
        except ValueError as error:
            raise MissingIndexError(f"the index in {folder} is of another version") from error

    @property
    def manifest(self) -> dict[str, Any]:
        """What the index says of itself: sources, versions, counts."""
        return self.files.manifest

    def lookup(self, name: str) -> list[Sense]:
        """Return the senses of a name, exact spellings first, then the more usual first."""
        return self._senses_of(fold(name), crc32(name.encode("utf-8", "surrogatepass")))

    def lookup_key(self, key: str) -> list[Sense]:
        """Return the senses of a folded name, as `near` gives it, the more usual first."""
        return self._senses_of(key, None)

    def near(self, name: str) -> list[tuple[str, int]]:
        """Return the folded terms within 15 % of the characters, the nearest first."""
        return self._nearest.find(fold(name))

    def count_below(self, generalization: str) -> int:
        """Return how many entries have this text among their generalizations."""
        found = (
            None
            if layout.UNSTORABLE.search(generalization)
            else self.files.below.get(generalization)
        )
        return int(found[0][0]) if found else 0

    def covered(self, text: str) -> Covered | None:
        """Return what a text covers, also through the texts below it; None for an unknown text."""
        found = None if layout.UNSTORABLE.search(text) else self.files.covered.get(text)
        if not found:
            return None
        count, inhabitants, weight = found[0]
        return Covered(count, round(inhabitants), weight)

    def iter_glosses(self, source: str) -> Iterator[str]:
        """Yield the phrases by which a source says what its things are, each once."""
        number = self._sources.index(source) if source in self._sources else None
        records = layout.SENSE.iter_unpack(self.files.senses)
        yield from map(self._string, {sense for *_, sense, _, _, of in records if of == number})

    def iter_senses(self, source: str) -> Iterator[Sense]:
        """Yield all that a source knows, each by its usual name."""
        number = self._sources.index(source) if source in self._sources else None
        for place, (*_, of) in enumerate(layout.SENSE.iter_unpack(self.files.senses)):
            if of == number:
                yield self._read_sense(place, True, True)  # noqa: FBT003 - the cache wants positions

    def __contains__(self, name: str) -> bool:
        return self._number(fold(name)) is not None

    def __len__(self) -> int:
        return len(self.files.terms)

    @cached_property
    def _nearest(self) -> Nearest:
        from ontology.index.nearest import Nearest  # noqa: PLC0415 - numpy only for who needs it

        return Nearest(self.files)

    def _number(self, key: str) -> int | None:
        number: int | None = None if layout.UNSTORABLE.search(key) else self.files.terms.get(key)
        return number

    def _senses_of(self, key: str, checksum: int | None) -> list[Sense]:
        number = self._number(key)
        if number is None:
            return []
        starts, size = self.files.starts, layout.POSTING.size
        here = self.files.postings[starts[number] * size : starts[number + 1] * size]
        found: dict[int, tuple[bool, bool]] = {}
        for sense, crc, has_capital in layout.POSTING.iter_unpack(here):
            if sense not in found or crc == checksum:  # a sense may have several such spellings
                found[sense] = (crc == checksum, bool(has_capital))
        senses = [
            self._sense(sense, is_exact, has_capital)
            for sense, (is_exact, has_capital) in found.items()
        ]
        senses.sort(key=lambda sense: not sense.is_exact)
        return senses

    def _read_sense(self, number: int, is_exact: bool, has_capital: bool) -> Sense:  # noqa: FBT001 - the cache wants positions, and so does speed
        place, name, sense, weight, kind, source = layout.SENSE.unpack_from(
            self.files.senses, number * layout.SENSE.size
        )
        return Sense(
            self._string(name),
            self._sources[source],
            self._kinds[kind],
            self._chain(place),
            self._string(sense),
            weight,
            is_exact,
            has_capital,
        )

    def _read_chain(self, place: int) -> tuple[str, ...]:
        generalizations = self.files.generalizations
        return tuple(
            map(self._string, generalizations[place + 1 : place + 1 + generalizations[place]])
        )

    def _string(self, number: int) -> str:
        offsets = self.files.offsets
        return self.files.strings[offsets[number] : offsets[number + 1]].decode()
