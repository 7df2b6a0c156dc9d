"""Names found once are names wherever they stand: TAB links identical strings by default.

A person's name comes back in parts, in other capitals, spelt out and inside user names, and as
initials; other names come back as they are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter

from annotation.types import SemanticType
from masking.reasons import AGAIN, INITIALS, PROTECTED, READABLE
from masking.spans import LIKELY, DisjointSpans, RecognizedSpan
from names.forms import NameForms, first_letters, key_of
from names.parts import words_of_name
from names.usual import is_usual_name
from names.words import word_borders, words_of
from ontology.english import FUNCTION_WORDS

_AS_THEY_ARE = frozenset({SemanticType.LOC, SemanticType.ORG, SemanticType.MISC})
_RUN = re.compile(r"[^\s<>()\[\]\"“”,;:!?]+")
_WORD = re.compile(r"\w+")
_FOR_COMPUTERS = re.compile(r"\w[._@]\w|\d")
_INITIALS = re.compile(r"(?<!\w)(?:[^\W\d_]\.\s?){2,}|(?<!\w)[A-Z]{3,4}(?!\w)")
_LABEL_END = re.compile(r"[*_]*:(?=\s)")
_DIGITS = "0123456789"
_SHORTEST = 3
_LINE = 200
"""Characters of a line, on either side of a word, that are looked at."""


@dataclass(frozen=True, slots=True)
class PersonName:
    """A person's name as found or asked for, and why it is one."""

    text: str
    reason: str

    @property
    def parts(self) -> list[str]:
        """Its words without titles and particles."""
        return words_of_name(self.text)


def repetitions(
    text: str,
    spans: Sequence[RecognizedSpan],
    is_common: Callable[[str], bool],
    protect: Iterable[str] = (),
) -> Iterator[RecognizedSpan]:
    """Yield the other places of the names found; `is_common` is whether a word is no name.

    A common word is a name again only in the same capitals, "Will" is not "will", or as the label
    of who speaks. The words of the names to `protect` are found wherever they stand.
    """
    yield from _names_again(text, spans)
    asked = [PersonName(name, PROTECTED) for name in protect]
    found = [
        PersonName(text[span.start : span.end], span.reason)
        for span in spans
        if span.entity_type is SemanticType.PERSON
    ]
    people = _People(text, spans, is_common)
    for name in asked:
        people.add(name, is_asked=True)
    for name in found:
        people.add(name)
    yield from people.again()


def _names_again(text: str, spans: Sequence[RecognizedSpan]) -> Iterator[RecognizedSpan]:
    named: dict[str, RecognizedSpan] = {}
    for span in spans:
        name = text[span.start : span.end]
        if span.entity_type in _AS_THEY_ARE and len(name) >= _SHORTEST and not name[0].islower():
            named.setdefault(name, span)
    if not named:
        return
    names = "|".join(map(re.escape, sorted(named, key=len, reverse=True)))
    for match in re.finditer(rf"(?<!\w)(?:{names})(?!\w)", text):
        span = named[match[0]]
        yield RecognizedSpan(*match.span(), span.entity_type, LIKELY, _again(span.reason))


@dataclass(frozen=True, slots=True)
class _Known:
    """A word of a person's name as it was found first, or asked for."""

    written: str
    reason: str
    is_asked: bool


