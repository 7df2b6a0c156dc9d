"""Sports teams, from the word list of a reader of English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ontology.entries import Entry, Kind
from ontology.errors import SourceError
from ontology.packages import Package
from ontology.sources.packed_words import unpack_words
from ontology.sources.source import Source
from ontology.taxonomy import TAXONOMY

PACKAGE = Package("npm", "compromise")
_LEXICON = "src/2-two/preTagger/model/lexicon/_data.js"
_TEAMS = re.compile(r'"SportsTeam":\s*"true¦([^"]*)"')
_ABBREVIATIONS = frozenset({"fc", "sc", "la", "afc", "cf"})
_SMALL_WORDS = frozenset({"of", "de"})


def _read() -> Iterator[Entry]:
    path = PACKAGE.file(_LEXICON)
    packed = _TEAMS.search(path.read_text(encoding="utf-8"))
    if packed is None:
        raise SourceError(f"{path}: there is no list SportsTeam where it was")
    for words in unpack_words(packed[1]):
        yield Entry(
            names=(_capitalize(words),),
            generalizations=TAXONOMY.chain("sports team")[:-1],
            kind=Kind.TEAM,
            sense="sports team",
        )


def _capitalize(words: str) -> str:
    """Spell a name, which the list has in small letters, as it is spelled."""
    return " ".join(
        word.upper()
        if word in _ABBREVIATIONS
        else word
        if word in _SMALL_WORDS
        else word.capitalize()
        for word in words.split()
    )


SOURCE = Source(
    name="teams",
    label="Sports teams",
    packages=(PACKAGE,),
    licence="MIT",
    attribution="compromise © 2019 Spencer Kelly and contributors (MIT).",
    read=_read,
)
