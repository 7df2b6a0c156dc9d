"""Short names resolved inside their document: initials, and names that leave out words."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from weakref import WeakKeyDictionary

from annotation.records import Mention
from annotation.types import SemanticType
from names.folding import fold
from ontology.spans import Span, Surroundings
from ontology.taxonomy import TAXONOMY

_ABBREVIATION = re.compile(
    r"(?:[A-Z]\.){2,}|(?=(?:[^A-Z]*[A-Z]){2})[A-Z][A-Za-z&./-]{0,8}[A-Za-z.]"
)
_IN_BRACKETS = re.compile(r"[(\[][\"“‘']?([^()\[\]\"”’]{2,80}?)[\"”’']?[)\]]")
_WORD = re.compile(r"[^\W_]+(?:['’.&][^\W_]+)*\.?")
_LETTER = re.compile(r"[^\W\d_]")
_SMALL_WORDS = frozenset(
    "the a an of and for in on at to de la du des et y del di da e und der die das für s".split()
)
_LINKS = frozenset({"of", "for", "de", "du", "des", "del", "di", "da", "für", "der"})
_LEGAL_FORMS = frozenset({"inc", "ltd", "plc", "llc", "corp", "gmbh", "ag", "sa"})
_NOT_THE_WHOLE = frozenset(
    {"academic publisher", "hospital", "library", "museum", "student organization", "school"}
)
"""Bodies inside others that bear their names: "Oxford" is not Oxford Library."""

_LONGEST_GAP = 4
"""Small words that initials may leave out."""

_CACHE_SIZE = 1 << 14
_READ_BACK = 160
"""Characters before a bracket among which a long form is sought."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A stretch of the text, with what it holds."""

    start: int
    end: int
    text: str


class _Definitions:
    """The long forms that a document gives for its short ones, each found once."""

    def __init__(self, surroundings: Surroundings) -> None:
        self.in_brackets = dict(_read_brackets(surroundings.text))
        self._by_word: defaultdict[tuple[SemanticType, str], dict[str, list[Mention]]]
        self._by_word = defaultdict(dict)
        """The mentions by type and their first and last words, those of one text together."""
        for mention in surroundings.mentions:
            words = _words(mention.span_text)
            for word in {*words[:1], *words[-1:]}:
                alike = self._by_word[mention.entity_type, word]
                alike.setdefault(mention.span_text, []).append(mention)
        self.answers: dict[str, Mention | None] = {}

    def fuller(self, short: tuple[str, ...], kind: SemanticType) -> Mapping[str, list[Mention]]:
        """Return the mentions that begin or end as a name does, by their texts."""
        first, last = (self._by_word.get((kind, word), {}) for word in (short[0], short[-1]))
        return {**first, **last}


_DEFINITIONS: WeakKeyDictionary[Surroundings, _Definitions] = WeakKeyDictionary()


def longer_form(span: Span) -> Span | None:
    """Return a longer name of the same thing, as a span of its own place and the same type."""
    known = _DEFINITIONS.get(span.surroundings)
    if known is None:
        known = _DEFINITIONS[span.surroundings] = _Definitions(span.surroundings)
    key = span.mention.mention_id
    if key not in known.answers:
        known.answers[key] = _find(span, known)
    found = known.answers[key]
    return Span(found, span.surroundings) if found else None


def _find(span: Span, known: _Definitions) -> Mention | None:
    if _ABBREVIATION.fullmatch(span.text):
        stretch = (
            known.in_brackets.get(_letters(span.text)) or _spelled_out(span) or _named_before(span)
        )
    else:
        stretch = _less_shortened(span, known)
    if stretch is None:
        return None
    return replace(span.mention, start=stretch.start, end=stretch.end, span_text=stretch.text)


def _letters(text: str) -> str:
    return "".join(_LETTER.findall(text)).casefold()


def _read_brackets(text: str) -> Iterator[tuple[str, _Stretch]]:
    """Yield the letters of each "Long Form (LF)" or "LF (Long Form)" with the long form."""
    for match in _IN_BRACKETS.finditer(text):
        inside = match[1].strip()
        before = text[max(0, match.start() - _READ_BACK) : match.start()].rstrip()
        if _ABBREVIATION.fullmatch(inside):
            start = _long_form_start(before, _letters(inside))
            if start is not None:
                offset = text.rindex(before, 0, match.start())
                yield (
                    _letters(inside),
                    _Stretch(offset + start, offset + len(before), before[start:]),
                )
        elif (short := _abbreviation_at_end(before)) and _letters(short) in _initials(inside):
            place = text.index(inside, match.start())
            yield _letters(short), _Stretch(place, place + len(inside), inside)


