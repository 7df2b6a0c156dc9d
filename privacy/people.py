"""Made-up people, for the demo and for tests: a text about each, and a public page.

Nobody of them lives: names are put together from syllables, facts are drawn. The text has a layer
of mentions; the page tells the same facts in other words, and some that the text lacks. Who looks
for the person of a text among all pages finds nearly everybody while the originals stand there;
words that stay in clear (a hobby, what happened once) still give some away when all is generalized.
"""

from __future__ import annotations

import json
import re
from calendar import month_name
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from annotation.records import Document, Layer, Mention
from annotation.types import IdentifierType, SemanticType

WORDS = Path(__file__).parent / "made_up.json"
LAYER = "made up"
"""The name of the layer of mentions."""
TASK = "Hide who this text is about: "

_SLOT = re.compile(r"(?P<article>\b[Aa]/an )?\{(?P<slot>\w+)\}")
_PERSON = "person"
"""The entity that every text is about."""
_LONG_NAMES, _AT_HOME, _EVENTFUL, _HONOURED = 0.7, 0.5, 0.2, 0.4
"""How many have a surname of three syllables, work in their own country, lived through something
rare that gave them a nickname, wrote a book or got a prize."""
_RETIRED_BEFORE = 1955
"""Who was born before this year is retired."""
_COUNTED = "one two three four five six seven eight nine ten eleven twelve".split()
_ORDINALS = "first second third fourth".split()


@dataclass(frozen=True, slots=True)
class MadeUpPerson:
    """Somebody who never lived, the text to anonymize, and what is known of them in public."""

    key: str
    document: Document
    page: str


@dataclass(frozen=True, slots=True)
class _Fact:
    """What stands in a slot of a sentence; without a type it is no mention."""

    text: str
    type: SemanticType | None = None
    identifier: IdentifierType = IdentifierType.QUASI
    entity: str = ""
    """What the mention names, where that is not the text alone."""


_Facts = Mapping[str, _Fact]


def make_people(count: int = 1000, seed: int = 12) -> Iterator[MadeUpPerson]:
    """Yield people, the same ones for the same seed on every machine."""
    taken = set[str]()
    for number in range(1, count + 1):
        random = Random(f"{seed}-{number}")  # noqa: S311 - nothing is kept secret by it
        facts = _draw_facts(random, taken)
        key = f"made-up-{number:04}"
        text, mentions = _write(random, _words()["text"], facts)
        page, _ = _write(random, _words()["page"], facts)
        task = TASK + facts["name"].text
        document = Document(key, text, (Layer(LAYER, tuple(mentions)),), task=task)
        yield MadeUpPerson(key, document, page)


def _draw_facts(random: Random, taken: set[str]) -> _Facts:
    """Draw the facts of somebody whose name nobody before has."""
    words = _words()
    name, surname = _draw_name(random)
    while name in taken:
        name, surname = _draw_name(random)
    taken.add(name)
    is_woman = name.split()[0] in words["women"]
    pronouns = ("she", "her", "her") if is_woman else ("he", "his", "him")
    facts = {slot: _Fact(text) for slot, text in zip(("he", "his", "him"), pronouns, strict=True)}
    facts |= {slot.capitalize(): _Fact(fact.text.capitalize()) for slot, fact in facts.items()}
    for slot, text in (("name", name), ("surname", surname)):
        facts[slot] = _Fact(text, SemanticType.PERSON, IdentifierType.DIRECT, _PERSON)
    facts |= _draw_places(random) | _draw_work(random) | _draw_times(random) | _draw_family(random)
    return facts | _draw_leisure(random, facts["his"].text) | _draw_honours(random)


def _draw_name(random: Random) -> tuple[str, str]:
    words = _words()
    surname = random.choice(words["surname_starts"])
    if random.random() < _LONG_NAMES:
        surname += random.choice(words["surname_middles"])
    surname += random.choice(words["surname_ends"])
    return f"{random.choice(words['women'] + words['men'])} {surname}", surname


def _draw_places(random: Random) -> dict[str, _Fact]:
    country, nationality, cities = random.choice(_words()["countries"])
    birth, childhood, university = random.sample(cities.split(","), 3)
    _, _, others = random.choice(_words()["countries"])
    work = random.choice((cities if random.random() < _AT_HOME else others).split(","))
    home_country, _, home_cities = random.choice(_words()["countries"])
    places = {
        "country": country,
        "birth_city": birth,
        "childhood_city": childhood,
        "work_city": work,
        "home_city": random.choice(home_cities.split(",")),
        "home_country": home_country,
    }
    return {slot: _Fact(text, SemanticType.LOC) for slot, text in places.items()} | {
        "nationality": _Fact(nationality, SemanticType.DEM),
        "university": _Fact(f"University of {university}", SemanticType.ORG),
        "sibling_city": _Fact(random.choice(others.split(","))),
    }


def _draw_work(random: Random) -> dict[str, _Fact]:
    occupation, subject, employer = random.choice(_words()["careers"])
    _, company = _draw_name(random)
    jobs = {
        "occupation": occupation,
        "father_job": random.choice(_words()["parents"]),
        "mother_job": random.choice(_words()["parents"]),
        "spouse_job": random.choice(_words()["careers"])[0],
    }
    number = f"{random.choice('ABCDEFGH')}{random.randrange(10_000, 100_000)}"
    return {slot: _Fact(text, SemanticType.DEM) for slot, text in jobs.items()} | {
        "subject": _Fact(subject, SemanticType.MISC),
        "employer": _Fact(f"{company} {employer}", SemanticType.ORG),
        "salary": _Fact(f"{random.randrange(180, 900) * 100:,} euros", SemanticType.QUANTITY),
        "staff": _Fact(f"{random.randrange(12, 90)} people", SemanticType.QUANTITY),
        "code": _Fact(number, SemanticType.CODE, IdentifierType.DIRECT),
    }


