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
"""The name of the component, and the key of its spans in `doc.spans`."""


class Masks:
    """Adds the spans to be masked to `doc.spans["palimpsest"]`, labelled by their types.

    They are those of `palimpsest.mask`, which parses the text by a pipeline of its own; where one
    ends within a token, the whole token is taken in.
    """

    def __init__(self, operating_point: str, protect: Sequence[str]) -> None:
        self._operating_point = operating_point
        self._protect = tuple(protect)

    def __call__(self, doc: Doc) -> Doc:
        """Return the document with its spans."""
        marked = palimpsest.mask(
            doc.text, operating_point=self._operating_point, protect=self._protect
        )
        doc.spans[NAME] = [
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


@Language.factory(NAME, default_config={"operating_point": "balanced", "protect": []})
def make(nlp: Language, name: str, operating_point: str, protect: list[str]) -> Masks:  # noqa: ARG001 - spaCy's signature
    """Make the component with its settings."""
    return Masks(operating_point, protect)
