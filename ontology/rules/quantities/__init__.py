"""What may stand for a number, an amount of money or a measure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from annotation.sources import ListSource
from names.folding import fold
from ontology.reading import Reading
from ontology.rules.quantities.masking import RANGE, mask
from ontology.rules.quantities.measures import MONEY, measure_before, measure_of
from ontology.spans import Span

__all__ = ["COUNTS", "NUMBER", "read"]

ANYTHING = "quantity"
"""True of every span of type QUANTITY."""
NUMBER = "number"
"""True of what counts things."""
COUNTS = frozenset({NUMBER, ANYTHING})
"""What may be said of things in the plural: a number of them."""

_SCALE = re.compile(
    r"\s?\b(thousand|million|billion|trillion)s?\b|(?<=\d)\s?(k|m|mn|mio|bn|b|tn)\b", re.IGNORECASE
)
_SCALES = {"k": "thousand", "m": "million", "mn": "million", "mio": "million"}
_SCALES |= {"b": "billion", "bn": "billion", "tn": "trillion"}
_PERCENT = re.compile(r"\s?(?:%|\bper ?cent\b|\bpct\b)", re.IGNORECASE)
_QUALIFIER = re.compile(
    r"^(?:(?:more|less|fewer|greater|higher|lower) than|over|under|above|below|about|around"
    r"|at least|at most|up to|as many as|as much as|approximately|approx\.?|roughly|nearly"
    r"|almost|some|circa"
    r"|c(?:irc)?a?\.|only|just|exactly|no more than|not more than|between|from)\s+(?=\W*X)",
    re.IGNORECASE,
)
_SCORE_WORD = re.compile(
    r"\b(?:won|win|wins|winning|lost|lose|loss|beat|beaten|defeat(?:ed|ing)?|victor(?:y|ies)|draw"
    r"|drew|score[sd]?|scoring|match(?:es)?|game|final|lead|tie|set|sets|record|goals?)\b",
    re.IGNORECASE,
)
_PAIR = re.compile(r"X(?:–X)+(?:(?:, ?| and )X(?:–X)+)*")
_BARE = re.compile(r"X(?:–X)*")
_MODIFIER = re.compile(r"^Xth$|X-[^\W\d_]")
"""What no bare noun can stand for: "his third child", "a five-storey house"."""
_ONE_PAIR = re.compile(r"(?<!–)X–X(?!–)")
_WORD = r"(?!(?:of|or|so|and|per|an?|in|to|out|with|for|on|at|X)\b)[^\W\d_][\w'’-]*"
_COUNTED = re.compile(rf"X (?:{_WORD} )+({_WORD})")


def read(span: Span) -> Reading | None:
    """Return the chain of a span of type QUANTITY; every text has one."""
    text = " ".join(span.text.split())
    text = _PERCENT.sub(" percent", text)
    masked = mask(text)
    measure = measure_of(masked) or (measure_before(span.before) if _BARE.fullmatch(masked) else "")
    is_score = bool(_PAIR.fullmatch(masked)) or bool(_SCORE_WORD.search(masked))
    if measure == MONEY:
        generalizations = [*_above_money(text), MONEY]
    elif masked == text or not _is_masked(masked):
        generalizations = [measure or ANYTHING]
    elif is_score:
        kind = measure or ("score" if _SCORE_WORD.search(span.sentence) else ANYTHING)
        generalizations = [masked, *(["X–X"] if _ONE_PAIR.search(masked) else []), kind]
    elif not measure and _MODIFIER.search(masked):
        generalizations = [*_above_count(masked)]
    else:
        kind = NUMBER if len(re.findall("X", _one_number(masked))) == 1 else ANYTHING
        generalizations = [*_above_count(masked), measure or kind]
    original = fold(span.text)
    kept = tuple(text for text in dict.fromkeys(generalizations) if fold(text) != original)
    return Reading(kept or (ANYTHING,), ListSource.RULES, generalizations[-1])


def _is_masked(masked: str) -> bool:
    return not any(char.isdecimal() for char in masked)


def _above_money(text: str) -> Iterator[str]:
    """Yield the currency with its scale ("$X million"), then the currency alone."""
    scales = [match.group(1) or match.group(2) for match in _SCALE.finditer(text)]
    without = _one_number(mask(_SCALE.sub("", text))).strip()
    if not _is_masked(without) or "X" not in without:
        return
    names = {_SCALES.get(scale.lower(), scale.lower()) for scale in scales}
    if len(names) == 1:
        yield re.sub(r"X(?!.*X)", f"X {names.pop()}", without)
    yield without
    yield _QUALIFIER.sub("", without)


def _above_count(masked: str) -> Iterator[str]:
    """Yield the text with X, without ranges, without "more than", then only what is counted."""
    merged = _one_number(masked)
    yield merged
    bare = _QUALIFIER.sub("", merged)
    yield bare
    if not measure_of(bare) and (counted := _COUNTED.fullmatch(bare)):
        yield f"X {counted.group(1)}"


def _one_number(masked: str) -> str:
    """Make "X–X" one X where a unit, a noun or a currency says that it is a range."""
    bare = _QUALIFIER.sub("", masked)
    return RANGE.sub("X", bare if RANGE.match(bare) else masked)
