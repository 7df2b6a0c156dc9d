"""Other spellings of a name or noun: British for American, without marks inside its words.

The index has most of its nouns in American spelling, and names of other scripts without the signs
for sounds that English lacks. What it does not know as written is looked up as it may have it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ontology.entries import Kind, Sense
from ontology.layers import Ontology

_MARK = re.compile(r"(?<!\w)[‘’ʼʻʾʿ`](?=\w)|(?<=\w)['‘’ʼ`´′ʻʾʿ](?=\w)(?!s\b)|(?<=\w)[ʼʻʾʿ](?!\w)")
"""What stands for a sound inside a word; the apostrophe of "Parkinson's" does not."""
_LETTERS = str.maketrans({"ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ħ": "h", "ə": "a", "Ə": "A"})
"""Letters that are no others with a mark, which folding takes off."""

_GAZETTED = frozenset({Kind.SETTLEMENT, Kind.SUBDIVISION, Kind.COUNTRY, Kind.REGION})
_WORD = re.compile(r"[A-Za-z]{4,}")
_WORDS = {
    "gaol": "jail",
    "gaoler": "jailer",
    "grey": "gray",
    "neurone": "neuron",
    "programme": "program",
    "cheque": "check",
    "tyre": "tire",
    "kerb": "curb",
    "plough": "plow",
    "draught": "draft",
    "mould": "mold",
    "sceptic": "skeptic",
    "storey": "story",
    "defence": "defense",
    "offence": "offense",
    "pretence": "pretense",
    "licence": "license",
    "practise": "practice",
    "despatch": "dispatch",
    "enquiry": "inquiry",
    "artefact": "artifact",
    "aluminium": "aluminum",
    "aeroplane": "airplane",
    "jewellery": "jewelry",
    "moustache": "mustache",
    "ageing": "aging",
    "judgement": "judgment",
    "enrolment": "enrollment",
    "instalment": "installment",
    "skilful": "skillful",
    "woollen": "woolen",
    "waggon": "wagon",
    "connexion": "connection",
    "yoghurt": "yogurt",
    "pyjamas": "pajamas",
    "whisky": "whiskey",
}
"""Words that no rule puts into American spelling, each in the singular."""
_RULES = (
    (re.compile(r"ae(?![rl]|s?$)|oe(?!s?$)"), "e"),  # but "aerial", "larvae", "heroes"
    (
        re.compile(
            r"(?<=[a-z]{2})our(?=(?:s|ed|ing|ers?|able|al|ful|less|ists?|hoods?|ly|ites?|y)?$)"
        ),
        "or",
    ),
    (re.compile(r"(?<=[a-z]{3})is(?=(?:e[drs]?|ers|ing|ations?|ational|able)$)"), "iz"),
    (re.compile(r"(?<=[a-z]ly)s(?=(?:e[dr]?|ers|ing)$)"), "z"),
    (re.compile(r"(?<=[a-z])([bcgtv]|ch)re(?=s?$)"), r"\1er"),
    (re.compile(r"(?<=[a-z])ogue(?=s?$)"), "og"),
    (re.compile(r"(?<=[aeiou])ll(?=(?:ed|ing|ers?|ery|ors?|ous|ists?)$)"), "l"),
    (re.compile(r"sulph"), "sulf"),
    (re.compile(r"(?<=[a-z]{3})ick$"), "ic"),  # "musick"
)


def lookup_other(text: str, ontology: Ontology) -> list[Sense]:
    """Return the senses of a text in the first of its other spellings that the index knows."""
    for other, is_respelt in _spellings_of(text):
        senses = [
            sense for sense in ontology.lookup(other) if not is_respelt or _may_be(other, sense)
        ]
        if senses:
            return senses
    return []


def american(text: str) -> str:
    """Return a text with its words in American spelling ("oesophageal" → "esophageal")."""
    return _WORD.sub(lambda found: _american_word(found[0]), text)


def unmarked(text: str) -> str:
    """Return a text without the signs for sounds inside its words ("Qur'an" → "Quran")."""
    return _MARK.sub("", text.translate(_LETTERS))


def _spellings_of(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the other spellings of a text, and whether other letters stand in them."""
    plain = unmarked(text)
    if plain != text:
        yield plain, False
    if (other := american(plain)) != plain:
        yield other, True
        yield from ((each, True) for each in _one_word_respelt(plain) if each != other)


def _one_word_respelt(text: str) -> Iterator[str]:
    """Yield a text with each of its words alone respelt: an index may mix both spellings."""
    for found in _WORD.finditer(text):
        if (word := _american_word(found[0])) != found[0]:
            yield f"{text[: found.start()]}{word}{text[found.end() :]}"


def _american_word(word: str) -> str:
    lower = word.lower()
    single = lower.removesuffix("s")
    if lower in _WORDS or single in _WORDS:
        other = _WORDS.get(lower) or f"{_WORDS[single]}s"
    else:
        other = lower
        for pattern, replacement in _RULES:
            other = pattern.sub(replacement, other)
    if other == lower:
        return word
    return other.upper() if word.isupper() else other.capitalize() if word[0].isupper() else other


def _may_be(text: str, sense: Sense) -> bool:
    """Tell whether a respelt text may have a sense: "Seymour" is not the village of Seymor."""
    return not sense.has_capital or (" " in text and sense.kind not in _GAZETTED)
