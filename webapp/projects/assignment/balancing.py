"""Giving documents to people so that their loads are as level as they can be.

This is the optimal semi-matching problem; the second step removes cost-reducing paths, and where
none is left no other sharing is more level (Harvey, Ladner, Lovász and Tamir, 2006, section 3).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

Holders = dict[int, set[int]]
"""document → the people who have it"""
Need = tuple[int, Sequence[int]]
"""how many people a document needs, and who may get it"""


def level_loads(needs: Mapping[int, Need], loads: Mapping[int, int]) -> dict[int, list[int]]:
    """Give each document the people it needs, or all who may get it if they are too few.

    `loads` says how much each person has already; their order decides between equals.
    """
    sharing = _Sharing(needs, loads)
    for document, (number, _) in needs.items():
        sharing.give_to_least_loaded(document, number)
    while path := sharing.levelling_path():
        sharing.pass_along(path)
    order = {person: place for place, person in enumerate(loads)}
    return {
        document: sorted(people, key=order.__getitem__)
        for document, people in sharing.given.items()
    }


class _Sharing:
    """An assignment in the making; `movable[a][b]` holds what a may pass to b, in order."""

    def __init__(self, needs: Mapping[int, Need], loads: Mapping[int, int]) -> None:
        self.allowed = {document: list(people) for document, (_, people) in needs.items()}
        self.loads = dict(loads)
        self.given: Holders = {document: set() for document in needs}
        self.movable: dict[int, dict[int, dict[int, None]]] = {
            giver: {taker: {} for taker in loads} for giver in loads
        }

    def give_to_least_loaded(self, document: int, number: int) -> None:
        """Give a document to those with the fewest, the first of equals first."""
        ranked = sorted(self.allowed[document], key=self.loads.__getitem__)
        for person in ranked[:number]:
            self.given[document].add(person)
            self.loads[person] += 1
        self._note_moves(document)

    def levelling_path(self) -> list[int] | None:
        """Find people who can each pass a document on, from one to somebody with two fewer."""
        for start in sorted(self.loads, key=lambda person: -self.loads[person]):
            came_from: dict[int, int | None] = {start: None}
            for person in self._reachable(start, came_from):
                if self.loads[person] <= self.loads[start] - 2:
                    return _trace(person, came_from)
        return None

    def pass_along(self, path: list[int]) -> None:
        """Let each person of a path pass one document to the next."""
        for giver, taker in pairwise(path):
            document = next(iter(self.movable[giver][taker]))
            self.given[document].remove(giver)
            self.given[document].add(taker)
            self._note_moves(document)
        self.loads[path[0]] -= 1
        self.loads[path[-1]] += 1

    def _reachable(self, start: int, came_from: dict[int, int | None]) -> Iterator[int]:
        waiting = deque([start])
        while waiting:
            giver = waiting.popleft()
            for taker, documents in self.movable[giver].items():
                if documents and taker not in came_from:
                    came_from[taker] = giver
                    waiting.append(taker)
                    yield taker

    def _note_moves(self, document: int) -> None:
        held_by = self.given[document]
        for giver in self.allowed[document]:
            for taker in self.allowed[document]:
                if giver in held_by and taker not in held_by:
                    self.movable[giver][taker][document] = None
                else:
                    self.movable[giver][taker].pop(document, None)


def _trace(person: int, came_from: Mapping[int, int | None]) -> list[int]:
    path = [person]
    while (previous := came_from[path[-1]]) is not None:
        path.append(previous)
    return path[::-1]
