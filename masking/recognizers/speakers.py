"""Speakers of a transcript: labels that begin lines, before a colon, again and again."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.labels import is_mail_header
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
_WORD = re.compile(r"\w+")
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
        text = doc.text  # put together from its words every time
        matches: defaultdict[str, list[re.Match[str]]] = defaultdict(list)
        for match in _LABEL.finditer(text):
            matches[match[1].casefold()].append(match)
        for label, places in matches.items():
            if len(places) < _OFTEN or is_mail_header(label) or self._is_role(label):
                continue
            if not self._is_common(label) or any(_is_said(text, place, doc) for place in places):
                for match in places:
                    yield RecognizedSpan(*match.span(1), SemanticType.PERSON, LIKELY, REASON)

    def _is_common(self, label: str) -> bool:
        """Whether a label is made of common words: it may name a field."""
        return self._ontology is not None and all(
            map(self._ontology.lexicon.is_common, label.split())
        )

    def _is_role(self, label: str) -> bool:
        """Whether a label is one of a role: "Hope" and "Mark" are seldom so, and names."""
        senses = self._ontology.lookup(label) if self._ontology else []
        usual = [sense for sense in senses if not sense.has_capital][:_USUAL]
        return any(TYPE_OF.get(sense.kind) is SemanticType.DEM for sense in usual)


def _is_said(text: str, label: re.Match[str], doc: Doc) -> bool:
    """Whether a function word stands behind a label: values of fields seldom have any."""
    line_end = text.find("\n", label.end())
    line = text[label.end() : line_end if line_end >= 0 else None]
    return any(doc.vocab[word].is_stop for word in _WORD.findall(line))
