"""Aligning the layers of several annotators: one row for each stretch of text that some hide.

Spans of different annotators that overlap, directly or through others, are one row: they speak of
the same text, whatever their borders. What one annotator makes of a row is their *reading* of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Self

from annotation.correcting import outgoing_choice, outgoing_type
from annotation.options import options_of
from annotation.records import MASK, Json, Layer
from annotation.rendering import clusters, stretches
from annotation.types import IdentifierType, LabelledEnum, SemanticType


@dataclass(frozen=True, slots=True)
class Part:
    """A span that is hidden: code points, what it is, and the text that takes its place.

    The text is None where nothing is replaced, or nothing was chosen.
    """

    start: int
    end: int
    entity_type: SemanticType
    identifier_type: IdentifierType
    text: str | None = None

    @property
    def borders(self) -> tuple[int, int]:
        """Where it starts and ends."""
        return self.start, self.end

    def to_json(self) -> dict[str, Json]:
        """Return the JSON value that `from_json` reads."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Json]) -> Self:
        """Return a stored part; raises ValueError or TypeError for anything else."""
        part = cls(**value)  # type: ignore[arg-type] # what was stored was one
        types = SemanticType(part.entity_type), IdentifierType(part.identifier_type)
        return replace(part, entity_type=types[0], identifier_type=types[1])


Reading = tuple[Part, ...]
"""What somebody hides in a row, in text order; nothing where they hide none of it."""


def digest_of(readings: Iterable[Reading]) -> str:
    """Name some readings by what they say, in whatever order: 64 hexadecimal digits."""
    said = sorted(json.dumps([part.to_json() for part in reading]) for reading in readings)
    return hashlib.sha256("\n".join(said).encode()).hexdigest()


class Difference(LabelledEnum):
    """What the readings of a row differ in; the first that is true counts."""

    NONE = "none", "All agree", "All annotators hide the same and replace it by the same."
    PRESENCE = "presence", "Hidden by some", "Some hide it and others leave it as it is."
    BORDERS = "borders", "Other borders", "All hide something here, with different borders."
    TYPES = "types", "Other types", "All hide the same words, and take them for something else."
    TEXTS = "texts", "Other replacements", "All hide the same words, and replace them otherwise."


@dataclass(frozen=True, slots=True)
class Row:
    """A stretch of text with what each annotator makes of it, the most frequent reading first.

    Readings as frequent stand from the most specific text to the most general, as in the lists.
    `candidates` is what the lists offer; where nothing is replaced there are none.
    """

    start: int
    end: int
    readings: Mapping[Reading, tuple[str, ...]]
    candidates: tuple[str, ...] = ()

    def is_complete(self, reading: Reading) -> bool:
        """Whether a reading says all that a verdict has to: what goes out, if anything does."""
        return not self.candidates or all(part.text for part in reading)

    @property
    def digest(self) -> str:
        """What the annotators have here, by its digest: a verdict keeps which one it answered."""
        return digest_of(self.readings)

    def is_answered_by(self, reading: Reading, digest: str) -> bool:
        """Whether a verdict on what had this digest still holds.

        It does where annotators have what they had, or by now all have what was settled.
        """
        return digest == self.digest or set(self.readings) == {reading}

    @property
    def annotators(self) -> int:
        """How many annotators have a reading of it: all of the document."""
        return sum(map(len, self.readings.values()))

    @property
    def majority(self) -> Reading | None:
        """The reading that more annotators have than any other; None for a tie."""
        (first, names), *others = self.readings.items()
        is_tie = bool(others) and len(others[0][1]) == len(names)
        return None if is_tie else first

    @property
    def difference(self) -> Difference:
        """What the readings differ in."""
        readings = list(self.readings)
        if len(readings) == 1:
            return Difference.NONE
        if not all(readings):
            return Difference.PRESENCE
        if len({tuple(part.borders for part in reading) for reading in readings}) > 1:
            return Difference.BORDERS
        untexted = {tuple(replace(part, text=None) for part in reading) for reading in readings}
        return Difference.TYPES if len(untexted) > 1 else Difference.TEXTS

    def of(self, annotator: str) -> Reading | None:
        """Return the reading of one annotator; None where they are none of the document."""
        found = (reading for reading, names in self.readings.items() if annotator in names)
        return next(found, None)


def rows_of(text: str, layers: Sequence[Layer], *, chooses: bool) -> list[Row]:
    """Align whole layers, one of each annotator by whose name it goes, in text order.

    Where annotators choose replacements, what they chose is part of their reading.
    """
    views = {layer.name: tuple(_parts(text, layer, chooses=chooses)) for layer in layers}
    parts = list(dict.fromkeys(part for view in views.values() for part in view))
    offered = _offered(text, layers) if chooses else {}
    rows = []
    for cluster in clusters(parts):
        start, end = min(part.start for part in cluster), max(part.end for part in cluster)
        readings: dict[Reading, tuple[str, ...]] = {}
        for name, view in views.items():
            reading = tuple(part for part in view if start <= part.start < end)
            readings[reading] = (*readings.get(reading, ()), name)
        borders = dict.fromkeys(part.borders for part in cluster)
        listed = dict.fromkeys(each for place in borders for each in offered.get(place, ()))
        candidates = tuple(sorted(listed, key=MASK.__eq__))  # the one that says nothing comes last
        rows.append(Row(start, end, _ordered(readings, candidates), candidates))
    return rows


def _parts(text: str, layer: Layer, *, chooses: bool) -> Iterator[Part]:
    """Yield what a layer hides; overlapping spans are one, and the leading one says as what."""
    mentions = [replace(each, identifier_type=outgoing_type(each)) for each in layer.mentions]
    for stretch in stretches(text, mentions):
        leading = stretch.mentions[0]
        chosen = outgoing_choice(leading, layer.name) if chooses else None
        kind = leading.entity_type, leading.identifier_type
        yield Part(stretch.start, stretch.end, *kind, chosen)


def _offered(text: str, layers: Sequence[Layer]) -> dict[tuple[int, int], list[str]]:
    """Collect what the lists of leading mentions offer, by their borders."""
    offered: dict[tuple[int, int], list[str]] = {}
    for layer in layers:
        for stretch in stretches(text, layer.mentions):
            texts = [option.text for option in options_of(stretch.mentions[0].replacement)]
            offered.setdefault((stretch.start, stretch.end), []).extend(texts)
    return offered


def _ordered(
    readings: Mapping[Reading, tuple[str, ...]], candidates: Sequence[str]
) -> dict[Reading, tuple[str, ...]]:
    places = {text: place for place, text in enumerate(candidates)}

    def order(item: tuple[Reading, tuple[str, ...]]) -> tuple[int, list[int], str]:
        reading, names = item
        levels = [places.get(part.text or "", len(places)) for part in reading]
        return -len(names), levels, repr(reading)

    return dict(sorted(readings.items(), key=order))
