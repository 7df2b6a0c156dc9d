"""A Word file's trees built anew from what may stay: its text, and how the text looks.

What is not in the lists of `word_vocabulary` is not copied, whatever it is: authors, dates, tracked
changes, comments, pictures, links, fields, bookmarks, controls. The text that the reader of
`formats.docx` finds stays where it is; text boxes become paragraphs behind the one they hang on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from annotation.formats.docx import CHARACTERS, is_left_out, text_of
from annotation.formats.xml_trees import Element, local_attribute, local_name, new
from annotation.writing.word_fields import live_fields, number_of_pages
from annotation.writing.word_vocabulary import (
    BLOCKS,
    BUILT_IN_STYLES,
    COMPATIBILITY,
    CONTENT,
    FONTS,
    INLINE,
    MARKS,
    PROPERTIES,
    RELATIONS,
    STYLE_REFERENCES,
    WORD,
    is_value,
    is_word,
    without_words,
)

_XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_TEXT_TAGS = CHARACTERS.keys() | {"t"}
_NOTES = frozenset({"footnote", "endnote"})
_REFERENCES = frozenset({"headerReference", "footerReference"})
_THEME_FONTS = {"asciiTheme": "ascii", "hAnsiTheme": "hAnsi", "eastAsiaTheme": "eastAsia"}
_THEME_FONTS |= {"cstheme": "cs"}


def word(name: str, **attributes: str) -> Element:
    """Make an element of Word's."""
    element = new(WORD, name, prefix="w")
    for key, value in attributes.items():
        element.set(f"{{{WORD}}}{key}", value)
    return element


def text_element(text: str) -> Element:
    """Make the element that holds some text, all its blanks included."""
    element = word("t")
    element.text = text
    element.set(_XML_SPACE, "preserve")
    return element


