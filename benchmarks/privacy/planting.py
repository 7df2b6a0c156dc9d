"""Leaks of many kinds, made of what documents hide, to see whether a scan finds them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from annotation.hidden_words import Lexicon
from annotation.records import Document, Mention
from annotation.rendering import Piece, hidden_mentions
from annotation.types import SemanticType

_NAMES = frozenset({SemanticType.PERSON, SemanticType.LOC, SemanticType.ORG, SemanticType.MISC})
_NOT_A_LETTER = re.compile(r"[\W\d_]+")
_POSSESSIVE = re.compile(r"['’]s\b")
_FEWEST_LETTERS = 5
_FEWEST_DIGITS = 5
_ACRONYM = 3
_MONTHS = (
    "January February March April May June July August September October November December"
).split()
_DATE = re.compile(rf"(\d{{1,2}})\.? ({'|'.join(_MONTHS)}),? (\d{{4}})")
_LOOKALIKES = str.maketrans("aceopxyABCEHKMOPTX", "асеорхуАВСЕНКМОРТХ")
_OTHER_LETTERS = str.maketrans("aouAOU", "äöüÄÖÜ")
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})

Plant = Callable[[Mention, Lexicon, Random], str | None]
"""Makes a leak of a mention; None where the kind has none of it."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A text with a leak, and what the document hides."""

    pieces: tuple[Piece, ...]
    hidden: tuple[Mention, ...]

    @property
    def text(self) -> str:
        """The text as it would go out."""
        return "".join(piece.text for piece in self.pieces)


def _bare_words(mention: Mention, lexicon: Lexicon) -> list[str]:
    name = _POSSESSIVE.sub("", lexicon.bare_name(mention.span_text))
    return [word for word in _NOT_A_LETTER.split(name) if word]


def _name_words(mention: Mention, lexicon: Lexicon) -> list[str]:
    """Return the words of a name that tell somebody."""
    words = _bare_words(mention, lexicon)
    return [word for word in words if len(word) >= _ACRONYM and word[0].isupper()]


def _has_name(mention: Mention, lexicon: Lexicon) -> bool:
    is_name = mention.entity_type in _NAMES
    return is_name and any(not lexicon.is_common(word) for word in _name_words(mention, lexicon))


def _of_names(make: Callable[[str], str]) -> Plant:
    """Change a whole name; what reads as before is no leak of this kind."""

    def plant(mention: Mention, lexicon: Lexicon, _random: Random) -> str | None:
        made = make(mention.span_text)
        return made if _has_name(mention, lexicon) and made != mention.span_text else None

    return plant


def _of_persons(make: Callable[[Sequence[str]], str | None]) -> Plant:
    def plant(mention: Mention, lexicon: Lexicon, _random: Random) -> str | None:
        is_person = mention.entity_type is SemanticType.PERSON
        words = _bare_words(mention, lexicon)
        is_whole = len(words) > 1 and len(words[-1]) > 1
        return make(words) if is_person and is_whole else None

    return plant


def _whole(mention: Mention, lexicon: Lexicon, _random: Random) -> str | None:
    return mention.span_text if _has_name(mention, lexicon) else None


def _part_of_name(mention: Mention, lexicon: Lexicon, random: Random) -> str | None:
    words = _name_words(mention, lexicon)
    is_person = mention.entity_type is SemanticType.PERSON
    return random.choice(words) if is_person and len(words) > 1 else None


def _part_of_other(mention: Mention, lexicon: Lexicon, random: Random) -> str | None:
    if mention.entity_type not in _NAMES - {SemanticType.PERSON}:
        return None
    words = _name_words(mention, lexicon)
    telling = [word for word in words if not lexicon.is_common(word)]
    return random.choice(telling) if telling and len(words) > 1 else None


def _within(signs: Sequence[str]) -> Plant:
    """Put one of some signs into the longest word of a name."""

    def plant(mention: Mention, lexicon: Lexicon, random: Random) -> str | None:
        if not _has_name(mention, lexicon):
            return None
        word = max(_name_words(mention, lexicon), key=len)
        if len(word) < _FEWEST_LETTERS or lexicon.is_common(word):
            return None
        place = random.randrange(2, len(word) - 1)
        return mention.span_text.replace(word, word[:place] + random.choice(signs) + word[place:])

    return plant


def _spaced(words: str) -> str:
    return "  ".join(" ".join(word) for word in words.split())


def _date_parts(mention: Mention) -> tuple[str, str, str] | None:
    found = _DATE.search(mention.span_text)
    is_date = mention.entity_type is SemanticType.DATETIME
    return (found[1], found[2], found[3]) if found and is_date else None


