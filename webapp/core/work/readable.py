"""Finding what can still be read of hidden spans in a text, as it reads with its choices."""

from __future__ import annotations

from collections.abc import Iterator

from annotation.hidden_words import Lexicon
from annotation.records import Mention, Replacement
from annotation.sanitizing import Finding, Piece, scan_text
from webapp.core.work.loading import Work
from webapp.core.work.mentions import MentionWork


def still_readable(work: Work, lexicon: Lexicon) -> list[Finding]:
    """Return what a decided text still tells of its hidden spans: what would hold its file back."""
    hidden = {mention.id: _as_chosen(mention) for mention in work}
    return list(scan_text(list(_pieces(work, hidden)), list(hidden.values()), lexicon))


def _as_chosen(mention: MentionWork) -> Mention:
    return Mention(
        mention_id=str(mention.id),
        entity_type=mention.entity_type,
        start=mention.start,
        end=mention.end,
        span_text=mention.span_text,
        identifier_type=mention.outgoing_type,
        entity_id=mention.entity_id,
        replacement=Replacement({}, {mention.outgoing: ("",)}) if mention.outgoing else None,
    )


def _pieces(work: Work, hidden: dict[int, Mention]) -> Iterator[Piece]:
    for segment in work.reading():
        if segment.mentions:
            place = segment.mentions[0]
            yield Piece(place.lead + (place.reads or ""), hidden[place.mention.id])
        else:
            yield Piece(segment.text, start=segment.start)
