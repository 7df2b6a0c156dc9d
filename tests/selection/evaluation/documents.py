"""Small documents of our own sentences, and what may become of them."""

from __future__ import annotations

import codecs
from dataclasses import replace

from annotation.options import Option
from annotation.records import MASK
from annotation.types import IdentifierType, SemanticType
from selection.examples import Example, ExampleDocument

LISTS = {
    SemanticType.PERSON: ("PERSON 1",),
    SemanticType.LOC: ("town in the north", "town", "place"),
    SemanticType.DATETIME: ("date in the 1950s", "date"),
}
PEOPLE = ("Ada", "Bo", "Cy", "Dag", "Eli", "Finn", "Gro", "Hal")
TOWNS = ("Hamar", "Lund", "Skien", "Vardø", "Mora", "Visby", "Falun", "Moss")


def example(number, span, kind, *, start=0, choices=None, doc_id="d0", candidates=None):
    """An example with the list of its type; levels are positions."""
    texts = candidates if candidates is not None else (*LISTS[kind], MASK)
    return Example(
        doc_id=doc_id,
        mention_id=f"{doc_id}-m{number}",
        start=start,
        end=start + len(span),
        span_text=span,
        entity_type=kind,
        identifier_type=IdentifierType.QUASI,
        entity_id=f"{doc_id}-e{number}",
        options=tuple(
            Option(text, level, level, None if text == MASK else "P31")
            for level, text in enumerate(texts, start=1)
        ),
        choices=choices or {},
    )


def document(number, *annotators, rule=lambda _who, texts: texts[0]):
    """A life in three spans; each annotator chooses by a rule from (annotator, candidates)."""
    name, town = PEOPLE[number % len(PEOPLE)], TOWNS[number % len(TOWNS)]
    year = str(1950 + number)
    text = f"{name} was born in {town} in {year}; nobody knows more of number {number}."
    spans = [
        (name, SemanticType.PERSON),
        (town, SemanticType.LOC),
        (year, SemanticType.DATETIME),
    ]
    examples = [
        example(at, span, kind, start=text.index(span), doc_id=f"d{number}")
        for at, (span, kind) in enumerate(spans)
    ]
    return ExampleDocument(
        f"d{number}",
        text,
        tuple(
            replace(each, choices={who: rule(who, each.candidates) for who in annotators})
            for each in examples
        ),
    )


def varied(number, *annotators):
    """A document in which annotators and documents differ in what is chosen."""
    return document(
        number,
        *annotators,
        rule=lambda who, texts: texts[(number + len(who) + len(texts)) % len(texts)],
    )


def altered(found: ExampleDocument) -> ExampleDocument:
    """The document with other letters and other choices, everything in the same place."""

    def turned(each: Example) -> Example:
        texts = each.candidates
        choices = {
            who: texts[(texts.index(text) + 1) % len(texts)] for who, text in each.choices.items()
        }
        return replace(each, span_text=codecs.encode(each.span_text, "rot13"), choices=choices)

    return replace(
        found,
        text=codecs.encode(found.text, "rot13"),
        examples=tuple(turned(each) for each in found.examples),
    )