def _date_otherwise(mention: Mention, _lexicon: Lexicon, random: Random) -> str | None:
    parts = _date_parts(mention)
    if parts is None:
        return None
    day, month, year = int(parts[0]), _MONTHS.index(parts[1]) + 1, int(parts[2])
    in_digits = (
        f"{year}-{month:02}-{day:02}",
        f"{day}.{month}.{year}",
        f"{day:02}/{month:02}/{year}",
    )
    return random.choice(
        (f"{parts[1]} {day}, {year}", f"{day}th of {parts[1]}, {year}", *in_digits)
    )


def _digits_regrouped(mention: Mention, _lexicon: Lexicon, random: Random) -> str | None:
    digits = "".join(letter for letter in mention.span_text if letter.isdecimal())
    is_number = mention.entity_type is SemanticType.CODE or mention.span_text.strip("+").isdigit()
    if not is_number or len(digits) < _FEWEST_DIGITS or not digits.isascii():
        return None
    at, sign = random.randrange(2, len(digits) - 1), random.choice(" -./")
    letters = [letter for letter in mention.span_text if letter.isalpha()]
    return None if letters else digits[:at] + sign + digits[at:]


def _initials(words: Sequence[str]) -> str | None:
    names = [word for word in words if word[0].isupper()]
    return " ".join(f"{word[0]}." for word in names) if len(names) > 1 else None


def _acronym(mention: Mention, lexicon: Lexicon, _random: Random) -> str | None:
    if mention.entity_type is not SemanticType.ORG:
        return None
    initials = "".join(word[0] for word in _name_words(mention, lexicon) if not word.isupper())
    return initials if len(initials) >= _ACRONYM and initials.isascii() else None


def _other_letters(text: str) -> str:
    """Write two letters for one, or no accents, where a name has some; else put some."""
    if (spelled := text.translate(_SPELLED_OUT)) != text:
        return spelled
    bare = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", text)
        if not unicodedata.combining(letter)
    )
    return bare if bare != text else text.translate(_OTHER_LETTERS)


def _own_text(mention: Mention, lexicon: Lexicon, random: Random) -> str | None:
    """Say a name again, in another way than it is written, as what was chosen for it."""
    ways = (str.upper, str.lower, "the {}".format, "{}’s home".format)
    return random.choice(ways)(mention.span_text) if _has_name(mention, lexicon) else None


def _anothers_text(mention: Mention, lexicon: Lexicon, random: Random) -> str | None:
    words = [word for word in _name_words(mention, lexicon) if not lexicon.is_common(word)]
    is_name = mention.entity_type in _NAMES
    return f"somebody near {random.choice(words)}" if words and is_name else None


_OWN, _ANOTHERS = "chosen text repeats it", "chosen text of another span names it"
KINDS: dict[str, Plant] = {
    "as it is": _whole,
    "in capitals": _of_names(str.upper),
    "in small letters": _of_persons(lambda words: " ".join(words).lower()),
    "possessive": _of_names("{}’s".format),
    "plural": _of_names(lambda name: f"{name}es" if name.endswith("s") else f"{name}s"),
    "a part of a person's name": _part_of_name,
    "a part of another name": _part_of_other,
    "initials and last name": _of_persons(lambda words: f"{words[0][0]}. {words[-1]}"),
    "initials": _of_persons(_initials),
    "accents put, left out or spelled": _of_names(_other_letters),
    "broken at the end of a line": _within(("-\n",)),
    "unseen signs in it": _within(("\u200b", "\u00ad", "\u2060")),
    "written together": _of_persons(lambda words: "@" + "".join(words).lower()),
    "as an address": _of_persons(lambda words: f"{'.'.join(words).lower()}@example.org"),
    "letters of another script": _of_names(lambda name: name.translate(_LOOKALIKES)),
    "letters apart": _of_names(_spaced),
    "acronym": _acronym,
    "date written otherwise": _date_otherwise,
    "digits grouped otherwise": _digits_regrouped,
    _OWN: _own_text,
    _ANOTHERS: _anothers_text,
}
"""What is planted: in the clear text, the last two in the place of a span."""


def plant(
    kind: str, document: Document, mention: Mention, lexicon: Lexicon, random: Random
) -> Planted | None:
    """Plant a leak of a mention, in a sentence that nothing hides or in a chosen text."""
    made = KINDS[kind](mention, lexicon, random)
    if not made:
        return None
    mentions = tuple(document.iter_mentions())
    owner = mention if kind == _OWN else None
    if kind == _ANOTHERS:
        others = [each for each in mentions if each.entity_id != mention.entity_id]
        owner = random.choice(others) if others else None
    pieces = (Piece("It was said of "), Piece(made, owner), Piece(" at that time."))
    return Planted(pieces, tuple(hidden_mentions(document)))
