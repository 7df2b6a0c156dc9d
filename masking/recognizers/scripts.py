"""Words in another script than the text's: names as their bearers write them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.spans import LIKELY, RecognizedSpan

if TYPE_CHECKING:
    from spacy.tokens import Doc

_LETTERS = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f]|(?=[^\x00-\u02ff])\S)*")


class OtherScripts:
    """Finds stretches in a script that is not the one most of the text is written in."""

    name = "other script"

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield each stretch, a blank between two of its words included, as a person's name."""
        usual = Counter(map(script_of, filter(str.isalpha, doc.text))).most_common(1)
        row: list[re.Match[str]] = []
        for match in _LETTERS.finditer(doc.text):
            if script_of(match[0][0]) == usual[0][0]:
                continue
            if row and doc.text[row[-1].end() : match.start()].strip():
                yield _spanning(row)
                row = []
            row.append(match)
        if row:
            yield _spanning(row)


def _spanning(row: list[re.Match[str]]) -> RecognizedSpan:
    start, end = row[0].start(), row[-1].end()
    return RecognizedSpan(start, end, SemanticType.PERSON, LIKELY, OtherScripts.name)


@lru_cache(1 << 12)
def script_of(letter: str) -> str:
    """Return the script of a letter, the first word of its name in Unicode ("LATIN")."""
    return unicodedata.name(letter, "").partition(" ")[0]
