"""Codes: identifying numbers, recognized by form, check digits or the words before them.

Phone numbers by phonenumbers, the check digits of national numbers by python-stdnum; forms and
cue words are those by which the ontology names a code.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from annotation.hidden_words import Lexicon, NoLexicon
from annotation.records import Mention
from annotation.types import IdentifierType, SemanticType
from masking.doc_text import text_of
from masking.recognizers.date_forms import dates_in, has_date_form
from masking.recognizers.numbers import is_range
from masking.recognizers.said_codes import SAID_MAIL, SAID_NUMBER, SPELLED, said_codes
from masking.spans import CERTAIN, DisjointSpans, RecognizedSpan
from masking.time_codes import time_codes
from ontology.rules import codes
from ontology.spans import Span, Surroundings

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ontology.layers import Ontology

_WORD = re.compile(
    r"""(?: https?:// | www\. ) [^\s<>"]+ [^\s<>".,;:!?)\]'’]
      | (?<![^\s@<>()\[\],;:"'“”]) [^\s@<>()\[\],;:"'“”]+ @ [\w-]+ (?:\.[\w-]+)+
      | (?<![\w@.]) @ [A-Za-z][\w.]*\w
      | (?<![A-Za-z\d-]) (?<![A-Za-z\d-]\.)
        (?:[A-Za-z\d-]+\.)+[A-Za-z]{2,6} / [^\s<>"]* [^\s<>".,;:!?)\]'’]
      | (?<![\w.:]) [0-9A-Fa-f:]* :: [0-9A-Fa-f:]+
      | (?<!\w) (?=[A-Z\d]) (?=[\w./-]{0,60}\d) [A-Z\d]+ (?: [./-]? [A-Za-z\d]+ )*""",
    re.VERBOSE,
)
"""A word that may be a code: web, mail and network addresses, user names, words with a digit.

Each begins where its run of characters does, or looks only so far: every pattern of this file takes
time in proportion to the text, whatever the text.
"""
_STARRED = re.compile(r"(?<![\w*•])[*•xX]{2,12}(?:[ .-][*•xX]{2,12}){0,4}[ .-]?\d{2,9}(?!\w)")
"""The last digits of a number whose others are hidden."""
_OPAQUE = re.compile(
    r"(?<![\w.@/\\+-])[A-Za-z\d](?:[\w:.+/~-]{9,511}[A-Za-z\d_-])={0,2}(?![\w@])", re.ASCII
)
_ELEMENT = re.compile(
    r"""(?: (?<=[\\/])(?<![:\\/][\\/]) | (?<![\w~])~(?=[a-z]) )
        (?P<name> [^\W\d_][\w.-]{0,40}[\w$] (?:[ ][^\W\d_a-z][\w.-]{0,40}\w (?=[\\/]))? )
        (?= [\\/] | [.,;:!?)\]"'>]* (?:\s|$) )""",
    re.VERBOSE,
)
"""An element of a path, the name of a folder or a file."""
_PERSONAL_FOLDER = re.compile(r"[a-z]\.[a-z]{3,30}")
"""Initial and surname: what people are called in networks."""
_SHARED = frozenset("public default shared guest root all common admin administrator".split())
_GROUP = re.compile(r"\+?(?:\(\d{1,9}\)|[A-Z\d](?:[A-Z\d.-]{0,40}[A-Z\d])?)")
_GROUPS = re.compile(rf"(?<![\w.,]){_GROUP.pattern}(?:[ \u00a0]{_GROUP.pattern}){{0,8}}(?!\w)")
"""A code written in groups: "NO93 8601 1117 947", "943 476 5919"."""
_DIGIT = re.compile(r"\d")
_DIGITS = re.compile(r"\d+")
_AMOUNT = re.compile(
    r"\d{1,3}(?P<by>[ ,.\u00a0])\d{3}(?:(?P=by)\d{3})*(?:(?!(?P=by))[.,]\d+)?|\d+[.,]\d{1,2}"
)
_NUMBER_AND_YEAR = re.compile(r"\d{4}/\d\d")
"""Cases are numbered so ("no. 1961/12"), and seasons named: the words before it decide."""
_DIGIT_ROW = re.compile(r"(?<![\w.,/-])\d{2,9}(?:[ \u00a0-]\d{2,9}){1,8}(?![\w/-]|[.,]\d)")
_MIXED_ROW = re.compile(r"(?<![\w.,/-])[A-Z\d]{1,6}(?: [A-Z\d]{1,6})+(?![\w/-])")
_MIXED_WORD = re.compile(
    r"(?<![\w.,/-])(?=[\w/-]*[A-Za-z])(?=(?:[\w/-]*\d){3})"
    r"(?:[A-Z]{2,5}/){0,3}[A-Za-z]{0,4}(?:[/-]?[A-Z]{0,4}\d++)+(?:[/-][A-Z]{1,4}|[A-Z])?(?![\w/-])"
)
"""Three digits at least: "F-16" and "B12" are no codes."""
_KEYED = re.compile(r"(?<![\w.,/#-])\d{3,8}#(?!\w)")
"""A code that is typed in at a door, with the key that ends it."""
_UNDERSCORED = re.compile(r"(?<![\w.,/-])(?:[A-Z]{2,5}_){1,3}(?!(?:19|20)\d\d\b)\d{4,8}(?![\w/-])")
"""The number of a recording or a file in an archive, not of a fiscal year."""
_MIXED_GROUP = re.compile(r"\d+[A-Z]|[A-Z]+\d")
_ROW = 3
"""So many groups of capitals and of digits are a code though each is of one sort."""
_MANY = 6
"""So many digits in a row are no amount: amounts have separators."""
_CHECKED = 9
"""Fewer digits pass one of a hundred checks too easily."""
_REGIONS = ("GB", "US")
"""Whose ways of writing phone numbers without a country's code are known."""
_TELL_NOBODY = frozenset({"room number", "flight number", "book number"})
IN_FOLDER = f"user name, {codes.BY_FOLDER}"
OPAQUE = frozenset(
    f"{kind}, {codes.BY_FORM}"
    for kind in ("hardware address", "wallet address", "hash value", "access token")
) | {f"identification number, {codes.BY_FORM}"}
SETTLED = frozenset({*OPAQUE, IN_FOLDER, SAID_MAIL, SAID_NUMBER, SPELLED})
"""Kinds whose form leaves no doubt."""
MIXED = "letters and digits mixed"
LONG = "long number"
STARRED = "last digits of a number"
_POSTAL = "postal code"
_ACCESS = "access code"
_PLATE = "vehicle registration"
_MORE_DIGITS = re.compile(r"(?:[ \u00a0-]\d{2,})+(?!\w|[.,]\d)")
_LETTERS_BEFORE = re.compile(r"\b[A-Z]{1,3}[ -]$")
_LONGEST_BEFORE = 4
_LONGEST_GROUPS = 24
_GROUPS_BEFORE = re.compile(r"(?<![\w./-])#?(?:[A-Z\d]{1,5}[/_-]){0,4}[A-Z]{0,5}$")
_GROUPS_AFTER = re.compile(r"(?:[/_](?=[A-Z]{0,7}\d)[A-Z\d]{1,8})*#?(?!\w)")
"""What stands at a code without a blank: capitals, further groups, the key that ends it."""
_CELL_ENDS = re.compile(r"[|\t\n]")
_LINE = 80
"""Characters of a line that are looked at for the words before a range."""
_REFERENCE = re.compile(r"\bref(?:erence)?s?\b", re.IGNORECASE)
"""The word that laboratories have before the range of healthy values, and offices before codes."""
_LETTERS_AFTER = re.compile(r"[ -][A-Z]{1,3}\b")
_PERSONAL = re.compile(
    r"person|identity|social (?:security|insurance)|birth|citizen|health|driv|passport", re.I
)
"""What the modules of python-stdnum say in their first line of numbers that people bear."""
_CHECK_DIGITS = ("calc_check_digit", "calc_check_digits", "checksum")

Found = tuple[int, int, str]
"""Start, end and kind of a code."""


class Codes:
    """Finds identifying numbers and addresses of all kinds."""

    name = "codes"

    def __init__(self, ontology: Ontology | None = None) -> None:
        self._lexicon: Lexicon = ontology.lexicon if ontology else NoLexicon()

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield codes with the kind of each; the surest evidence has each stretch."""
        surroundings = Surroundings(text_of(doc), ())
        dates = sorted(dates_in(text_of(doc)))
        times = list(time_codes(text_of(doc)))
        kept = DisjointSpans()
        finders = (_opaque, self._said, _starred, _grouped, _named, _in_paths, *_NUMBERS)
        for find in finders:
            for start, end, kind in find(surroundings):
                if not (_cuts_date(dates, start, end) or _meets(times, start, end)):
                    place = _whole(surroundings.text, start, end, kind)
                    kept.widen(RecognizedSpan(*place, _type_of(kind), CERTAIN, kind))
        yield from kept

    def _said(self, surroundings: Surroundings) -> Iterator[Found]:
        return said_codes(surroundings.text, self._lexicon.is_common)


def _whole(text: str, start: int, end: int, kind: str) -> tuple[int, int]:
    """Return a code with what belongs to it on either side: "HH/TAV/0092", "2580#"."""
    if kind in SETTLED:
        return start, end
    before = _GROUPS_BEFORE.search(text, max(0, start - _LONGEST_GROUPS), start)
    after = _GROUPS_AFTER.match(text, end)
    return before.start() if before else start, after.end() if after else end


def _type_of(kind: str) -> SemanticType:
    if kind.startswith(_POSTAL):
        return SemanticType.LOC
    return SemanticType.PERSON if kind == SPELLED else SemanticType.CODE


def _cuts_date(dates: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Whether a stretch is a date or has a part of one: codes hold them whole, and more."""
    first = bisect_right(dates, start, key=lambda date: date[1])
    last = bisect_left(dates, end, key=lambda date: date[0])
    return any(
        date == (start, end) or not start <= date[0] < date[1] <= end for date in dates[first:last]
    )


def _meets(stretches: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Whether a stretch has a character of one of others, which are in text order."""
    first = bisect_right(stretches, start, key=lambda each: each[1])
    return first < len(stretches) and stretches[first][0] < end


def _opaque(surroundings: Surroundings) -> Iterator[Found]:
    """Yield words of signs without a meaning: keys, hashes, addresses of devices and wallets."""
    for match in _OPAQUE.finditer(surroundings.text):
        start, end = match.span()
        kind = _kind(surroundings, start, end)
        if kind in OPAQUE:
            yield start, end, kind


def _in_paths(surroundings: Surroundings) -> Iterator[Found]:
    """Yield the names of users by their place in a path."""
    for match in _ELEMENT.finditer(surroundings.text):
        start, end = match.span("name")
        is_folder = surroundings.text.startswith(("/", "\\"), end)
        is_personal = is_folder and _PERSONAL_FOLDER.fullmatch(match["name"])
        is_shared = match["name"].lower() in _SHARED
        if not is_shared and (is_personal or _kind(surroundings, start, end) == IN_FOLDER):
            yield start, end, IN_FOLDER


def _grouped(surroundings: Surroundings) -> Iterator[Found]:
    """Yield codes of several groups that are recognized by their form."""
    return _first_kinds(surroundings.text, _kind_by_form)


def _starred(surroundings: Surroundings) -> Iterator[Found]:
    for match in _STARRED.finditer(surroundings.text):
        yield *match.span(), STARRED


def _checked(surroundings: Surroundings) -> Iterator[Found]:
    """Yield codes of one group or more that are recognized by check digits."""
    return _first_kinds(surroundings.text, checked_kind)


def _first_kinds(text: str, kind_of: Callable[[str], str | None]) -> Iterator[Found]:
    """Yield of each row of groups the longest stretch that is of a kind."""
    for match in _GROUPS.finditer(text):
        groups = [each.span() for each in _GROUP.finditer(text, *match.span())]
        stretches = [(first, last) for n, (first, _) in enumerate(groups) for _, last in groups[n:]]
        for start, end in sorted(stretches, key=lambda each: each[0] - each[1]):
            if _DIGIT.search(text, start, end) and (kind := kind_of(text[start:end])):
                yield start, end, kind
                break


def _named(surroundings: Surroundings) -> Iterator[Found]:
    """Yield words recognized by form or the words before them, with what goes on behind them."""
    for match in _WORD.finditer(surroundings.text):
        start, end = match.span()
        kind = _kind(surroundings, start, end)
        if is_range(match[0]):
            kind = _kind_in_cell(surroundings.text, start, end)
        if _is_amount_or_date(match[0]) and not (
            _NUMBER_AND_YEAR.fullmatch(match[0]) or (kind or "").startswith(_ACCESS)
        ):
            continue
        if kind is None and (letters := _letters_before(surroundings.text, start)):
            start = letters.start()
            kind = _kind(surroundings, start, end)
        if kind is not None:
            yield *_widened(surroundings.text, start, end, kind), kind


def _letters_before(text: str, start: int) -> re.Match[str] | None:
    return _LETTERS_BEFORE.search(text, max(0, start - _LONGEST_BEFORE), start)


def _widened(text: str, start: int, end: int, kind: str) -> tuple[int, int]:
    """Take in the groups that belong to a number: further digits, the letters of a plate."""
    if not kind.startswith(_PLATE):
        more = _MORE_DIGITS.match(text, end)
        return start, more.end() if more else end
    before = _letters_before(text, start)
    after = _LETTERS_AFTER.match(text, end)
    return before.start() if before else start, after.end() if after else end


def _phones(surroundings: Surroundings, leniency: int | None = None) -> Iterator[Found]:
    """Yield phone numbers; without a leniency those whose digits are in use somewhere."""
    import phonenumbers  # noqa: PLC0415 - its tables take a while to load

    strict = phonenumbers.Leniency.VALID if leniency is None else leniency
    for region in _REGIONS:
        for match in phonenumbers.PhoneNumberMatcher(surroundings.text, region, leniency=strict):
            if not _is_amount_or_date(match.raw_string):
                opens = match.raw_string.startswith("(") and ")" not in match.raw_string
                yield match.start + opens, match.end, "phone number, by its form"


def _possible_phones(surroundings: Surroundings) -> Iterator[Found]:
    """Yield what is written as phone numbers are, if there is no date in it."""
    from phonenumbers import Leniency  # noqa: PLC0415 - see above

    for start, end, kind in _phones(surroundings, Leniency.POSSIBLE):
        text = surroundings.text[start:end]
        if sum(map(str.isdigit, text)) > _MANY and not any(dates_in(text)):
            yield start, end, kind


def _long(surroundings: Surroundings) -> Iterator[Found]:
    for start, end, text in _words(surroundings.text):
        if sum(map(str.isdigit, text)) >= _MANY and not is_range(text):
            yield start, end, LONG
    for match in _DIGIT_ROW.finditer(surroundings.text):
        if _is_many_digits(match[0]) and not _AMOUNT.fullmatch(match[0]):
            yield *match.span(), LONG


def _mixed(surroundings: Surroundings) -> Iterator[Found]:
    """Yield rows of groups, and words, that mix capitals and digits as no name or amount does."""
    for match in _MIXED_ROW.finditer(surroundings.text):
        groups = match[0].split()
        are_both = any(map(str.isalpha, groups)) and any(map(str.isdigit, groups))
        if any(map(_MIXED_GROUP.match, groups)) or (are_both and len(groups) >= _ROW):
            yield *match.span(), MIXED
    for pattern in (_MIXED_WORD, _UNDERSCORED, _KEYED):
        for match in pattern.finditer(surroundings.text):
            yield *match.span(), MIXED


def _words(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _WORD.finditer(text):
        if not _is_amount_or_date(match[0]):
            yield *match.span(), match[0]


def _kind(surroundings: Surroundings, start: int, end: int) -> str | None:
    reading = codes.read(_span(surroundings, start, end))
    return None if reading is None or reading.generalizations[0] in _TELL_NOBODY else reading.label


def _kind_in_cell(text: str, start: int, end: int) -> str | None:
    """Return the kind that the words of its own cell, or line, give to a range."""
    before = _REFERENCE.sub("", _CELL_ENDS.split(text[max(0, start - _LINE) : start])[-1])
    return _kind(Surroundings(before + text[start:end], ()), len(before), len(before) + end - start)


def _kind_by_form(text: str) -> str | None:
    kind = _kind(Surroundings(text, ()), 0, len(text))
    return kind if kind and kind.endswith(codes.BY_FORM) else None


def _span(surroundings: Surroundings, start: int, end: int) -> Span:
    text = surroundings.text[start:end]
    mention = Mention("", SemanticType.CODE, start, end, text, IdentifierType.QUASI, "")
    return Span(mention, surroundings)


def _is_many_digits(row: str) -> bool:
    """Whether a row of groups has the digits of a long number beside what may be years."""
    groups = [group for group in _DIGITS.findall(row) if not _is_amount_or_date(group)]
    return sum(map(len, groups)) >= _CHECKED and not any(dates_in(row))


def _is_amount_or_date(text: str) -> bool:
    return _AMOUNT.fullmatch(text.strip()) is not None or has_date_form(text.strip())


_NUMBERS = (_phones, _checked, _possible_phones, _long, _mixed)


def checked_kind(text: str) -> str | None:
    """Name the number whose form and check digits a text has, None where it has none.

    Where the digits fit numbers of several countries, none of them is named.
    """
    if sum(map(str.isdigit, text)) < _CHECKED or _is_amount_or_date(text):
        return None
    names = [name for name, is_valid in _checks() if is_valid(text)]
    if not names:
        return None
    return f"check digits of {names[0]}" if len(names) == 1 else "check digits of a national number"


@cache
def _checks() -> tuple[tuple[str, Callable[[str], bool]], ...]:
    """Return the checks for numbers that people bear, each with the number's name."""
    from stdnum import iban, luhn  # noqa: PLC0415 - not for web processes
    from stdnum.util import get_number_modules  # noqa: PLC0415 - imports two hundred modules

    titled = [
        ((module.__doc__ or "").strip().partition("\n")[0].rstrip("."), module)
        for module in get_number_modules()
    ]
    personal = [
        (title, module.is_valid)
        for title, module in titled
        if _PERSONAL.search(title) and any(hasattr(module, name) for name in _CHECK_DIGITS)
    ]
    return (("IBAN", iban.is_valid), *personal, ("a number after Luhn", luhn.is_valid))
