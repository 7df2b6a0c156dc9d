"""What a chunk of a dump holds for us, as bytes that can be appended to files."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ontology.wikidata.items import PROPERTIES, BrokenLineError, Item, is_left_out, parse_item
from ontology.wikidata.slicing import slice_item

ITEM = np.dtype(
    [
        ("number", "<u4"),
        ("names", "<u8"),
        ("length", "<u4"),
        ("edges", "<u2"),
        ("sitelinks", "<u2"),
    ]
)
"""An item with a name: where its names stand, how many edges follow, how well known it is."""

EDGE = np.dtype([("source", "<u4"), ("target", "<u4"), ("property", "u1")])
"""One statement; `property` counts in PROPERTIES."""

NUMBER = np.dtype("<u4")

_MOST = 0xFFFF


@dataclass(slots=True)
class Counts:
    """What was seen of a dump; `broken` lines are counted, and the first of them numbered."""

    lines: int = 0
    items: int = 0
    others: int = 0
    humans: int = 0
    left_out: int = 0
    nameless: int = 0
    broken: int = 0
    broken_lines: list[int] = field(default_factory=list)

    MOST_BROKEN_LINES = 1000

    def add(self, other: Counts) -> None:
        """Count a later stretch of the same dump; its line numbers start at 1."""
        free = self.MOST_BROKEN_LINES - len(self.broken_lines)
        self.broken_lines += [self.lines + number for number in other.broken_lines[:free]]
        for name in ("lines", "items", "others", "humans", "left_out", "nameless", "broken"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True, slots=True)
class Block:
    """The items of some lines: ITEM records, their names, EDGE records, what humans point to."""

    items: bytes
    names: bytes
    edges: bytes
    related: bytes
    counts: Counts


def read_block(data: bytes) -> Block:
    """Read the lines of a chunk."""
    counts = Counts()
    items: list[tuple[int, int, int, int, int]] = []
    edges: list[tuple[int, int, int]] = []
    names = bytearray()
    related: set[int] = set()
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        item = _read_line(line, number, counts)
        if item is None:
            continue
        related.update(item.related)
        if not item.names:
            continue
        text = "\n".join(item.names).encode("utf-8", "replace")
        own = _edges(item)
        items.append((item.number, len(names), len(text), len(own), min(item.sitelinks, _MOST)))
        names += text
        edges += own
    counts.lines = len(lines) - (not lines[-1])
    return Block(
        np.array(items, ITEM).tobytes(),
        bytes(names),
        np.array(edges, EDGE).tobytes(),
        np.array(sorted(related), NUMBER).tobytes(),
        counts,
    )


def _read_line(line: bytes, number: int, counts: Counts) -> Item | None:
    line = line.strip().removeprefix(b"\xef\xbb\xbf").lstrip(b"[ ").rstrip(b", ")
    if line.endswith(b"}]"):
        line = line[:-1]
    if line in {b"", b"]"}:
        return None
    try:
        item = slice_item(line) or parse_item(line)
    except BrokenLineError:
        counts.broken += 1
        if len(counts.broken_lines) < Counts.MOST_BROKEN_LINES:
            counts.broken_lines.append(number)
        return None
    if item is None:
        counts.others += 1
        return None
    counts.items += 1
    counts.humans += item.is_human
    if not item.names:
        counts.left_out += is_left_out(item.parents or {})
        counts.nameless += not is_left_out(item.parents or {})
    return item


def _edges(item: Item) -> list[tuple[int, int, int]]:
    parents = item.parents or {}
    edges = [
        (item.number, target, number)
        for number, name in enumerate(PROPERTIES)
        for target in parents.get(name, ())
    ]
    return edges[:_MOST]
