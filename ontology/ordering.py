"""Putting what covers a thing into the order of a list, where it may have several parents."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def nearest_first(thing: str, parents_of: Callable[[str], Iterable[str]]) -> list[str]:
    """Return all that covers a thing, nothing before what it covers; there must be no circle.

    Each is as far up as the longest way to it; of equally far ones the first parent's come first.
    """
    distances: dict[str, int] = {}

    def climb(start: str, distance: int) -> None:
        for parent in parents_of(start):
            if distances.get(parent, 0) < distance:
                distances[parent] = distance
                climb(parent, distance + 1)

    climb(thing, 1)
    return sorted(distances, key=distances.__getitem__)
