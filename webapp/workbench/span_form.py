"""The fields of the form about masks: which span to add, to change or to unmask."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from enum import Enum
from functools import partial
from typing import TypeVar

from flask import request

from annotation.types import ConfidentialStatus, IdentifierType, SemanticType
from webapp.core.work.loading import Work
from webapp.core.work.mentions import MentionWork
from webapp.people.access import row_id
from webapp.workbench.drafting import OF_ITS_OWN, Draft, NoSpanError, SpanChange

_Value = TypeVar("_Value", bound=Enum)
MASKED = (IdentifierType.DIRECT, IdentifierType.QUASI)
"""What a hidden span may be; taking it back is another step."""
_FOUND = re.compile(r"\b(\d{1,9})-(\d{1,9})-(\d{1,9})\b", re.ASCII)
"""A stretch and the mention that hides its words elsewhere."""
_CLEAR = re.compile(r"((?:\d{1,9}-\d{1,9} )+)(\S+)", re.ASCII)
"""Where a word stands in clear, in one form or another, and the word as it stands first."""


def wanted_change(work: Work) -> Callable[[Draft], None]:
    """Return what the form wants changed; raises NoSpanError.

    A span of the page, one that was taken back before, what was found that can still be read, a
    word that gives somebody away, or a new one: by its borders, else wherever its words stand.
    """
    if found := request.form.get("mark-found", ""):
        return _wanted_hiding(work, found)
    if clear := request.form.get("mark-clear", ""):
        return _wanted_hiding_of_word(work, clear)
    if (again := request.form.get("mark-again", type=row_id)) is not None:
        for taken_back in work.unmasked:
            if taken_back.id == again:
                return partial(Draft.put_back, mention=taken_back)
        raise NoSpanError("That span is hidden again already.")
    mention = _mention(work)
    wanted = _span_change(work, mention)
    if mention is None:
        return partial(Draft.add, wanted=wanted)
    return partial(Draft.change, mention=mention, wanted=wanted)


def wanted_unmasking(work: Work) -> Callable[[Draft], None]:
    """Return the step that unmasks the span of the form; raises NoSpanError."""
    mention = _mention(work)
    if mention is None:
        raise NoSpanError("Say which span is not to be hidden.")
    return partial(Draft.take_back_all, mention=mention, everywhere=_everywhere())


def _wanted_hiding(work: Work, found: str) -> Callable[[Draft], None]:
    """Return the step that hides stretches as what hides their words elsewhere.

    They are named "start-end-mention", with blanks between them.
    """
    changes = []
    for start, end, key in _FOUND.findall(found):
        alike = work.mark(int(key))
        if alike is None:
            raise NoSpanError("What is hidden has changed meanwhile: submit to look again.")
        changes.append(
            SpanChange(
                start=int(start),
                end=int(end),
                entity_type=alike.entity_type,
                identifier_type=alike.identifier_type,
                everywhere=True,
            )
        )
    if not changes:
        raise NoSpanError("Say which words are to be hidden, too.")
    return partial(Draft.add_all, changes=changes)


def _wanted_hiding_of_word(work: Work, clear: str) -> Callable[[Draft], None]:
    """Return the step that hides a word wherever it stands, as something that tells with others.

    What it is nobody has said: it can be corrected as any span can.
    """
    sent = _CLEAR.fullmatch(clear)
    places = [tuple(map(int, each.split("-"))) for each in sent[1].split()] if sent else []
    text = work.assignment.document.text
    if sent is None or text[slice(*places[0])] != sent[2]:
        raise NoSpanError("The page shows another text than is stored: load it again.")
    changes = [
        SpanChange(
            start=start,
            end=end,
            entity_type=SemanticType.MISC,
            identifier_type=IdentifierType.QUASI,
            everywhere=True,
        )
        for start, end in places
    ]
    return partial(Draft.add_all, changes=changes)


def _mention(work: Work) -> MentionWork | None:
    key = request.form.get("mark-span", type=row_id)
    if key is None:
        return None
    if key not in work.mentions:
        raise NoSpanError("That span is not there any more.")
    return work.mentions[key]


def _span_change(work: Work, mention: MentionWork | None) -> SpanChange:
    start, end = _borders(work, mention)
    return SpanChange(
        start=start,
        end=end,
        entity_type=_one_of(SemanticType, "mark-type"),
        identifier_type=_one_of(MASKED, "mark-identifier"),
        confidential_status=_one_of(ConfidentialStatus, "mark-status"),
        entity_id=_entity(work),
        everywhere=_everywhere(),
    )


def _borders(work: Work, mention: MentionWork | None) -> tuple[int | None, int | None]:
    text = work.assignment.document.text
    start, end = (request.form.get(f"mark-{name}", type=int) for name in ("start", "end"))
    words = "\n".join(request.form.get("mark-words", "").splitlines())
    if start is not None and end is not None:
        if "\n".join(text[start:end].splitlines()) != words:
            raise NoSpanError("The page shows another text than is stored: load it again.")
        return start, end
    return _found(work, words.strip(), mention) if words.strip() else (None, None)


def _found(work: Work, words: str, mention: MentionWork | None) -> tuple[int, int]:
    """Find words that are not hidden yet, or those that are at a mention."""
    text = work.assignment.document.text
    start = text.find(words)
    while start >= 0:
        end = start + len(words)
        hidden = [each for each in work if each.start < end and start < each.end]
        if mention in hidden if mention else not hidden:
            return start, end
        start = text.find(words, start + 1)
    where = "not where that span is" if mention else "not in the text, or hidden everywhere"
    raise NoSpanError(f"“{words[:80]}” is {where}.")


def _one_of(kinds: Iterable[_Value], name: str) -> _Value | None:
    value = request.form.get(name, "")
    return next((each for each in kinds if each.value == value), None)


def _entity(work: Work) -> str | None:
    value = request.form.get("mark-entity", "")
    return value if value == OF_ITS_OWN or value in work.entities else None


def _everywhere() -> bool:
    return "mark-everywhere" in request.form
