"""What is said or spelled sign by sign, read as it is meant: "double zero, oh", "K-A-T", "5o3".

A stretch is a row of words for digits, single letters, words of the spelling alphabet and figures;
what it says is kept with where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ontology.rules.numbers import TEENS, TENS, value_of

_DIGITS = "zero one two three four five six seven eight nine".split()
_DIGIT_OF = {word: str(digit) for digit, word in enumerate(_DIGITS)}
_DIGIT_OF |= dict.fromkeys(("oh", "nought", "naught", "nil", "niner"), "0") | {"niner": "9"}
_ZEROS_OF = {"hundred": "00", "thousand": "000"}
_TIMES = {"double": 2, "triple": 3, "treble": 3}
_ALPHABET = (
    "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar"
    " papa quebec romeo sierra tango uniform victor whiskey x-ray yankee zulu"
).split()
"""The spelling alphabet of radio (ICAO)."""
_LETTER_OF = {word: word[0] for word in _ALPHABET}
_LETTER_OF |= {"alfa": "a", "juliett": "j", "whisky": "w", "xray": "x"}
_SIGN_OF = {"dash": "-", "hyphen": "-", "minus": "-", "dot": ".", "point": ".", "slash": "/"}
_SIGN_OF |= {"stroke": "/", "underscore": "_", "plus": "+"}
_WORDS_OF = {
    "digit": _DIGIT_OF,
    "zeros": _ZEROS_OF,
    "alphabet": _LETTER_OF,
    "sign": _SIGN_OF,
}
_ALIKE = str.maketrans("oOlI|", "00111")
"""Letters that stand for digits inside a number."""


def _any_of(words: dict[str, str] | dict[str, int]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_PIECE = re.compile(
    rf"""(?P<figures> (?<![A-Za-z\d]) [oOlI|]{{0,2}} \d [\doOlI|]{{0,20}} (?![A-Za-z])
                    | (?<=[A-Za-z]) \d+ (?![A-Za-z]) )
       | (?<![^\W_]) (?<!['’]) (?:
             (?P<times> {_any_of(_TIMES)} ) [ -] (?P<twice> {_any_of(_DIGIT_OF)} | [a-z] | \d )
           | (?P<digit> {_any_of(_DIGIT_OF)} )
           | (?P<number> (?:{"|".join(TENS)}) (?:[ -](?:{"|".join(_DIGITS[1:])})\b)?
                       | {"|".join(TEENS)} )
           | (?P<zeros> {_any_of(_ZEROS_OF)} )
           | (?P<example> (?P<initial> [a-z] ) [ ](?:as[ ]in|for|like)[ ]
                          (?P=initial)[a-z]{{1,14}} )
           | (?P<alphabet> {_any_of(_LETTER_OF)} )
           | (?P<sign> {_any_of(_SIGN_OF)} )
           | (?P<letter> [a-z] )
         ) (?![^\W\d_])""",
    re.VERBOSE | re.IGNORECASE,
)
_GAP = re.compile(r"[ \t]{0,2}(?:\n[ \t]{0,2}|[,.;:()/–—-]{1,3}[ \t]{0,2})?[()]?")
"""What may stand between two pieces of one stretch."""
_SPELLED_GAP = re.compile(r"[ ]?-[ ]?|[ ]{1,3}|,[ ]?")
_SENTENCE_GAP = re.compile(r"\.\s")
_FEWEST_SAID = 5
_FEWEST_SINGLE = 3
_FEWEST_FIGURES = 7
_FEWEST_LETTERS = 4
_FEWEST_WITH_CUE = 3


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    kind: str
    says: str

    def is_letter(self, *, is_alone: bool) -> bool:
        """Whether it stands for letters, by a word for one or twice ("double O"), or `is_alone`."""
        is_twice = self.kind == "times" and self.says.isalpha()
        return is_twice or self.kind == "alphabet" or (is_alone and self.kind == "letter")


@dataclass(frozen=True, slots=True)
class Said:
    """A stretch of text and what it says, sign by sign."""

    start: int
    end: int
    pieces: tuple[_Piece, ...]

    @property
    def says(self) -> str:
        """The digits, letters and signs in a row."""
        return "".join(piece.says for piece in self.pieces)

    @property
    def digits(self) -> str:
        """The digits in a row."""
        return "".join(filter(str.isdigit, self.says))

    def is_spelled(self) -> bool:
        """Whether letters alone are spelled, as a name is, and not the alphabet in its order."""
        return (
            len(self.pieces) >= _FEWEST_WITH_CUE
            and all(piece.is_letter(is_alone=True) for piece in self.pieces)
            and not _is_counted(self.says.lower())
        )

    def is_name(self, *, has_cue: bool) -> bool:
        """Whether the letters that are spelled are enough for a name."""
        is_sure = has_cue or all(piece.is_letter(is_alone=False) for piece in self.pieces)
        fewest = _FEWEST_WITH_CUE if is_sure else _FEWEST_LETTERS
        return self.is_spelled() and len(self.pieces) >= fewest

    def is_code(self, *, has_cue: bool) -> bool:
        """Whether what is said is a number that identifies: long enough, or named before."""
        kinds = [piece.kind for piece in self.pieces]
        if self.is_of_figures():
            is_apart = all(len(piece.says) == 1 for piece in self.pieces)
            return is_apart and len(self.digits) >= _FEWEST_FIGURES and not _is_counted(self.digits)
        digits, letters = self.digits, sum(map(str.isalpha, self.says))
        if has_cue and len(digits) + letters >= _FEWEST_WITH_CUE and digits:
            return True
        if _is_counted(digits) or not digits:
            return False
        singles = kinds.count("digit") + sum(
            len(piece.says) for piece in self.pieces if piece.kind in {"times", "zeros"}
        )
        is_mixed = "figures" in kinds or singles >= _FEWEST_SINGLE
        is_plate = kinds.count("alphabet") >= _FEWEST_WITH_CUE - 1
        return singles >= _FEWEST_SAID or (is_mixed and len(digits) >= _FEWEST_FIGURES) or is_plate

    def is_of_figures(self) -> bool:
        """Whether nothing but figures and single letters is there, as in written codes."""
        kinds = {piece.kind for piece in self.pieces}
        return "figures" in kinds and kinds <= {"figures", "letter"}


def stretches(text: str) -> Iterator[Said]:
    """Yield the stretches of two pieces and more, in text order."""
    row: list[_Piece] = []
    for match in _PIECE.finditer(text):
        piece = _read(match)
        if row and not _goes_on(row[-1], piece, text[row[-1].end : piece.start]):
            yield from _stretch(row)
            row = []
        row.append(piece)
    yield from _stretch(row)


def says(text: str) -> str:
    """Return what a text says that is one stretch, empty for any other text."""
    [*found] = stretches(text)
    is_whole = len(found) == 1 and len(text.strip(" ().")) <= found[0].end - found[0].start + 1
    return found[0].says if is_whole and not found[0].is_of_figures() else ""


def _read(match: re.Match[str]) -> _Piece:
    start, end = match.span()
    kind, piece = match.lastgroup or "", match[0].lower()
    if kind == "twice":
        word = match["twice"].lower()
        times = _TIMES[match["times"].lower()]
        return _Piece(start, end, "times", _DIGIT_OF.get(word, word) * times)
    if kind == "figures":
        figures = match[0].translate(_ALIKE)
        return _Piece(start, end, "figures" if figures == match[0] else "alike", figures)
    if kind == "example":
        return _Piece(start, end, "alphabet", piece[0])
    if kind == "number":
        return _Piece(start, end, kind, str(value_of(re.sub(r"\s", " ", piece)) or ""))
    words = _WORDS_OF.get(kind, {})
    return _Piece(start, end, kind, words.get(piece, match[0]))


def _goes_on(before: _Piece, piece: _Piece, gap: str) -> bool:
    """Whether two pieces belong to one stretch; letters follow each other closely."""
    if "letter" in {before.kind, piece.kind}:
        return _SPELLED_GAP.fullmatch(gap) is not None
    if {before.kind, piece.kind} & {"alphabet", "figures"} and _SENTENCE_GAP.match(gap):
        return False
    return _GAP.fullmatch(gap) is not None


def _stretch(row: list[_Piece]) -> Iterator[Said]:
    """Yield the stretch of a row without signs at its ends and what may be words ("a", "I")."""
    pieces = list(row)
    while pieces and _is_loose(pieces[0], pieces[1:2]):
        pieces.pop(0)
    while pieces and _is_loose(pieces[-1], pieces[-2:-1]):
        pieces.pop()
    if len(pieces) > 1:
        yield Said(pieces[0].start, pieces[-1].end, tuple(pieces))


def _is_loose(piece: _Piece, neighbours: list[_Piece]) -> bool:
    is_word = piece.kind == "letter" and piece.says in {"a", "A", "I"}
    return piece.kind == "sign" or (
        is_word and not any(other.kind == "letter" for other in neighbours)
    )


def _is_counted(signs: str) -> bool:
    """Whether digits or letters follow each other as in counting, up or down."""
    steps = {ord(after) - ord(before) for before, after in pairwise(signs)}
    return len(signs) > 1 and steps in ({1}, {-1})
