"""Documents without their originals, and the scan for what they still leak.

A sanitized record is built anew from choices and numbers; of what was imported, nothing but the
split is carried over. Before anybody sees it, every text in it is searched for what the document
hides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from annotation.hidden_words import Hidden, HiddenWords, Lexicon
from annotation.options import level_of
from annotation.overlaying import annotator_of
from annotation.records import MASK, Document, Json, Layer, Mention
from annotation.rendering import (
    Fitter,
    ReplacedSpan,
    as_chosen,
    chosen_text,
    iter_generalized,
)
from annotation.types import SemanticType
from annotation.words import Stems, Word, rejoined, span_words, stems_of, words_of

NOTHING_MARKED = "nothing is marked: its text would go out whole"

_GENERALIZED = "generalized_text"
_CLOSED_SETS = frozenset({"entity_type", "identifier_type"})
"""Keys whose values are the same in all files."""
_PLACES = {_GENERALIZED: "the generalized text", "dataset_type": "the split"}
_IN_SIGHT = 4
"""Words that are shown on either side of what was found."""

Piece = tuple[str, Mention | None]
"""A stretch of text with the mention in whose place it stands, if any."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a sanitized record still leaks: which mention hides it, the place, the words around."""

    mention: int
    readable: str
    place: str
    context: str

    def __str__(self) -> str:
        where = f"in {self.place}: … {self.context} …"
        return f"mention {self.mention}: “{self.readable}” is still readable {where}"


@dataclass(frozen=True, slots=True)
class Sanitized:
    """A record without originals, and why it must not be handed out: nothing, if it may."""

    record: dict[str, Json]
    problems: tuple[str, ...]
    readable: tuple[str, ...] = ()
    """The words that can still be read."""


@dataclass
class Sanitizer:
    """Sanitizes the documents of one file, in which each annotator has one number."""

    lexicon: Lexicon
    fit: Fitter = as_chosen
    _annotators: dict[str, int] = field(default_factory=dict)

    def sanitize(
        self, document: Document, number: int, *, may_be_unmasked: bool = False
    ) -> Sanitized:
        """Build the record of a document and scan it.

        `may_be_unmasked` says that somebody decided that nothing in the document needs hiding.
        """
        mentions = list(document.iter_mentions())
        pieces = _pieces(document, mentions, self.fit)
        record: dict[str, Json] = {"document": number}
        if document.dataset_type is not None:
            record["dataset_type"] = document.dataset_type
        record[_GENERALIZED] = "".join(text for text, _ in pieces)
        record["annotations"] = self._layers(document)
        findings = list(_scan(record, pieces, mentions, self.lexicon))
        problems = [str(finding) for finding in findings]
        if not may_be_unmasked and not any(mention.is_masked for mention in mentions):
            problems.append(NOTHING_MARKED)
        readable = tuple(finding.readable for finding in findings)
        return Sanitized(record, tuple(problems), readable)

    def _layers(self, document: Document) -> list[Json]:
        entities: dict[str, int] = {}
        numbers = iter(range(1, 1 + sum(len(layer.mentions) for layer in document.layers)))
        return [self._layer(layer, entities, numbers) for layer in document.layers]

    def _layer(self, layer: Layer, entities: dict[str, int], numbers: Iterator[int]) -> Json:
        annotator = _numbered(self._annotators, annotator_of(layer))
        mentions: list[Json] = [
            {
                "mention": next(numbers),
                "entity": _numbered(entities, mention.entity_id),
                "entity_type": mention.entity_type.value,
                "identifier_type": mention.identifier_type.value,
                "choices": self._choices(mention),
            }
            for mention in layer.mentions
        ]
        return {"annotator": annotator, "entity_mentions": mentions}

    def _choices(self, mention: Mention) -> list[Json]:
        selection = mention.replacement.selection if mention.replacement else {}
        return [
            {
                "text": text,
                "level": level_of(mention.replacement, text),
                "annotators": [_numbered(self._annotators, name) for name in names],
            }
            for text, names in selection.items()
            if names
        ]


def is_left(mention: Mention) -> bool:
    """Tell whether it was decided that a masked span stays as it is; no person's name may."""
    is_person = mention.entity_type is SemanticType.PERSON
    return not is_person and chosen_text(mention) == mention.span_text


def _numbered(numbers: dict[str, int], name: str) -> int:
    return numbers.setdefault(name, len(numbers) + 1)


def _pieces(document: Document, mentions: Sequence[Mention], fit: Fitter) -> list[Piece]:
    """Render a document; what has no choice reads `***`."""
    places: dict[ReplacedSpan, Mention] = {}
    for mention in mentions:
        if mention.is_masked:
            places.setdefault(fit(document.text, mention, chosen_text(mention) or MASK), mention)
    pieces = iter_generalized(document.text, places)
    return [(text, places[span] if span else None) for text, span in pieces]


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
    numbers = {id(mention): number for number, mention in enumerate(mentions, start=1)}
    for place, text in texts:
        reported: set[Stems] = set()
        read = (reading for each in _readings(text) for reading in _readable(hidden, each))
        for found, readable, context in read:
            if (stems := stems_of(found.words)) not in reported:
                reported.add(stems)
                yield Finding(numbers[id(found.mention)], readable, place, context)


def _iter_texts(
    value: Json, place: str, mentions: Sequence[Mention], owner: Mention | None = None
) -> Iterator[tuple[str, Sequence[Piece]]]:
    """Yield every text anywhere in a record with its place, but for the generalized text."""
    if isinstance(value, str):
        yield place, [(value, owner)]
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
    """Yield a text as it stands and, if lines end within words, with these put together."""
    yield text
    whole = [(rejoined(piece), owner) for piece, owner in text]
    if whole != text:
        yield whole


def _readable(hidden: HiddenWords, text: Sequence[Piece]) -> Iterator[tuple[Hidden, str, str]]:
    """Yield what a text gives away, the words it is read in, and those around them."""
    words: list[Word] = []
    owners: list[Mention | None] = []
    for piece, owner in text:
        some = words_of(piece)
        words.extend(some)
        owners.extend([owner] * len(some))
    end = 0
    for there, found in hidden.found_in(words):
        if there.stop > end and not _may_stand(found, owners[there.start : there.stop]):
            end = there.stop
            around = words[max(0, there.start - _IN_SIGHT) : end + _IN_SIGHT]
            yield found, _spelled(words[there.start : end]), _spelled(around)


def _may_stand(found: Hidden, owners: Sequence[Mention | None]) -> bool:
    """Tell whether words may be read where they stand: in the place of a mention.

    What is chosen for a mention may share words with its own span. It may say what something is in
    a word that other spans hide (a senator is a politician), but name nothing that they hide.
    """
    mention = owners[0]
    if mention is None or any(owner is not mention for owner in owners):
        return False
    is_kind = not found.is_name and not found.is_person
    return is_kind or found.is_own(stems_of(span_words(mention.span_text)))


def _spelled(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)
