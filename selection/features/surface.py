"""What stands in the record: type, level, list, source and the shape of the words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from annotation.sources import ListSource, relation_of
from annotation.types import IdentifierType, SemanticType
from selection.examples import Example

Row = dict[str, float]
"""Feature → probability, for one candidate of one mention; the same features in every row."""

SOURCES = (
    ListSource.RULES,
    ListSource.INSTANCE_OF,
    ListSource.SUBCLASS_OF,
    ListSource.PART_OF,
    ListSource.CONTAINED,
    ListSource.SIMILAR,
)
"""Sources that a feature tells apart; a package of ours counts as what its lists are like."""


def surface_rows(example: Example) -> list[Row]:
    """Return a row for each candidate of a mention, from the mention alone."""
    mention = _mention(example)
    listed = _list(example)
    return [
        mention | listed | _place(example, index) | _shape(example, index)
        for index in range(len(example.options))
    ]


def _mention(example: Example) -> Row:
    row = {f"type/{each}": float(example.entity_type is each) for each in SemanticType}
    row["type/number"] = float(list(SemanticType).index(example.entity_type))
    row["type/direct"] = float(example.identifier_type is IdentifierType.DIRECT)
    row["type/not masked"] = float(example.identifier_type is IdentifierType.NO_MASK)
    span = example.span_text
    return row | {
        "shape/span characters": float(len(span)),
        "shape/span words": float(len(span.split())),
        "shape/span digits": float(sum(each.isdigit() for each in span)),
        "shape/span begins upper": float(span[:1].isupper()),
        "shape/span words upper": _share_upper(span),
        "shape/span has year": float(bool(re.search(r"\b\d{4}\b", span))),
        "shape/span begins digit": float(span[:1].isdigit()),
        "shape/span ascii": float(span.isascii()),
    }


def _list(example: Example) -> Row:
    options = example.options
    sources = [option.source for option in options if option.source]
    first = sources[0] if sources else ""
    return {
        "list/candidates": float(len(options)),
        "list/levels": float(max(option.level for option in options)),
        "list/sources": float(len(set(sources))),
        "list/first characters": float(len(options[0].text)),
        "list/first words": float(len(options[0].text.split())),
        **{f"source/first {name}": float(_is_from(first, name)) for name in SOURCES},
    }


def _place(example: Example, index: int) -> Row:
    option, count = example.options[index], len(example.options)
    source = option.source or ""
    return {
        "level/level": float(option.level),
        "level/number": float(index),
        "level/from end": float(count - 1 - index),
        "level/share": index / max(count - 1, 1),
        "level/is mask": float(option.is_mask),
        "level/is first": float(index == 0),
        "level/is last text": float(index == count - 2),
        **{f"source/{name}": float(_is_from(source, name)) for name in SOURCES},
        "source/other": float(bool(source) and not any(_is_from(source, n) for n in SOURCES)),
    }


def _shape(example: Example, index: int) -> Row:
    text, span = example.options[index].text, example.span_text
    words, spans = _words(text), _words(span)
    return {
        "shape/characters": float(len(text)),
        "shape/words": float(len(text.split())),
        "shape/begins upper": float(text[:1].isupper()),
        "shape/digits": float(sum(each.isdigit() for each in text)),
        "shape/has of": float(" of " in text),
        "shape/has in": float(" in " in text),
        "shape/longer by": float(len(text) - len(span)),
        "shape/words in span": float(len(words & spans)),
        "shape/share of words in span": len(words & spans) / max(len(words), 1),
        "shape/span holds it": float(text.lower() in span.lower()),
    }


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _share_upper(text: str) -> float:
    words: Sequence[str] = text.split()
    return sum(word[:1].isupper() for word in words) / max(len(words), 1)


def _is_from(source: str, name: str) -> bool:
    return bool(source) and name in map(relation_of, source.split(", "))
