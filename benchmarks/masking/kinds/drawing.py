"""Short texts with a name planted in them: drawn by a seed, the same ones every time."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import NamedTuple

from benchmarks.masking.kinds import said
from benchmarks.masking.kinds.frames import (
    Case,
    Domain,
    Group,
    Kind,
    Names,
    Origin,
    Passages,
    Place,
)
from masking.evaluation.coverage import Span

PEOPLE = 30
"""The number of people of each kind, equally many of each origin."""
FEWEST_LETTERS_TO_DIVIDE = 6
"""In a name of which both halves are still parts of a name."""
WIDTHS = range(52, 84)
"""In characters: lines of paragraphs in which a word is divided at a line's end."""
_OPEN, _CLOSE = "\ue000", "\ue001"
"""Stand around what is planted while a text is put together: of no script, without capitals."""
_PLANTED = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}")
_FIELD = re.compile(r"\{(name|given|surname|initial|GIVEN|SURNAME|number|said|head|tail)\}")


class Person(NamedTuple):
    """Somebody whose name is planted."""

    given: str
    surname: str


@dataclass(frozen=True, slots=True)
class PlantedText:
    """A text and where in it the planted name or identifier stands."""

    group: Group
    kind: str
    """With the case, where it is not plain."""
    text: str
    planted: tuple[Span, ...]


def draw_texts(
    kinds: Sequence[Kind], names: Names, passages: Passages, *, seed: int, each: int
) -> Iterator[PlantedText]:
    """Yield the texts of all kinds in their order: each frame in each case for so many people.

    What is drawn for a kind does not depend on the other kinds.
    """
    for kind in kinds:
        random = Random(f"{seed} {kind.group} {kind.name}")  # noqa: S311 - made-up texts, no secrets
        people = _people(random, names, kind)
        for case in kind.cases:
            for frame in kind.frames:
                for person in random.sample(people, min(each, len(people))):
                    yield _Drawing(random, kind, case, person).text(frame, passages)


def _people(random: Random, names: Names, kind: Kind) -> list[Person]:
    origins = (names.scripts[kind.names],) if kind.names else names.origins
    people = [each for origin in origins for each in _of(random, origin, PEOPLE // len(origins))]
    if kind.inside:
        return [each for each in people if len(_divided(each)) >= FEWEST_LETTERS_TO_DIVIDE]
    return people


def _divided(person: Person) -> str:
    """Return the word of a name that something stands within."""
    return person.surname.split()[-1]


def _of(random: Random, origin: Origin, count: int) -> Iterator[Person]:
    """Yield people of one origin; no name comes again before all others came."""
    given, surnames = (_endlessly(random, pool) for pool in (origin.given, origin.surnames))
    return map(Person, islice(given, count), surnames)


def _endlessly(random: Random, pool: Sequence[str]) -> Iterator[str]:
    while True:
        yield from random.sample(pool, len(pool))


@dataclass(frozen=True, slots=True)
class _Drawing:
    random: Random
    kind: Kind
    case: Case
    person: Person

    def text(self, frame: str, passages: Passages) -> PlantedText:
        """Return the frame with the name in it, in prose."""
        domain = self.random.choice(self.kind.domains)
        sentences = list(self.random.choice(passages[domain]))
        form = self.random.choice(self.kind.forms)
        sure = self._filled(self.random.choice(self.kind.before)) if self.kind.before else ""
        frame = frame.replace("{name}", form)
        if self.kind.inside:
            frame = frame.replace("{surname}", self.kind.inside)
        planted = self._cased(self._filled(frame))
        content = self._laid_out(domain, sentences, _PLANTED.sub(r"\1", sure), planted)
        if self.case is Case.SMALL and self.random.randint(0, 1):
            content = content.lower()  # who writes so writes all so
        name = self.kind.name if self.case is Case.PLAIN else f"{self.kind.name}, {self.case}"
        return PlantedText(self.kind.group, name, *_unmarked(content))

    def _filled(self, frame: str) -> str:
        number = str(self.random.randint(10_000, 999_999))
        given, surname = self.person.given, self.person.surname
        spoken = said.draw(self.random, self.kind.said, given, surname) if self.kind.said else ""
        half = len(surname) - len(_divided(self.person)) // 2
        values = {"given": given, "surname": surname, "said": spoken}
        values |= {"head": surname[:half], "tail": surname[half:]}
        values |= {"GIVEN": given.upper(), "SURNAME": surname.upper()}
        marked = {field: f"{_OPEN}{value}{_CLOSE}" for field, value in values.items()}
        marked |= {"number": number, "initial": given[0]}
        return _FIELD.sub(lambda found: marked[found[1]], frame)

    def _cased(self, frame: str) -> str:
        """Return the frame with the name, or with all of it, in the case that is drawn."""
        if self.case is Case.PLAIN:
            return frame
        change = str.upper if self.case is Case.CAPITALS else str.lower
        if self.random.randint(0, 1):
            return change(frame)
        return _PLANTED.sub(lambda found: change(found[0]), frame)

    def _laid_out(self, domain: Domain, sentences: list[str], sure: str, planted: str) -> str:
        """Return the text with the frame at its place."""
        joint = "\n" if domain is Domain.CHAT else " "
        if sure:
            sentences.insert(0, sure)
        at = self.random.randint(1, len(sentences) - 1)
        before, after = joint.join(sentences[:at]), joint.join(sentences[at:])
        match self.kind.place:
            case Place.TOP:
                return f"{planted}\n{before}{joint}{after}\n"
            case Place.END:
                return f"{before}{joint}{after}\n{planted}\n"
            case Place.INLINE if planted[-1] in ".!?":
                if "\n" in planted:
                    return _wrapped(f"{before} {planted} {after}") + "\n"
                return f"{before}{joint}{planted}{joint}{after}\n"
        return f"{before}\n{planted}\n{after}\n"


def _wrapped(paragraph: str) -> str:
    """Return a paragraph in lines, the one word that a line end divides at a line's end.

    The width is the one at which the line with the division is fullest.
    """
    start, end = paragraph.split("\n")

    def lines_before(width: int) -> list[str]:
        return textwrap.wrap(start, width, break_on_hyphens=False)

    width = max(WIDTHS, key=lambda width: len(lines_before(width)[-1]) / width)
    rest = textwrap.wrap(end, width, break_on_hyphens=False)
    return "\n".join([*lines_before(width), *rest])


def _unmarked(content: str) -> tuple[str, tuple[Span, ...]]:
    """Return a text without the signs around what is planted, and where that stands."""
    text, planted, at = "", [], 0
    for found in _PLANTED.finditer(content):
        text += content[at : found.start()]
        planted.append((len(text), len(text) + len(found[1])))
        text += found[1]
        at = found.end()
    return text + content[at:], tuple(planted)
