"""Lists of names by country, read from two packages that make up people for tests.

Faker for Python and Faker for JavaScript are projects of their own, both under the MIT licence,
with names that people of each country contributed. They are installed beside Palimpsest when the
tables are made anew, and at no other time.
"""

from __future__ import annotations

import json
import pkgutil
import re
import shutil
import subprocess
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module, metadata
from pathlib import Path

from babel.core import get_global

from names.titles import PARTICLES, TITLES
from research.errors import NamesError

GIVEN, SURNAMES, WOMEN, MEN = "given_names", "surnames", "women", "men"
"""The subjects of lists, and the names of the tables."""
_ATTRIBUTES = {
    GIVEN: re.compile("first_"),
    SURNAMES: re.compile("(?:male_|unisex_)?last_"),
    WOMEN: re.compile("first_.*female"),
    MEN: re.compile("first_(?!.*female).*male"),
}
_NOT_LATIN = re.compile("kana|pair")
_NODE_LISTS = """
import { allLocales } from "@faker-js/faker";
const lists = Object.entries(allLocales).map(([locale, { person }]) => [
  locale,
  {
    given_names: person?.first_name ?? {},
    surnames: person?.last_name ?? {},
    women: person?.first_name?.female ?? {},
    men: person?.first_name?.male ?? {},
  },
]);
console.log(JSON.stringify(Object.fromEntries(lists)));
"""
_PART = re.compile(r"[^\s-]+")
_WORD = re.compile(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)*")
_COUNTRY = re.compile(r"[A-Z]{2}")
_AGAIN = 0.8
"""A list that has so much in common with one of another country was copied."""


@dataclass(frozen=True, slots=True)
class NameList:
    """Words that are names in a country, in small letters."""

    country: str
    words: frozenset[str]


def faker_lists(kind: str) -> Iterator[NameList]:
    """Yield the lists of Faker for Python; raises NamesError where it is not installed."""
    try:
        people = import_module("faker.providers.person")
    except ModuleNotFoundError as error:
        raise NamesError("Faker is not installed: pip install faker") from error
    for module in pkgutil.iter_modules(people.__path__):
        provider = import_module(f"{people.__name__}.{module.name}").Provider
        names = [
            name
            for attribute in dir(provider)
            if _ATTRIBUTES[kind].match(attribute) and not _NOT_LATIN.search(attribute)
            for name in _texts(getattr(provider, attribute))
        ]
        yield from _listed(module.name, names)


def faker_js_lists(kind: str, folder: Path) -> Iterator[NameList]:
    """Yield the lists of Faker for JavaScript, installed in the `node_modules` of a folder."""
    node = shutil.which("node")
    if node is None:
        raise NamesError("there is no Node.js to read the lists of @faker-js/faker with")
    command = [node, "--input-type=module", "--eval", _NODE_LISTS]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)  # noqa: S603 - a program of ours
    if done.returncode:
        raise NamesError(f"@faker-js/faker is not installed in {folder}")
    for locale, lists in json.loads(done.stdout).items():
        yield from _listed(locale, _texts(lists[kind]))


def versions(folder: Path) -> str:
    """Return which versions of the two packages are installed."""
    manifest = json.loads((folder / "node_modules/@faker-js/faker/package.json").read_bytes())
    return (
        f"Faker {metadata.version('faker')} (PyPI) and @faker-js/faker {manifest['version']} (npm)"
    )


def without_copies(lists: Iterable[NameList], known: Iterable[NameList] = ()) -> list[NameList]:
    """Return the lists that are not for the most part those of another country before them."""
    before = [*known]
    kept: list[NameList] = []
    for each in lists:
        if not any(_is_copy(each, other) for other in before):
            kept.append(each)
            before.append(each)
    return kept


def _is_copy(one: NameList, other: NameList) -> bool:
    shared = len(one.words & other.words) / len(one.words | other.words)
    return one.country != other.country and shared >= _AGAIN


def _listed(locale: str, names: Iterable[str]) -> Iterator[NameList]:
    """Yield the list of a locale, if it has a country and names in Latin letters."""
    country = _country(locale)
    words = frozenset(word for name in names for word in _words(name))
    if country and words:
        yield NameList(country, words)


def _country(locale: str) -> str:
    """Return the country of a locale, the likeliest one of its language where it names none."""
    language, *others = locale.split("_")
    likely = get_global("likely_subtags").get(language, "").split("_")
    return next((part for part in (*others, *likely) if _COUNTRY.fullmatch(part)), "")


def _texts(value: object) -> Iterator[str]:
    """Yield the texts in lists, weights and groups of lists."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping) and all(
        isinstance(each, int | float) for each in value.values()
    ):
        yield from value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple | set):
        for each in value:
            yield from _texts(each)


def _words(name: str) -> Iterator[str]:
    """Yield the words of a name in Latin letters, no particles nor titles."""
    for part in _PART.findall(name):
        word = part.casefold()
        is_word = _WORD.fullmatch(part) is not None and all(map(_is_latin, part))
        if is_word and word not in PARTICLES and word not in TITLES:
            yield word


def _is_latin(letter: str) -> bool:
    return not letter.isalpha() or unicodedata.name(letter, "").startswith("LATIN")
