"""Full names in free sentences: a usual given name and a surname, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.borders import GREETINGS
from masking.doc_text import text_of
from masking.name_types import is_known_otherwise
from masking.reasons import FULL_NAME
from masking.spans import CERTAIN, RecognizedSpan
from names.folding import fold
from names.titles import PARTICLES, TITLES
from names.usual import gender_of, is_given_name, is_surname, is_usual_name
from ontology.english import FUNCTION_WORDS

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ontology.layers import Ontology

_CAPITAL = r"[^\W\d_a-zß-ÿ]"
_WORD = (
    rf"{_CAPITAL}(?:['’]{_CAPITAL})?[^\W\d_A-Z](?:[^\W\d_]|['’-](?![sS](?!\w))(?=[^\W\d_])){{0,40}}"
)
_INITIAL = rf"{_CAPITAL}\.(?=[ ])"
_PIECE = re.compile(rf"{_WORD}|{_INITIAL}")
_PIECES = rf"(?:{_WORD}|{_INITIAL})"
_BETWEEN = rf"[ ](?:(?:{'|'.join(sorted(PARTICLES))})[ ]){{0,2}}"
_ROW = re.compile(rf"(?<![\w.'’&-])(?<![A-Z] ){_PIECES}(?:{_BETWEEN}{_PIECES}){{1,5}}(?![\w&@/])")
"""Words with one capital each, and initials, as many as follow each other."""
_BEFORE = TITLES.keys() | GREETINGS
_FEWEST, _MOST = 2, 4
_BEGINS = re.compile(r"(?:^|[.!?:\n\"“”(\[])[\"'“”‘(\[ ]*$")
_NEAR = 8
_PLACE_BEFORE = re.compile(r"\b(?:the|at|in|to|on|near|of|from|into|past|over) $", re.IGNORECASE)
"""Words before a place: "at Albert Hall", and before a person seldom: "Tom Hill left"."""
_BEHIND_NAME = re.compile(
    r" (?:is|was|has|had|does|did|will|would|can|could|says?|said)\b|[,(]| \(|['’]s\b|$",
    re.MULTILINE,
)
"""Words and signs behind a name that begins a sentence, and seldom behind a verb there."""


class FullNames:
    """Finds rows of words that are a given name, a surname and nothing else."""

    name = FULL_NAME

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield each full name, without the words before it that only begin a sentence."""
        text = text_of(doc)
        for row in _ROW.finditer(text):
            pieces = _behind_titles(list(_PIECE.finditer(text, *row.span())))
            while len(pieces) > _FEWEST and self._begins_sentence(text, pieces[0]):
                del pieces[0]
            if self._is_name(text, pieces):
                place = pieces[0].start(), pieces[-1].end()
                yield RecognizedSpan(*place, SemanticType.PERSON, CERTAIN, FULL_NAME)

    def _is_common(self, word: str) -> bool:
        return word.casefold() in FUNCTION_WORDS or self._ontology.lexicon.is_common(word)

    def _begins_sentence(self, text: str, word: re.Match[str]) -> bool:
        """Whether a word has its capital only from its place: "Yesterday Ida Moss"."""
        return _begins(text, word) and self._is_common(word[0]) and not is_given_name(word[0])

    def _is_name(self, text: str, pieces: list[re.Match[str]]) -> bool:
        words = [piece[0] for piece in pieces if not piece[0].endswith(".")]
        if not _FEWEST <= len(words) <= _MOST or not all(map(self._may_be_name, words)):
            return False
        given, family = words[0], words[-1]
        is_usual = all(map(is_given_name, given.split("-"))) and (
            is_surname(family) or not self._is_common(family)
        )
        is_rare = is_surname(family) and not self._is_common(given)
        if not (is_usual or is_rare):
            return False
        may_be_verb = all(map(self._is_common, words)) and _begins(text, pieces[0])
        if may_be_verb and _BEHIND_NAME.match(text, pieces[-1].end()) is None:
            return False
        before = text[max(0, pieces[0].start() - _NEAR) : pieces[0].start()]
        may_be_place = _PLACE_BEFORE.search(before) is not None
        is_person = is_surname(family) and gender_of(given) is not None and not may_be_place
        name = " ".join(words)
        return not is_known_otherwise(name, family, self._ontology, by_kind=not is_person)

    def _may_be_name(self, word: str) -> bool:
        return is_usual_name(word) or not self._is_common(word)


def _behind_titles(pieces: list[re.Match[str]]) -> list[re.Match[str]]:
    """Return the pieces behind the last title or greeting: "Dear Ms Moss" is no full name."""
    titles = [
        place for place, piece in enumerate(pieces, 1) if fold(piece[0]).strip(".") in _BEFORE
    ]
    return pieces[max(titles, default=0) :]


def _begins(text: str, word: re.Match[str]) -> bool:
    return _BEGINS.search(text[max(0, word.start() - _NEAR) : word.start()]) is not None
