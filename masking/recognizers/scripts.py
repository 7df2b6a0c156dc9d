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


_FEWEST = 2
"""Letters of a name: one alone is a symbol, as in "α-blocker" and "5 µg"."""


class OtherScripts:
    """Finds stretches in a script that is not the one most of the text is written in."""

    name = "other script"

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield each stretch, a blank between two of its words included, as a person's name."""
        for row in _rows(doc.text):
            script = script_of(row[0][0][0])
            letters = [letter for match in row for letter in match[0]]
            if sum(script_of(letter) == script for letter in letters) >= _FEWEST:
                start, end = row[0].start(), row[-1].end()
                yield RecognizedSpan(start, end, SemanticType.PERSON, LIKELY, self.name)


def _rows(text: str) -> Iterator[list[re.Match[str]]]:
    """Yield the words in other scripts, those with only blanks between them together."""
    usual = _usual_script(text)
    row: list[re.Match[str]] = []
    for match in _LETTERS.finditer(text):
        if script_of(match[0][0]) in ("", usual):
            continue
        if row and text[row[-1].end() : match.start()].strip():
            yield row
            row = []
        row.append(match)
    if row:
        yield row


def _usual_script(text: str) -> str:
    counts = Counter[str]()
    for letter, count in Counter(text).items():
        counts[script_of(letter)] += count
    del counts[""]
    return max(counts, key=counts.__getitem__, default="")


@lru_cache(1 << 12)
def script_of(letter: str) -> str:
    """Return the script of a letter, the first word of its name in Unicode ("LATIN").

    Letters in another width or style have the script of the plain one; other characters have none.
    """
    plain = unicodedata.normalize("NFKC", letter)[0]
    return unicodedata.name(plain, "").partition(" ")[0] if plain.isalpha() else ""
