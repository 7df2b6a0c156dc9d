"""What a document hides: its masked spans, and the telling words of the names among them.

Words are compared by their stems, so that number, possessive and case make no difference. Which
words are common rather than names is for a lexicon to say: nothing here knows a language but for
the stems.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Protocol

from annotation.records import Mention
from annotation.types import SemanticType

_REMEMBERED = 1 << 16
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
"""Scripts without blanks between words: there each letter is taken for a word."""
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_POSSESSIVE = re.compile(r"(?<=\w)['’]s\b", re.IGNORECASE)
_UNSEEN = re.compile("[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff]")
"""Accents taken off their letters, and characters without width."""
_PLURAL = re.compile("(?<!s)s$")
_SHORT = 3
_DETERMINERS = frozenset({"the", "a", "an"})
_AMOUNTS = frozenset({SemanticType.DATETIME, SemanticType.QUANTITY})
_NAMELESS = _AMOUNTS | {SemanticType.CODE}
_FEWEST_CHARACTERS = 3
"""An amount of fewer stands anywhere: "2", "15"."""
_COMPARED = 16
"""So many words of a span are looked for; who reads so many reads the span."""

Stems = tuple[str, ...]


class Lexicon(Protocol):
    """What a language knows of its words."""

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


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, without its accents, and its stem."""

    text: str
    stem: str

    @property
    def is_capital(self) -> bool:
        """Whether the word begins as names do; scripts without capitals always do."""
        return self.text[0].isalpha() and not self.text[0].islower()


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

    def is_own(self, span: Stems) -> bool:
        """Tell whether they are no more than a part of this span, and of no other one."""
        return not self.is_person and self.spans == {span} and stems_of(self.words) != span


class HiddenWords:
    """The words that some mentions hide, to be looked for in other texts."""

    def __init__(self, mentions: Iterable[Mention], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._hidden: dict[Stems, Hidden] = {}
        self._lengths: defaultdict[str, set[int]] = defaultdict(set)
        for mention in mentions:
            span = span_words(mention.span_text)
            if self._tells(mention.entity_type, span):
                self._add(mention, span, span)
            for word in self._telling_words(mention, span):
                self._add(mention, (word,), span)

    def __iter__(self) -> Iterator[Hidden]:
        return iter(self._hidden.values())

    def found_in(self, words: Sequence[Word]) -> Iterator[tuple[int, Hidden]]:
        """Yield what can be read in some words, with the place of its first word; longest first."""
        for place, word in enumerate(words):
            for length in sorted(self._lengths.get(word.stem, ()), reverse=True):
                there = words[place : place + length]
                hidden = self._hidden.get(stems_of(there))
                if hidden is not None and self._is_same(hidden.words, there):
                    yield place, hidden

    def _is_same(self, hidden: Sequence[Word], there: Sequence[Word]) -> bool:
        """Tell a name from a common word that is spelled alike ("Brown" and "brown")."""
        name, word = hidden[0], there[0]
        is_alike_by_chance = len(hidden) == 1 and name.is_capital and not word.is_capital
        return not (is_alike_by_chance and self._lexicon.is_common(word.text))

    def _add(self, mention: Mention, words: Sequence[Word], span: Sequence[Word]) -> None:
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

    def _tells(self, semantic_type: SemanticType, span: Sequence[Word]) -> bool:
        """Tell whether a whole span tells something; "she", "two" and "15" stand anywhere."""
        if semantic_type is SemanticType.PERSON:
            return any(self._is_telling(word) for word in span)
        if semantic_type in _AMOUNTS:
            has_digit = any(word.text[0].isdigit() for word in span)
            return has_digit and sum(len(word.text) for word in span) >= _FEWEST_CHARACTERS
        return bool(span)

    def _telling_words(self, mention: Mention, span: Sequence[Word]) -> Iterator[Word]:
        if mention.entity_type is SemanticType.PERSON:
            parts = words_of(self._lexicon.bare_name(mention.span_text))
            yield from (word for word in parts if len(word.text) > 1 and self._is_telling(word))
        elif mention.entity_type not in _NAMELESS:
            for word in span:
                if (
                    len(word.text) > 1
                    and word.is_capital
                    and not self._lexicon.is_common(word.text)
                ):
                    yield word

    def _is_telling(self, word: Word) -> bool:
        return word.is_capital or not self._lexicon.is_common(word.text)


def words_of(text: str) -> tuple[Word, ...]:
    """Return the words of a text, possessive endings left out."""
    return tuple(map(_word, _WORD.findall(_POSSESSIVE.sub("", _plain(text)))))


def span_words(text: str) -> tuple[Word, ...]:
    """Return the words of a span without the article before it, so many as are compared."""
    words = words_of(text)
    first = 1 if len(words) > 1 and words[0].stem in _DETERMINERS else 0
    return words[first : first + _COMPARED]


def stems_of(words: Iterable[Word]) -> Stems:
    """Return the stems of some words."""
    return tuple(word.stem for word in words)


def _plain(text: str) -> str:
    """Take off what does not make another word: accents, ligatures, characters without width."""
    return text if text.isascii() else _UNSEEN.sub("", unicodedata.normalize("NFKD", text))


@lru_cache(_REMEMBERED)
def _word(text: str) -> Word:
    return Word(text, _stem(text.casefold()))


def _stem(word: str) -> str:
    """Return the stem of a word; a stem is its own, so that "Joneses" and "Jones" have the same.

    A name ends in "s" in its plural, whatever stands before ("Nehrus"), which the stemmer doubts.
    """
    bare = word[:-1] if len(word) > _SHORT and word[0].isalpha() and _PLURAL.search(word) else word
    stem = _stemmer()(bare)
    return stem if stem == word else _stem(stem)


@cache
def _stemmer() -> Callable[[str], str]:
    import snowballstemmer  # noqa: PLC0415 - it loads its stemmers of all languages

    stem: Callable[[str], str] = snowballstemmer.stemmer("english").stemWord
    return stem