@dataclass(frozen=True, slots=True)
class Cleaner:
    """Copies what may stay of the parts of one file."""

    related: Mapping[str, str]
    """Its reference to a header or footer → ours."""
    style_ids: Mapping[str, str]
    """Its name for a style → ours."""
    theme_fonts: Mapping[str, str] = field(default_factory=dict)
    """Which fonts its theme names."""

    def part(self, root: Element) -> Element:
        """Copy a part that holds text."""
        return self._container(root, live_fields(root))

    def listed(self, root: Element) -> Element:
        """Copy a part that holds styles, numbering or settings alone."""
        return self._kept(root)

    def _container(self, element: Element, live: set[Element]) -> Element:
        """Copy what holds blocks; what can't stand in it is no longer there."""
        name = local_name(element)
        copy = word(name)
        if name in _NOTES and (number := local_attribute(element, "id")):
            copy.set(f"{{{WORD}}}id", number)
        for child in element:
            for each in self._copied(child, live):
                kind = local_name(each)
                if kind in CONTENT[name] or kind in PROPERTIES - _TEXT_TAGS:
                    copy.append(each)
        return copy

    def _copied(self, element: Element, live: set[Element]) -> Iterator[Element]:
        """Yield what stays of an element: itself, what is in it, or nothing."""
        if local_name(element) in _NOTES and is_left_out(element):
            yield _separating_note(element)
        elif element in live:
            yield from self._field(element, live)
        elif _is_property(element):
            kept = self._kept(element)
            if kept is not None:
                yield kept
        elif not is_left_out(element):
            yield from self._content(element, live)

    def _content(self, element: Element, live: set[Element]) -> Iterator[Element]:
        name, is_ours = local_name(element), is_word(element.tag)
        if name == "p":
            yield from self._paragraph(element, live)
        elif name in _TEXT_TAGS:
            yield self._text_or_character(element)
        elif is_ours and name == "r":
            yield from self._run(element, live)
        elif is_ours and name in CONTENT:
            yield self._container(element, live)
        elif is_ours and name in INLINE:
            yield from self._inline(element, live)
        elif is_ours and name in MARKS:
            yield self._with_attributes(element, also=("id",))
        else:
            yield from self._inside(element, live)

    def _inside(self, element: Element, live: set[Element]) -> Iterator[Element]:
        for child in element:
            yield from self._copied(child, live)

    def _paragraph(self, element: Element, live: set[Element]) -> Iterator[Element]:
        """Yield a paragraph, then those that hung on it: the text boxes."""
        copy = word("p")
        hanging = _fill(copy, self._inside(element, live))
        yield copy
        yield from hanging

    def _inline(self, element: Element, live: set[Element]) -> Iterator[Element]:
        copy = self._with_attributes(element)
        hanging = _fill(copy, self._inside(element, live))
        yield copy
        yield from hanging

    def _run(self, element: Element, live: set[Element]) -> Iterator[Element]:
        """Yield a run; of runs in it (ruby) what they say, and what hangs in it behind it."""
        copy = word("r")
        hanging = []
        for each in self._inside(element, live):
            if local_name(each) == "r":
                copy.extend(child for child in each if local_name(child) != "rPr")
            elif local_name(each) in BLOCKS:
                hanging.append(each)
            else:
                copy.append(each)
        yield copy
        yield from hanging

    def _text_or_character(self, element: Element) -> Element:
        """Copy text or a character, also that of formulas, which are Word's no more."""
        name = local_name(element)
        return text_element(text_of(element)) if name == "t" else self._with_attributes(element)

    def _field(self, element: Element, live: set[Element]) -> Iterator[Element]:
        name = local_name(element)
        if name == "fldSimple":
            copy = word(name, instr=number_of_pages(local_attribute(element, "instr") or ""))
            yield from [copy, *_fill(copy, self._inside(element, live))]
        elif name == "instrText":
            copy = word(name)
            copy.text = f" {number_of_pages(element.text or '')} "
            yield copy
        else:
            yield self._with_attributes(element)

    def _kept(self, element: Element) -> Element | None:
        """Copy how something looks; without its value it would say something else, or nothing."""
        name = local_name(element)
        if not is_word(element.tag) or name not in PROPERTIES:
            return None
        copy = self._with_attributes(element, also=("id",) if name in _NOTES else ())
        for key in ("val", "name"):
            if local_attribute(element, key) is not None and local_attribute(copy, key) is None:
                return None
        if name in _REFERENCES:
            reference = self.related.get(element.get(_id_key(element), ""))
            if reference is None:
                return None
            copy.set(f"{{{RELATIONS}}}id", reference)
        if name == "style":
            copy.append(self._style_name(element))
        copy.extend(filter(lambda each: each is not None, map(self._kept, element)))
        return copy

    def _style_name(self, style: Element) -> Element:
        """Return a style's name: one of the format's own or, as people write it, a number."""
        number = self.style_ids.get(local_attribute(style, "styleId") or "", "s0").removeprefix("s")
        names = (local_attribute(each, "val") for each in style if local_name(each) == "name")
        name = next(names, None) or ""
        return word("name", val=name if name in BUILT_IN_STYLES else f"Style {number}")

    def _with_attributes(self, element: Element, *, also: Iterable[str] = ()) -> Element:
        """Copy an element with those of its attributes that the format itself knows."""
        name = local_name(element)
        copy = word(name)
        # What the theme says of a font comes last: it goes before what else is set.
        items = sorted(
            element.attrib.items(), key=lambda item: local_name_of(item[0]) in _THEME_FONTS
        )
        for key, value in items:
            attribute = local_name_of(key)
            if not is_word(key) or (attribute == "id" and "id" not in also):
                continue
            if attribute.startswith("rsid"):
                continue
            kept = self._value(name, attribute, value)
            if kept is not None:
                copy.set(f"{{{WORD}}}{_THEME_FONTS.get(attribute, attribute)}", kept)
        return copy

    def _value(self, name: str, attribute: str, value: str) -> str | None:
        """Return what stays of a value, if anything does."""
        if attribute == "styleId" or (name in STYLE_REFERENCES and attribute == "val"):
            return self.style_ids.get(value)
        if name == "lvlText":
            return without_words(value) if attribute == "val" else None
        if name == "rFonts" and attribute != "hint":
            font = self.theme_fonts.get(value, value)
            return font if font in FONTS else None
        if name == "compatSetting" and value in COMPATIBILITY:
            return value
        return value if is_value(value) else None


def local_name_of(key: str) -> str:
    """Return the name of an attribute without its namespace."""
    return key.rpartition("}")[2]


def _id_key(element: Element) -> str:
    """Return how the reference to another part is called, in usual and in strict files."""
    keys = (key for key in element.attrib if local_name_of(key) == "id")
    return next(keys, "id")


def _is_property(element: Element) -> bool:
    """Tell whether an element says how something looks that stays."""
    name, parent = local_name(element), element.getparent()
    if name not in PROPERTIES or name in _TEXT_TAGS or not is_word(element.tag):
        return False
    return is_word(parent.tag) and local_name(parent) in CONTENT.keys() | {"p", "r"}


def _fill(copy: Element, content: Iterable[Element]) -> Sequence[Element]:
    """Put runs into what holds them; return the blocks that can't stand there."""
    blocks = []
    for each in content:
        name = local_name(each)
        if name in BLOCKS:
            blocks.append(each)
        elif name in _TEXT_TAGS or name in MARKS or name in {"fldChar", "instrText"}:
            run = word("r")
            run.append(each)
            copy.append(run)
        else:
            copy.append(each)
    return blocks


def _separating_note(element: Element) -> Element:
    """Make the line above the notes anew: what stands in it is not read."""
    kind = local_attribute(element, "type") or ""
    number = local_attribute(element, "id") or "0"
    note = word(local_name(element), type=kind, id=number if is_value(number) else "0")
    run = word("r")
    if kind != "continuationNotice":
        run.append(word(kind))
    paragraph = word("p")
    paragraph.append(run)
    note.append(paragraph)
    return note
