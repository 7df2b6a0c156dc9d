"""Words in another script than the text's: names as their bearers write them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.reasons import OTHER_SCRIPT
from masking.scripts import script_of, scripts_of_language, usual_script
from masking.spans import LIKELY, RecognizedSpan

if TYPE_CHECKING:
    from spacy.tokens import Doc

_LETTERS = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f]|(?=[^\x00-\u02ff])\S)*")


_FEWEST = 2
"""Letters of a name: one alone is a symbol, as in "α-blocker" and "5 µg"."""
_MOST = 4
"""Words of a name; more are a sentence."""


class OtherScripts:
    """Finds stretches in a script that is not the one most of the text is written in.

    A text of the pipeline's language is written in all scripts of that language.
    """

    name = OTHER_SCRIPT

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield each stretch, blanks between its words included: as a name, if it is short."""
        text = doc.text  # put together from its words every time
        usual, own = usual_script(text), scripts_of_language(doc.lang_)
        for row in _rows(text, own if usual in own else {usual}):
            script = script_of(row[0][0][0])
            letters = [letter for match in row for letter in match[0]]
            if sum(script_of(letter) == script for letter in letters) >= _FEWEST:
                type_ = SemanticType.PERSON if len(row) <= _MOST else SemanticType.MISC
                yield RecognizedSpan(row[0].start(), row[-1].end(), type_, LIKELY, self.name)


def _rows(text: str, usual: Set[str]) -> Iterator[list[re.Match[str]]]:
    """Yield the words in other scripts, those with only blanks between them together."""
    passed_over = {"", *usual}
    row: list[re.Match[str]] = []
    for match in _LETTERS.finditer(text):
        if script_of(match[0][0]) in passed_over:
            continue
        if row and text[row[-1].end() : match.start()].strip():
            yield row
            row = []
        row.append(match)
    if row:
        yield row
