"""The English words of dates, and what each does in one; any other word says nothing."""

from __future__ import annotations

from ontology.rules.dates.names import ENGLISH

_NAMES_OF_UNITS = {
    "second": "seconds sec secs",
    "minute": "minute minutes min mins",
    "hour": "hour hours hr hrs h",
    "day": "day days nights",
    "week": "week weeks wk wks",
    "fortnight": "fortnight fortnights",
    "month": "month months mo mos mth mths",
    "trimester": "trimester trimesters",
    "quarter": "quarter quarters",
    "half": "half halves",
    "season": "season seasons",
    "semester": "semester semesters",
    "term": "term terms",
    "year": "year years yr yrs",
    "decade": "decade decades",
    "century": "century centuries",
    "millennium": "millennium millennia millenniums",
}
_NAMES_OF_PERIODS = {
    "period of time": "period periods era eras epoch epochs ages reign dynasty war wartime while",
    "date": "date moment time birthday anniversary weekend weekends tomorrow yesterday",
    "time of day": "morning afternoon evening noon midday midnight night dawn dusk sunrise sunset",
    "season of the year": "spring summer autumn fall winter springtime summertime",
    "holiday": "christmas easter thanksgiving hanukkah passover diwali pentecost eve "
    "whitsun epiphany carnival halloween",
}
_GROUPS = {
    "part": "early mid middle late latter beginning start end close turn opening",
    "age": "age aged old olds yo",
    "later": "later after afterwards afterward thereafter post",
    "earlier": "before earlier ago prior previously by pre",
    "since": "since from onward onwards",
    "less": "less within under below up maximum",
    "nearly": "about around nearly almost approximately approx circa c ca roughly",
    "range": "to through thru till until or",
    "several": "several few many couple various multiple numerous some",
    "article": "a an",
    "ongoing": "present today now date current",
    "every": "every each per daily weekly monthly yearly annual annually hourly nightly quarterly "
    "fortnightly biweekly bid tid qid qd prn bd tds times twice thrice",
    "between": "between",
    "word": "the of in on at for and with year's",
    "life": "his her their my your our",
    "calendar": "ah hijri heisei showa reiwa meiji taisho minguo saka "
    "muharram safar rabi jumada rajab shaban ramadan shawwal tishrei cheshvan kislev tevet "
    "shevat adar iyar sivan elul",
    "operation": "pod postoperative postop",
}

WORDS: dict[str, tuple[str, str | int]] = {
    **{
        word: ("period", name)
        for name, words in _NAMES_OF_PERIODS.items()
        for word in words.split()
    },
    **{word: (kind, word) for kind, words in _GROUPS.items() for word in words.split()},
    **{word: ("unit", unit) for unit, words in _NAMES_OF_UNITS.items() for word in words.split()},
    **{
        f"{tens}ies": ("short decade", 10 * number)
        for number, tens in enumerate("twent thirt fort fift sixt sevent eight ninet".split(), 2)
    },
    **ENGLISH,
}
"""Word → what it does, and its unit, its name or its number."""

DAYS = {
    "second": 1 / 86400,
    "minute": 1 / 1440,
    "hour": 1 / 24,
    "day": 1.0,
    "week": 7.0,
    "fortnight": 14.0,
    "month": 30.4,
    "quarter": 91.3,
    "semester": 182.5,
    "year": 365.2,
    "decade": 3652.0,
    "century": 36520.0,
    "millennium": 365200.0,
}
"""Unit of a duration → how many days it has."""
