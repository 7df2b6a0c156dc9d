"""Word lists packed as a trie in one string, as the npm package efrt packs them.

Nodes are separated by ";". A node is a run of ends ("ab,c") and of beginnings each followed by the
reference of the node that goes on ("ab0"); "!" says that a word ends where the node begins.
References count from the next node; the first of them are shared and stand in front ("0:4Q").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SHARED = re.compile(r"([0-9A-Z]+):([0-9A-Z]+)")
_PIECE = re.compile(r"([^A-Z0-9,]+)([A-Z0-9,]+)?")
_BASE = 36


def unpack_words(packed: str) -> list[str]:
    """Return the words of a packed list, sorted."""
    nodes = packed.split(";")
    shared = []
    while nodes and (match := _SHARED.fullmatch(nodes[0])):
        shared.append(_number(match[2]))
        nodes.pop(0)
    return sorted(set(_Packed(tuple(nodes), tuple(shared)).iter_words(0, "")))


def _number(reference: str) -> int:
    """Read a reference: all of one digit come before all of two, in base 36."""
    shorter: int = sum(_BASE**length for length in range(1, len(reference)))
    return shorter + int(reference, _BASE)


@dataclass(frozen=True, slots=True)
class _Packed:
    nodes: tuple[str, ...]
    shared: tuple[int, ...]

    def iter_words(self, place: int, beginning: str) -> Iterator[str]:
        """Yield the words that go on at a node."""
        node = self.nodes[place]
        if node.startswith("!"):
            yield beginning
            node = node[1:]
        for piece, reference in _PIECE.findall(node):
            if reference in {"", ","}:
                yield beginning + piece
            else:
                yield from self.iter_words(self._target(reference, place), beginning + piece)

    def _target(self, reference: str, place: int) -> int:
        number = _number(reference)
        if number < len(self.shared):
            return self.shared[number]
        return place + number + 1 - len(self.shared)
