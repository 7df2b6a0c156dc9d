"""How many people of a project all choices of a document fit: the k of k-anonymity, by counting.

A person fits a text of a list if their profile has it, or the original, or any more specific text
of that list; so k never falls with a more general choice. What fits whom is computed once for a
document, as a payload: people whom no text of the document tells apart are one group in it, and
the people whom a text fits are a set of groups. Counting for all choices is then an intersection.

Source: Samarati and Sweeney (1998); the choices of a document are the quasi-identifiers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from random import Random
from typing import TypedDict

from annotation.records import MASK, Mention
from names.folding import fold
from privacy.facts import Profile, fits_everybody, iter_lists

MOST_PEOPLE = 10_000
"""So many people are counted; of more, a sample."""

_SEED = 12


class KPayload(TypedDict):
    """Whom the texts of a document fit, as JSON.

    `people` are counted, of `known` people; `groups` are the sizes of the groups that they make.
    `sets` are sets of groups, as hexadecimal numbers whose lowest bit is the first group; `fits`
    has for each mention the set of each of its texts, `originals` the set of its original.
    """

    people: int
    known: int
    is_sample: bool
    groups: list[int]
    sets: list[str]
    fits: dict[str, dict[str, int]]
    originals: dict[str, int]


class People:
    """The people of a project, or a sample of them, found by what is said of them."""

    def __init__(self, profiles: Iterable[Profile]) -> None:
        known = sorted(profiles, key=lambda profile: profile.person)
        self.known = len(known)
        self.is_sample = self.known > MOST_PEOPLE
        counted = Random(_SEED).sample(known, MOST_PEOPLE) if self.is_sample else known  # noqa: S311 - a sample, no secret
        self._numbers = {profile.person: number for number, profile in enumerate(counted)}
        having: dict[str, list[int]] = {}
        for number, profile in enumerate(counted):
            for text in profile.texts:
                having.setdefault(text, []).append(number)
        self._with = {text: _bits_of(numbers, len(counted)) for text, numbers in having.items()}
        """The people of each text, as the bits of a number."""

    def __len__(self) -> int:
        return len(self._numbers)

    def payload(self, mentions: Iterable[Mention], *, person: str | None = None) -> KPayload:
        """Compute whom the texts of a document's mentions fit.

        `person` is the key of whom the document is about: they fit whatever is offered, and are
        counted where a sample lacks them.
        """
        sets = _Sets(len(self), self._numbers.get(person, len(self)) if person else None)
        fits, originals = {}, {}
        for mention in mentions:
            own = self._with.get(fold(mention.span_text), 0)
            originals[mention.mention_id] = sets.add(own)
            fits[mention.mention_id] = {
                text: sets.add(fitting) for text, fitting in self._fitting(mention, own).items()
            }
        groups, bits = sets.grouped()
        return KPayload(
            people=sets.people,
            known=self.known,
            is_sample=self.is_sample,
            groups=groups,
            sets=bits,
            fits=fits,
            originals=originals,
        )

    def _fitting(self, mention: Mention, own: int) -> dict[str, int]:
        """Return the people whom each text of a mention fits, but for `***`."""
        everybody = (1 << len(self)) - 1
        lists = [[text for text in texts if text != MASK] for texts in iter_lists(mention)]
        found = {
            text: everybody
            if fits_everybody(text, mention.entity_type)
            else own | self._with.get(fold(text), 0)
            for texts in lists
            for text in texts
        }
        while _widen(found, lists):  # a text may stand in several lists, in another order
            pass
        return found


def _widen(found: dict[str, int], lists: Sequence[Sequence[str]]) -> bool:
    """Add to each text the people whom the texts before it fit; tell whether any were added."""
    before = dict(found)
    for texts in lists:
        fitting = 0
        for text in texts:
            fitting = found[text] = found[text] | fitting
    return found != before


def _bits_of(numbers: Sequence[int], count: int) -> int:
    """Return the number whose bits are set at some places below a count."""
    bits = bytearray(count // 8 + 1)
    for number in numbers:
        bits[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(bits, "little")


class _Sets:
    """Sets of people, each once; `person` is in all of them."""

    def __init__(self, people: int, person: int | None) -> None:
        self._own = 0 if person is None else 1 << person
        self.people = max(people, 0 if person is None else person + 1)
        self._sets: dict[int, int] = {}

    def add(self, people: int) -> int:
        """Take in a set; returns its number."""
        return self._sets.setdefault(people | self._own, len(self._sets))

    def grouped(self) -> tuple[list[int], list[str]]:
        """Return the sizes of the groups that are in the same sets, and the sets as groups.

        Groups are in the order of their memberships: so, sets have long runs, and pack well.
        """
        import numpy as np  # noqa: PLC0415 - who counts by a payload does without

        if not self._sets:
            return [self.people] if self.people else [], []
        size = self.people // 8 + 1
        rows = b"".join(each.to_bytes(size, "little") for each in self._sets)
        members = np.frombuffer(rows, np.uint8).reshape(len(self._sets), size)
        bits = np.unpackbits(members, axis=1, count=self.people, bitorder="little")
        memberships = np.ascontiguousarray(np.packbits(bits.T, axis=1))
        width = memberships.shape[1]
        groups, sizes = np.unique(memberships.view(f"V{width}"), return_counts=True)
        table = np.unpackbits(groups.view(np.uint8).reshape(-1, width), axis=1)
        columns = np.packbits(table[:, : len(self._sets)].T, axis=1, bitorder="little")
        return sizes.tolist(), [f"{int.from_bytes(each.tobytes(), 'little'):x}" for each in columns]


def count_fitting(payload: KPayload, chosen: Mapping[str, str]) -> int:
    """Return how many people all choices fit, given the text chosen for each mention.

    `***`, mentions that the payload does not know and mentions without a choice fit everybody. A
    text that no list offers, such as one that an annotator wrote, counts as the original, which it
    covers: its true count may be larger.
    """
    fitting = (1 << len(payload["groups"])) - 1
    for mention_id, text in chosen.items():
        if text != MASK and mention_id in payload["fits"]:
            original = payload["originals"][mention_id]
            fitting &= int(payload["sets"][payload["fits"][mention_id].get(text, original)], 16)
    bits = reversed(f"{fitting:b}")
    return sum(compress(payload["groups"], map(int, bits)))
