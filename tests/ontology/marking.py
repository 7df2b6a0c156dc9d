"""Documents for tests of the ontology, written as text with the spans in brackets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from annotation.records import Document, Layer, Mention
from annotation.types import IdentifierType, SemanticType
from ontology.entries import Sense
from ontology.spans import Span, Surroundings

_MARK = re.compile(r"\[\[(?:([A-Z]+):)?(.+?)\]\]", re.DOTALL)


def marked(text: str, entities: Sequence[str] = ()) -> Document:
    """Make a document of "She left [[LOC:Oslo]] by [[train]]."; a span without a type is MISC.

    `entities` names the entity of each span in order; without it each is its own.
    """
    plain, position, mentions = "", 0, []
    for number, found in enumerate(_MARK.finditer(text)):
        plain += text[position : found.start()]
        mentions.append(
            Mention(
                mention_id=f"m{number}",
                entity_type=SemanticType(found[1] or "MISC"),
                start=len(plain),
                end=len(plain) + len(found[2]),
                span_text=found[2],
                identifier_type=IdentifierType.QUASI,
                entity_id=entities[number] if entities else f"e{number}",
            )
        )
        plain += found[2]
        position = found.end()
    return Document("d", plain + text[position:], (Layer("spans", tuple(mentions)),))


def spans_of(text: str) -> tuple[Span, ...]:
    """Return the spans of a marked text."""
    document = marked(text)
    return Surroundings(document.text, document.layers[0].mentions).spans


def span_of(text: str) -> Span:
    """Return the first span of a marked text."""
    return spans_of(text)[0]


class FakeLayer:
    """A layer of an ontology that knows what a test puts in."""

    def __init__(
        self,
        senses: Mapping[str, Sequence[Sense]] | None = None,
        counts: Mapping[str, int] | None = None,
    ) -> None:
        self.senses = senses or {}
        self.counts = counts or {}

    def lookup(self, name: str) -> list[Sense]:
        return list(self.senses.get(name, ()))

    def count_below(self, generalization: str) -> int:
        return self.counts.get(generalization, 0)
