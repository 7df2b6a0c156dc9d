"""Documents without their originals, and the scan for what they still leak.

A sanitized record is built anew from choices and numbers; of what was imported, nothing but the
split is carried over. Before anybody sees it, every text in it is searched for what the document
hides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from annotation.correcting import as_corrected
from annotation.hidden_words import Hidden, HiddenWords, Lexicon, words_of_span
from annotation.numbered_layers import NumberedLayers
from annotation.reading.text import text_as_read
from annotation.records import MASK, Document, Json, Mention
from annotation.rendering import (
    Fitter,
    ReplacedSpan,
    as_chosen,
    chosen_text,
    iter_generalized,
)
from annotation.types import SemanticType
from names.words import Stems, Word, stems_of, word_borders, words_of

NOTHING_MARKED = "nothing is marked: its text would go out whole"

_GENERALIZED = "generalized_text"
_CLOSED_SETS = frozenset({"entity_type", "identifier_type"})
"""Keys whose values are the same in all files."""
_PLACES = {_GENERALIZED: "the generalized text", "dataset_type": "the split"}
_IN_SIGHT = 4
"""Words that are shown on either side of what was found."""


class Piece(NamedTuple):
    """A stretch of text: the mention in whose place it stands, or where it begins in the original.

    Neither is known of a text that was not in the original.
    """

    text: str
    owner: Mention | None = None
    start: int | None = None


Borders = tuple[int, int]
"""Where words begin and end in the original text, in code points, half-open."""


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
    """What a text still leaks: the mention that hides it, where it stands, the words around."""

    mention: Mention
    readable: str
    place: str
    context: str
    places: tuple[Borders, ...] = ()
    """Where it stands as it stood in the original, in text order."""
    owner: Mention | None = None
    """In whose place it stands where it is read first; None for what was in the original."""

    def __str__(self) -> str:
        span = self.mention.span_text
        hidden_as = "" if span == self.readable else f" (of “{span}”)"
        where = f"in {self.place}: … {self.context} …"
        return f"“{self.readable}”{hidden_as} is still readable {where}"


@dataclass(frozen=True, slots=True)
class Sanitized:
    """A record without originals, and why it must not be handed out: nothing, if it may."""

    record: dict[str, Json]
    problems: tuple[str, ...]
    readable: tuple[str, ...] = ()
    """The words that can still be read."""
    pieces: tuple[Piece, ...] = ()
    """The generalized text in pieces, those that replace something with their mention."""


@dataclass
class Sanitizer:
    """Sanitizes the documents of one file, in which each annotator has one number."""

    lexicon: Lexicon
    fit: Fitter = as_chosen
    _layers: NumberedLayers = field(default_factory=NumberedLayers)

    def sanitize(
        self, document: Document, number: int, *, may_be_unmasked: bool = False
    ) -> Sanitized:
        """Build the record of a document and scan it.

        `may_be_unmasked` says that somebody decided that nothing in the document needs hiding.
        """
        corrected = as_corrected(document)
        mentions = list(corrected.iter_mentions())
        pieces = _pieces(corrected, mentions, self.fit)
        record: dict[str, Json] = {"document": number}
        if document.dataset_type is not None:
            record["dataset_type"] = document.dataset_type
        record[_GENERALIZED] = "".join(piece.text for piece in pieces)
        record["annotations"] = self._layers.of(document, _places(pieces, mentions))
        findings = list(_scan(record, pieces, mentions, self.lexicon))
        problems = [str(finding) for finding in findings]
        if not may_be_unmasked and not any(mention.is_masked for mention in mentions):
            problems.append(NOTHING_MARKED)
        readable = tuple(finding.readable for finding in findings)
        return Sanitized(record, tuple(problems), readable, tuple(pieces))


def is_left(mention: Mention) -> bool:
    """Tell whether it was decided that a masked span stays as it is; no person's name may."""
    is_person = mention.entity_type is SemanticType.PERSON
    return not is_person and chosen_text(mention) == mention.span_text


