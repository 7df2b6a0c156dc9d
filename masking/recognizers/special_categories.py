"""What data protection law holds for special, said of a person (GDPR, articles 9 and 10).

Orientation, gender and political leaning ("is gay", "a communist"), status of an infection
("HIV-positive"), votes, membership of a union, and the offence behind a conviction or a charge.
Most of the words are common ones: they count only where a word for a person stands beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.doc_text import text_of
from masking.spans import SPECIAL, RecognizedSpan
from ontology.entries import Kind
from ontology.taxonomy import TAXONOMY, KindMatch

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

    from ontology.layers import Ontology

REASON = "special category of personal data"
_KINDS = ("sexual orientation", "gender identity", "political affiliation")
_AMBIGUOUS = frozenset({"straight"})
"""Words that say more often something else of people."""
_ADJECTIVES = (
    frozenset(word for kind in _KINDS for word in TAXONOMY.rows[kind].fields["adjectives"])
    - _AMBIGUOUS
)
_ANY = "|".join(sorted(map(re.escape, _ADJECTIVES), key=len, reverse=True))
_SAID = re.compile(rf"(?<![\w-])(?:{_ANY})s?(?![\w-])", re.IGNORECASE)
_BE = frozenset("am is are was were be been being 'm 're 's ’m ’re ’s m s became become".split())
_AS = frozenset("came come coming out identify identifies identified identifying".split())
_PEOPLE = frozenset("i you he she we they who".split())
_BETWEEN = frozenset({"ADV", "DET", "PART", "ADJ", "CCONJ", "AUX", "PUNCT"})
_NEAR = 5
_PERSON_KINDS = frozenset({Kind.ROLE, Kind.OCCUPATION, Kind.PEOPLE})
_NOUNS = frozenset({"NOUN", "PROPN"})
_STATUS = re.compile(
    r"(?<![\w-])(?P<what>[A-Za-z]{3,12}(?:[ ][A-Z])?)[ -](?:positive|negative)\b", re.IGNORECASE
)
_VOTE = re.compile(r"(?<!\w)vot(?:e|es|ed|ing)[ ](?:for[ ])?(?:the[ ])?(?=[^\W\d_])", re.IGNORECASE)
_PARTIES = frozenset({"party", "political party", "political organization"})
_CONVICTED = re.compile(
    r"""(?<!\w)(?:
        (?:convicted|guilty|acquitted|accused|suspected|counts?|charges?) [ ] of
      | charged [ ] with
      | (?:convictions?|sentenced|indicted|imprisoned|jailed|arrested|prosecuted|sentences?) [ ] for
    ) [ ] (?:an?[ ]|the[ ])? (?=[^\W\d_])""",
    re.IGNORECASE | re.VERBOSE,
)
_CRIMES = frozenset({"crime", "wrongdoing", "homicide", "offense", "burning"})
_UNION = re.compile(
    r"""(?<![\w-])(?:
        (?:trades?[ ])?union[ ]
            (?:members?(?:hip)?|reps?|representatives?|stewards?|officials?|activists?|organi[sz]ers?)
      | trades?[ ]unionists? | shop[ ]stewards?
      | (?:members?|membership)[ ]of[ ](?:an?|the|his|her|my|our|their)[ ](?:\w+[ ])?union
    )(?!\w)""",
    re.IGNORECASE | re.VERBOSE,
)
_LONGEST = 4
"""Words of the name of a party or of an offence."""


class SpecialCategories:
    """Finds what is special about a person; an ontology knows parties, infections and offences."""

    name = "special categories"

    def __init__(self, ontology: Ontology | None = None) -> None:
        self._ontology = ontology

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield each phrase, of the type DEM."""
        text = text_of(doc)
        yield from (_span(*match.span()) for match in _UNION.finditer(text))
        yield from self._attributes(doc, text)
        yield from self._named(doc, text)

    def _attributes(self, doc: Doc, text: str) -> Iterator[RecognizedSpan]:
        """Yield words that say something special of the person beside them."""
        for match in _SAID.finditer(text):
            word = doc.char_span(*match.span(), alignment_mode="expand")
            if word is not None and self._is_said(word):
                yield _span(*match.span())
        for match in _STATUS.finditer(text):
            if self._is_infection(match["what"]):
                yield _span(*match.span())
        for token in doc[1:]:
            if token.nbor(-1).lower_ == "convicted" and self._is_person(token):
                yield _span(token.idx, token.idx + len(token))

    def _named(self, doc: Doc, text: str) -> Iterator[RecognizedSpan]:
        """Yield parties behind votes, and offences behind convictions and charges."""
        for pattern, above in ((_VOTE, _PARTIES), (_CONVICTED, _CRIMES)):
            for match in pattern.finditer(text):
                if phrase := self._phrase(doc, match.end(), above):
                    yield _span(phrase.start_char, phrase.end_char)

    def _is_said(self, word: Span) -> bool:
        """Whether a word is said of a person: of the noun behind it, else of a subject."""
        behind = word.doc[word.end : word.end + 1]
        if behind and behind[0].pos_ in _NOUNS:
            return self._is_person(behind[0])
        return self._is_predicate(word)

    def _is_predicate(self, word: Span) -> bool:
        """Whether somebody is, becomes or comes out as what a word says."""
        doc = word.doc
        for place in range(word.start - 1, max(-1, word.start - 1 - _NEAR), -1):
            token = doc[place]
            if token.lower_ in _BE and place:
                return self._is_subject(doc, place)
            if token.lower_ == "as":
                return place > 0 and doc[place - 1].lower_ in _AS
            if token.pos_ not in _BETWEEN and _SAID.fullmatch(token.text) is None:
                return False
        return False

    def _is_subject(self, doc: Doc, place: int) -> bool:
        """Whether the subject of a verb is a person: a pronoun, a name or a noun for one."""
        for before in range(place - 1, max(-1, place - 1 - _NEAR), -1):
            token = doc[before]
            if token.lower_ in _BE or token.pos_ in {"AUX", "ADV", "PART"}:
                continue
            is_named = token.pos_ == "PROPN" and token.ent_type_ in {"PERSON", ""}
            return token.lower_ in _PEOPLE or is_named or self._is_person(token)
        return False

    def _is_person(self, token: Token) -> bool:
        """Whether a noun usually stands for a person."""
        if any("person" in TAXONOMY.roots(each.kind) for each in _kinds(token.text)):
            return True
        if self._ontology is None or token.pos_ not in _NOUNS:
            return False
        senses = self._ontology.lookup(token.text) or self._ontology.lookup(token.lemma_)
        return any(sense.kind in _PERSON_KINDS for sense in senses[:1])

    def _is_infection(self, name: str) -> bool:
        """Whether a disease or its agent has a name, in capitals if it is short."""
        if self._ontology is None:
            return False
        forms = (name, name.upper(), name.lower())
        senses = [sense for form in dict.fromkeys(forms) for sense in self._ontology.lookup(form)]
        return any(sense.kind is Kind.DISEASE for sense in senses)

    def _phrase(self, doc: Doc, start: int, above: frozenset[str]) -> Span | None:
        """Return the longest noun phrase at a place that some of these texts cover."""
        first = doc.char_span(start, start + 1, alignment_mode="expand")
        if first is None:
            return None
        for size in range(_LONGEST, 0, -1):
            phrase = doc[first.start : first.start + size]
            if len(phrase) == size and "\n" not in phrase.text and self._is_below(phrase, above):
                return phrase
        return None

    def _is_below(self, phrase: Span, above: frozenset[str]) -> bool:
        if phrase[-1].pos_ not in _NOUNS | {"ADJ", "VERB"}:
            return False
        kinds = {text for each in _kinds(phrase.text) for text in TAXONOMY.chain(each.kind)}
        is_leaning = above is _PARTIES and phrase.text.casefold() in _ADJECTIVES
        if kinds & above or is_leaning or self._ontology is None:
            return bool(kinds & above) or is_leaning
        forms = {phrase.text, phrase.text.title()} if above is _PARTIES else {phrase.text}
        senses = (sense for form in forms for sense in self._ontology.lookup(form))
        return any(above.intersection(sense.generalizations) for sense in senses)


def _kinds(phrase: str) -> list[KindMatch]:
    return TAXONOMY.of_noun(phrase, "words")


def _span(start: int, end: int) -> RecognizedSpan:
    return RecognizedSpan(start, end, SemanticType.DEM, SPECIAL, REASON)
