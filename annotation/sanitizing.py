"""Documents without their originals, and the scan for what they still leak.

A sanitized record is built anew from choices and numbers; of what was imported, nothing but the
split is carried over. Before anybody sees it, every text in it is searched for what the document
hides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from annotation.hidden_words import Lexicon
from annotation.numbered_layers import NumberedLayers
from annotation.outgoing import NOTHING_MARKED, Borders, findings_in, outgoing
from annotation.records import Document, Json, Mention
from annotation.rendering import Fitter, Piece, as_chosen

_GENERALIZED = "generalized_text"
_CLOSED_SETS = frozenset({"entity_type", "identifier_type"})
"""Keys whose values are the same in all files."""
_PLACES = {"dataset_type": "the split"}


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
        whole = outgoing(document, self.fit, self.lexicon)
        mentions = list(whole.rendered.document.iter_mentions())
        pieces = whole.rendered.pieces
        record: dict[str, Json] = {"document": number}
        if document.dataset_type is not None:
            record["dataset_type"] = document.dataset_type
        record[_GENERALIZED] = whole.rendered.text
        record["annotations"] = self._layers.of(document, _places(pieces, mentions))
        findings = list(whole.findings)
        for place, text in _iter_texts(record, "", mentions):
            findings += findings_in(text, whole.hidden, place)
        problems = [str(finding) for finding in findings]
        if whole.is_unmasked and not may_be_unmasked:
            problems.append(NOTHING_MARKED)
        readable = tuple(finding.readable for finding in findings)
        return Sanitized(record, tuple(problems), readable, pieces)


def _places(pieces: Sequence[Piece], mentions: Sequence[Mention]) -> dict[int, Borders]:
    """Say where what replaces a mention stands in the text, by the mention's number."""
    numbers = {id(mention): number for number, mention in enumerate(mentions, start=1)}
    ends = accumulate(len(piece.text) for piece in pieces)
    return {
        numbers[id(piece.owner)]: (end - len(piece.text), end)
        for piece, end in zip(pieces, ends, strict=True)
        if piece.owner
    }


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