def _abbreviation_at_end(text: str) -> str:
    last = text.rpartition(" ")[2]
    return last if _ABBREVIATION.fullmatch(last) else ""


def _long_form_start(before: str, letters: str) -> int | None:
    """Return where the words begin whose initials are the letters, at the end of a text."""
    words = list(_WORD.finditer(before))
    for count in range(1, len(letters) + _LONGEST_GAP + 1):
        first = words[-count] if count <= len(words) else None
        if first is None:
            return None
        candidate = before[first.start() :]
        if first[0][0].isupper() and letters in _initials(candidate):
            return first.start()
    return None


@lru_cache(_CACHE_SIZE)
def _initials(text: str) -> frozenset[str]:
    """Return the initials of a name: of all words, of the large ones, without a legal form."""
    words = [fold(word) for word in re.findall(r"[^\W_]+", re.sub(r"['’]s\b", "", text))]
    large = [word for word in words if word not in _SMALL_WORDS]
    bare = [word for word in large if word not in _LEGAL_FORMS]
    return frozenset("".join(word[0] for word in some) for some in (words, large, bare) if some)


def _spelled_out(span: Span) -> _Stretch | None:
    """Find the nearest mention whose initials a short name is."""
    letters = _letters(span.text)
    fitting = [
        mention
        for mention in span.surroundings.mentions
        if len(mention.span_text) > len(span.text) and letters in _initials(mention.span_text)
    ]
    return _nearest(span, [each for each in fitting if " " in each.span_text])


def _named_before(span: Span) -> _Stretch | None:
    """Find the mention that a short name in brackets follows, in whatever language it is."""
    found = [
        mention
        for mention in span.surroundings.mentions
        if mention.entity_type is span.type
        and span.surroundings.text[mention.end : span.mention.start] in {" (", " [", ' ("'}
        and fold(mention.span_text)[:1] == fold(span.text)[:1]
    ]
    return _nearest(span, found)


def _less_shortened(span: Span, known: _Definitions) -> _Stretch | None:
    """Find the nearest mention of the same type that says more words of the same name."""
    short = _words(span.text)
    is_definite = fold(span.text).startswith("the ") or span.before.lower().endswith("the ")
    if not short or (span.text.islower() and not is_definite):
        return None
    beside = [
        each
        for text, alike in known.fuller(short, span.type).items()
        if len(text) > len(span.text)
        and _is_shortened(short, _words(text), span.type, is_definite=is_definite)
        for each in _beside(span, alike)
    ]
    return _nearest(span, sorted(beside, key=lambda mention: (mention.start, mention.end)))


def _beside(span: Span, alike: list[Mention]) -> list[Mention]:
    """Return the last of the mentions of one text before a span, and the first behind it."""
    before = bisect_right(alike, span.mention.start, key=lambda mention: mention.end)
    behind = bisect_left(alike, span.mention.end, key=lambda mention: mention.start)
    return [*alike[max(0, before - 1) : before], *alike[behind : behind + 1]]


def _is_shortened(
    short: tuple[str, ...], full: tuple[str, ...], kind: SemanticType, *, is_definite: bool
) -> bool:
    """Tell whether a name leaves out words of another, but not those that tell what it is."""
    if len(short) >= len(full):
        return False
    if kind is not SemanticType.ORG:
        return is_definite and len(short) == 1 and full[-1:] == short
    count = len(short)
    if full[-count:] == short:
        return not set(full[:-count]) & _LINKS
    rest = full[count:]
    if full[:count] == short:
        return rest[0] in _LINKS or (len(rest) == 1 and _tells_whole(rest[0]))
    return False


def _tells_whole(word: str) -> bool:
    kinds = TAXONOMY.kinds_with("words", word)
    return (bool(kinds) and _NOT_THE_WHOLE.isdisjoint(kinds)) or word in _LEGAL_FORMS


@lru_cache(_CACHE_SIZE)
def _words(text: str) -> tuple[str, ...]:
    words = tuple(fold(word) for word in re.findall(r"[^\W_]+(?:['’][^\W_]+)?", text))
    return words[1:] if words[:1] == ("the",) else words


def _nearest(span: Span, mentions: list[Mention]) -> _Stretch | None:
    """Prefer the last one before the span, then the first one after it."""
    start = span.mention.start
    before = [mention for mention in mentions if mention.end <= start]
    after = [mention for mention in mentions if mention.start >= span.mention.end]
    best = before[-1:] or after[:1]
    return _Stretch(best[0].start, best[0].end, best[0].span_text) if best else None
