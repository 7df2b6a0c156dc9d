"""Finding a name to protect in other forms than the one given.

Its words with the initials and particles beside them, what shares their beginning ("Frankie"),
what is mistyped, user names that hold them, and initials where a name would stand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from annotation.types import SemanticType
from masking.reasons import ADDRESSED, AGAIN, PROTECTED, SIGNED, SPEAKER
from masking.repeating import PersonName
from masking.spans import LIKELY, RecognizedSpan
from names.folding import fold
from names.forms import begins_alike, first_letters, is_mistyped, pet_forms
from names.letters import spelling
from names.titles import PARTICLES, TITLES

_TALK = frozenset({ADDRESSED, SIGNED, SPEAKER})
"""Reasons of names in letters and talks, which are about several people."""
_WORD = re.compile(r"[^\W\d_]+")
_BETWEEN = re.compile(r"[.,]? ?|['’_-]")
"""What stands between two words of one name."""
_INSIDE = re.compile(r"[a-z,] [^\W\d_a-z]")
"""Where a capital makes a name even of a common word: in the middle of a sentence."""
_USER_NAME = re.compile(r"(?<![\w.#-])(?=[\w.#-]{0,40}[\d_.#-]\w)[^\W_][\w.#-]{0,60}(?<=\w)(?!\w)")
_INITIALS = re.compile(r"(?<![\w.])[A-Z](?:\.?[ -]?[A-Z]){1,3}(?:\.|(?!\w))")
_BEFORE_NAMES = sorted(sorted(TITLES.keys() - {"the", "his", "her"}), key=len, reverse=True)
"""Titles without the words that stand only before other titles ("His Honour")."""
_CIVIL = ("mr", "mrs", "ms", "mx", "dr")
"""Titles that are nothing else in small letters, as "miss" is."""
_ALONE = re.compile(
    rf"""(?<!\w) (?i:{"|".join(_BEFORE_NAMES)}) \.?[ ]
         [A-Z] (?: \. | (?![\w'’.]) )
      | (?<!\w) (?i:{"|".join(_CIVIL)}) \.?[ ] [a-z] (?![\w'’])
      | (?: ^ | (?<=\d[ ]) | (?<=\d[\])][ ]) ) [A-Z] (?=:\s)
      | ^ [A-Z] \.? (?= [ x]* $ )
      | (?<![\w.]) [A-Z] \. (?= [,;:!?)'’] | [ ][a-z] )
      | (?<![\w.]) [A-Z] (?= [ .x]{{0,9}} \s? \Z )""",
    re.VERBOSE | re.MULTILINE,
)
"""An initial where a name would stand: addressed, speaking, signing, in a sentence."""
_SHORTEST = 3


class ProtectedName:
    """One name to protect; all its words are folded."""

    def __init__(self, name: str, is_common: Callable[[str], bool]) -> None:
        """Take the name and a predicate for words that are common, not names."""
        parts = PersonName(name, PROTECTED).parts
        self._parts = list(map(spelling, parts))
        self._particles = PARTICLES.intersection(map(fold, _WORD.findall(name)))
        letters, ends = first_letters(map(fold, parts))
        self._letters = set(letters)
        self._initials = {letters, ends, letters[:2]} - set(letters)
        self._is_common = is_common
        self.is_form = cache(self._is_form)
        self.goes_with_name = cache(self._goes_with_name)

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where forms of the name stand."""
        yield from self._rows(text)
        for match in _USER_NAME.finditer(text):
            if any(self._is_held(word) for word in _WORD.findall(match[0])):
                yield match.span()
        for match in _INITIALS.finditer(text):
            if fold("".join(_WORD.findall(match[0]))) in self._initials:
                yield match.span()
        for match in _ALONE.finditer(text):
            if fold(_WORD.findall(match[0])[-1]) in self._letters:
                yield match.span()

    def _rows(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield rows of what goes with the name, if one of it is the name."""
        row: list[re.Match[str]] = []
        for word in _WORD.finditer(text):
            goes_with_name = self.goes_with_name(word[0]) and not _is_possessive(text, word)
            if not (goes_with_name and row and _is_beside(text, row[-1], word)):
                yield from self._spanning(text, row)
                row = []
            if goes_with_name:
                row.append(word)
        yield from self._spanning(text, row)

    def _spanning(self, text: str, row: Sequence[re.Match[str]]) -> Iterator[tuple[int, int]]:
        if (cut := _second_name(text, row)) is not None:
            yield from self._spanning(text, row[:cut])
            yield from self._spanning(text, row[cut:])
        elif any(self._is_name(text, word) for word in row):
            end = row[-1].end()
            yield row[0].start(), end + (len(row[-1][0]) == 1 and text[end : end + 1] == ".")

    def _is_name(self, text: str, word: re.Match[str]) -> bool:
        is_inside = _INSIDE.match(text, max(0, word.start() - 2)) is not None
        return self.is_form(word[0]) or (is_inside and self._is_short(word[0]))

    def _goes_with_name(self, word: str) -> bool:
        """Whether a word may be part of the name: initials, particles and common words, too."""
        folded = fold(word)
        is_initial = len(word) == 1 and folded in self._letters
        is_beside = is_initial or folded in self._particles or self._is_short(word)
        return is_beside or self.is_form(word)

    def _is_short(self, word: str) -> bool:
        return any(begins_alike(spelling(word), part) for part in self._parts)

    def _is_form(self, word: str) -> bool:
        """Whether a word is one of the name's, shortened, with another ending or mistyped."""
        written, folded = spelling(word), fold(word)
        if written in self._parts:
            return len(folded) >= _SHORTEST or word[0].isupper()
        if len(folded) < _SHORTEST or self._is_common(folded):
            return False
        is_slip = any(is_mistyped(written, part) for part in self._parts)
        is_pet_form = word[0].isupper() and not pet_forms(folded).isdisjoint(self._parts)
        return is_slip or is_pet_form or self._is_short(word) or self._is_held(word)

    def _is_held(self, word: str) -> bool:
        """Whether a word begins or ends with a word of the name."""
        folded = spelling(word)
        return any(
            len(part) >= _SHORTEST and (folded.startswith(part) or folded.endswith(part))
            for part in self._parts
        )


def _second_name(text: str, row: Sequence[re.Match[str]]) -> int | None:
    """Return where behind a comma a word comes again: "Mr Hill, Tom Hill" are two names."""
    for place, (one, other) in enumerate(pairwise(row), start=1):
        if "," in text[one.end() : other.start()]:
            before = {spelling(word[0]) for word in row[:place] if len(word[0]) > 1}
            behind = {spelling(word[0]) for word in row[place:] if len(word[0]) > 1}
            if any(begins_alike(word, name) for name in before for word in behind):
                return place
    return None


def _is_possessive(text: str, word: re.Match[str]) -> bool:
    """Return whether a letter is the ending of a word, and no initial: "Shaw's"."""
    return word[0] in "sS" and text[max(0, word.start() - 1) : word.start()] in {"'", "’"}


def _is_beside(text: str, before: re.Match[str], word: re.Match[str]) -> bool:
    """Return whether a word goes on the name before it; a point between is that of an initial."""
    between = _BETWEEN.fullmatch(text, before.end(), word.start())
    return between is not None and ("." not in between[0] or len(before[0]) == 1)


def forms_of_names(
    text: str, names: Iterable[str], is_common: Callable[[str], bool]
) -> Iterator[RecognizedSpan]:
    """Yield where the names to protect stand, in whatever form."""
    for name in names:
        for start, end in ProtectedName(name, is_common).find(text):
            yield RecognizedSpan(start, end, SemanticType.PERSON, LIKELY, PROTECTED)


def named_most(text: str, spans: Iterable[RecognizedSpan]) -> list[str]:
    """Return the full name of the person whose words name people most often, the first of several.

    A letter or a talk is about several: there all full names follow. Only what was recognized by
    itself counts. Without a full name there is none: of one word alone too much would be a form.
    """
    names = [
        PersonName(text[span.start : span.end], span.reason)
        for span in spans
        if span.entity_type is SemanticType.PERSON and not span.reason.startswith(AGAIN)
    ]
    counts = Counter(spelling(part) for name in names for part in set(name.parts))
    full = [name for name in names if len(name.parts) > 1 and max(map(len, name.parts)) > 1]
    full.sort(key=lambda name: -sum(counts[spelling(part)] for part in name.parts))
    first, rest = full[:1], full[1:]
    if not any(name.reason in _TALK for name in names):
        return [name.text for name in first]
    others = [name for name in rest if min(map(len, name.parts)) > 1]
    return list(dict.fromkeys(name.text for name in [*first, *others]))
