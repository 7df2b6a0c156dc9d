"""The features of a found span for the judge: strings, each there or not."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from masking.doc_text import text_of
from masking.reasons import AGAIN
from masking.spans import RecognizedSpan
from names.titles import TITLES
from names.usual import is_given_name, is_surname
from ontology.english import singular_noun
from ontology.taxonomy import TAXONOMY, KindMatch
from ontology.topics import topics_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

    from annotation.types import SemanticType
    from ontology.entries import Sense
    from ontology.layers import Ontology

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_REPEATED = re.compile(r"(.)\1+")
_LABEL = re.compile(r"(\w+)\W{0,3}[:#]\s*$")
"""What names a field right before its value ("DOB: "), by its last word."""
_FIELD = re.compile(r"[\W\d]*(?:\w+[' ]){0,4}?(\w+):")
"""What names the field of a whole line, by its last word."""
_NEAR = 3
"""Tokens on either side that count."""
_REACH = 60
"""Characters on either side of which the topics count."""
_FIELD_REACH = 200
"""Characters at the beginning of a line in which the name of its field is looked for."""
_SENSES = 5
"""The most usual senses of a name, which count."""
_MOST = 4
"""Higher counts are capped at this."""
_AFFIXES = (2, 3, 4)
_STEPS = 8
"""Steps of the share of function words; finer ones tell texts apart, and not kinds of text."""
_EDGE = "edge"
_LINE_END = "line end"


@dataclass(frozen=True, slots=True)
class _Line:
    """A line, or several that a span runs over: looked over once for all spans in it."""

    start: int
    end: int
    begins: int
    """Where its first word begins."""
    ends: int
    """Where its last word ends."""
    is_upper: bool


class Evidence:
    """What a text, the recognizers and the ontology say of the spans found in the text.

    A span costs no more in a long line or text than in a short one.
    """

    def __init__(
        self, doc: Doc, recognized: Iterable[RecognizedSpan], ontology: Ontology | None
    ) -> None:
        """Take a parsed text and all that was recognized in it, overlaps included."""
        self._doc = doc
        self._text = text_of(doc)
        self._recognized = sorted(recognized, key=lambda span: span.start)
        self._reaches = list(accumulate((span.end for span in self._recognized), max))
        """Where the last of the recognized spans ends, up to each of them."""
        self._starts = [token.idx for token in doc]
        self._breaks = [match.start() for match in re.finditer("\n", self._text)]
        self._ontology = ontology
        self._counts = Counter(token.lower_ for token in doc)
        self._in_small_letters = {token.text for token in doc if token.is_lower}
        self._types: defaultdict[str, set[str]] = defaultdict(set)
        self._holders: defaultdict[str, Counter[SemanticType]] = defaultdict(Counter)
        """Of each word, how many spans of each type hold it."""
        for span in self._recognized:
            self._types[self._words(span).casefold()].add(span.entity_type)
            for word in self._words_in(span):
                self._holders[word][span.entity_type] += 1
        self._function_words = _function_words_in(doc)
        self._senses = cache(self._look_up)
        self._lines = cache(self._look_over)

    def features(self, span: RecognizedSpan) -> set[str]:
        """Return the features of a span; raises ValueError where it leaves the text."""
        if not 0 <= span.start < span.end <= len(self._text):
            raise ValueError(f"{span} leaves its text")
        tokens = self._tokens(span)
        words = _WORD.findall(self._words(span)) or [self._words(span)]
        shape = shape_of(self._words(span))
        groups = (
            self._as_found(span, shape),
            self._written(words, shape, tokens),
            self._beside(span, shape, tokens),
            self._in_line(span, shape),
            self._in_document(span, words, shape, tokens),
            self._known(self._words(span), words, shape),
        )
        return {feature for group in groups for feature in group}

    def _tokens(self, span: RecognizedSpan) -> Span:
        """Return the tokens that a span touches; `Doc.char_span` goes through all before it."""
        first = bisect_right(self._starts, span.start) - 1
        return self._doc[first : bisect_left(self._starts, span.end)]

    def _words(self, span: RecognizedSpan) -> str:
        return self._text[span.start : span.end]

    def _words_in(self, span: RecognizedSpan) -> set[str]:
        return set(_WORD.findall(self._words(span).casefold()))

    def _overlapping(self, span: RecognizedSpan) -> Iterator[RecognizedSpan]:
        """Yield what was recognized and shares a character with a span."""
        place = bisect_left(self._recognized, span.end, key=lambda other: other.start)
        while place and self._reaches[place - 1] > span.start:
            place -= 1
            if self._recognized[place].end > span.start:
                yield self._recognized[place]

    def _look_over(self, first: int, last: int) -> _Line:
        """Return the lines between two by their numbers."""
        start = self._breaks[first - 1] + 1 if first else 0
        end = self._breaks[last] if last < len(self._breaks) else len(self._text)
        line = self._text[start:end]
        begins = end - len(line.lstrip())
        return _Line(start, end, begins, start + len(line.rstrip(" ,.")), line.isupper())

    def _as_found(self, span: RecognizedSpan, shape: str) -> Iterator[str]:
        """Yield what recognizers say of the span, and of what it overlaps."""
        yield f"reason={_bare(span)}"
        yield f"type={span.entity_type}"
        yield f"type={span.entity_type} shape={shape}"
        yield f"again={span.reason.startswith(AGAIN)}"
        for other in self._overlapping(span):
            how = _relation(span, other)
            yield f"{how} reason={_bare(other)}"
            yield f"{how} type={other.entity_type}"

    def _written(self, words: Sequence[str], shape: str, tokens: Span) -> Iterator[str]:
        """Yield the words, how they are written, and their parts of speech."""
        first, last = words[0].lower(), words[-1].lower()
        yield f"shape={shape}"
        yield f"words={min(len(tokens), _MOST)}"
        yield f"letters={min(len(tokens.text), _MOST**2)}"
        yield f"first={first}"
        yield f"last={last}"
        yield from (f"word={word.lower()}" for word in words)
        yield from (f"suffix={last[-length:]}" for length in _AFFIXES)
        yield f"prefix={first[: _AFFIXES[1]]}"
        yield f"title={first in TITLES} several={len(words) > 1}"
        common = [self._is_common(word) for word in words]
        yield f"common={all(common)} {any(common)} shape={shape}"
        yield f"last common={common[-1]} shape={shape_of(words[-1])}"
        usual = [_usual(word) for word in words]
        yield f"usual={usual[0]} {usual[-1]} several={len(words) > 1}"
        yield f"usual={usual[0]} {usual[-1]} shape={shape}"
        yield f"usual={usual[-1]} common={common[-1]} shape={shape_of(words[-1])}"
        yield f"tags={tokens[0].pos_} {tokens[-1].pos_}"
        yield f"tag={tokens[-1].tag_}"
        yield f"all tags={' '.join(token.pos_ for token in tokens[:_MOST])}"

    def _beside(self, span: RecognizedSpan, shape: str, tokens: Span) -> Iterator[str]:
        """Yield the words before and behind."""
        doc, first, last = self._doc, tokens.start, tokens.end
        before = [doc[place] for place in range(max(0, first - _NEAR), first)][::-1]
        behind = [doc[place] for place in range(last, min(len(doc), last + _NEAR))]
        for side, near, inner in (("before", before, tokens[0]), ("behind", behind, tokens[-1])):
            names = [*map(_name_of, near), _EDGE]
            yield f"{side}={names[0]}"
            yield f"{side}={names[0]} shape={shape}"
            yield f"{side}={names[0]} type={span.entity_type}"
            yield f"{side} two={' '.join(names[:2])}"
            yield from (f"near {side}={name}" for name in names)
            yield f"{side} shape={shape_of(near[0].text) if near else _EDGE} {shape}"
            yield f"{side} tag={near[0].pos_ if near else _EDGE} {inner.pos_}"
            kinds = [kind for name in names for kind in TAXONOMY.kinds_with("words", name)]
            yield from (f"{side} root={root}" for kind in kinds for root in TAXONOMY.roots(kind))
        around = self._text[span.start - 1 : span.start], self._text[span.end : span.end + 1]
        yield f"signs={' '.join(around)}"
        reach = slice(max(0, span.start - _REACH), span.start), slice(span.end, span.end + _REACH)
        context = f"{self._text[reach[0]]} {self._text[reach[1]]}"
        yield from (f"topic={topic}" for topic in topics_of(context))

    def _in_line(self, span: RecognizedSpan, shape: str) -> Iterator[str]:
        """Yield where in its line and sentence the span stands, and what names its field."""
        text = self._text
        line = self._lines(
            bisect_left(self._breaks, span.start), bisect_left(self._breaks, span.end)
        )
        begins, ends = span.start <= line.begins, span.end >= line.ends
        yield f"begins={begins} ends={ends} shape={shape}"
        yield f"capitals={line.is_upper} shape={shape}"
        if text.startswith(":", span.end):
            yield "label"
            yield f"label shape={shape}"
        if label := _LABEL.search(text[max(line.start, span.start - _REACH) : span.start]):
            yield f"label={label[1].lower()}"
        if field := _FIELD.match(text, line.start, min(span.start, line.start + _FIELD_REACH)):
            yield f"field={field[1].lower()}"

    def _in_document(
        self, span: RecognizedSpan, words: Sequence[str], shape: str, tokens: Span
    ) -> Iterator[str]:
        """Yield what text it is, and how the words stand elsewhere in it."""
        yield f"function words={self._function_words}"
        yield f"function words={self._function_words} type={span.entity_type}"
        yield f"begins sentence={bool(tokens[0].is_sent_start)} shape={shape}"
        has_capital = words[-1][0].isupper()
        yield f"small elsewhere={has_capital and words[-1].lower() in self._in_small_letters}"
        yield f"count={min(self._counts[tokens[-1].lower_], _MOST)} shape={shape}"
        yield from (f"elsewhere={each}" for each in self._types[self._words(span).casefold()])
        here = Counter(
            (word, each.entity_type)
            for each in self._overlapping(span)
            for word in self._words_in(each)
        )
        for word in words:
            holders = self._holders.get(word.casefold(), Counter())
            others = (each for each, n in holders.items() if n > here[word.casefold(), each])
            yield from (f"within={each} shape={shape_of(word)}" for each in others)

    def _known(self, phrase: str, words: Sequence[str], shape: str) -> Iterator[str]:
        """Yield what the ontology has under the words and their parts, and kinds they name."""
        yield from self._senses_of("whole", phrase, shape)
        if len(words) > 1:
            yield from self._senses_of("last", words[-1], shape)
            yield from self._senses_of("first", words[0], shape)
        yield from _kinds("noun", TAXONOMY.of_noun(phrase, "words"))
        yield from _kinds("beginning", TAXONOMY.of_beginning(phrase))
        yield from _kinds("ending", TAXONOMY.of_ending(words[-1]))
        yield from (f"own topic={topic}" for topic in topics_of(phrase))

    def _senses_of(self, part: str, phrase: str, shape: str) -> Iterator[str]:
        senses = self._senses(phrase)
        yield f"{part} senses={min(len(senses), _MOST)}"
        yield from (f"{part} kind={sense.kind}" for sense in senses)
        for sense in senses[:1]:
            yield f"{part} usual={sense.kind}"
            yield f"{part} usual={sense.kind} shape={shape}"
            yield f"{part} usual={sense.kind} weight={int(sense.weight)}"
            yield from (f"{part} is={text}" for text in sense.generalizations[:1])

    def _look_up(self, phrase: str) -> Sequence[Sense]:
        """Return the most usual senses of a phrase, names only where it has a capital."""
        if self._ontology is None:
            return ()
        before, _, last = phrase.rpartition(" ")
        for form in dict.fromkeys((phrase, f"{before} {singular_noun(last)}".strip())):
            senses = self._ontology.lookup(form)
            if fitting := [each for each in senses if phrase[0].isupper() or not each.has_capital]:
                return fitting[:_SENSES]
        return ()

    def _is_common(self, word: str) -> bool:
        return self._ontology is not None and self._ontology.lexicon.is_common(word)


def shape_of(text: str) -> str:
    """Return how a text is written: X, x and 0 for letters and digits, a row of a kind once."""
    kinds = "".join(map(_kind_of, text))
    return _REPEATED.sub(r"\1", kinds)[: _MOST * 3]


def _kind_of(character: str) -> str:
    if character.isdigit():
        return "0"
    if character.isalpha():
        return "X" if character.isupper() else "x"
    return " " if character.isspace() else character


def _usual(word: str) -> str:
    """Return which name many people have a word for."""
    return f"{'given' if is_given_name(word) else ''}{'surname' if is_surname(word) else ''}"


def _function_words_in(doc: Doc) -> int:
    """Return the share of function words in steps: most in talk, fewest in tables and logs."""
    words = sum(token.is_alpha for token in doc)
    share = sum(token.is_stop for token in doc) / max(1, words)
    return min(_MOST, int(share * _STEPS))


def _bare(span: RecognizedSpan) -> str:
    return span.reason.removeprefix(AGAIN)


def _relation(span: RecognizedSpan, other: RecognizedSpan) -> str:
    if span.holds(other):
        return "same" if other.holds(span) else "inside"
    return "around" if other.holds(span) else "across"


def _name_of(token: Token) -> str:
    if "\n" in token.text:
        return _LINE_END
    return "0" if token.is_digit else token.lower_


def _kinds(how: str, matches: Iterable[KindMatch]) -> Iterator[str]:
    for match in matches:
        yield from (f"{how} names={kind}" for kind in TAXONOMY.chain(match.kind))
