"""The languages of ISO 639-3: "Malayalam" → "Dravidian language" → "language".

Families come from WordNet, where the language or the last word of its name stands in one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ontology.entries import Entry, Kind
from ontology.errors import SourceError
from ontology.packages import Package
from ontology.sources.source import Source
from ontology.sources.wordnet import ancestors_of, kind_of
from ontology.sources.wordnet_files import PACKAGE as WORDNET
from ontology.sources.wordnet_files import senses_of

_PACKAGE = Package("npm", "iso-639-3")
_FILE = "iso6393.js"

_RECORD = re.compile(
    r"name: (?P<quote>['\"])(?P<name>.+?)(?P=quote),\s+type: '(?P<type>\w+)'", re.DOTALL
)
_NOTE = re.compile(r"\s*\(.*\)")
_LANGUAGE = "language"
_SIGNED = " Sign Language"
_KINDS_OF_LANGUAGE = {
    "ancient": "ancient language",
    "constructed": "constructed language",
    "extinct": "extinct language",
    "historical": "historical language",
}
_NO_FAMILY = frozenset({"natural language", _LANGUAGE})
_FEWEST = 7_000
_WEIGHT = 1.0  # of a language that WordNet knows too


def _read() -> Iterator[Entry]:
    path = _PACKAGE.file(_FILE)
    records = list(_RECORD.finditer(path.read_text(encoding="utf-8")))
    if len(records) < _FEWEST:
        raise SourceError(f"{path} holds {len(records)} languages, not {_FEWEST} or more")
    for record in records:
        if record["type"] != "special":
            yield _entry(_NOTE.sub("", record["name"].replace("\\'", "'")), record["type"])


def _entry(name: str, kind: str) -> Entry:
    families = _families(name)
    general = _KINDS_OF_LANGUAGE.get(kind)
    if name.endswith(_SIGNED):
        families = ("sign language",)
    elif not families and general:
        families = (general,)
    names = (name,) if name.endswith("anguage") else (name, f"{name} {_LANGUAGE}")
    generalizations = tuple(text for text in (*families, _LANGUAGE) if text not in names)
    return Entry(
        names, generalizations, Kind.LANGUAGE, _WEIGHT * bool(families), generalizations[0]
    )


@cache
def _families(name: str) -> tuple[str, ...]:
    """Return the families of a language, nearest first; of a dialect also the language."""
    known = _climb(name)
    last = name.rpartition(" ")[2]
    if known or last == name:
        return known
    above = _climb(last)
    return (last, *above) if above else ()


def _climb(name: str) -> tuple[str, ...]:
    synset = next((each for each in senses_of(name) if kind_of(each) is Kind.LANGUAGE), None)
    if synset is None:
        return ()
    labels = [above.label for above in ancestors_of(synset.offset)]
    return tuple(_name_family(label) for label in labels if label not in _NO_FAMILY)


def _name_family(label: str) -> str:
    """Say of a family that it is one of languages ("Semitic" → "Semitic language")."""
    return label if _LANGUAGE in label or label[0].islower() else f"{label} {_LANGUAGE}"


SOURCE = Source(
    name="languages",
    label="Languages of ISO 639-3",
    packages=(_PACKAGE, WORDNET),
    licence="MIT and WordNet licences",
    attribution=(
        "iso-639-3 © 2014 Titus Wormer, MIT, after the ISO 639-3 code tables of SIL International; "
        "WordNet 3.1 © 2010 Princeton University."
    ),
    read=_read,
)
