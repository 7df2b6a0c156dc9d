"""A document as it goes out: its text with the choices in their places, and what it still leaks.

Files, datasets, releases, the check before a submission and `sanitize` are views of this one, so
that all of them make the same text of the same choices, and find the same in it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import NamedTuple

from annotation.hidden_words import Hidden, HiddenWords, Lexicon, words_of_span
from annotation.reading.text import text_as_read
from annotation.records import Document, Mention
from annotation.rendering import Fitter, Piece, Rendered, hidden_mentions, rendered
from names.parts import with_initials
from names.words import Stems, Word, stems_of, word_borders, words_of

NOTHING_MARKED = "nothing is marked: its text would go out whole"
GENERALIZED = "the generalized text"

_HYPHEN = re.compile(r"(?<=[^\W\d_])[-‐‑][ \t]?\n?[ \t]?(?=[^\W\d_])")
"""A hyphen inside a word, at the end of a line, too."""
_IN_SIGHT = 4
"""Words that are shown on either side of what was found."""

Borders = tuple[int, int]
"""The beginning and the end of words in the original text, in code points, half-open."""


class Readable(NamedTuple):
    """Words that can be read, what hides them elsewhere, the words around, and where they stand."""

    hidden: Hidden
    words: str
    context: str
    borders: Borders | None
    """None where they don't stand as they stood in the original."""
    owner: Mention | None
    """In whose place they stand, or the first of them that stands in one's."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A leak of a text: the mention that hides it, where it stands, the words around."""

    mention: Mention
    readable: str
    place: str
    context: str
    places: tuple[Borders, ...] = ()
    """The places at which it stands as in the original, names with initials, in text order."""
    owner: Mention | None = None
    """In whose place it stands where it is read first; None for what was in the original."""

    def __str__(self) -> str:
        span = self.mention.span_text
        hidden_as = "" if span == self.readable else f" (of “{span}”)"
        where = f"in {self.place}: … {self.context} …"
        return f"“{self.readable}”{hidden_as} is still readable {where}"


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A rendered document, what it hides, and what can be read of that all the same."""

    rendered: Rendered
    hidden: HiddenWords
    findings: tuple[Finding, ...]
    """The leaks of the text, each once."""

    @property
    def is_unmasked(self) -> bool:
        """True where nothing is marked in it."""
        return not any(mention.is_masked for mention in self.rendered.document.iter_mentions())


def outgoing(document: Document, fit: Fitter, lexicon: Lexicon) -> Outgoing:
    """Render a document and scan its text."""
    whole = rendered(document, fit)
    hidden = HiddenWords(hidden_mentions(whole.document), lexicon)
    return Outgoing(whole, hidden, tuple(findings_in(whole.pieces, hidden)))


def findings_in(
    text: Sequence[Piece], hidden: HiddenWords, place: str = GENERALIZED
) -> Iterator[Finding]:
    """Yield what can be read of hidden words in a text, each thing once; `place` names the text."""
    findings: dict[Stems, Finding] = {}
    places: defaultdict[Stems, list[Borders]] = defaultdict(list)
    read = (reading for each in _readings(text) for reading in _readable(hidden, each))
    for found, words, context, borders, owner in read:
        stems = stems_of(found.words)
        findings.setdefault(stems, Finding(found.mention, words, place, context, owner=owner))
        places[stems] += [borders] if borders else []
    for stems, finding in findings.items():
        yield replace(finding, places=tuple(places[stems]))


def _readings(text: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    """Yield a text as it stands and, where these differ, as it is read, and without hyphens."""
    yield text
    ways: tuple[Callable[[str], str], ...] = (text_as_read, partial(_HYPHEN.sub, ""))
    for read in ways:
        whole = [Piece(read(piece.text), piece.owner) for piece in text]
        if any(one.text != other.text for one, other in zip(whole, text, strict=True)):
            yield whole


def _readable(hidden: HiddenWords, text: Sequence[Piece]) -> Iterator[Readable]:
    """Yield what a text gives away, in text order."""
    words: list[Word] = []
    homes: list[tuple[int, int]] = []  # of each word: the number of its piece, and its own there
    for place, piece in enumerate(text):
        some = words_of(piece.text)
        words.extend(some)
        homes.extend((place, number) for number in range(len(some)))
    borders_in = cache(lambda place: word_borders(text[place].text))

    def borders(
        first: tuple[int, int], last: tuple[int, int], *, is_person: bool
    ) -> Borders | None:
        piece, within = text[first[0]], borders_in(first[0])
        if first[0] != last[0] or piece.start is None:
            return None
        start, end = within[first[1]][0], within[last[1]][1]
        start, end = with_initials(piece.text, start, end) if is_person else (start, end)
        return piece.start + start, piece.start + end

    def standing_from(first: tuple[int, int], last: tuple[int, int]) -> str:
        begin = borders_in(first[0])[first[1]][0]
        behind = len(text[last[0]].text) - borders_in(last[0])[last[1]][1]
        whole = "".join(piece.text for piece in text[first[0] : last[0] + 1])
        return " ".join(whole[begin : len(whole) - behind].split())

    end = 0
    for there, found in hidden.found_in(words):
        standing = homes[there.start : there.stop]
        owners = [text[place].owner for place, _ in standing]
        if there.stop > end and not _may_stand(found, owners):
            end = there.stop
            around = homes[max(0, there.start - _IN_SIGHT) : end + _IN_SIGHT]
            read = " ".join(word.text for word in words[there.start : end])
            context = standing_from(around[0], around[-1])
            owner = next(filter(None, owners), None)
            where = borders(standing[0], standing[-1], is_person=found.is_person)
            yield Readable(found, read, context, where, owner)


def _may_stand(found: Hidden, owners: Sequence[Mention | None]) -> bool:
    """Whether words may be read where they stand: in the place of a mention.

    What is chosen for a mention may share words with its own span. It may say what something is in
    a word that other spans hide (a senator is a politician), and how much in a number of theirs (a
    range of ages, the number of a person), but name nothing that they hide.
    """
    mention = owners[0]
    if mention is None or any(owner is not mention for owner in owners):
        return False
    is_kind = not found.is_name and not found.is_person
    return is_kind or found.is_small_amount or found.is_own(stems_of(words_of_span(mention)))
