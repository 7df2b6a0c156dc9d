"""An annotator's own layer while they correct what is hidden: which spans are in it afterwards.

Nothing here reads or writes the database. Spans are records whose `mention_id` is the id of their
row, or a name beginning with "new".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count

from annotation.overlaying import untouched
from annotation.records import Document, Layer, Mention, Replacement
from annotation.rendering import overlap
from annotation.types import ConfidentialStatus, EditType, IdentifierType, SemanticType
from masking.entities import link
from names.parts import with_initials
from webapp.core.work.loading import Work
from webapp.core.work.mentions import MentionWork
from webapp.platform.errors import DomainError

Propose = Callable[[Document], Document]
"""Fills in the replacement lists of a document's masked mentions that have none."""

OF_ITS_OWN = "new"
"""Value in place of an entity id: a new entity that no other mention names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanChange:
    """The attributes that a span is to have; None leaves one as it is, or to be found."""

    start: int | None = None
    end: int | None = None
    entity_type: SemanticType | None = None
    identifier_type: IdentifierType | None = None
    confidential_status: ConfidentialStatus | None = None
    entity_id: str | None = None
    everywhere: bool = False
    """Whether the same words elsewhere, and other mentions of the entity, change with it."""

    @property
    def moves(self) -> bool:
        """Whether the change moves the borders."""
        return self.start is not None


class NoSpanError(DomainError):
    """There is nothing to mark where somebody wants to."""


@dataclass(slots=True)
class Draft:
    """A draft of an annotator's own layer, with its mentions by `mention_id`."""

    work: Work
    own: dict[str, Mention] = field(default_factory=dict)
    touched: list[Mention] = field(default_factory=list)
    """The mentions that changed, the one that was asked for first."""

    @classmethod
    def of(cls, work: Work) -> Draft:
        """Make a draft of the layer as it is stored."""
        draft = cls(work)
        draft.own = {str(each.id): each.as_record() for each in work.own}
        return draft

    @property
    def text(self) -> str:
        """The text of the document."""
        return self.work.assignment.document.text

    def add(self, wanted: SpanChange) -> None:
        """Hide a stretch of the text, and the same words elsewhere; raises NoSpanError.

        It grows over what is hidden there already: whoever hides more must not uncover anything.
        """
        start, end = self._borders(wanted)
        if wanted.entity_type is None:
            raise NoSpanError("Say what these words are: a person, a place, a date …")
        words = self.text[start:end]
        start, end = self._grown(start, end)
        self._put(self._new(start, end, wanted))
        if not wanted.everywhere:
            return
        first, taken = self.touched[-1], [*self.masked(), *self.own.values()]
        same = replace(wanted, entity_id=first.entity_id, identifier_type=first.identifier_type)
        for borders in _occurrences(self.text, words, wanted.entity_type):
            here = self._new(*borders, same)
            if not any(overlap(here, each) for each in taken):
                self._put(here)

    def add_all(self, changes: Iterable[SpanChange]) -> None:
        """Hide several stretches; one that the others before it hide as well is left."""
        for wanted in changes:
            start, end = self._borders(wanted)
            if not any(each.start <= start and end <= each.end for each in self.masked()):
                self.add(wanted)

    def change(self, mention: MentionWork, wanted: SpanChange) -> None:
        """Change a span, and those that change with it; raises NoSpanError."""
        present = mention.as_record()
        if wanted.entity_id == OF_ITS_OWN:
            wanted = replace(wanted, entity_id=self._entity(None))
        others = self._alike(present, wanted) if wanted.everywhere else []
        self._alter(present, wanted)
        for other, other_wanted in others:
            self._alter(other, other_wanted)

    def take_back(self, mention: Mention) -> None:
        """Unmask a span: one that was suggested becomes NO_MASK, one that was added is removed."""
        self._clear(mention)
        if self.work.is_suggested_at(mention) or _was_given(mention):
            self._store(replace(mention, identifier_type=IdentifierType.NO_MASK, replacement=None))

    def take_back_all(self, mention: MentionWork, *, everywhere: bool) -> None:
        """Unmask a span and, if `everywhere`, the entity's mentions with the same words.

        Other names of it stay hidden: that "Hill" is no name here says nothing of "Ada Hill".
        """
        present = mention.as_record()
        same = [
            each
            for each in self.masked()
            if (each.entity_id, each.span_text) == (present.entity_id, present.span_text)
        ]
        for each in same if everywhere else [present]:
            self.take_back(each)

    def put_back(self, mention: MentionWork) -> None:
        """Drop the annotator's changes of a span: what was suggested there holds again.

        Where nothing was, as in the layer of a file, it is hidden as others are.
        """
        present = mention.as_record()
        self._clear(present)
        if self.work.is_suggested_at(mention):
            self.touched.append(present)
        else:
            self._store(
                replace(present, identifier_type=_default_identifier_type(present.entity_type))
            )

    def masked(self) -> Iterator[Mention]:
        """Yield the masked mentions as the annotator sees them."""
        shared = untouched(self.work.suggested, list(self.own.values()))
        yield from map(MentionWork.as_record, shared)
        yield from (each for each in self.own.values() if each.is_masked)

    @property
    def lacking(self) -> set[str]:
        """Return the ids of the masked mentions without a replacement list."""
        return {key for key, each in self.own.items() if each.is_masked and not each.replacement}

    def propose(self, propose: Propose, persons: Iterable[Mention] = ()) -> None:
        """Propose replacement lists for the spans that have none.

        Whoever is a person that has a list has the same. `persons` are those that other annotators
        added: nobody new gets the number of one of them.
        """
        self._share_lists()
        lacking = self.lacking
        hidden = [*self.masked()]
        taken_back = map(MentionWork.as_record, self.work.suggested)  # they may come again
        for person in (*taken_back, *persons):
            is_person = person.entity_type is SemanticType.PERSON
            if is_person and not any(overlap(person, each) for each in hidden):
                hidden.append(person)
        view = [
            each
            if each.mention_id in lacking or each.replacement
            else replace(each, replacement=Replacement({}))
            for each in sorted(hidden, key=lambda each: each.start)
        ]
        filled = propose(Document("draft", self.text, (Layer("draft", tuple(view)),)))
        for each in filled.iter_mentions():
            if each.mention_id in lacking:
                self.own[each.mention_id] = each

    def _share_lists(self) -> None:
        """Give the persons without a list that of another mention of their entity."""
        lists: dict[str, Replacement] = {}
        for each in sorted(self.masked(), key=lambda each: each.start):
            if each.entity_type is SemanticType.PERSON and each.replacement:
                lists.setdefault(each.entity_id, each.replacement)
        for key in self.lacking:
            each = self.own[key]
            if each.entity_type is SemanticType.PERSON:
                self.own[key] = replace(each, replacement=lists.get(each.entity_id))

    def _borders(self, wanted: SpanChange) -> tuple[int, int]:
        start, end = wanted.start, wanted.end
        if start is None or end is None or not 0 <= start < end <= len(self.text):
            raise NoSpanError("Select first what is to be hidden.")
        while start < end and self.text[start].isspace():
            start += 1
        while start < end and self.text[end - 1].isspace():
            end -= 1
        if start == end:
            raise NoSpanError("There is no word in what was selected.")
        return start, end

    def _grown(self, start: int, end: int, besides: Mention | None = None) -> tuple[int, int]:
        """Return borders around all that is hidden there: nothing is uncovered on the way."""
        for each in self.masked():
            is_other = besides is None or each.mention_id != besides.mention_id
            if is_other and each.start < end and start < each.end:
                start, end = min(start, each.start), max(end, each.end)
        return start, end

    def _new(self, start: int, end: int, wanted: SpanChange) -> Mention:
        type_ = wanted.entity_type or SemanticType.MISC
        new = Mention(
            mention_id=self._new_name(),
            entity_type=type_,
            start=start,
            end=end,
            span_text=self.text[start:end],
            identifier_type=wanted.identifier_type or _default_identifier_type(type_),
            entity_id="",
            confidential_status=wanted.confidential_status,
        )
        named = self._named_like(new) if wanted.entity_id is None else None
        entity = named.entity_id if named else self._entity(wanted.entity_id)
        kind = (
            named.identifier_type if named and not wanted.identifier_type else new.identifier_type
        )
        return replace(new, entity_id=entity, identifier_type=kind)

    def _named_like(self, new: Mention) -> Mention | None:
        """Find a hidden mention of what a new one names."""
        hidden = [
            each
            for each in self.masked()
            if each.mention_id != new.mention_id and not overlap(each, new)
        ]
        linked = link(self.text, [*hidden, new], "entity")
        entities = {each.mention_id: each.entity_id for each in linked}
        own = entities[new.mention_id]
        return next((each for each in hidden if entities[each.mention_id] == own), None)

    def _entity(self, wanted: str | None) -> str:
        if wanted and wanted != OF_ITS_OWN:
            return wanted
        taken = {each.entity_id for each in self.work.suggested}
        taken |= {each.entity_id for each in self.own.values()}
        name = self.work.assignment.annotator.name
        return next(free for free in _numbered(f"{name}_e") if free not in taken)

    def _alter(self, mention: Mention, wanted: SpanChange) -> None:
        start, end = mention.start, mention.end
        if wanted.moves:
            start, end = self._grown(*self._borders(wanted), besides=mention)
        entity_type = wanted.entity_type or mention.entity_type
        entity = wanted.entity_id or self._entity_within(mention, start, end)
        is_other = (start, end, entity_type) != (mention.start, mention.end, mention.entity_type)
        if entity_type is SemanticType.PERSON:  # the list says who it is, not what the words mean
            is_other |= entity != mention.entity_id
        altered = replace(
            mention,
            start=start,
            end=end,
            span_text=self.text[start:end],
            entity_type=entity_type,
            identifier_type=wanted.identifier_type or mention.identifier_type,
            confidential_status=wanted.confidential_status or mention.confidential_status,
            entity_id=entity,
            replacement=None if is_other else mention.replacement,
        )
        if not overlap(mention, altered):
            self.take_back(mention)
            altered = replace(altered, edit_type=None)
        self._put(altered)

    def _entity_within(self, mention: Mention, start: int, end: int) -> str:
        """Return whom a span names with other borders: a link goes with the words that made it.

        One that somebody made otherwise stays.
        """
        if (start, end) == (mention.start, mention.end):
            return mention.entity_id
        is_alone = all(
            each.entity_id != mention.entity_id
            for each in self.masked()
            if each.mention_id != mention.mention_id
        )
        former = self._named_like(mention)
        is_by_words = former.entity_id == mention.entity_id if former else is_alone
        if not is_by_words:
            return mention.entity_id
        for each in self.work.suggested:
            if (each.start, each.end) == (start, end):
                return each.entity_id
        words = self.text[start:end]
        named = self._named_like(replace(mention, start=start, end=end, span_text=words))
        if named:
            return named.entity_id
        return mention.entity_id if is_alone else self._entity(None)

    def _alike(self, mention: Mention, wanted: SpanChange) -> list[tuple[Mention, SpanChange]]:
        """Return the other mentions that change with a mention, each with its own change.

        A type goes for all that names the entity; borders and links go for the same words.
        """
        same_words = wanted.moves or wanted.entity_id is not None
        found = []
        for each in self.masked():
            is_alike = each.entity_id == mention.entity_id and each.start != mention.start
            if is_alike and not (same_words and each.span_text != mention.span_text):
                there = self._change_at(mention, each, wanted)
                found += [(each, there)] if there else []
        return found

    def _change_at(self, mention: Mention, other: Mention, wanted: SpanChange) -> SpanChange | None:
        """Return the change of one mention at another; None where the words differ there."""
        if wanted.start is None or wanted.end is None:
            return wanted
        start, end = (
            wanted.start - mention.start + other.start,
            wanted.end - mention.start + other.start,
        )
        if start < 0 or self.text[start:end] != self.text[wanted.start : wanted.end]:
            return None
        return replace(wanted, start=start, end=end)

    def _put(self, mention: Mention) -> None:
        key = self._clear(mention)
        suggested = [each for each in self.work.suggested if overlap(mention, each)]
        if len(suggested) == 1 and _is_same(suggested[0].as_record(), mention):
            self.touched.append(suggested[0].as_record())
            return
        self._store(replace(mention, mention_id=key or mention.mention_id))

    def _store(self, mention: Mention) -> None:
        is_known = any(str(each.id) == mention.mention_id for each in self.work.suggested)
        name = self._new_name() if is_known else mention.mention_id
        self.own[name] = self._with_edit_type(replace(mention, mention_id=name))
        self.touched.append(self.own[name])

    def _with_edit_type(self, mention: Mention) -> Mention:
        is_given = self.work.is_suggested_at(mention) or _was_given(mention)
        return replace(mention, edit_type=EditType.CORRECT if is_given else EditType.INSERT)

    def _clear(self, mention: Mention) -> str | None:
        """Take out what a mention overlaps, and return the name of one of them."""
        overlapped = [key for key, each in self.own.items() if overlap(each, mention)]
        for key in overlapped:
            del self.own[key]
        return (
            mention.mention_id if mention.mention_id in overlapped else next(iter(overlapped), None)
        )

    def _new_name(self) -> str:
        return next(name for name in _numbered("new") if name not in self.own)


