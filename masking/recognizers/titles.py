"""Names behind titles, ranks, initials and words of kinship: "Officer Wood", "aunty jean"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.name_rows import INITIALS, WORD, NameRow, NameRows
from masking.reasons import INITIALED, RELATED, TITLED
from masking.spans import CERTAIN, RecognizedSpan
from names.titles import ONLY_TITLES, PARTICLES, TITLES
from names.usual import is_given_name

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ontology.layers import Ontology

_NOBILITY = frozenset(
    "the his her saint st king queen prince princess emperor empress lady lord duke duchess count "
    "countess earl don dona donna pope sultan sultana".split()
)
"""What streets, ships and houses are named after, too."""
_LETTERS = r"DS|DI|DC|DCI|DCS|DSI|PC|WPC|WO|S[rR](?=\.)|C(?:on|ON)(?=\.)"
_RANK = re.compile(r"(?:Fr|FR|S[rR]|Col|COL|C(?:on|ON))\.")
"""Ranks and titles that other words are in small letters."""
_SHORT = ONLY_TITLES | frozenset("fr sen gov gen adm col hon".split())
"""Titles that have a full stop behind them."""
_LONG = TITLES.keys() - _SHORT - _NOBILITY - frozenset(_LETTERS.casefold().split("|"))


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_TITLE = re.compile(
    rf"(?<![\w'’-])(?:(?:{_any_of(map(str.title, _NOBILITY))})[ ])?"
    rf"(?:(?:(?i:{_any_of(_SHORT)})|{_LETTERS})(?:\.[ ]?|[ ])"
    rf"|(?i:{_any_of(_LONG)})s?[ ]){{1,3}}(?=[^\W\d_])"
)
_NEAR = 8
"""Characters before initials in which a line or a sentence may begin."""
_RANKED = re.compile(r"(?<!Sr)(?<!SR)\.\s?$")
"""A shortened title of which no job begins: "Sr. Engineer" does."""
_CIVIL = frozenset({"mr", "mrs"})
_PLURAL = re.compile(r"(?:messrs|drs)\b|\w{3,}s $", re.IGNORECASE)
_SEVERAL = (
    "kids|children|sons|daughters|boys|girls|twins|sisters|brothers|siblings|parents|cousins"
    "|nieces|nephews|grandchildren|grandkids|grandsons|granddaughters|grandparents|aunts|uncles"
    "|friends|neighbou?rs|colleagues"
)
_ONE = (
    "mother|father|mum|mom|mummy|dad|daddy|son|daughter|sister|brother|wife|husband|spouse|partner"
    "|fianc[eé]e?|girlfriend|boyfriend|cousin|niece|nephew|aunt|uncle|grandson|granddaughter"
    "|grandchild|grandmother|grandfather|grandma|grandpa|godson|goddaughter|godmother|godfather"
    "|stepson|stepdaughter|stepmother|stepfather|twin|child|baby|boy|girl|friend|neighbou?r"
    "|colleague|flatmate|room-?mate|carer|(?:mother|father|sister|brother|son|daughter)-in-law"
)
_OLD = "aunt(?:y|ie)?|uncle|granny|grandma|grandpa|granddad|grandad|nana|cousin"
_WHOSE = (
    r"(?:(?i:my|your|his|her|their|our|whose|two|three|four|five|six)"
    r"|(?!(?:It|That|He|She|What|Who|Where|There|Here|Let)['’])[^\W\d_a-z][^\W\d_]{1,30}['’]s)"
)
_KIN = re.compile(
    rf"(?<![\w'’-])(?:{_WHOSE}(?: [^\W\d_][\w-]{{0,20}}){{0,2}}? "
    rf"(?i:(?P<several>{_SEVERAL})|{_ONE})|(?P<old>(?i:{_OLD})))(?P<comma>, ?|: ?| )(?=[^\W\d_])"
)
_ENDS = re.compile(r"\s*(?:[,.;:!?)]|and\b|or\b|$)", re.MULTILINE)
_OBJECT = re.compile(
    r" (?:the|an?|my|your|his|her|its|our|their|this|that|it|him|them|me|us|you)\b", re.IGNORECASE
)
"""Words that follow a verb, and no name in the middle of a sentence: "my uncle bent the rules"."""
_INITIALED = re.compile(
    rf"(?<![\w.'’])(?P<initials>{INITIALS})[ ]?"
    rf"(?P<particles>(?:(?:{'|'.join(sorted(PARTICLES))})[ ]){{0,3}})(?={WORD})"
)
_LETTER = re.compile(r"[^\W\d_]+\.")
_GOES_ON = re.compile(r"[ ][A-Z][a-z]+")
"""A word with a capital that is part of no person's name: "Judge Advocate General"."""