def _pieces(document: Document, mentions: Sequence[Mention], fit: Fitter) -> list[Piece]:
    """Render a document; what has no choice reads `***`."""
    places: dict[ReplacedSpan, Mention] = {}
    for mention in mentions:
        if mention.is_masked:
            places.setdefault(fit(document.text, mention, chosen_text(mention) or MASK), mention)
    pieces = iter_generalized(document.text, places)
    return [Piece(text, places[span] if span else None) for text, span in pieces]


def _places(pieces: Sequence[Piece], mentions: Sequence[Mention]) -> dict[int, Borders]:
    """Say where what replaces a mention stands in the text, by the mention's number."""
    numbers = {id(mention): number for number, mention in enumerate(mentions, start=1)}
    ends = accumulate(len(piece.text) for piece in pieces)
    return {
        numbers[id(piece.owner)]: (end - len(piece.text), end)
        for piece, end in zip(pieces, ends, strict=True)
        if piece.owner
    }


def _scan(
    record: dict[str, Json], pieces: Sequence[Piece], mentions: Sequence[Mention], lexicon: Lexicon
) -> Iterator[Finding]:
    """Yield what can be read in a record, each thing once in a place."""
    rendered = (_PLACES[_GENERALIZED], pieces)
    return _findings([rendered, *_iter_texts(record, "", mentions)], mentions, lexicon)


def scan_text(
    pieces: Sequence[Piece], mentions: Sequence[Mention], lexicon: Lexicon
) -> Iterator[Finding]:
    """Yield what can be read in a generalized text alone, each thing once."""
    return _findings([(_PLACES[_GENERALIZED], pieces)], mentions, lexicon)


def _findings(
    texts: Iterable[tuple[str, Sequence[Piece]]], mentions: Sequence[Mention], lexicon: Lexicon
) -> Iterator[Finding]:
    masked = [mention for mention in mentions if mention.is_masked and not is_left(mention)]
    hidden = HiddenWords(masked, lexicon)
    for place, text in texts:
        findings: dict[Stems, Finding] = {}
        places: defaultdict[Stems, list[Borders]] = defaultdict(list)
        read = (reading for each in _readings(text) for reading in _readable(hidden, each))
        for found, words, context, borders, owner in read:
            stems = stems_of(found.words)
            findings.setdefault(stems, Finding(found.mention, words, place, context, owner=owner))
            places[stems] += [borders] if borders else []
        for stems, finding in findings.items():
            yield replace(finding, places=tuple(places[stems]))


def _iter_texts(
    value: Json, place: str, mentions: Sequence[Mention], owner: Mention | None = None
) -> Iterator[tuple[str, Sequence[Piece]]]:
    """Yield every text anywhere in a record with its place, but for the generalized text."""
    if isinstance(value, str):
        yield place, [Piece(value, owner)]
    elif isinstance(value, list):
        for item in value:
            yield from _iter_texts(item, place, mentions, owner)
    elif isinstance(value, dict):
        number = value.get("mention")
        if isinstance(number, int):
            place, owner = f"a text chosen for mention {number}", mentions[number - 1]
        for key, item in value.items():
            if key not in _CLOSED_SETS and key != _GENERALIZED:
                yield from _iter_texts(
                    item, place if owner else _PLACES.get(key, key), mentions, owner
                )


def _readings(text: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    """Yield a text as it stands and, where that differs, as it is read."""
    yield text
    whole = [Piece(text_as_read(piece.text), piece.owner) for piece in text]
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

    def borders(first: tuple[int, int], last: tuple[int, int]) -> Borders | None:
        start = text[first[0]].start
        if first[0] != last[0] or start is None:
            return None
        within = borders_in(first[0])
        return start + within[first[1]][0], start + within[last[1]][1]

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
            yield Readable(found, read, context, borders(standing[0], standing[-1]), owner)


def _may_stand(found: Hidden, owners: Sequence[Mention | None]) -> bool:
    """Tell whether words may be read where they stand: in the place of a mention.

    What is chosen for a mention may share words with its own span. It may say what something is in
    a word that other spans hide (a senator is a politician), and how much in a number of theirs (a
    range of ages, the number of a person), but name nothing that they hide.
    """
    mention = owners[0]
    if mention is None or any(owner is not mention for owner in owners):
        return False
    is_kind = not found.is_name and not found.is_person
    return is_kind or found.is_small_amount or found.is_own(stems_of(words_of_span(mention)))
