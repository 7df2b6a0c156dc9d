"""Changing the text of a Word file in the elements that hold it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from annotation.changes import Change, changed
from annotation.formats.docx import Part, pieces
from annotation.formats.xml_trees import Element, local_name
from annotation.writing.word_cleaning import text_element


@dataclass(slots=True)
class _Held:
    """Some text with the element that holds it, where it stands in all of it, and its changes."""

    start: int
    text: str
    element: Element
    changes: list[Change] = field(default_factory=list)

    @property
    def end(self) -> int:
        """The character after the last."""
        return self.start + len(self.text)

    @property
    def is_border(self) -> bool:
        """Whether it is the border between two paragraphs."""
        return local_name(self.element) == "p"

    def change(self, change: Change, text: str) -> str:
        """Replace what a change covers of it; return what stood there."""
        start, end = max(change.start, self.start), min(change.end, self.end)
        self.changes.append(Change(start - self.start, end - self.start, text))
        return self.text[start - self.start : end - self.start]

    def write(self) -> None:
        """Write the changed text to the element; a character's becomes one of text, or goes."""
        new_text = changed(self.text, self.changes)
        if self.is_border or new_text == self.text:
            return
        if local_name(self.element) == "t":
            self.element.text = new_text
            return
        if new_text:
            self.element.addprevious(text_element(new_text))
        self.element.getparent().remove(self.element)


def replace_in_place(parts: list[Part], text: str, changes: Sequence[Change]) -> str:
    """Change the text that some parts hold; return how they read afterwards.

    The first run that a change touches keeps its looks and says the new text; what else it covers
    goes, and paragraphs that it joins become one.
    """
    held = _held(parts)
    made: list[Change] = []
    first = 0
    for change in changes:
        while held[first].end <= change.start:
            first += 1
        last = first
        while last < len(held) and held[last].start < change.end:
            last += 1
        made.append(_made(change, held, range(first, last)))
    for each in held:
        each.write()
    return changed(text, made)


def _held(parts: list[Part]) -> list[_Held]:
    held, start = [], 0
    for text, element in pieces(parts):
        held.append(_Held(start, text, element))
        start += len(text)
    return held


def _made(change: Change, held: list[_Held], covered: range) -> Change:
    """Spread a change over what holds its stretch; return it with the borders that stay."""
    before, after = "", ""
    is_inserted = False
    for index in covered:
        each = held[index]
        if not each.text:
            continue
        if not each.is_border:
            each.change(change, "" if is_inserted else change.inserted)
            is_inserted = True
        elif not _joined(held, index):
            border = each.change(change, "")
            before, after = (before, after + border) if is_inserted else (before + border, after)
    if not is_inserted:  # borders alone: nothing of a person stands there
        return Change(change.start, change.end, before)
    return Change(change.start, change.end, before + change.inserted + after)


def _joined(held: list[_Held], index: int) -> bool:
    """Put a paragraph and the one before it together, if they stand side by side."""
    paragraph = held[index].element
    before = next((each.element for each in reversed(held[:index]) if each.is_border), None)
    if before is None or before.getnext() is not paragraph or held[index].text != "\n":
        return False
    if any(each.find("{*}pPr/{*}sectPr") is not None for each in (before, paragraph)):
        return False
    before.extend(child for child in list(paragraph) if local_name(child) != "pPr")
    paragraph.getparent().remove(paragraph)
    held[index].element = before
    return True