class Titles:
    """Finds names by the titles, the words of kinship and the initials before them."""

    name = "titles"

    def __init__(self, ontology: Ontology | None = None) -> None:
        self._ontology = ontology

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield each name, with the titles and initials that belong to it."""
        rows = NameRows(doc, self._ontology)
        for match in _TITLE.finditer(rows.text):
            row = rows.read(match.end(), is_sure=_is_only(match[0]))
            if row and _is_titled(match[0], row, rows):
                yield _person(_first_title(match), row.end, TITLED)
                if row.is_small or _PLURAL.match(match[0]):
                    others = [*rows.read_several(row.start)][1:]
                    yield from (_person(each.start, each.end, TITLED) for each in others)
        for match in _KIN.finditer(rows.text):
            for row in _relatives(match, rows):
                yield _person(row.start, row.end, RELATED)
        for match in _INITIALED.finditer(rows.text):
            row = rows.read(match.start())
            if row and self._is_initialed(match, row, rows):
                yield _person(row.start, row.end, INITIALED)

    def _is_initialed(self, match: re.Match[str], row: NameRow, rows: NameRows) -> bool:
        """Whether initials stand before a name: not those of a country or of a heading."""
        initials = match["initials"].strip()
        letters = _LETTER.findall(initials)
        is_short = any(len(letter) == len("A.") for letter in letters)
        is_name = is_short and initials[0].isupper() and not row.is_small
        if not is_name or (self._ontology and self._ontology.lookup(initials)):
            return False
        if match["particles"] or len(letters) > 1:
            return rows.is_named(row)
        begins = rows.text[max(0, match.start() - _NEAR) : match.start()].rstrip(" \t")[-1:] in {
            "",
            "\n",
            ".",
        }
        return rows.is_named(row) and not begins


def _is_titled(title: str, row: NameRow, rows: NameRows) -> bool:
    """Return whether a title and the words behind it name somebody."""
    last = title.rsplit(maxsplit=1)[-1].rstrip(".").casefold()
    is_only = _is_only(title)
    if title.strip() == "MS" and not row.words[0].isupper():
        return False
    if row.is_small:
        return is_only and (rows.is_named(row) or (last in _CIVIL and title.islower()))
    if is_only and (title[0].isupper() or not row.words[0].isupper()):
        return _RANKED.search(title) is not None or not rows.is_role(row, is_titled=True)
    is_known = rows.is_known(row.words[0]) and not _GOES_ON.match(rows.text, row.end)
    return title[0].isupper() and is_known and rows.is_person(row)


def _is_only(title: str) -> bool:
    """Return whether the last of some titles is nothing else."""
    last = title.rsplit(maxsplit=1)[-1]
    return last.rstrip(".").casefold() in ONLY_TITLES or _RANK.fullmatch(last) is not None


def _first_title(match: re.Match[str]) -> int:
    """Return where the titles begin that belong to a name."""
    for word in match[0].split():
        if word.strip(".").casefold() in TITLES:
            return match.start() + match[0].index(word)
    return match.end()


def _relatives(match: re.Match[str], rows: NameRows) -> Iterator[NameRow]:
    """Yield whom a word of kinship introduces: several, or one in the middle of a sentence."""
    found = list(rows.read_several(match.end()))
    first = found[0] if found else None
    if first is None or rows.is_role(first):
        return
    if first.is_small or match[0].isupper():
        is_known = is_given_name(first.words[0]) or not rows.is_common(first.words[0])
        has_object = _OBJECT.match(rows.text, first.end) is not None
        may_be_verb = has_object or (not match["old"] and rows.is_action(first))
        is_verb = may_be_verb and not rows.is_rare(first)
        is_named = (is_known and not is_verb) or rows.is_subject(first)
        if not is_named or match["comma"].strip():
            return
    elif match["comma"].strip() and not _ENDS.match(rows.text, first.end):
        return
    yield from found if match["several"] else found[:1]


def _person(start: int, end: int, reason: str) -> RecognizedSpan:
    return RecognizedSpan(start, end, SemanticType.PERSON, CERTAIN, reason)
