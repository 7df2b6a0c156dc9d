"""What the page wants of a span: the fields of its form about what is hidden."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import TypeVar

from flask import request

from annotation.types import ConfidentialStatus, IdentifierType, SemanticType
from webapp.access import row_id
from webapp.annotate.drafting import Draft, NoSpanError, Wish
from webapp.annotate.work import MentionWork, Work

_Value = TypeVar("_Value", bound=Enum)


def wanted_change(work: Work) -> Callable[[Draft], None]:
    """Return what the form wants changed; raises NoSpanError.

    A span of the page, one that was taken back before, or a new one: by its borders, else wherever
    its words stand.
    """
    if (again := request.form.get("mark-again", type=row_id)) is not None:
        for taken_back in work.unmasked:
            if taken_back.id == again:
                return partial(Draft.put_back, mention=taken_back)
        raise NoSpanError("That span is hidden again already.")
    mention = _mention(work)
    wish = _wish(work, is_new=mention is None)
    if mention is None:
        return partial(Draft.add, wish=wish)
    return partial(Draft.change, mention=mention, wish=wish)


def wanted_back(work: Work) -> Callable[[Draft], None]:
    """Return the step that hides the span of the form no more; raises NoSpanError."""
    mention = _mention(work)
    if mention is None:
        raise NoSpanError("Say which span is not to be hidden.")
    return partial(Draft.take_back_all, mention=mention, everywhere=_everywhere())


def _mention(work: Work) -> MentionWork | None:
    key = request.form.get("mark-span", type=row_id)
    if key is None:
        return None
    if key not in work.mentions:
        raise NoSpanError("That span is not there any more.")
    return work.mentions[key]


def _wish(work: Work, *, is_new: bool) -> Wish:
    start, end = _borders(work, is_new=is_new)
    return Wish(
        start=start,
        end=end,
        entity_type=_one_of(SemanticType, "mark-type"),
        identifier_type=_one_of(IdentifierType, "mark-identifier"),
        confidential_status=_one_of(ConfidentialStatus, "mark-status"),
        entity_id=_entity(work),
        everywhere=_everywhere(),
    )


def _borders(work: Work, *, is_new: bool) -> tuple[int | None, int | None]:
    text = work.assignment.document.text
    start, end = (request.form.get(f"mark-{name}", type=int) for name in ("start", "end"))
    words = "\n".join(request.form.get("mark-words", "").splitlines())
    if start is not None and end is not None:
        if "\n".join(text[start:end].splitlines()) != words:
            raise NoSpanError("The page shows another text than is stored: load it again.")
        return start, end
    if not is_new or not words.strip():
        return None, None
    return _found(work, words.strip())


def _found(work: Work, words: str) -> tuple[int, int]:
    """Find words that are not hidden yet."""
    text = work.assignment.document.text
    start = text.find(words)
    while start >= 0:
        end = start + len(words)
        if not any(each.start < end and start < each.end for each in work):
            return start, end
        start = text.find(words, end)
    raise NoSpanError(f"“{words[:80]}” is not in the text, or is hidden everywhere.")


def _one_of(kind: type[_Value], name: str) -> _Value | None:
    sent = request.form.get(name, "")
    return next((each for each in kind if each.value == sent), None)


def _entity(work: Work) -> str | None:
    """Return the entity that was chosen; "new" is one of its own."""
    sent = request.form.get("mark-entity", "")
    return sent if sent == "new" or sent in work.entities else None


def _everywhere() -> bool:
    return "mark-everywhere" in request.form
