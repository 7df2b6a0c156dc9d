"""Names in introductions: "they call me Buster", "my name is jo", "hi jo", a line that signs.

What stands there is a name though it be a common word, or in small letters. Verbs that take a name
behind their object are the "dub verbs" of Levin (1993, section 29.3).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.borders import GREETINGS
from masking.doc_text import text_of
from masking.name_rows import WORD, NameRow, NameRows
from masking.reasons import ADDRESSED, ASKED, INITIAL, INTRODUCED, SENDING, SIGNED
from masking.spans import CERTAIN, LIKELY, RecognizedSpan, spanning
from names.titles import PARTICLES
from names.usual import is_given_name, is_surname, is_usual_name
from ontology.english import singular_noun
from ontology.entries import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

    from ontology.layers import Ontology

_WHOM = "(?:me|him|her|them|us|you|myself|himself|herself|themselves)"
_CALL = (
    "(?:call|nam|nicknam|renam|dubb?|christen|bapti[sz]|styl|term|titl|label|brand|tagg?)"
    "(?:e[sd]?|s|ed|ing)?"
)
_CALLED = "(?:called|named|nicknamed|renamed|dubbed|christened|bapti[sz]ed|styled|titled)"
_KNOW = "(?:know[ns]?|knew|address(?:e[sd])?|remember(?:s|ed)?|introduc(?:e[sd]?|ing))"
_IS = "(?:['’]?s|is|was|were|be|being|been|read|reads)"
_WHICH = "first|last|full|given|family|maiden|middle|real|legal|birth|married|sur|fore|nick"
_I_AM = (
    "(?:I['’]?m|(?:you|we|they)['’]?re|(?:he|she|who)['’]?s"
    "|(?:I|you|he|she|we|they|who) (?:am|are|is|was|were|get|gets|got|be|been|being))"
)
_HELLO = rf"(?:{'|'.join(sorted(GREETINGS))}|(?:good )?(?:morning|afternoon|evening)|thank you)"
_BYE = (
    "love|regards|wishes|sincerely|faithfully|truly|yours|best|cheers|thanks|thank you"
    "|respectfully|loving|respect|gratitude|soon|hugs|kisses"
)


@dataclass(frozen=True, slots=True)
class _Cue:
    """Words before a name, and what the name may be."""

    pattern: re.Pattern[str]
    reason: str
    takes_common: bool
    """Whether a common word in small letters is a name there if no noun phrase goes on."""
    takes_capitals: bool = True
    """Whether capitals alone make a name there."""
    is_line: bool = False
    """Whether a name has the line for itself."""
    proves: bool = False
    """Whether a name that is known for one, or no common word, is a person's for certain there."""


