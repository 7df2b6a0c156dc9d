"""XML, parsed safely: no entities, no network, no depth nor size without end."""

from __future__ import annotations

from typing import Any

from annotation.errors import RecordError

Element = Any
"""An element of lxml, which brings no types."""

MAX_XML_BYTES = 64 * 1024 * 1024
"""A larger part of a file is refused: its tree would take ten times that."""


def parse(content: bytes, name: str) -> Element:
    """Parse XML; `name` is what it is called in messages. Raises RecordError."""
    from lxml import etree  # noqa: PLC0415 - loaded with the first such file

    parser = etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise RecordError(f"the file is broken: {name} is no XML ({error.msg})") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise RecordError(f"{name} declares entities, which such files don't have: not read")
    return root


def new(namespace: str, name: str, *, prefix: str | None = None) -> Element:
    """Make an element; `prefix` is how its namespace is written, None where it goes unsaid."""
    from lxml import etree  # noqa: PLC0415 - loaded with the first such file

    return etree.Element(f"{{{namespace}}}{name}", nsmap={prefix: namespace})


def written(root: Element) -> bytes:
    """Write an element as an XML file."""
    from lxml import etree  # noqa: PLC0415 - loaded with the first such file

    content: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return content


def local_name(element: Element) -> str:
    """Return an element's name without its namespace: strict and usual files differ in that."""
    return str(element.tag).rpartition("}")[2]


def local_attribute(element: Element, name: str) -> str | None:
    """Return the attribute of this name, whatever its namespace."""
    found = (value for key, value in element.attrib.items() if key.rpartition("}")[2] == name)
    return next(found, None)
