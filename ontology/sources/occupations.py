"""Job titles: "assistant tennis coach" → "tennis coach" → "coach" → "trainer" → "person".

A title is what its shorter forms are, then what WordNet knows of its head noun: of a noun with
several senses only what they share, because a title leaves open which is meant.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from functools import cache

from ontology.entries import Entry, Kind
from ontology.errors import SourceError
from ontology.packages import Package
from ontology.sources.source import Source
from ontology.sources.wordnet import ancestors_of
from ontology.sources.wordnet_files import PACKAGE as WORDNET
from ontology.sources.wordnet_files import Synset, senses_of

_PACKAGE = Package("PyPI", "find-job-titles")
_FILE = "find_job_titles/data/titles_combined.txt.gz"

_PERSONS = "18"
_AFTER_THE_HEAD = re.compile(r",| (?:of|for|in|to|at|and|or|with|on|-) |/|\(|\d")
_OF_A_WORKER = re.compile(r"(?:[^e]er|or|ist|man|woman|ician|eer)$")
_MUCH_MORE_USUAL = 16
_USUAL_RANK = 2
_ACRONYM = 4
_NO_LONGER_TRUE = frozenset({"vice", "deputy", "former", "ex", "retired", "acting"})
"""After these the rest of a title is not what the person is: a vice president is no president."""


def _read() -> Iterator[Entry]:
    titles = dict.fromkeys(map(_lower, _read_titles()))
    for title in titles:
        generalizations = _generalizations(title, titles)
        if generalizations and not _persons(
            title
        ):  # WordNet has longer chains for those that it knows
            yield Entry(
                (title,), generalizations, Kind.OCCUPATION, 0.0, f"job title: {generalizations[0]}"
            )


def _read_titles() -> list[str]:
    path = _PACKAGE.file(_FILE)
    try:
        lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise SourceError(f"{path} cannot be read as gzip and UTF-8: {error}") from error
    return sorted({line.strip() for line in lines if line.strip()})


def _lower(title: str) -> str:
    """Write a title as it stands in a sentence ("Spanish Instructor" → "Spanish instructor")."""
    return " ".join(word if _keeps_capital(word) else word.lower() for word in title.split())


@cache
def _keeps_capital(word: str) -> bool:
    if word.isupper() and len(word) <= _ACRONYM:
        return True
    spellings = {lemma for synset in senses_of(word) for lemma in synset.lemmas}
    return word in spellings and word.lower() not in spellings


def _generalizations(title: str, titles: dict[str, None]) -> tuple[str, ...]:
    core = _AFTER_THE_HEAD.split(title)[0].strip()
    words = core.split()
    forms = []
    for place in range(len(words)):
        form = " ".join(words[place:])
        above = _above(form)
        if form in titles or above:
            forms.append(form)
        if above or words[place] in _NO_LONGER_TRUE:
            return tuple(dict.fromkeys(text for text in [*forms, *above] if text != title))
    return ()


@cache
def _above(noun: str) -> tuple[str, ...]:
    """Return what a noun is; nothing where it may be no person."""
    usual = _usual(noun)
    if usual:
        first, *others = ([above.label for above in ancestors_of(each.offset)] for each in usual)
        return tuple(label for label in first if all(label in other for other in others))
    is_new = " " not in noun and not senses_of(noun)
    return ("worker", "person") if is_new and _OF_A_WORKER.search(noun) else ()


def _usual(noun: str) -> list[Synset]:
    """Return the senses that a reader may think of: the first alone where it is far ahead."""
    synsets = _persons(noun)
    if len(synsets) < _USUAL_RANK:
        return synsets
    first, second = (_count(synset, noun) for synset in synsets[:_USUAL_RANK])
    ahead = first >= _MUCH_MORE_USUAL * (second + 1)
    return synsets[: 1 if ahead else _USUAL_RANK]


def _count(synset: Synset, noun: str) -> int:
    pairs = zip(synset.lemmas, synset.usages, strict=True)
    return next(usage.count for lemma, usage in pairs if lemma.casefold() == noun.casefold())


@cache
def _persons(noun: str) -> list[Synset]:
    return [synset for synset in senses_of(noun) if synset.file == _PERSONS and not synset.classes]


SOURCE = Source(
    name="occupations",
    label="Job titles",
    packages=(_PACKAGE, WORDNET),
    licence="MIT and WordNet licences",
    attribution=(
        "find-job-titles © 2016 Johannes Ahlmann, MIT; WordNet 3.1 © 2010 Princeton University."
    ),
    read=_read,
)
