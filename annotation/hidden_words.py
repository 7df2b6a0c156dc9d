"""What a document hides: its masked spans, the identifying words of names, other spellings.

Which words are common rather than names is for a lexicon to say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from annotation.hidden_dates import HiddenDates
from annotation.reading.text import text_as_read
from annotation.records import Mention
from annotation.types import SemanticType
from names.forms import NameForms, together
from names.words import (
    Stems,
    Word,
    looking_latin,
    name_parts,
    span_words,
    stems_of,
    words_of,
)

_AMOUNTS = frozenset({SemanticType.DATETIME, SemanticType.QUANTITY})
_NAMELESS = _AMOUNTS | {SemanticType.CODE}
_FEWEST_CHARACTERS = 3
"""An amount of fewer stands anywhere: "2", "15"."""
_FEWEST_DIGITS = 5
"""A number of fewer is compared as it is written: a year, a house number."""
_YEAR_DIGITS = 4


class Lexicon(Protocol):
    """The words of a language: which of them are common, and what belongs to no name."""

    def is_common(self, word: str) -> bool:
        """Tell whether a word stands in a dictionary, and is more than a name."""
        ...

    def bare_name(self, name: str) -> str:
        """Return the name of a person without titles and the like."""
        ...


class NoLexicon:
    """Knows nothing, so that every word with a capital counts as a name."""

    def is_common(self, _word: str) -> bool:
        """Take no word for a common one."""
        return False

    def bare_name(self, name: str) -> str:
        """Take every word for a part of the name."""
        return name


@dataclass(slots=True)
class Hidden:
    """Words in a row that must not be read, the first mention that hides them, and all spans."""

    words: tuple[Word, ...]
    mention: Mention
    spans: set[Stems]
    """The spans that hide them, as stems."""
    is_person: bool
    """Whether they are of a person's name."""
    is_name: bool
    """Whether they name something, rather than say what it is."""

    @property
    def is_small_amount(self) -> bool:
        """True for a number or an age, which are the same for many, unlike a year.

        So are the numbers of rows, which are codes.
        """
        digits = sum(len(word.digits) for word in self.words)
        is_number = all(word.text.isdigit() for word in self.words)
        is_amount = self.mention.entity_type in _AMOUNTS
        return (is_amount or is_number) and digits < _YEAR_DIGITS

    def is_own(self, span: Stems) -> bool:
        """Tell whether they are no more than a part of this span, and of no other one."""
        return not self.is_person and self.spans == {span} and stems_of(self.words) != span


