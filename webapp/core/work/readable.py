"""Finding what can still be read of hidden spans in a text, as it reads with its choices."""

from __future__ import annotations

from collections.abc import Iterator

from annotation.hidden_words import Lexicon
from annotation.outgoing import Finding, outgoing
from annotation.records import Document, Layer, Mention, Replacement
from annotation.rendering import without_brackets
from webapp.core.work.loading import Work
from webapp.core.work.mentions import MentionWork


def still_readable(work: Work, lexicon: Lexicon) -> list[Finding]:
    """Return what a decided text still tells of its hidden spans: what would hold its file back."""
    fit = without_brackets(work.fitter)
    return list(outgoing(outgoing_document(work), fit, lexicon).findings)


def outgoing_document(work: Work) -> Document:
    """Return the document as it goes out with one annotator's work alone.

    Its spans have the ids of `Work.mark`.
    """
    marks = tuple(mark for mention in work for mark in _marks(mention))
    return Document("", work.assignment.document.text, (Layer("", marks),))


def _marks(leading: MentionWork) -> Iterator[Mention]:
    """Yield the spans of a stretch, of which the leading one has the choice."""
    chosen = Replacement({}, {leading.outgoing: ("",)}) if leading.outgoing is not None else None
    for mark in leading.marks or (leading,):
        is_leading = mark.id == leading.id
        yield Mention(
            mention_id=str(mark.id),
            entity_type=mark.entity_type,
            start=mark.start,
            end=mark.end,
            span_text=mark.span_text,
            identifier_type=leading.outgoing_type if is_leading else mark.identifier_type,
            entity_id=mark.entity_id,
            replacement=chosen if is_leading else None,
        )
