"""Medicines in use, by generic and by brand name: "Coumadin" → "anticoagulant" → "medicine".

What kind of medicine one is, WordNet knows of the common ones; the others are medicines.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ontology.entries import Entry, Kind
from ontology.packages import Package
from ontology.sources.plain_pickle import read_plain
from ontology.sources.source import Source
from ontology.sources.wordnet import chain_of
from ontology.sources.wordnet_files import PACKAGE as WORDNET
from ontology.sources.wordnet_files import Synset, senses_of
from ontology.taxonomy import TAXONOMY

_PACKAGE = Package("PyPI", "drug-named-entity-recognition")
_FILE = "drug_named_entity_recognition/drug_ner_dictionary.pkl.bz2"

_IN_USE = ("medline_plus_id", "nhs_url")
"""Entries of these pages for patients; the others are compounds that few have taken."""
_NAME = re.compile(r"[^\W\d_][\w’'-]{2,}(?: [\w’'-]+){0,2}")
"""One to three words: what is longer or has brackets is chemistry."""
_TOP = "medicine"
_DRUGS = frozenset({"medicine", "drug"})
_WEIGHT = 0.1


def _read() -> Iterator[Entry]:
    data = read_plain(_PACKAGE.file(_FILE))
    medicines: Mapping[str, Mapping[str, Any]] = data["drug_canonical_to_data"]
    is_brand = {
        name: each["is_brand"] for name, each in data["drug_variant_to_variant_data"].items()
    }
    variants = defaultdict(list)
    for variant, keys in data["drug_variant_to_canonical"].items():
        for key in keys:
            variants[key].append(variant)
    for key, medicine in medicines.items():
        if any(page in medicine for page in _IN_USE):
            known = dict.fromkeys([key, *medicine.get("synonyms", ()), *variants[key]])
            names = [name for name in known if _NAME.fullmatch(name) and _is_medicine(name)]
            if names:
                above, spelled = _above(names), _spelled(names, is_brand)
                yield Entry(spelled, above, Kind.ARTIFACT, _WEIGHT, above[0])


def _is_medicine(name: str) -> bool:
    """Tell whether a name is new to WordNet or one of a medicine there: "Apple" is an allergen."""
    senses = senses_of(name)
    return not senses or any(map(_is_drug, senses))


def _is_drug(synset: Synset) -> bool:
    return not _DRUGS.isdisjoint(chain_of(synset))


def _above(names: Iterable[str]) -> tuple[str, ...]:
    """Return what WordNet has above the first name that it knows, without names, or the top."""
    spelled = frozenset(name.casefold() for name in names)
    for name in names:
        for synset in filter(_is_drug, senses_of(name)):
            higher = [text for text in chain_of(synset) if text.casefold() not in spelled]
            return tuple(dict.fromkeys([*higher, *TAXONOMY.chain(_TOP)[:-1]]))
    return TAXONOMY.chain(_TOP)[:-1]


def _spelled(names: Iterable[str], is_brand: Mapping[str, bool]) -> tuple[str, ...]:
    """Spell names as they stand in texts; the list has them in small letters.

    A brand has a capital, a generic name none; where the list does not say which it is, both.
    """
    common = [name for name in names if not is_brand.get(name)]
    capital = [name.title() for name in names if is_brand.get(name, True)]
    return tuple(dict.fromkeys([*common, *capital]))


SOURCE = Source(
    name="medicines",
    label="Medicines in use",
    packages=(_PACKAGE, WORDNET),
    licence="MIT (the package), CC0 (DrugBank), public domain (MedlinePlus), WordNet licence",
    attribution=(
        "drug-named-entity-recognition © 2023 Fast Data Science Ltd, MIT, with names of DrugBank "
        "Open Data (CC0), MedlinePlus, courtesy of the U.S. National Library of Medicine, and the "
        "NHS website; WordNet 3.1 © 2010 Princeton University."
    ),
    read=_read,
)
