"""Changing the text of a Word file in the elements that hold it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from annotation.formats.docx import Part, pieces
from annotation.formats.xml_trees import Element, local_name
from annotation.writing.changes import Change, changed
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
        """Whether it is what stands between two paragraphs."""
        return local_name(self.element) == "p"

    def change(self, change: Change, text: str) -> str:
        """Let what a change covers of it say something else; return what it said."""
        start, end = max(change.start, self.start), min(change.end, self.end)
        self.changes.append(Change(start - self.start, end - self.start, text))
        return self.text[start - self.start : end - self.start]

    def write(self) -> None:
        """Let the element say it; that of a character becomes one of text, or goes."""
        said = changed(self.text, self.changes)
        if self.is_border or said == self.text:
            return
        if local_name(self.element) == "t":
            self.element.text = said
            return
        if said:
            self.element.addprevious(text_element(said))
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
    is_said = False
    for index in covered:
        each = held[index]
        if not each.text:
            continue
        if not each.is_border:
            each.change(change, "" if is_said else change.said)
            is_said = True
        elif not _joined(held, index):
            border = each.change(change, "")
            before, after = (before, after + border) if is_said else (before + border, after)
    if not is_said:  # borders alone: nothing of a person stands there
        return Change(change.start, change.end, before)
    return Change(change.start, change.end, before + change.said + after)


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
