"""Parties of cases: "R v Pike", "Stone v. Brown", "Re Moss (a minor)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.name_rows import WORD, NameRow, NameRows
from masking.reasons import PARTY
from masking.spans import CERTAIN, RecognizedSpan

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ontology.layers import Ontology

_VERSUS = re.compile(rf"(?<!\w)((?:{WORD}[ ]){{0,2}}{WORD})[ ](?:v\.?|vs\.?)[ ](?=[^\W\d_a-z])")
_RE = re.compile(r"(?<!\w)(?:In re|Re|Ex parte|ex parte)[ ](?=[^\W\d_a-z])")
_BEHIND_RE = re.compile(r"[ ]?(?:[(\[,;.:]|\d|$)|[ ]and\b", re.MULTILINE)
_CROWN = frozenset({"r", "regina", "rex"})


class Parties:
    """Finds the names of people between whom a case is."""

    name = "parties"

    def __init__(self, ontology: Ontology | None = None) -> None:
        self._ontology = ontology

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield the parties that are people; two teams or countries are none."""
        rows = NameRows(doc, self._ontology)
        for match in _VERSUS.finditer(rows.text):
            before, behind = _before(match, rows), rows.read(match.end())
            is_crown = match[1].split()[-1].casefold() in _CROWN
            if behind and rows.is_person(behind) and (is_crown or before):
                yield _party(behind)
                if before and not is_crown:
                    yield _party(before)
        for match in _RE.finditer(rows.text):
            row = rows.read(match.end())
            if row and rows.is_person(row) and _BEHIND_RE.match(rows.text, row.end):
                yield _party(row)


def _before(match: re.Match[str], rows: NameRows) -> NameRow | None:
    """Return the longest name that ends before the "v", None for what is none."""
    start = match.start(1)
    for word in match[1].split(" "):
        row = rows.read(start)
        if row and row.end == match.end(1) and not row.is_small and rows.is_person(row):
            return row
        start += len(word) + 1
    return None


def _party(row: NameRow) -> RecognizedSpan:
    return RecognizedSpan(row.start, row.end, SemanticType.PERSON, CERTAIN, PARTY)
