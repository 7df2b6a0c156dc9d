"""Anonymized texts as Word files: made new, or in the layout of the file that came in."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from annotation.changes import Change
from annotation.errors import RecordError
from annotation.formats.docx import (
    Part,
    main_part,
    pieces,
    read_part,
    relations,
    text_parts,
)
from annotation.formats.xml_trees import Element, local_attribute, local_name
from annotation.writing.word_cleaning import Cleaner, text_element, word
from annotation.writing.word_package import WordPart, WritingError, check, pack
from annotation.writing.word_replacing import replace_in_place
from annotation.writing.word_vocabulary import FONTS

_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that XML can't hold."""
_LINE_END = re.compile("\r\n|\r")
_LISTS = ("styles", "numbering", "settings")
"""Parts that say how text looks."""
_THEME_FONTS = {"latin": ("Ascii", "HAnsi"), "ea": ("EastAsia",), "cs": ("Bidi",)}
"""How a theme calls its fonts, and how the parts call them."""
_FONT, _HALF_POINTS = "Calibri", "22"
_FROM_THE_RIGHT = frozenset({"R", "AL"})
_LETTERS = _FROM_THE_RIGHT | {"L"}
"""What the Unicode standard says of the direction of letters."""
_NOT_AS_IT_CAME = (
    "its Word file can't be written in its layout: its text is not where the document's is; take "
    "another format"
)


def new_word_file(text: str) -> bytes:
    """Make a Word file of a text, a paragraph a line; raises WritingError."""
    text = _LINE_END.sub("\n", writable(text))
    body = word("body")
    body.extend(map(_paragraph, text.split("\n")))
    document = word("document")
    document.append(body)
    content = pack(document, [WordPart("r2", "styles", _plain_styles())])
    check(content, text)
    return content


def anonymized_word_file(content: bytes, text: str, changes: Sequence[Change]) -> bytes:
    """Write a Word file in its layout with its text changed; raises WritingError.

    `text` is what was read of it. Where a change goes over the border of a cell, a section, a text
    box or a part, the border stays.
    """
    changes = [Change(each.start, each.end, writable(each.inserted)) for each in changes]
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            package = _Package.read(archive)
    except (RecordError, RecursionError, zipfile.BadZipFile) as error:
        raise WritingError(f"its Word file can't be read any more: {error}") from error
    if "".join(piece for piece, _ in pieces(package.texts)) != text:
        raise WritingError(_NOT_AS_IT_CAME)
    expected = replace_in_place(package.texts, text, changes)
    made = pack(package.texts[0].root, package.parts)
    check(made, expected)
    return made


def writable(text: str) -> str:
    """Return a text with a sign in place of each character that XML can't hold."""
    return _UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def _plain_styles() -> Element:
    """Say that all text looks as it does in a new document."""
    looks = word("rPr")
    looks.append(word("rFonts", ascii=_FONT, hAnsi=_FONT, cs=_FONT))
    looks.extend([word("sz", val=_HALF_POINTS), word("szCs", val=_HALF_POINTS)])
    return _nested("styles", "docDefaults", "rPrDefault", inmost=looks)


def _nested(outer: str, *inner: str, inmost: Element) -> Element:
    element = word(outer)
    element.append(_nested(*inner, inmost=inmost) if inner else inmost)
    return element


def _paragraph(line: str) -> Element:
    """Make a paragraph of a line; it runs from the right if its first letter does."""
    paragraph, run = word("p"), word("r")
    directions = map(unicodedata.bidirectional, line)
    if next((each for each in directions if each in _LETTERS), "L") in _FROM_THE_RIGHT:
        paragraph.append(_nested("pPr", inmost=word("bidi")))
        run.append(_nested("rPr", inmost=word("rtl")))
    for number, piece in enumerate(line.split("\t")):
        if number:
            run.append(word("tab"))
        if piece:
            run.append(text_element(piece))
    paragraph.append(run)
    return paragraph


@dataclass(frozen=True, slots=True)
class _Package:
    """What stays of a file: the parts that hold text, the body first, and all but the body."""

    texts: list[Part]
    parts: list[WordPart]

    @classmethod
    def read(cls, archive: zipfile.ZipFile) -> _Package:
        """Read a file and copy what may stay; raises RecordError."""
        main = main_part(archive)
        related = list(relations(archive, main))
        kinds = {each.name: each.kind for each in reversed(related) if each.name}
        texts = list(text_parts(archive))
        numbers = {part.name: f"r{number}" for number, part in enumerate(texts)}
        lists = {kind: name for name, kind in kinds.items() if kind in _LISTS}
        roots = {kind: read_part(archive, name).root for kind, name in lists.items()}
        theme = next((name for name, kind in kinds.items() if kind == "theme"), None)
        cleaner = Cleaner(
            related={
                each.reference: numbers[each.name] for each in related if each.name in numbers
            },
            style_ids=_style_ids(roots.get("styles")),
            theme_fonts=_fonts_of(read_part(archive, theme).root) if theme else {},
        )
        cleaned = [Part(part.name, cleaner.part(part.root)) for part in texts]
        parts = [
            WordPart(numbers[part.name], kinds[part.name], part.root)
            for part in cleaned
            if part.name != main
        ]
        for number, (kind, root) in enumerate(roots.items(), start=len(texts)):
            parts.append(WordPart(f"r{number}", kind, cleaner.listed(root)))
        return cls(cleaned, parts)


def _style_ids(styles: Element | None) -> Mapping[str, str]:
    """Give every style a number: its name may tell a firm."""
    elements = () if styles is None else styles
    names = (local_attribute(each, "styleId") for each in elements if local_name(each) == "style")
    return {name: f"s{number}" for number, name in enumerate(filter(None, names), start=1)}


def _fonts_of(theme: Element) -> Mapping[str, str]:
    """Return the fonts that a theme names, by what refers to them, such as minorHAnsi."""
    return dict(_iter_fonts(theme))


def _iter_fonts(theme: Element) -> Iterator[tuple[str, str]]:
    for use in ("major", "minor"):
        for fonts in theme.iter(f"{{*}}{use}Font"):
            for script in fonts:
                font = local_attribute(script, "typeface")
                if font in FONTS:
                    for suffix in _THEME_FONTS.get(local_name(script), ()):
                        yield use + suffix, font
