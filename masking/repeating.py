"""Names found once are names wherever they stand: TAB links identical strings by default.

A person's name comes back in parts, in other capitals, spelt out and inside user names, and as
initials; other names come back as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from annotation.types import SemanticType
from masking.reasons import AGAIN, INITIALS, PROTECTED, READABLE
from masking.spans import LIKELY, DisjointSpans, RecognizedSpan
from names.parts import PARTICLES, TITLES
from names.words import first_letters, words_of
from ontology.english import FUNCTION_WORDS

_AS_THEY_ARE = frozenset({SemanticType.LOC, SemanticType.ORG, SemanticType.MISC})
_RUN = re.compile(r"[^\s<>()\[\]\"“”,;:!?]+")
_WORD = re.compile(r"\w+")
_PART = re.compile(r"[^\W\d_]+")
_FOR_COMPUTERS = re.compile(r"\w[._@]\w|\d")
_INITIALS = re.compile(r"(?<!\w)(?:[^\W\d_]\.\s?){2,}|(?<!\w)[A-Z]{3,4}(?!\w)")
_LABEL_END = re.compile(r"[*_]*:(?=\s)")
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
        """Its words without the titles before it and the particles in it.

        Where any word has a capital, those without are none of the name: "Mr Moss of the Treasury".
        """
        words = _PART.findall(self.text)
        words = [word for word in words if not word.islower()] or words
        while len(words) > 1 and words[0].casefold() in TITLES:
            del words[0]
        last = len(words) - 1
        return [word for n, word in enumerate(words) if n == last or word not in PARTICLES]


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
    wanted = {part.casefold() for name in asked for part in name.parts}
    words: dict[str, tuple[str, str]] = {}
    for name in [*asked, *found]:
        for part in name.parts:
            if len(part) >= _SHORTEST:
                words.setdefault(part.casefold(), (part, name.reason))
    yield from _words_again(text, words, lambda word: word not in wanted and is_common(word))


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


def _words_again(
    text: str,
    words: Mapping[str, tuple[str, str]],
    is_common: Callable[[str], bool],
) -> Iterator[RecognizedSpan]:
    """Yield the words of names, and the user names and spellings that hold them."""
    for run in _RUN.finditer(text):
        parts = list(_PART.finditer(text, *run.span()))
        spelled = "".join(part[0] for part in parts).casefold()
        if len(parts) > _SHORTEST and spelled in words:
            yield _person(run.span(), words[spelled][1])
            continue
        is_user_name = _FOR_COMPUTERS.search(run[0]) is not None
        for part in parts:
            written, reason = words.get(part[0].casefold(), ("", ""))
            is_name = part[0] == written or _is_label(text, part) or _is_set_off(text, part)
            if written and (is_name or not is_common(part[0].casefold())):
                yield _person(_bare(run) if is_user_name else part.span(), reason)


def _is_label(text: str, word: re.Match[str]) -> bool:
    """Whether a word stands alone before a colon: who speaks."""
    return _LABEL_END.match(text, word.end()) is not None and (
        word.start() == 0 or text[word.start() - 1] in "\n\t >]"
    )


def _is_set_off(text: str, word: re.Match[str]) -> bool:
    """Whether a word stands in capitals in a line that does not, and not for its stress."""
    is_stressed = word[0].casefold() in FUNCTION_WORDS
    if is_stressed or not word[0].isupper() or len(word[0]) < _SHORTEST:
        return False
    first, last = text.rfind("\n", 0, word.start()) + 1, text.find("\n", word.end())
    start, end = max(first, word.start() - _LINE), word.end() + _LINE
    return not text[start : min(end, last) if last >= 0 else end].isupper()


def _bare(run: re.Match[str]) -> tuple[int, int]:
    """Return where a run of characters stands without the punctuation around it."""
    bare = run[0].strip(".'’‘-*_")
    start = run.start() + run[0].index(bare)
    return start, start + len(bare)


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
