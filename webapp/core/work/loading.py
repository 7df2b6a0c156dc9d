"""One annotator's work on one document, loaded whole: mentions, options, choices, followers."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import Boolean, Text, and_, bindparam, cast, exists, not_, or_, select
from sqlalchemy.orm import Session

from annotation.overlaying import SUGGESTIONS, untouched
from annotation.records import MASK
from annotation.rendering import (
    Fitter,
    ReplacedSpan,
    Segment,
    Span,
    as_chosen,
    fitted,
    overlap,
    segments,
    stretches,
)
from annotation.types import EditType, IdentifierType
from ontology.rules.grammar import fit, lead_start
from webapp.core.work.mentions import Chosen, MentionWork, Place
from webapp.platform.models import IS_SUGGESTED, Assignment, Choice, Layer, Mention, Project

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
"""As a page breaks it: Python knows of more line ends."""


@dataclass(slots=True)
class Work:
    """All masked mentions of an assignment's document in text order."""

    assignment: Assignment
    fits_grammar: bool
    marks: bool = False
    """Whether the annotator may change what is hidden."""
    chooses: bool = True
    """Whether replacements are chosen."""
    is_withheld: bool = False
    """Whether the annotator marks without what is suggested in this document."""
    mentions: dict[int, MentionWork] = field(default_factory=dict)
    suggested: Sequence[MentionWork] = ()
    """The stretches that all annotators were given, also those that this one changed."""
    own: Sequence[MentionWork] = ()
    """What the annotator's own layer holds."""

    def __iter__(self) -> Iterator[MentionWork]:
        return iter(self.mentions.values())

    @property
    def note_key(self) -> str:
        """Name this work to a browser that notes what is unsaved: the number alone comes again.

        After a restore, or in another database, it may be another person's work on another text.
        """
        text = self.assignment.document.text.encode("utf-8", "surrogatepass")
        return f"{self.assignment.id}-{hashlib.sha256(text).hexdigest()[:16]}"

    def write(self, mention: MentionWork, text: str) -> str:
        """Admit an annotator's own words as the replacement of a mention and of its followers.

        What is offered needs no writing. Words that leave the mention as it is leave its followers
        as they are. Returns the text as it stands, and raises, as `MentionWork.written_as` does.
        """
        text = mention.written_as(text)
        if mention.offered(text) is not None:
            return text
        mention.admitted = text
        for follower in self.followers_of(mention):
            words = follower.following(text)
            if follower.offered(words) is None:
                follower.admitted = words
        return text

    @property
    def unmasked(self) -> list[MentionWork]:
        """Return what the annotator says needs no hiding, in text order."""
        return sorted(
            (each for each in self.own if not each.is_masked), key=lambda each: each.start
        )

    def edit_type_of(self, mention: MentionWork) -> EditType | None:
        """Return what the annotator did to what was suggested there; None where it stands."""
        is_changed = mention.is_own and mention.edit_type is not EditType.CHECK
        return mention.edit_type if is_changed else None

    def is_suggested_at(self, span: Span) -> bool:
        """Whether something was suggested where a span stands."""
        return any(overlap(span, each) for each in self.suggested)

    @property
    def entities(self) -> dict[str, str]:
        """Return the entities of the masked mentions, each with the words it is first named by."""
        names: dict[str, str] = {}
        for mention in self:
            names.setdefault(mention.entity_id, mention.span_text)
        return names

    def entity_counts(self) -> Counter[str]:
        """Count the masked mentions of each entity."""
        return Counter(mention.entity_id for mention in self)

    def mark(self, mark_id: int) -> MentionWork | None:
        """Return a masked span of the work, also one that another leads."""
        marks = (mark for mention in self for mark in (mention, *mention.marks))
        return next((mark for mark in marks if mark.id == mark_id), None)

    def missing(self) -> list[MentionWork]:
        """Return the mentions that still have no choice."""
        return [mention for mention in self if mention.choice is None]

    def followers_of(self, first: MentionWork) -> list[MentionWork]:
        """Return the later mentions of the entity that are not chosen apart."""
        return [mention for mention in self if mention.first is first and not mention.is_apart]

    def reading(self) -> tuple[Segment[Place], ...]:
        """Cut the text at the mentions as it reads with the choices in place."""
        hidden = (each for mention in self for each in self._hidden(mention))
        return segments(self.assignment.document.text, map(self.place_of, hidden))

    def _hidden(self, mention: MentionWork) -> Iterator[MentionWork]:
        """Yield what is hidden of a stretch: all, or what remains where its leading span is not."""
        if mention.is_masked:
            yield mention
            return
        others = [each for each in mention.marks if each.id != mention.id]
        end = mention.before
        for each in leading(self.assignment.document.text, others):
            yield replace(each, corrected=MASK, before=end)
            end = each.end

    def lines(self) -> Iterator[list[Segment[Place]]]:
        """Cut the text at its line ends outside of mentions; the lines put together are the text.

        Each is a block of its own on the page: what a choice moves ends with its line.
        """
        line: list[Segment[Place]] = []
        for segment in self.reading():
            if segment.mentions:
                line.append(segment)
                continue
            start = segment.start
            for piece in _LINE.findall(segment.text):
                line.append(Segment(start, piece))
                start += len(piece)
                if piece.endswith("\n"):
                    yield line
                    line = []
        if line:
            yield line

    def place_of(self, mention: MentionWork) -> Place:
        """Return how a mention reads, fitted into its sentence where the project wants it."""
        text = self.assignment.document.text
        start = lead_start(text, mention) if self.fits_grammar else mention.start
        if start < mention.before:
            start = mention.start
        before = text[start : mention.start]
        if mention.outgoing is None:
            return Place(mention, start, mention.end, before, before)
        span = self._fitted(mention, mention.outgoing)
        lead = text[start : span.start] + span.lead
        return Place(mention, start, span.end, before, lead, span.replacement)

    def fittings(self) -> dict[int, dict[str, tuple[str, str]]]:
        """Return, by mention id, the texts that their sentence changes: lead and text as they read.

        Texts that stand in their sentence as they are offered are left out.
        """
        found: dict[int, dict[str, tuple[str, str]]] = {}
        for mention in self:
            before = self.place_of(mention).original_lead
            for text in mention.texts:
                span = self._fitted(mention, text)
                lead = span.lead if span.start < mention.start else before
                if (lead, span.replacement) != (before, text):
                    found.setdefault(mention.id, {})[text] = (lead, span.replacement)
        return found

    @property
    def fitter(self) -> Fitter:
        """The way in which replacements stand in their sentences."""
        return fit if self.fits_grammar else as_chosen

    def _fitted(self, mention: MentionWork, text: str) -> ReplacedSpan:
        source = self.assignment.document.text
        return fitted(source, mention, text, self.fitter, before=mention.before)

    @property
    def done(self) -> int:
        """The number of mentions with a choice."""
        return sum(mention.choice is not None for mention in self)


