"""Packing the parts of a Word file, and looking at what was packed as whoever gets it could.

A file is always packed in the same way: no properties, no dates, the same bytes for the same parts.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotation.errors import AnnotationError
from annotation.formats.docx import pieces, text_parts
from annotation.formats.xml_trees import Element, local_name, new, parse, written
from annotation.writing.word_vocabulary import (
    RELATIONS,
    is_format_word,
    is_word,
    without_words,
)

_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_LINKS = "http://schemas.openxmlformats.org/package/2006/relationships"
_CONTENT = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_MAIN = "word/document.xml"
_PACKAGE = frozenset({"[Content_Types].xml", "_rels/.rels", "word/_rels/document.xml.rels"})
_MEMBER = re.compile(
    r"word/(?:document|(?:styles|numbering|settings|header|footer|footnotes|endnotes)\d+)\.xml"
)
_XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


class WritingError(AnnotationError):
    """A file can't be written so that it says what it should and nothing else."""


@dataclass(frozen=True, slots=True)
class WordPart:
    """A part that the body refers to: the reference, the kind of it, and its XML."""

    reference: str
    kind: str
    root: Element

    @property
    def name(self) -> str:
        """The name of the part beside the body's."""
        return f"{self.kind}{self.reference.removeprefix('r')}.xml"


def pack(body: Element, parts: Sequence[WordPart]) -> bytes:
    """Pack a body and what it refers to."""
    types, links, own = (
        new(_TYPES, "Types"),
        new(_LINKS, "Relationships"),
        new(_LINKS, "Relationships"),
    )
    _add(types, "Default", Extension="rels", ContentType=_type_of("rels"))
    _add(types, "Override", PartName=f"/{_MAIN}", ContentType=_type_of("document"))
    _link(links, "r1", "officeDocument", _MAIN)
    for part in parts:
        _add(types, "Override", PartName=f"/word/{part.name}", ContentType=_type_of(part.kind))
        _link(own, part.reference, part.kind, part.name)
    members = {
        "[Content_Types].xml": types,
        "_rels/.rels": links,
        _MAIN: body,
        "word/_rels/document.xml.rels": own,
        **{f"word/{part.name}": part.root for part in parts},
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, root in members.items():
            archive.writestr(archived(name), written(root))
    return stream.getvalue()


def archived(name: str) -> zipfile.ZipInfo:
    """Describe a member of an archive, packed, without a date of its own."""
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3
    info.external_attr = 0o644 << 16
    return info


def check(content: bytes, text: str) -> None:
    """Read a written file as others will; raises WritingError unless it says the text alone."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if text_of_word_file(archive) != text:
            raise WritingError("the Word file that was written does not read as it should")
        for name in archive.namelist():
            if name in _PACKAGE:
                continue
            if not _MEMBER.fullmatch(name):
                raise WritingError(f"the Word file that was written has a part too many, {name}")
            if any(_strange_values(parse(archive.read(name), name))):
                raise WritingError(f"in the Word file that was written {name} says too much")


def text_of_word_file(archive: zipfile.ZipFile) -> str:
    """Return the text of a Word file."""
    return "".join(text for text, _ in pieces(list(text_parts(archive))))


def _strange_values(root: Element) -> Iterator[str]:
    """Yield what is neither text of the document nor a word of the format."""
    for element in root.iter():
        name = local_name(element)
        if not is_word(element.tag):
            yield str(element.tag)
        if element.tail:
            yield element.tail
        if element.text and name != "t" and not is_format_word(element.text.strip()):
            yield element.text
        for key, value in element.attrib.items():
            if not _is_known(name, key, value):
                yield value


def _is_known(name: str, key: str, value: str) -> bool:
    """Tell whether an attribute is one that we write."""
    if key == _XML_SPACE:
        return value == "preserve"
    if key == f"{{{RELATIONS}}}id":
        return re.fullmatch(r"r\d+", value) is not None
    if name == "lvlText":
        return without_words(value) == value
    return is_word(key) and is_format_word(value)


def _add(root: Element, name: str, **attributes: str) -> None:
    element = new(root.nsmap[None], name)
    for key, value in attributes.items():
        element.set(key, value)
    root.append(element)


def _link(root: Element, reference: str, kind: str, target: str) -> None:
    _add(root, "Relationship", Id=reference, Type=f"{RELATIONS}/{kind}", Target=target)


def _type_of(kind: str) -> str:
    if kind == "rels":
        return "application/vnd.openxmlformats-package.relationships+xml"
    return f"{_CONTENT}.{'document.main' if kind == 'document' else kind}+xml"
