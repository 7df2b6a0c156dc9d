"""Invented documents, and annotators who choose by a rule."""

from __future__ import annotations

from collections.abc import Callable

from annotation.options import Option
from annotation.records import MASK
from annotation.types import IdentifierType, SemanticType
from selection.examples import Example, ExampleDocument

LISTS = {
    SemanticType.LOC: ("town", "place"),
    SemanticType.DEM: ("teacher", "profession", "job"),
    SemanticType.DATETIME: ("date in the 1990s",),
    SemanticType.ORG: ("school",),
}
Choose = Callable[[int, Example], str]


def example(doc_id: str, number: int, kind: SemanticType, entity: str, texts: tuple[str, ...]):
    word = f"{kind.value.title()}{entity}"
    return Example(
        doc_id=doc_id,
        mention_id=f"{doc_id}-{number}",
        start=20 * number,
        end=20 * number + len(word),
        span_text=word,
        entity_type=kind,
        identifier_type=IdentifierType.QUASI,
        entity_id=f"{doc_id}-{entity}",
        options=tuple(
            Option(text, i, i, "P31" if text != MASK else None)
            for i, text in enumerate((*texts, MASK), start=1)
        ),
    )


def document(doc_id: str, mentions: int = 8) -> ExampleDocument:
    """Return a document whose mentions go round the types; each entity is named twice."""
    kinds = list(LISTS)
    examples = [
        example(doc_id, n, kinds[n % 4], str(n % (mentions // 2)), LISTS[kinds[n % 4]])
        for n in range(mentions)
    ]
    text = "".join(each.span_text.ljust(20) for each in examples)
    return ExampleDocument(doc_id, text, tuple(examples))


def chosen_by(document: ExampleDocument, **annotators: Choose) -> ExampleDocument:
    """Return the document with the choices of annotators, each a function of number and example."""
    examples = tuple(
        Example(
            **{name: getattr(each, name) for name in Example.__slots__ if name != "choices"},
            choices=dict(each.choices)
            | {name: choose(number, each) for name, choose in annotators.items()},
        )
        for number, each in enumerate(document.examples)
    )
    return ExampleDocument(document.doc_id, document.text, examples)


def masks(_number: int, _example: Example) -> str:
    return MASK


def takes_first(_number: int, each: Example) -> str:
    return each.candidates[0]


def training_documents() -> list[ExampleDocument]:
    """Return documents of two annotators with a rule each, and of two who chose in one only."""
    names = ("strict", "lenient", "strict", "lenient", "strict", "lenient", "once", "twice")
    rules = (masks, takes_first)
    return [
        chosen_by(document(f"d{n}"), **{name: rules[n % 2]}) for n, name in enumerate(names)
    ] + [chosen_by(document("shared"), strict=masks, lenient=takes_first)]