def _default_identifier_type(entity_type: SemanticType) -> IdentifierType:
    """Return the default identifier type of a semantic type."""
    return IdentifierType.DIRECT if entity_type is SemanticType.CODE else IdentifierType.QUASI


def _was_given(mention: Mention) -> bool:
    """Whether a span of one's own was there before one changed it."""
    return mention.edit_type in {EditType.CHECK, EditType.CORRECT}


def _is_same(one: Mention, other: Mention) -> bool:
    return _attributes_of(one) == _attributes_of(other)


def _attributes_of(mention: Mention) -> tuple[object, ...]:
    return (
        mention.start,
        mention.end,
        mention.entity_type,
        mention.identifier_type,
        mention.confidential_status,
        mention.entity_id,
    )


def _occurrences(text: str, words: str, kind: SemanticType) -> Iterator[tuple[int, int]]:
    """Yield where words stand in a text, not as parts of longer ones; a name with its initials.

    Small letters are also meant with a capital at the beginning; a name is not its common word.
    """
    begin = {words[0], words[0].upper()}
    either = "".join(re.escape(each) for each in begin if len(each) == 1)
    before = r"(?<!\w)" if words[0].isalnum() else ""
    after = r"(?!\w)" if words[-1].isalnum() else ""
    for match in re.finditer(f"{before}[{either}]{re.escape(words[1:])}{after}", text):
        start, end = match.span()
        yield with_initials(text, start, end) if kind is SemanticType.PERSON else (start, end)


def _numbered(prefix: str) -> Iterator[str]:
    return (f"{prefix}{number}" for number in count(1))