class _People:
    """The people of one text, to be found again by the words of their names in all forms."""

    def __init__(
        self, text: str, spans: Iterable[RecognizedSpan], is_common: Callable[[str], bool]
    ) -> None:
        self._text = text
        self._is_common = cache(lambda word: is_common(word.casefold()))
        self._words: dict[str, _Known] = {}
        self._forms = NameForms[_Known](self._is_common)
        self._written = cache(self._written_for_computers)
        self._found = DisjointSpans()
        for span in spans:
            self._found.put(span)

    def add(self, name: PersonName, *, is_asked: bool = False) -> None:
        """Note the words of a name."""
        for part in name.parts:
            known = _Known(part, name.reason, is_asked)
            if len(part) >= _SHORTEST and not self._is_function_word(part):
                self._words.setdefault(key_of(part), known)
                for word in words_of(part):
                    self._forms.add_letters([word], known)
                    self._forms.add_word(word, known, is_person=True)
        if words := words_of(" ".join(name.parts)):
            self._forms.add_person(words, _Known(name.text, name.reason, is_asked))

    @staticmethod
    def _is_function_word(part: str) -> bool:
        """Whether a part belongs to the sentence behind a name: "X. The" was found as one."""
        return part.casefold() in FUNCTION_WORDS and not is_usual_name(part)

    def again(self) -> Iterator[RecognizedSpan]:
        """Yield the words of names, and the user names and spellings that hold them."""
        if not self._words:
            return
        runs = [run.span() for run in _RUN.finditer(self._text)]
        words, borders = words_of(self._text), word_borders(self._text)
        for place, (start, end) in enumerate(borders):
            run = runs[bisect_right(runs, start, key=itemgetter(0)) - 1]
            known = self._words.get(key_of(words[place].text.strip(_DIGITS)))
            if known is not None and self._is_name(known, start, end):
                yield _person(self._whole(run, start, end), known.reason)
                continue
            for there, form_of in self._forms.found_at(words, place):
                span = _person(self._whole(run, start, borders[there[-1]][1]), form_of.reason)
                if all(map(span.holds, self._found.overlapping(span))):
                    yield span

    def _is_name(self, known: _Known, start: int, end: int) -> bool:
        """Whether a word is one of a name, and no common word."""
        word = self._text[start:end].strip(_DIGITS)
        if word == known.written or known.is_asked:
            return True
        if word.casefold() == known.written.casefold() and (
            _is_label(self._text, start, end) or _is_set_off(self._text, start, end)
        ):
            return True
        return not self._is_common(word) and not self._is_common(known.written)

    def _whole(self, run: tuple[int, int], start: int, end: int) -> tuple[int, int]:
        """Return where a name stands, with what is written around it for computers."""
        first, last = self._written(run) or (start, end)
        return min(first, start), max(last, end)

    def _written_for_computers(self, run: tuple[int, int]) -> tuple[int, int] | None:
        """Return where a user name or an address stands in a run, None where it has none."""
        if not _FOR_COMPUTERS.search(self._text, *run):
            return None
        written = self._text[slice(*run)]
        bare = written.strip(".'’‘-*_")
        first = run[0] + written.index(bare)
        return first, first + len(bare)


def _is_label(text: str, start: int, end: int) -> bool:
    """Whether a word stands alone before a colon: who speaks."""
    return _LABEL_END.match(text, end) is not None and (start == 0 or text[start - 1] in "\n\t >]")


def _is_set_off(text: str, start: int, end: int) -> bool:
    """Whether a word stands in capitals in a line that does not, and not for its stress."""
    word = text[start:end]
    if word.casefold() in FUNCTION_WORDS or not word.isupper() or len(word) < _SHORTEST:
        return False
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    begin, finish = max(first, start - _LINE), end + _LINE
    return not text[begin : min(finish, last) if last >= 0 else finish].isupper()


def initials_of_people(text: str, spans: Sequence[RecognizedSpan]) -> Iterator[RecognizedSpan]:
    """Yield the initials of the people found: those of a full name, or the first and the last.

    Where they stand in something longer, or are known to be somebody, nothing is yielded.
    """
    found, known = DisjointSpans(), set[str]()
    for span in spans:
        found.put(span)
        if span.entity_type is SemanticType.PERSON:
            parts = PersonName(text[span.start : span.end], span.reason).parts
            letters, ends = first_letters(parts)
            if len(letters) > 1 and letters.isupper():
                known |= {letters, ends}
    for match in _INITIALS.finditer(text):
        if "".join(filter(str.isalpha, match[0])) in known:
            end = match.start() + len(match[0].rstrip())
            span = RecognizedSpan(match.start(), end, SemanticType.PERSON, LIKELY, INITIALS)
            there = found.overlapping(span)
            if all(span.holds(each) and each.entity_type is not span.entity_type for each in there):
                yield span


def _person(place: tuple[int, int], reason: str) -> RecognizedSpan:
    return RecognizedSpan(*place, SemanticType.PERSON, LIKELY, _again(reason))


def words_again(
    text: str, readable: Iterable[str], is_common: Callable[[str], bool]
) -> Iterator[RecognizedSpan]:
    """Yield the places of words that must not be read, in whatever number, case or accents.

    A common word that was read with a capital is a name there, and none in small letters.
    """
    wanted: dict[str, bool] = {}
    for word in (word for each in readable for word in words_of(each)):
        is_name = word.is_capital and is_common(word.text.casefold())
        wanted[word.stem] = wanted.get(word.stem, True) and is_name
    if not wanted:
        return
    for match in _WORD.finditer(text):
        words = [word for word in words_of(match[0]) if word.stem in wanted]
        if any(word.is_capital or not wanted[word.stem] for word in words):
            yield RecognizedSpan(*match.span(), SemanticType.MISC, LIKELY, READABLE)


def _again(reason: str) -> str:
    return AGAIN + reason.removeprefix(AGAIN)
