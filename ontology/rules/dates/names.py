"""Names of months and weekdays: English by heart, those of all other languages from CLDR."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

from babel import localedata

from names.folding import fold

MONTHS = (
    "January February March April May June July August September October November December"
).split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()

ENGLISH = {
    **{name.lower(): ("month", number) for number, name in enumerate(MONTHS, 1)},
    **{name[:3].lower(): ("month", number) for number, name in enumerate(MONTHS, 1)},
    "sept": ("month", 9),
    **{name.lower(): ("weekday", number) for number, name in enumerate(WEEKDAYS, 1)},
    **{f"{name.lower()}s": ("weekday", number) for number, name in enumerate(WEEKDAYS, 1)},
    **{name[:3].lower(): ("weekday", number) for number, name in enumerate(WEEKDAYS, 1)},
    **dict.fromkeys(("tues", "wednes", "thur", "thurs"), ("weekday", 0)),
}
"""Folded name → ("month", 1 to 12) or ("weekday", any number)."""

AGREEMENT = 0.9
"""The part of the languages with a name that must agree on what it means."""


@cache
def foreign() -> dict[str, tuple[str, int]]:
    """Return the names of all languages, folded: read once, in a few tenths of a second.

    A name that means different months in different languages ("listopad") is left out.
    """
    meanings: defaultdict[str, Counter[tuple[str, int]]] = defaultdict(Counter)
    for language in localedata.locale_identifiers():
        if "_" not in language:
            data = localedata.load(language, merge_inherited=False)
            for name, meaning in set(_names(data)):
                meanings[name][meaning] += 1
            localedata._cache.pop(language, None)  # noqa: SLF001 - else 130 MB stay for good
    usual = {name: votes.most_common(1)[0] for name, votes in meanings.items()}
    return {
        name: meaning
        for name, (meaning, votes) in usual.items()
        if votes >= AGREEMENT * meanings[name].total() and not name[0].isdigit()
    }


def _names(data: dict[str, Any]) -> Iterator[tuple[str, tuple[str, int]]]:
    for key, kind, widths in (
        ("months", "month", ("wide", "abbreviated")),
        ("days", "weekday", ("wide",)),
    ):
        for context in (data.get(key) or {}).values():
            for width in widths:
                names = context.get(width) if isinstance(context, dict) else None
                for number, name in (names or {}).items() if isinstance(names, dict) else ():
                    for word in (fold(name).rstrip("."), fold(name).split(" ")[0]):
                        if word:
                            yield word, (kind, number)
