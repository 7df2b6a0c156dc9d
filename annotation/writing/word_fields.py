"""Which fields of a Word file stay fields: the numbers of pages. Of others the result is text."""

from __future__ import annotations

from dataclasses import dataclass

from annotation.formats.docx import is_left_out
from annotation.formats.xml_trees import Element, local_attribute, local_name
from annotation.writing.word_vocabulary import LIVE_FIELDS, is_word


def number_of_pages(code: str) -> str:
    """Return what a field's code counts, "" if it does anything else."""
    first = code.split()[:1]
    return first[0].upper() if first and first[0].upper() in LIVE_FIELDS else ""


def live_fields(root: Element) -> set[Element]:
    """Return the elements that belong to fields that stay fields."""
    live: set[Element] = set()
    outer: list[_Field] = []
    for element in _elements(root):
        kind = local_attribute(element, "fldCharType")
        if local_name(element) == "fldSimple":
            live.update(
                [element] if number_of_pages(local_attribute(element, "instr") or "") else ()
            )
        elif kind == "begin":
            for each in outer:
                each.is_plain = False
            outer.append(_Field([element]))
        elif outer:
            outer[-1].elements.append(element)
            if kind == "end" and (ended := outer.pop()).is_live:
                live.update(ended.elements)
    return live


@dataclass(slots=True)
class _Field:
    """The elements of a field that has begun, and whether there is no other in it."""

    elements: list[Element]
    is_plain: bool = True

    @property
    def is_live(self) -> bool:
        """Whether its code stands in one piece, and counts pages."""
        codes = [each.text for each in self.elements if (each.text or "").strip()]
        return self.is_plain and len(codes) == 1 and bool(number_of_pages(codes[0]))


def _elements(root: Element) -> list[Element]:
    """Return what fields are made of, in the order of the text, less what was deleted."""
    from lxml import etree  # noqa: PLC0415 - loaded with the first such file

    found = []
    walk = etree.iterwalk(root, events=("start",))
    for _, element in walk:
        name = local_name(element)
        if is_word(element.tag) and name in {"fldSimple", "fldChar", "instrText"}:
            found.append(element)
        elif is_left_out(element):
            walk.skip_subtree()
    return found