def _cue(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'’-])(?:{pattern})", re.IGNORECASE | re.MULTILINE)


_CUES = (
    _Cue(
        _cue(
            rf"{_CALL} {_WHOM} |{_KNOW} (?:to )?{_WHOM} (?:as|by) "
            rf"|{_WHOM} (?:being )?(?:{_CALLED}|known as) "
            rf"|(?:I['’]?m|I am|(?:s?he|who) (?:is|was)) (?:\w+ )?(?:{_CALLED}) "
        ),
        INTRODUCED,
        takes_common=True,
        proves=True,
    ),
    _Cue(
        _cue(
            rf"(?:my|your|his|her|their|whose)(?: \w+['’]s)?(?: (?:{_WHICH})){{0,2}} ?name ?{_IS} "
        ),
        INTRODUCED,
        takes_common=True,
        proves=True,
    ),
    _Cue(
        _cue(rf"(?:(?:{_WHICH})[ -]?name(?: ?{_IS}|:)? |née |nee )"),
        INTRODUCED,
        takes_common=False,
        proves=True,
    ),
    _Cue(
        _cue(rf"(?:my|your|his|her|their|our|whose)(?: \w+){{0,2}} \w{{0,4}}name ?{_IS} "),
        INTRODUCED,
        takes_common=True,
    ),
    _Cue(_cue(rf"{_I_AM} (?:\w+ )?(?:{_CALLED}|known as) "), INTRODUCED, takes_common=True),
    _Cue(
        _cue(rf"(?:{_CALLED}|known as|a\.?k\.?a\.?|alias|née|goes by|answers to) "),
        INTRODUCED,
        takes_common=False,
        takes_capitals=False,
    ),
    _Cue(
        _cue(r"(?:I(?:['’]?m| am)|(?:it|this|that|here)(?:['’]?s| is)) "),
        INTRODUCED,
        takes_common=False,
        takes_capitals=False,
    ),
    _Cue(
        _cue(
            rf"(?:(?:{_CALL} you|{_KNOW} (?:to )?you (?:as|by)|{_CALLED}|known as)"
            r"[^.?!\n]{0,30}[?]|name\b[^.?!\n]{0,30}[.?])"
            r" *\n\W*(?:[\d:.,\]) ]{1,20})?(?:[\w’' ]{1,30}: |[A-Z]\. )?"
        ),
        ASKED,
        takes_common=True,
    ),
    _Cue(_cue(rf"{_HELLO},? "), ADDRESSED, takes_common=True, proves=True),
    _Cue(
        _cue(
            rf"^[ \t>]*(?:(?:[\w’']+ ){{0,4}}(?:{_BYE})|(?:{_BYE})(?: [\w’']+){{0,4}})[ ,.!x-]*"
            r"\n+[ \t>*~–—-]*"
        ),
        SIGNED,
        takes_common=True,
        is_line=True,
        proves=True,
    ),
)
_FORMS = {
    SENDING: re.compile(
        r"""(?: ^ | [:;,] ) [ \t>]* ["']?
            ( [^\W\d_][\w'’.-]{0,40} (?: [ ][^\W\d_][\w'’.-]{0,40} ){0,3} )
            ["']? [ ]? < [^<>\s]{0,60}@""",
        re.MULTILINE | re.VERBOSE,
    ),
    INITIAL: re.compile(r"(?<!\w)((?:(?i:mrs?|ms|mx|dr)\.?[ ][A-Za-z]|Miss[ ][A-Z])(?![\w'’]))"),
}
_ON_THE_LINE = re.compile(
    rf"(?<![\w'’])(?:(?i:this|it)(?:['’]s| (?i:is))|(?i:I['’]m|I am)) "
    rf"(?={WORD}(?: {WORD}){{0,2}},? (?:speaking|calling|here|from|with)\b)"
    rf"|(?<![\w'’])(?i:hello|hi|hey|hiya|morning|evening|afternoon)[,.!] "
    rf"(?={WORD}(?: {WORD}){{0,2}} (?:speaking|here)\b)"
)
"""Before a name as people tell it on the telephone: "This is Will speaking"."""
_SPEAKS = re.compile(rf"{WORD}(?: {WORD}){{0,2}} speaking\b", re.IGNORECASE)
_NEXT_LINE = re.compile(r"[^\S\n]*\n[ \t>*~–—-]*(?=\S)")
_SKIPPED = frozenset({"just", "only", "simply", "the", "our", "now", "really", "actually", "then"})
_QUOTES = frozenset("\"'“”‘’")
_GOES_ON = frozenset({"ADP", "ADV", "SCONJ", "CCONJ"})
"""What may follow a name that was introduced, and no other noun without an article."""
_CLAUSE = frozenset({"PRON", "AUX", "VERB"})
"""How a clause begins behind whom it addresses."""
_KISSES = frozenset({"x", "xx", "xxx"})
_NAMING = frozenset({"PROPN", "NOUN", "ADJ"})
_NEVER = frozenset({"VERB", "AUX", "ADV", "INTJ", "PRON", "DET", "ADP", "CCONJ", "SCONJ", "PART"})
_LETTERS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_INITIAL = re.compile(r"[^\W\d_a-z]\.?")
_NOBODY = frozenset({Kind.PEOPLE, Kind.ORGANIZATION, Kind.TIME})
_ROLES = frozenset({Kind.ROLE, Kind.OCCUPATION, Kind.CONCEPT})
"""Kinds of things that are addressed or introduced with the same words as people."""
_SIGNING = frozenset({Kind.ROLE, Kind.OCCUPATION, Kind.ORGANIZATION, Kind.PEOPLE})
_DEAR = frozenset({"lover", "friend", "relative"})
"""What words of endearment and kinship are to the ontology."""


class Introductions:
    """Finds names by the words that lead up to them."""

    name = "introductions"

    def __init__(self, ontology: Ontology | None = None) -> None:
        self._ontology = ontology

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield each name that words lead up to as a person's."""
        text = text_of(doc)
        for reason, form in _FORMS.items():
            for match in form.finditer(text):
                yield RecognizedSpan(*match.span(1), SemanticType.PERSON, LIKELY, reason)
        rows = NameRows(doc, self._ontology)
        for match in _ON_THE_LINE.finditer(text):
            is_sure = _SPEAKS.match(text, match.end()) is not None
            row = rows.read(match.end(), is_sure=is_sure)
            if row and (is_sure or rows.is_person(row)):
                yield _proven(row, INTRODUCED)
        places: dict[int, int] = {}
        for cue in _CUES:
            for match in cue.pattern.finditer(text):
                places = places or {token.idx: token.i for token in doc}
                place = places.get(match.end())
                if place is not None and (span := self._name(doc, place, cue)) is not None:
                    yield from _led_up_to(span, cue, rows)

    def _name(self, doc: Doc, place: int, cue: _Cue) -> Span | None:
        """Return the name that begins at a token, words such as "just" and quotes passed over."""
        first = place
        while place < len(doc) and (doc[place].lower_ in _SKIPPED or doc[place].text in _QUOTES):
            place += 1
        if place == len(doc) or not _LETTERS.fullmatch(doc[place].text):
            return None
        if cue.is_line and doc[first].lower_ == "the":
            return None
        if doc[place].is_lower:
            span = self._small_row(doc, place)
            return span if self._is_small_name(span, cue) else None
        span = _row(doc, place)
        return span if self._is_name(span, cue) else None

    def _is_name(self, span: Span, cue: _Cue) -> bool:
        """Whether words with capitals are a name, and not those of a sentence that begins."""
        if not cue.takes_capitals or (cue.is_line and not _is_line(span)):
            return False
        if cue.proves and is_usual_name(span[0].text):
            return not (span[0].is_stop and _begins_clause(span))
        return self._signs(span) if cue.is_line else self._is_led_up_to(span, cue)

    def _signs(self, span: Span) -> bool:
        """Whether words with capitals that have a line for themselves sign: no role, no group."""
        if len(span) > 1:
            return self._is_rare(span) and not span[0].is_stop
        word = span.text.lower()
        if singular_noun(word) != word and self._is_common(span[0]):
            return False
        senses = self._ontology.lookup(word) if self._ontology else []
        return not any(
            sense.kind in _SIGNING or not _DEAR.isdisjoint(sense.generalizations)
            for sense in senses
        )

    def _is_led_up_to(self, span: Span, cue: _Cue) -> bool:
        """Whether words with capitals are a name behind words that lead up to one."""
        if span[0].is_stop or not (cue.takes_common or self._is_rare(span)):
            return False
        if cue.reason == ASKED and (span[0].pos_ not in _NAMING or not _is_at_end(span, cue)):
            return False
        return cue.reason == INTRODUCED or not self._is_nobody(span[-1].lower_, cue)

    def _is_rare(self, span: Span) -> bool:
        return not all(map(self._is_common, span))

    def _small_row(self, doc: Doc, place: int) -> Span:
        """Return a word in small letters with the rare ones behind it."""
        last = place + 1
        is_given = is_given_name(doc[place].text)
        while last < len(doc) and doc[last - 1].whitespace_:
            is_name = is_given and is_surname(doc[last].text) and doc[last].is_lower
            if not (is_name or self._goes_on(doc[last])):
                break
            last += 1
        return doc[place:last]

    def _goes_on(self, token: Token) -> bool:
        return token.is_lower and token.pos_ in _NAMING and not self._is_common(token)

    def _is_small_name(self, span: Span, cue: _Cue) -> bool:
        """Whether words in small letters are a name: rare ones, or a noun without an article."""
        if cue.proves and is_usual_name(span[0].text):
            is_word = span[0].is_stop or not cue.takes_common
            return _is_at_end(span, cue) and not (is_word and not _ends_phrase(span))
        is_rare = self._is_rare(span)
        if cue.proves and is_rare and not span[0].is_stop and _ends_phrase(span):
            return True
        goes_on = cue.proves and any(is_usual_name(token.text) for token in span[1:])
        if span[0].is_stop or (span[0].pos_ in _NEVER and not goes_on):
            return False
        if not (is_rare and cue.takes_common and not cue.is_line) and not _is_at_end(span, cue):
            return False
        if is_rare:
            return cue.takes_common or span[0].pos_ != "ADJ"
        is_noun = span[0].pos_ in _NAMING and not self._is_nobody(span.text, cue)
        return cue.takes_common and is_noun

    def _is_common(self, token: Token) -> bool:
        is_known = self._ontology is not None and self._ontology.lexicon.is_common(token.text)
        return is_known or not _LETTERS.fullmatch(token.text)

    def _is_nobody(self, word: str, cue: _Cue) -> bool:
        """Whether a word usually stands for a group or a time, or is one of endearment.

        Where somebody is addressed or signs, words for roles are none; who is called by one has it
        for a name.
        """
        senses = self._ontology.lookup(word) if self._ontology else []
        usual = next(iter(senses), None)
        is_dear = any(not _DEAR.isdisjoint(sense.generalizations) for sense in senses)
        nobody = _NOBODY if cue.reason in (INTRODUCED, ASKED) else _NOBODY | _ROLES
        return is_dear or (usual is not None and usual.kind in nobody)


def _row(doc: Doc, place: int) -> Span:
    """Return a row of capitalised words on one line, particles and initials included."""
    last = end = place + 1
    while last < len(doc) and "\n" not in doc[last - 1].text:
        token = doc[last]
        is_name = token.text[:1].isupper() and (
            _LETTERS.fullmatch(token.text) or _INITIAL.fullmatch(token.text)
        )
        if token.is_stop and not is_usual_name(token.text) and token.text not in PARTICLES:
            break
        if not (is_name or token.text == "-" or token.text in PARTICLES):
            break
        last += 1
        end = last if is_name else end
    return doc[place:end]


def _led_up_to(span: Span, cue: _Cue, rows: NameRows) -> Iterator[RecognizedSpan]:
    """Yield a name that words lead up to, and the others beside it if it is one for certain."""
    found = list(rows.read_several(span.start_char)) if cue.proves else []
    first, others = (found[0], found[1:]) if found else (None, [])
    is_whole = first is not None and first.end >= span.end_char
    if first is None or not is_whole or not rows.is_named(first) or rows.is_role(first):
        is_usual = all(is_usual_name(token.text) for token in span)
        is_sure = cue.proves and (is_usual or (cue.is_line and span[0].is_title))
        found_span = spanning(span, SemanticType.PERSON, cue.reason)
        yield replace(found_span, score=CERTAIN) if is_sure else found_span
        return
    yield _proven(first, cue.reason)
    if cue.reason == ADDRESSED:
        yield from (_proven(other, cue.reason) for other in others)
    while cue.is_line and first and (line := _NEXT_LINE.match(rows.text, first.end)):
        first = rows.read(line.end())
        if first and rows.is_name_line(first):
            yield _proven(first, cue.reason)
        else:
            return


def _proven(row: NameRow, reason: str) -> RecognizedSpan:
    return RecognizedSpan(row.start, row.end, SemanticType.PERSON, CERTAIN, reason)


def _is_at_end(span: Span, cue: _Cue) -> bool:
    """Whether a phrase or the line ends with a span, or what goes on is none of a name."""
    if _ends_phrase(span):
        return True
    token = span.doc[span.end]
    return token.pos_ in (_CLAUSE if cue.reason == ADDRESSED else _GOES_ON)


def _begins_clause(span: Span) -> bool:
    """Whether a pronoun follows at once: "Will you …", "May I …"."""
    return span.end < len(span.doc) and span.doc[span.end].pos_ == "PRON"


def _ends_phrase(span: Span) -> bool:
    """Whether a phrase or the line ends with a span."""
    if span.end == len(span.doc):
        return True
    token = span.doc[span.end]
    return bool(token.is_space or token.is_punct or token.text in _KISSES)


def _is_line(span: Span) -> bool:
    """Whether the line ends with a span."""
    return span.end == len(span.doc) or "\n" in span.doc[span.end].text
