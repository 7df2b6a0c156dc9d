"""Rows of words that may be one person's name, read in characters alone.

Neither where a pipeline begins its sentences nor what it takes a word for matters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.doc_text import text_of
from masking.name_types import type_of_name
from names.titles import PARTICLES, TITLES
from names.usual import is_given_name, is_surname, is_usual_name
from ontology.entries import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ontology.layers import Ontology

WORD = r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f]|['’‑-](?![sS](?![\w‑-]))(?=[^\W\d_])){0,40}"
"""A word as names have them, with marks inside: "Anne-Marie", "O'Neill"; no possessive ending."""
INITIALS = r"(?:[^\W\d_a-z][^\W\d_A-Z]?\.(?:[ -]?(?=[^\W\d_])|$)){1,4}"
"""Letters with full stops: "J. ", "A.Th. "."""
_PIECE = re.compile(rf"(?P<initials>{INITIALS})|(?P<word>{WORD})(?!\w)")
_BLANK = re.compile(r"[ \u00a0]")
_AND = re.compile(r",?[ ](?:and|&|or)[ ]|,[ ]")
_LINE_END = re.compile(r"[ ,.\t\r]{0,8}$", re.MULTILINE)
_AUXILIARY = re.compile(
    r" (?:(?:is|was|has|had|does|did|would|could|should)(?:n['’]t)?|will|won['’]t|can|can['’]t)\b",
    re.IGNORECASE,
)
_LONGEST = 12
"""Names of an enumeration, and pieces of a name, particles included."""
_MOST = 5
"""Words of a name."""
_ENDING = 2
"""Letters behind the apostrophe of a word that is cut: "she'll", "don't"."""
_NEVER = TITLES.keys() | frozenset(
    "the this that these those all any some every each no not my your his her its our their we you "
    "they he she it to from for of in at on and or but if as by with about is are was were be see "
    "call after before".split()
)
"""Words that begin no name in any case."""
_USUAL = 2
"""Senses of a common word, which count."""
_ROLES = frozenset({Kind.ROLE, Kind.OCCUPATION})
_GROUPS_AND_TIMES = frozenset({Kind.PEOPLE, Kind.ORGANIZATION, Kind.TIME})


@dataclass(frozen=True, slots=True)
class NameRow:
    """A row of words in a text."""

    start: int
    end: int
    words: tuple[str, ...]
    """Without initials and particles."""

    @property
    def is_small(self) -> bool:
        """Whether it begins with a small letter."""
        return self.words[0].islower()


class NameRows:
    """Reads rows in a text; an ontology, where there is one, says which words are common."""

    def __init__(self, doc: Doc, ontology: Ontology | None) -> None:
        self.text = text_of(doc)
        self._doc = doc
        self._ontology = ontology

    def is_common(self, word: str) -> bool:
        """Return whether a word is one that texts have in common.

        Without an ontology those in small letters are.
        """
        return self._ontology.lexicon.is_common(word) if self._ontology else word.islower()

    def is_stop(self, word: str) -> bool:
        """Return whether a word is a function word."""
        return bool(self._doc.vocab[word.casefold()].is_stop)

    def read(self, place: int, *, is_sure: bool = False) -> NameRow | None:
        """Return the row of words that begins at a place, None where no name can.

        Where it is sure that a name begins there, a function word may be one, and a common word
        with a capital a surname.
        """
        words: list[str] = []
        start = end = place
        for _ in range(_LONGEST):
            piece = _PIECE.match(self.text, place)
            if piece is None or len(words) == _MOST:
                break
            word = piece["word"]
            if word and word in PARTICLES and self._leads_on(piece.end(), words):
                place = piece.end() + 1
                continue
            is_odd = not words and word and self._may_be_odd(word, piece.end(), is_sure=is_sure)
            is_last = is_sure and word and self._is_surname(word, words, piece.end())
            if word and not is_odd and not is_last and not self._is_part(word, words):
                break
            place = end = piece.end()
            words += [word] if word else []
            if word and not _BLANK.match(self.text, place):
                break
            place += bool(_BLANK.match(self.text, place))
        return NameRow(start, end, tuple(words)) if words else None

    def read_several(self, place: int) -> Iterator[NameRow]:
        """Yield the rows of an enumeration: "Aria, Leo and Tove"; at first only in one style."""
        first = row = self.read(place)
        for _ in range(_LONGEST):
            if first is None or row is None or row.is_small != first.is_small:
                return
            yield row
            link = _AND.match(self.text, row.end)
            row = self.read(link.end()) if link else None
            if row and not self.is_named(row):
                return

    def is_named(self, row: NameRow) -> bool:
        """Return whether a word of a row is no common one, or many people have it for a name."""
        return any(map(self.is_known, row.words))

    def is_known(self, word: str) -> bool:
        """Return whether a word is no common one, or many people have it for a name."""
        return is_usual_name(word) or not self.is_common(word)

    def is_person(self, row: NameRow) -> bool:
        """Return whether a row is more likely somebody's name than that of a place or a role."""
        is_known = is_usual_name(row.words[0]) or not self.is_thing(row)
        return is_known and self.is_named(row) and not self.is_role(row)

    def is_name_line(self, row: NameRow) -> bool:
        """Return whether a row is all of its line, and names somebody: all of its words do."""
        is_whole = _LINE_END.match(self.text, row.end) is not None
        return is_whole and all(map(self.is_known, row.words)) and not self.is_thing(row)

    def is_thing(self, row: NameRow) -> bool:
        """Return whether the words of a row are known as the name of a place or a firm."""
        usual = type_of_name(" ".join(row.words), self._ontology)
        return usual in {SemanticType.LOC, SemanticType.ORG}

    def is_role(self, row: NameRow, *, is_titled: bool = False) -> bool:
        """Return whether a row ends with a common word for what people or groups are, or a time.

        Behind a title no group and no time stands: "Mr Speaker" is a role, "Ms Obi" no cult.
        """
        word = row.words[-1]
        kinds = _ROLES if is_titled else _ROLES | _GROUPS_AND_TIMES
        if is_usual_name(word):
            return False
        senses = self._ontology.lookup(word) if self._ontology else []
        usual = [sense for sense in senses if not sense.has_capital][:_USUAL]
        return any(sense.kind in kinds for sense in usual)

    def is_action(self, row: NameRow) -> bool:
        """Return whether a row begins with a verb, as its tag says."""
        return self._tag(row) in {"VERB", "AUX"}

    def is_subject(self, row: NameRow) -> bool:
        """Return whether a verb that is no part of a name follows, and a row is no adverb."""
        return self._tag(row) != "ADV" and _AUXILIARY.match(self.text, row.end) is not None

    def _tag(self, row: NameRow) -> str:
        token = self._doc.char_span(row.start, row.end, alignment_mode="expand")
        return token[0].pos_ if token is not None else ""

    def is_rare(self, row: NameRow) -> bool:
        """Return whether a word of a row is no common one."""
        return not all(map(self.is_common, row.words))

    def _is_part(self, word: str, before: list[str]) -> bool:
        """Whether a word begins a name, or goes on one."""
        is_function = self.is_stop(word) and not (word[0].isupper() and is_usual_name(word))
        if is_function or (word.islower() and not word.isalpha() and not self._is_joined(word)):
            return False
        if not before:
            return word.casefold() not in TITLES
        is_kiss = len(word) > 1 and len(set(word)) == 1
        if len(word) == 1 and word.isupper():
            return True
        if is_kiss or word[0].isupper() is before[0][0].islower():
            return False
        if word.isupper() and not before[0].isupper() and len(word) > 1:
            return is_usual_name(word)
        return is_surname(word) or is_given_name(word) or not self.is_common(word)

    def _is_joined(self, word: str) -> bool:
        """Whether a word in small letters is a name with marks inside, not "she'll"."""
        *before, last = re.split(r"['’‑-]", word)
        parts = [*(part for part in before if part not in PARTICLES), last]
        return all(len(part) > _ENDING and self.is_known(part) for part in parts)

    def _may_be_odd(self, word: str, end: int, *, is_sure: bool) -> bool:
        """Whether a function word is a name: it is sure that one begins, or a surname follows."""
        if word.islower():
            return is_sure and is_usual_name(word) and self._ends_name(end)
        is_name = word[0].isupper() and len(word) > 1 and word.casefold() not in _NEVER
        return (is_sure and is_name) or self._is_foreign(word, end)

    def _ends_name(self, end: int) -> bool:
        """Whether a line ends at a word in small letters, or a name goes on: "can nasser"."""
        behind = _PIECE.match(self.text, end + 1)
        goes_on = behind is not None and bool(behind["word"]) and not self.is_common(behind[0])
        return goes_on or _LINE_END.match(self.text, end) is not None

    def _is_foreign(self, word: str, end: int) -> bool:
        """Whether a function word is a name, as a surname follows: "Per Moe"."""
        behind = _PIECE.match(self.text, end + 1)
        is_name = word.istitle() and len(word) > 1 and word.casefold() not in _NEVER
        is_followed = behind is not None and bool(behind["word"]) and behind[0][0].isupper()
        return is_name and is_followed and behind is not None and not self.is_common(behind[0])

    def _is_surname(self, word: str, before: list[str], end: int) -> bool:
        """Whether a word with a capital stands behind nothing but a given name.

        Where a title says that a name begins there, it ends it, whatever else it may mean.
        """
        is_numbered = self.text[end + 1 : end + 2].isdigit()
        is_second = len(before) == 1 and is_given_name(before[0]) and len(word) > 1
        is_alike = word.isupper() if before and before[0].isupper() else word.istitle()
        return (
            is_second
            and is_alike
            and not is_numbered
            and not self.is_role(NameRow(0, 0, (word,)), is_titled=True)
        )

    def _leads_on(self, end: int, before: list[str]) -> bool:
        """Whether a name goes on behind a particle."""
        piece = _PIECE.match(self.text, end + 1)
        is_near = _BLANK.match(self.text, end) is not None and piece is not None
        return is_near and (piece is not None and (piece[0][0].isupper() or bool(before)))