MENTION_COLUMNS = (
    Mention.id,
    Mention.start_offset,
    Mention.end_offset,
    Mention.span_text,
    Mention.entity_type,
    Mention.identifier_type,
    Mention.entity_id,
    cast(Mention.generalizations, Text),
    cast(Mention.origins, Text),
    Mention.confidential_status,
    Layer.annotator_id.is_not(None),
    Mention.edit_type,
    cast(Mention.layout, Text),
)
_MARKED = (
    select(*MENTION_COLUMNS)
    .join(Mention.layer)
    .where(
        Mention.document_id == bindparam("document_id"),
        or_(
            Layer.annotator_id == bindparam("annotator_id"),
            and_(
                Layer.annotator_id.is_(None),
                Mention.identifier_type != IdentifierType.NO_MASK,
                or_(not_(bindparam("is_withheld", type_=Boolean())), Layer.name != SUGGESTIONS),
            ),
        ),
    )
    .order_by(Mention.layer_id, Mention.position)
)
_HAS_SUGGESTIONS = select(
    exists().where(Layer.document_id == bindparam("document_id"), IS_SUGGESTED)
)
_CHOICES = select(Choice.mention_id, Choice.text, Choice.origin).where(
    Choice.assignment_id == bindparam("assignment_id")
)


def load_work(session: Session, assignment: Assignment) -> Work:
    """Load an assignment's leading mentions and choices in two queries, and the project's settings.

    Of the document's layers those that hold for the annotator, and their own: nobody has any
    business with what somebody else marked. Choices that a file brought for mentions that are led
    stay where they are, and out of sight.
    """
    project = session.get_one(Project, assignment.document.project_id)
    kind = project.kind
    work = Work(assignment, project.fits_grammar, marks=kind.marks, chooses=kind.chooses)
    source = assignment.document.text
    if work.marks and assignment.is_blind:
        there = session.scalar(_HAS_SUGGESTIONS, {"document_id": assignment.document_id})
        work.is_withheld = bool(there)
    shared, work.own = _marked(session, work)
    work.suggested = list(leading(source, shared))
    seen = work.suggested
    if work.own:
        seen = list(leading(source, [*untouched(seen, work.own), *work.own]))
    firsts: dict[str, MentionWork] = {}
    end = 0
    for mention in seen:
        mention.before, end = end, mention.end
        mention.first = firsts.get(mention.entity_id)
        firsts.setdefault(mention.entity_id, mention)
        work.mentions[mention.id] = mention
    for mention_id, text, origin in session.execute(_CHOICES, {"assignment_id": assignment.id}):
        if mention_id in work.mentions:
            mention = work.mentions[mention_id]
            mention.choice, mention.admitted = Chosen(text, origin), text
    return work


def _marked(session: Session, work: Work) -> tuple[Sequence[MentionWork], Sequence[MentionWork]]:
    """Return what is to be hidden in the shared layers, and all of the annotator's own layer."""
    wanted = {
        "document_id": work.assignment.document_id,
        "annotator_id": work.assignment.annotator_id,
        "is_withheld": work.is_withheld,
    }
    rows = session.execute(_MARKED, wanted)
    mentions = [MentionWork(*row, is_replaced=work.chooses) for row in rows]
    shared = [mention for mention in mentions if not mention.is_own]
    return shared, [mention for mention in mentions if mention.is_own]


def leading(text: str, mentions: Iterable[MentionWork]) -> Iterator[MentionWork]:
    """Yield what leads each stretch, in text order, with the borders of all of the stretch."""
    for stretch in stretches(text, mentions):
        if len(stretch.mentions) == 1:
            yield stretch.mentions[0]
            continue
        is_direct = any(each.identifier_type is IdentifierType.DIRECT for each in stretch.mentions)
        yield replace(
            stretch.mentions[0],
            start=stretch.start,
            end=stretch.end,
            span_text=stretch.text,
            identifier_type=IdentifierType.DIRECT if is_direct else IdentifierType.QUASI,
            marks=stretch.mentions,
        )
