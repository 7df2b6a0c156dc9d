"""A component of spaCy pipelines, found by entry point: `nlp.add_pipe("palimpsest")`.

Every pipeline of spaCy imports this module when it is made, so it is light.
"""

from __future__ import annotations

from collections.abc import Sequence

from spacy.language import Language
from spacy.tokens import Doc
from spacy.tokens import Span as DocSpan

import palimpsest

NAME = "palimpsest"
"""The name of the component, and usually the key of its spans in `doc.spans`."""


class Masks:
    """Adds the spans to be masked to a group of spans, labelled by their types.

    They are those of `palimpsest.mask`, which parses the text by a pipeline of its own; where one
    ends within a token, the whole token is taken in.
    """

    def __init__(
        self, spans_key: str, operating_point: str | float, protect: Sequence[str]
    ) -> None:
        self._spans_key = spans_key
        self._operating_point = operating_point
        self._protect = tuple(protect)

    def __call__(self, doc: Doc) -> Doc:
        """Return the document with its spans."""
        point, protect = self._operating_point, self._protect
        marked = palimpsest.mask(doc.text, operating_point=point, protect=protect)
        doc.spans[self._spans_key] = [
            _span(doc, mention.start, mention.end, mention.entity_type.value)
            for mention in marked.iter_mentions()
            if mention.is_masked
        ]
        return doc


def _span(doc: Doc, start: int, end: int, label: str) -> DocSpan:
    found = doc.char_span(start, end, label=label, alignment_mode="expand")
    if found is None:  # a mention lies within the text, so there is a token at it
        raise ValueError(f"no tokens from {start} to {end}")
    return found


@Language.factory(
    NAME,
    assigns=["doc.spans"],
    default_config={"spans_key": NAME, "operating_point": "balanced", "protect": []},
)
def make(
    nlp: Language,  # noqa: ARG001 - spaCy's signature
    name: str,  # noqa: ARG001 - likewise
    spans_key: str,
    operating_point: str | float,
    protect: list[str],
) -> Masks:
    """Make the component with its settings."""
    return Masks(spans_key, operating_point, protect)
