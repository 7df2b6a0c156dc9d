"""How many people of a project all choices of a document fit: the k of k-anonymity, by counting.

A person fits a text of a list if their profile has it, or the original, or any more specific text
of that list; so k never falls with a more general choice. What fits whom is computed once for a
document, as a payload: people whom no text of the document tells apart are one group in it, and
the people whom a text fits are a set of groups. Counting for all choices is then an intersection.

Source: Samarati and Sweeney (1998); the choices of a document are the quasi-identifiers.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress, pairwise
from random import Random
from typing import TYPE_CHECKING, TypedDict

from annotation.records import MASK, Mention
from ontology.folding import fold
from privacy.facts import Profile, fits_everybody, iter_lists

if TYPE_CHECKING:  # NumPy, which a web process counts without
    import numpy as np
    from numpy.typing import NDArray

    Booleans = NDArray[np.bool_]

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
        self._with: dict[str, array[int]] = {}
        for number, profile in enumerate(counted):
            for text in profile.texts:
                self._with.setdefault(text, array("i")).append(number)

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
            own = self._saying(mention.span_text)
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

    def _saying(self, text: str) -> Booleans:
        """Return of whom a text is said, shape (people,)."""
        import numpy as np  # noqa: PLC0415 - see above

        people = np.zeros(len(self), np.bool_)
        people[np.frombuffer(self._with.get(fold(text), b""), np.intc)] = True
        return people

    def _fitting(self, mention: Mention, own: Booleans) -> dict[str, Booleans]:
        """Return the people whom each text of a mention fits, but for `***`."""
        lists = [[text for text in texts if text != MASK] for texts in iter_lists(mention)]
        found = {
            text: own | fits_everybody(text, mention.entity_type) | self._saying(text)
            for texts in lists
            for text in texts
        }
        while _widen(found, lists):  # a text may stand in several lists, in another order
            pass
        return found


def _widen(found: dict[str, Booleans], lists: Sequence[Sequence[str]]) -> bool:
    """Add to each text the people whom the texts before it fit; tell whether any were added."""
    is_wider = False
    for texts in lists:
        for before, text in pairwise(texts):
            wider = found[text] | found[before]
            is_wider |= bool((wider != found[text]).any())
            found[text] = wider
    return is_wider


class _Sets:
    """Sets of people, each once; `person` is in all of them."""

    def __init__(self, people: int, person: int | None) -> None:
        self._person = person
        self.people = max(people, 0 if person is None else person + 1)
        self._sets: dict[bytes, int] = {}

    def add(self, people: Booleans) -> int:
        """Take in a set; returns its number."""
        import numpy as np  # noqa: PLC0415 - see above

        members = np.zeros(self.people, np.bool_)
        members[: len(people)] = people
        if self._person is not None:
            members[self._person] = True
        return self._sets.setdefault(members.tobytes(), len(self._sets))

    def grouped(self) -> tuple[list[int], list[str]]:
        """Return the sizes of the groups that are in the same sets, and the sets as groups."""
        import numpy as np  # noqa: PLC0415 - see above

        if not self.people:
            return [], ["0"] * len(self._sets)
        sets = np.frombuffer(b"".join(self._sets), np.bool_).reshape(-1, self.people)
        _, firsts, sizes = np.unique(
            np.packbits(sets, axis=0), axis=1, return_index=True, return_counts=True
        )
        packed = np.packbits(sets[:, firsts], axis=1, bitorder="little")
        return sizes.tolist(), [f"{int.from_bytes(row.tobytes(), 'little'):x}" for row in packed]


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
