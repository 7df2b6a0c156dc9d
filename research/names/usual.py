"""Which of the listed words are names that many people have.

A word that means nothing else is one wherever it is listed. What is a word or a thing, too, needs
more evidence: that it stands in the lists of two countries, or in a short one, which has the most
frequent names of its country alone. A function word needs three, or a short one, a word for what
people are three; neither is a surname.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

from spacy.lang.en.stop_words import STOP_WORDS

from annotation.types import SemanticType
from masking.name_types import type_of_name
from ontology.english import FUNCTION_WORDS
from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.sources.wordnet_files import PACKAGE as WORDNET
from research.names.listed import GIVEN, NameList

SHORT = 250
"""Words of a list that has the most frequent names of a country alone."""
_COUNTRIES, _COUNTRIES_OF_USUAL_WORDS = 2, 3
_PEOPLE = frozenset({Kind.ROLE, Kind.OCCUPATION, Kind.PEOPLE, Kind.ORGANIZATION, Kind.TIME})
_USUAL = 2
"""Senses of a word, which count."""
_ENDINGS = ("s", "es", "d", "ed", "r", "er", "ing", "ly")
_ABBREVIATION = 2
"""Letters of a word that may be an abbreviation."""
_WIDTH = 99
_FUNCTION_WORDS = FUNCTION_WORDS | STOP_WORDS


@dataclass(frozen=True, slots=True)
class Evidence:
    """The lists that have a word as a name."""

    countries: frozenset[str]
    is_in_short_list: bool

    def is_enough(self, countries: int) -> bool:
        """Return whether the word is listed in so many countries, or in a short list."""
        return self.is_in_short_list or len(self.countries) >= countries


class Words:
    """The other meanings of names, by the ontology and WordNet."""

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self._lemmas = frozenset(_lemmas())

    def is_known(self, word: str) -> bool:
        """Return whether a word is in the dictionary, in any form, or names a place or a firm."""
        forms = {word, *(word.removesuffix(ending) for ending in _ENDINGS)}
        is_short = len(word) <= _ABBREVIATION
        return is_short or not self._lemmas.isdisjoint(forms) or self._is_thing(word)

    def is_for_people(self, word: str) -> bool:
        """Return whether a word usually is one for what people or groups are, or a time.

        The ontology knows words without their accents: one that has some is another word.
        """
        senses = self._nouns(word) if word.isascii() else []
        return any(sense.kind in _PEOPLE for sense in senses[:_USUAL])

    def _is_thing(self, word: str) -> bool:
        usual = type_of_name(word, self._ontology)
        return usual in {SemanticType.LOC, SemanticType.ORG} or bool(self._nouns(word))

    def _nouns(self, word: str) -> list[Sense]:
        return [sense for sense in self._ontology.lookup(word) if not sense.has_capital]


def gather(lists: Iterable[NameList], known: Iterable[NameList] = ()) -> dict[str, Evidence]:
    """Return the evidence for each word of some lists; known ones only confirm their words."""
    countries: dict[str, set[str]] = {}
    frequent: set[str] = set()
    for each in lists:
        for word in each.words:
            countries.setdefault(word, set()).add(each.country)
        if len(each.words) <= SHORT:
            frequent |= each.words
    for each in known:
        for word in each.words & countries.keys():
            countries[word].add(each.country)
    return {word: Evidence(frozenset(some), word in frequent) for word, some in countries.items()}


def choose(kind: str, listed: dict[str, Evidence], words: Words) -> Iterator[str]:
    """Yield the words that many people have for a name."""
    for word, evidence in listed.items():
        if word in _FUNCTION_WORDS:
            is_usual = kind == GIVEN and evidence.is_enough(_COUNTRIES_OF_USUAL_WORDS)
        elif words.is_for_people(word):
            many = len(evidence.countries) >= _COUNTRIES_OF_USUAL_WORDS
            is_usual = kind == GIVEN and many
        else:
            is_usual = not words.is_known(word) or evidence.is_enough(_COUNTRIES)
        if is_usual:
            yield word


def write_table(path: Path, head: str, words: Iterable[str]) -> None:
    """Write a table of words under the lines that say where they are from."""
    lines = [f"# {line}" for line in wrap(head, _WIDTH - 2)]
    lines += wrap(" ".join(sorted(words)), _WIDTH, break_long_words=False, break_on_hyphens=False)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _lemmas() -> Iterator[str]:
    """Yield the words of WordNet, of all parts of speech; its files begin with the licence."""
    for part in ("noun", "verb", "adj", "adv"):
        for line in WORDNET.file(f"dict/index.{part}").read_text(encoding="utf-8").splitlines():
            if not line.startswith(" "):
                yield line.split()[0]
