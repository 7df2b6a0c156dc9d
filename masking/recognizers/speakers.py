"""Speakers of a transcript: labels that begin lines, before a colon, again and again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.name_types import TYPE_OF
from masking.spans import LIKELY, RecognizedSpan

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ontology.layers import Ontology

REASON = "speaker of a transcript"
_LABEL = re.compile(
    r"""^ [ \t>*_]* (?: [\[(]? \d[\d:.,]{0,15} [\])]? [ \t]+ )?
        ( [^\W\d_](?:[^\W\d_]|['’-]){1,30} (?: \.?[ ][^\W\d_](?:[^\W\d_]|['’-]){0,30} ){0,2} )
        (?: [ ]\([^()\n]{1,30}\) )? [*_]* : (?=[*_]*\s)""",
    re.MULTILINE | re.VERBOSE,
)
"""A label, the time before it and what stands in brackets behind it."""
_USUAL = 2
"""Senses of a word that labels may mean ("chair", "counsel")."""
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
                yield RecognizedSpan(*match.span(1), SemanticType.PERSON, LIKELY, REASON)

    def _is_role(self, label: str) -> bool:
        """Whether a label is one of a role: "Hope" and "Mark" are seldom so, and names."""
        senses = self._ontology.lookup(label.lower()) if self._ontology else []
        usual = [sense for sense in senses if not sense.has_capital][:_USUAL]
        return any(TYPE_OF.get(sense.kind) is SemanticType.DEM for sense in usual)