def _draw_times(random: Random) -> dict[str, _Fact]:
    birth = random.randrange(1931, 1972)
    day, month = random.randrange(1, 29), month_name[random.randrange(1, 13)]
    graduation = birth + random.randrange(22, 28)
    joined = graduation + random.randrange(1, 9)
    years = {
        "birth_year": birth,
        "graduation": graduation,
        "joined": joined,
        "promoted": joined + random.randrange(2, 8),
        "married": birth + random.randrange(23, 34),
        "published": joined + random.randrange(1, 9),
        "awarded": joined + random.randrange(3, 9),
        "happened": birth + random.randrange(18, 34),
    }
    if birth < _RETIRED_BEFORE:
        years["retired"] = birth + random.randrange(62, 68)
    facts = {slot: _Fact(str(year), SemanticType.DATETIME) for slot, year in years.items()}
    age = f"{_COUNTED[random.randrange(2, 12)]} years old"
    return facts | {
        "birth_date": _Fact(f"{day} {month} {birth}", SemanticType.DATETIME),
        "birthday": _Fact(f"{month} {day}"),
        "age_moved": _Fact(age, SemanticType.DATETIME),
    }


def _draw_family(random: Random) -> dict[str, _Fact]:
    (spouse, _), (sibling, _) = _draw_name(random), _draw_name(random)
    children = _COUNTED[random.randrange(1, 6)]
    return {
        "spouse": _Fact(spouse, SemanticType.PERSON),
        "sibling": _Fact(sibling.split()[0]),
        "children": _Fact(children, SemanticType.QUANTITY, IdentifierType.NO_MASK),
        "nth": _Fact(random.choice(_ORDINALS)),
    }


def _draw_leisure(random: Random, his: str) -> dict[str, _Fact]:
    words = _words()
    hobby, hobby_page = random.choice(words["hobbies"])
    instrument = random.choice(words["instruments"])
    facts = {
        "hobby": _Fact(hobby),
        "hobby_page": _Fact(hobby_page),
        "instrument": _Fact(instrument, SemanticType.MISC, IdentifierType.NO_MASK),
        "saint": _Fact(random.choice(words["saints"])),
        "dog": _Fact(random.choice(words["dogs"])),
        "breakfast": _Fact(random.choice(words["breakfasts"])),
        "car_age": _Fact(_COUNTED[random.randrange(4, 12)]),
    }
    if random.random() < _EVENTFUL:
        event, event_page = (each.replace("{his}", his) for each in random.choice(words["events"]))
        companion, village = random.choice(words["companions"]), _draw_odd_name(random)
        facts["event"] = _Fact(f"{event} near {village}, together with {companion}")
        facts["event_page"] = _Fact(f"{event_page} ({companion} was there, too; {village} talks)")
        facts["nickname"] = _Fact(_draw_odd_name(random))
    return facts


def _draw_odd_name(random: Random) -> str:
    """Draw what nothing else is called."""
    parts = ("surname_starts", "surname_middles", "surname_middles")
    return "".join(random.choice(_words()[part]) for part in parts)


def _draw_honours(random: Random) -> dict[str, _Fact]:
    words, facts = _words(), dict[str, _Fact]()
    if random.random() < _HONOURED:
        title = random.choice(words["works"]).format(topic=random.choice(words["topics"]))
        facts["work"] = _Fact(title, SemanticType.MISC)
        facts["copies"] = _Fact(f"{random.randrange(3, 60) * 500:,} copies", SemanticType.QUANTITY)
    if random.random() < _HONOURED:
        facts["prize"] = _Fact(f"{_draw_name(random)[1]} Prize", SemanticType.MISC)
        facts["charity"] = _Fact(random.choice(words["charities"]))
    return facts


def _write(
    random: Random, outline: Sequence[Sequence[str]], facts: _Facts
) -> tuple[str, list[Mention]]:
    """Write one of the sentences of each group for which all facts are there."""
    text, mentions = "", list[Mention]()
    for group in outline:
        fitting = [each for each in group if facts.keys() >= set(_slots(each))]
        if not fitting:
            continue
        text += " " if text else ""
        sentence, end = random.choice(fitting), 0
        for found in _SLOT.finditer(sentence):
            fact = facts[found["slot"]]
            text += sentence[end : found.start()] + _article(found["article"], fact.text)
            if fact.type is not None:
                mentions.append(_mention(len(mentions) + 1, len(text), fact, fact.type))
            text, end = text + fact.text, found.end()
        text += sentence[end:]
    return text, mentions


def _slots(sentence: str) -> list[str]:
    return [found["slot"] for found in _SLOT.finditer(sentence)]


def _article(pattern: str | None, following: str) -> str:
    if not pattern:
        return ""
    return pattern[0] + ("n " if following[0].lower() in "aeio" else " ")


def _mention(number: int, start: int, fact: _Fact, semantic_type: SemanticType) -> Mention:
    return Mention(
        mention_id=f"m{number}",
        entity_type=semantic_type,
        start=start,
        end=start + len(fact.text),
        span_text=fact.text,
        identifier_type=fact.identifier,
        entity_id=fact.entity or fact.text,
    )


@cache
def _words() -> Any:  # noqa: ANN401 - lists of words and of lists of words
    return json.loads(WORDS.read_text(encoding="utf-8"))