class HiddenWords:
    """The words that some mentions hide, to be looked for in other texts.

    Numbers and codes are found whatever separates their parts, dates of day, month and year in any
    order, names in all forms that `NameForms` knows, and what is in letters of another script that
    look alike.
    """

    def __init__(self, mentions: Iterable[Mention], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._hidden: dict[Stems, Hidden] = {}
        self._lengths: defaultdict[str, set[int]] = defaultdict(set)
        self._numbers: dict[str, Hidden] = {}
        self._longest_number = 0
        self._dates = HiddenDates[Hidden]()
        self._codes: dict[str, Hidden] = {}
        self._longest_code = 0
        self._forms = NameForms[Hidden](lexicon.is_common)
        for mention in mentions:
            self._hide(mention)

    def __iter__(self) -> Iterator[Hidden]:
        return iter(self._hidden.values())

    def found_in(self, words: Sequence[Word]) -> Iterator[tuple[range, Hidden]]:
        """Yield what can be read in some words, with the places of its words."""
        found = list(self._found_in(words))
        yield from found
        if (latin := looking_latin(words)) != tuple(words):
            yield from (each for each in self._found_in(latin) if each not in found)

    def _found_in(self, words: Sequence[Word]) -> Iterator[tuple[range, Hidden]]:
        for place, word in enumerate(words):
            for length in sorted(self._lengths.get(word.stem, ()), reverse=True):
                there = words[place : place + length]
                hidden = self._hidden.get(stems_of(there))
                if hidden is not None and self._is_same(hidden.words, there):
                    yield range(place, place + length), hidden
            if self._numbers and word.digits:
                yield from self._number_at(place, words)
            yield from self._dates.found_at(words, place)
            if self._codes:
                yield from self._code_at(place, words)
            yield from self._forms.found_at(words, place)
            yield from self._forms.initials_at(words, place)

    def _number_at(self, place: int, words: Sequence[Word]) -> Iterator[tuple[range, Hidden]]:
        digits = ""
        for end, word in enumerate(words[place : place + self._longest_number], start=place + 1):
            digits += word.digits
            if not word.digits or len(digits) > self._longest_number:
                return
            if digits in self._numbers:
                yield range(place, end), self._numbers[digits]

    def _code_at(self, place: int, words: Sequence[Word]) -> Iterator[tuple[range, Hidden]]:
        code = ""
        for end, word in enumerate(words[place:], start=place + 1):
            code += word.text.casefold()
            if code in self._codes:
                yield range(place, end), self._codes[code]
            if len(code) >= self._longest_code:
                return

    def _hide(self, mention: Mention) -> None:
        span, name = words_of_span(mention), text_as_read(mention.span_text)
        if mention.entity_type is SemanticType.PERSON:
            name = self._lexicon.bare_name(name)
        if self._identifies(mention.entity_type, span):
            whole = self._add(mention, span, span)
            self._spell(whole)
            bare = words_of(name)
            if mention.entity_type is SemanticType.PERSON and len(bare) > 1:
                whole = self._add(mention, bare, span)
            self._respell(whole, mention.entity_type, span, bare)
        for part in self._identifying_parts(mention.entity_type, name):
            hidden = self._add(mention, part, span)
            self._spell(hidden)
            if len(part) == 1 and part[0].is_capital:
                self._forms.add_word(*part, hidden, is_person=hidden.is_person)

    def _spell(self, hidden: Hidden) -> None:
        if hidden.is_name:
            self._forms.add_letters(hidden.words, hidden)

    def _respell(
        self,
        hidden: Hidden,
        semantic_type: SemanticType,
        span: Sequence[Word],
        name: Sequence[Word],
    ) -> None:
        """Note how else a span may be written."""
        if semantic_type not in _AMOUNTS or all(word.text.isdigit() for word in span):
            for number in _numbers_of(span):
                self._numbers.setdefault(number, hidden)
                self._longest_number = max(self._longest_number, len(number))
        if semantic_type is SemanticType.CODE:
            code = together(span)
            if len(code) >= _FEWEST_DIGITS:
                self._codes.setdefault(code, hidden)
                self._longest_code = max(self._longest_code, len(code))
        elif semantic_type is SemanticType.DATETIME:
            self._dates.hide(span, hidden)
        elif semantic_type is SemanticType.PERSON:
            self._forms.add_person(name, hidden, in_any_case=True)
        else:
            self._forms.add_thing(span, hidden)

    def _is_same(self, hidden: Sequence[Word], there: Sequence[Word]) -> bool:
        """Tell a name from a common word that is spelled alike ("Brown" and "brown")."""
        name, word = hidden[0], there[0]
        is_alike_by_chance = len(hidden) == 1 and name.is_capital and not word.is_capital
        return not (is_alike_by_chance and self._lexicon.is_common(word.text))

    def _add(self, mention: Mention, words: Sequence[Word], span: Sequence[Word]) -> Hidden:
        stems = stems_of(words)
        is_person = mention.entity_type is SemanticType.PERSON
        is_name = any(word.is_capital or word.text[0].isdigit() for word in words)
        self._lengths[stems[0]].add(len(stems))
        hidden = self._hidden.setdefault(
            stems, Hidden(tuple(words), mention, set(), is_person, is_name)
        )
        hidden.spans.add(stems_of(span))
        hidden.is_person |= is_person
        hidden.is_name |= is_name
        return hidden

    def _identifies(self, semantic_type: SemanticType, span: Sequence[Word]) -> bool:
        """Tell whether a whole span identifies something; "she", "two" and "15" stand anywhere."""
        if semantic_type is SemanticType.PERSON:
            return any(self._is_identifying(word) for word in span)
        if semantic_type in _AMOUNTS:
            has_digit = any(word.text[0].isdigit() for word in span)
            return has_digit and sum(len(word.text) for word in span) >= _FEWEST_CHARACTERS
        return bool(span)

    def _identifying_parts(
        self, semantic_type: SemanticType, name: str
    ) -> Iterator[tuple[Word, ...]]:
        if semantic_type in _NAMELESS:
            return
        is_identifying = (
            self._is_identifying if semantic_type is SemanticType.PERSON else self._is_name
        )
        for part in name_parts(name):
            if len(together(part)) > 1 and any(map(is_identifying, part)):
                yield part

    def _is_identifying(self, word: Word) -> bool:
        return word.is_capital or not self._lexicon.is_common(word.text)

    def _is_name(self, word: Word) -> bool:
        return word.is_capital and not self._lexicon.is_common(word.text)


def words_of_span(mention: Mention) -> tuple[Word, ...]:
    """Return the words of a mention as they are read, see `span_words`."""
    return span_words(text_as_read(mention.span_text))


def _numbers_of(span: Iterable[Word]) -> Iterator[str]:
    """Yield the long numbers of a span, whatever separates their digits."""
    for is_number, words in groupby(span, key=lambda word: bool(word.digits)):
        number = "".join(word.digits for word in words)
        if is_number and len(number) >= _FEWEST_DIGITS:
            yield number
