"""Speakers of a transcript: labels that begin lines, before a colon, again and again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.kinds import type_of_name
from masking.spans import LIKELY, RecognizedSpan

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ontology.layers import Ontology

_LABEL = re.compile(r"^[ \t>*_]*([^\W\d_](?:[^\W\d_]|['’-]){1,30})[*_]*:(?=[*_]*\s)", re.MULTILINE)
_OFTEN = 2
"""A label that comes but once is a heading."""


class Speakers:
    """Finds speakers by their labels; roles that the ontology knows ("INTERVIEWER") are none."""

    name = "speakers"

    def __init__(self, ontology: Ontology | None = None) -> None:
        self._ontology = ontology

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield each label of a speaker as a person's name."""
        matches = list(_LABEL.finditer(doc.text))
        counts = Counter(match[1].casefold() for match in matches)
        for match in matches:
            if counts[match[1].casefold()] >= _OFTEN and not self._is_role(match[1]):
                yield RecognizedSpan(
                    *match.span(1), SemanticType.PERSON, LIKELY, "speaker of a transcript"
                )

    def _is_role(self, label: str) -> bool:
        return type_of_name(label.lower(), self._ontology) is SemanticType.DEM
