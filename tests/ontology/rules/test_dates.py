"""Every date has a true chain: each text is less precise than the one before."""

from __future__ import annotations

import pytest

from annotation.types import SemanticType
from ontology.guarding import guard
from ontology.rules.dates import read
from tests.ontology.marking import span_of, spans_of


def chain(text: str) -> list[str]:
    """Return the generalizations of a date in a sentence that adds nothing to it."""
    return generalizations_in(f"It is told: [[DATETIME:{text}]].")


def generalizations_in(sentence: str) -> list[str]:
    """Return the generalizations of the date marked in a sentence."""
    [date] = [each for each in spans_of(sentence) if each.type is SemanticType.DATETIME]
    reading = read(date)
    assert reading is not None
    assert reading.source == "heuristics"
    return list(reading.generalizations)


TWENTIETH = ["date in the twentieth century", "date"]
PERIOD_20 = ["period in the twentieth century", "period of time"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12 May 1986", ["May 1986", "1986", "date in the 1980s", *TWENTIETH]),
        ("May 1986", ["1986", "date in the 1980s", *TWENTIETH]),
        ("June, 1913", ["1913", "date in the 1910s", *TWENTIETH]),
        ("1986", ["date in the 1980s", *TWENTIETH]),
        ("nineteen eighty-six", ["date in the 1980s", *TWENTIETH]),
        ("16 and 17 April 1997", ["April 1997", "1997", "date in the 1990s", *TWENTIETH]),
        ("1913-09-25", ["September 1913", "1913", "date in the 1910s", *TWENTIETH]),
        ("25/12/1919", ["December 1919", "1919", "date in the 1910s", *TWENTIETH]),
        ("03/12/1919 14:30", ["1919", "date in the 1910s", *TWENTIETH]),
        ("03.12.1919", ["December 1919", "1919", "date in the 1910s", *TWENTIETH]),
        ("19190312", ["March 1919", "1919", "date in the 1910s", *TWENTIETH]),
        ("1919-03-12T14:30:00Z", ["March 1919", "1919", "date in the 1910s", *TWENTIETH]),
        ("Tuesday, 4 May 1910", ["May 1910", "1910", "date in the 1910s", *TWENTIETH]),
        ("Christmas 1990", ["1990", "date in the 1990s", *TWENTIETH]),
        ("circa 1950", ["date in the 1950s", *TWENTIETH]),
        ("21 May", ["May", "date"]),
        ("the 12th of May", ["May", "date"]),
        ("March", ["month", "date"]),
        ("April 258", ["258", "date in the 250s", "date in the third century", "date"]),
        ("251", ["date in the 250s", "date in the third century", "date"]),
        ("15 March 44 BC", ["March 44 BC", "44 BC", "date in the first century BC", "date"]),
        ("AD 79", ["date in the first century", "date"]),
        ("12-Mar-1919", ["March 1919", "1919", "date in the 1910s", *TWENTIETH]),
        ("on or about 3 June 1991", ["1991", "date in the 1990s", *TWENTIETH]),
        ("500 BC", ["date in the fifth century BC", "date"]),
        ("12/5/86", ["date"]),
        ("before 1992", ["date"]),
        ("1440 AH", ["date"]),
    ],
)
def test_a_date_is_generalized_to_month_year_decade_and_century(text, expected):
    assert chain(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1990s", PERIOD_20),
        ("early 1990s", ["period in the 1990s", *PERIOD_20]),
        ("mid-1990s", ["period in the 1990s", *PERIOD_20]),
        ("1919–20 season", ["season in the 1910s and 1920s", "period in the 1910s and 1920s"]),
        ("1990/91 season", ["season in the 1990s", "period in the 1990s", *PERIOD_20]),
        ("1995-6", ["period in the 1990s", *PERIOD_20]),
        ("between 1988 and 1990", ["period in the 1980s and 1990s", *PERIOD_20]),
        ("from 1990 to 1995", ["period in the 1990s", *PERIOD_20]),
        ("1520 – February 20, 1567", ["period in the sixteenth century", "period of time"]),
        ("first quarter of 1904", ["1904", "period in the 1900s", *PERIOD_20]),
        ("summer of 1990", ["1990", "period in the 1990s", *PERIOD_20]),
        ("end of September 1994", ["September 1994", "1994", "period in the 1990s", *PERIOD_20]),
        ("3–7 May 1986", ["May 1986", "1986", "period in the 1980s", *PERIOD_20]),
        ("April 14–15, 1912", ["April 1912", "1912", "period in the 1910s", *PERIOD_20]),
        ("1986-05", ["1986", "period in the 1980s", *PERIOD_20]),
        ("12 May – 3 June 1986", ["1986", "period in the 1980s", *PERIOD_20]),
        ("December 1990 to January 1991", ["period in the 1990s", *PERIOD_20]),
        ("since 1990", ["since the 1990s", "period of time"]),
        ("1990–present", ["since the 1990s", "period of time"]),
        ("late 19th century", ["period in the nineteenth century", "period of time"]),
        ("second half of the 19th century", ["period in the nineteenth century"]),
        ("turn of the 20th century", ["period in the nineteenth and twentieth centuries"]),
        ("20th centuries", ["period in the second millennium", "period of time"]),
        ("5th century BC", ["period in the first millennium BC", "period of time"]),
        ("the turn of the century", ["century", "period of time"]),
        ("'90s", ["decade", "period of time"]),
        ("100–44 BC", ["period in the first century BC", "period of time"]),
        ("inaugural season", ["season", "period of time"]),
    ],
)
def test_a_stretch_of_time_stays_a_stretch(text, expected):
    assert chain(text)[: len(expected)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("age 19", ["in their teens", "age"]),
        ("age of 53", ["in their 50s", "age"]),
        ("fifty-three-year-old", ["in their 50s", "age"]),
        ("65yo", ["in their 60s", "age"]),
        ("aged 103", ["centenarian", "age"]),
        ("three months old", ["in their infancy", "in their childhood", "age"]),
        ("aged between 38 and 42", ["age"]),
        ("in his fifties", ["in their 50s", "age"]),
        ("twenty-eight years'", ["several years", "period of time"]),
        ("around 30 years", ["several years", "period of time"]),
        ("four decades", ["several decades", "period of time"]),
        ("three years and nine months", ["several years", "period of time"]),
        ("two years", ["more than a year", "period of time"]),
        ("a year", ["several months", "period of time"]),
        ("one hour", ["several minutes", "period of time"]),
        ("half a century", ["several decades", "period of time"]),
        ("less than two years", ["period of time"]),
        ("a few weeks", ["period of time"]),
        ("two half-years", ["several months", "period of time"]),
        ("four seasons", ["several seasons", "period of time"]),
        ("20.30 hours", ["evening", "time of day"]),
        ("895-day-long", ["multi-year"]),
        ("32-week", ["multi-month"]),
        ("seven years later", ["several years later", "some time later", "date"]),
        ("three days ago", ["several days ago", "some time ago", "date"]),
        ("the following year", ["year", "date"]),
        ("fourth day", ["day", "date"]),
        ("day 3", ["day", "date"]),
        ("POD 2", ["day after an operation", "date"]),
        ("q4h", ["frequency"]),
        ("twice a day", ["frequency"]),
        ("one and a half years", ["more than a year", "period of time"]),
        ("45 y/o", ["in their 40s", "age"]),
        ("third trimester", ["trimester", "period of time"]),
        ("14:30", ["afternoon", "time of day"]),
        ("9:30", ["time of day"]),
        ("11.15 pm", ["night", "time of day"]),
        ("Monday", ["day of the week", "date"]),
        ("Easter", ["holiday", "date"]),
        ("present", ["date"]),
        ("65", ["date or time"]),
        ("when the snow lay deep", ["date or time"]),
    ],
)
def test_ages_durations_and_times_of_day_are_told_apart(text, expected):
    assert chain(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "17. mai 1990",
        "17 de mayo de 1990",
        "lunes 17 de mayo de 1990",
        "17 мая 1990 г.",
        "le 17 mai 1990",
        "1990年5月17日",
        "1990년 5월 17일",
        "1990. május 17.",
        "17 Μαΐου 1990",
        "١٧ مايو ١٩٩٠",
    ],
)
def test_dates_are_read_in_other_languages(text):
    assert chain(text)[:2] == ["May 1990", "1990"]


def test_a_month_name_that_languages_disagree_on_tells_the_year_only():
    assert chain("3. listopad 1990")[0] == "1990"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("They won in the 1898–[[DATETIME:99]] season.", "period in the 1890s"),
        ("She died aged [[DATETIME:53]], alone.", "in their 50s"),
        ("He is [[DATETIME:65]] years old.", "in their 60s"),
        ("[[PERSON:Ada Berg]], [[DATETIME:65]], left.", "in their 60s"),
        ("She was only [[DATETIME:65]] when it was May.", "in their 60s"),
        ("I'm [[DATETIME:65]].", "in their 60s"),
        ("[[PERSON:Ada Berg]] ([[DATETIME:65]]) left.", "in their 60s"),
        ("So said [[PERSON:Ada Berg]], [[DATETIME:65]]. She left.", "in their 60s"),
        ("So said 3. [[PERSON:Ada Berg]], [[DATETIME:65]]. She left.", "in their 60s"),
        ("So said 64. [[PERSON:Ada Berg]], [[DATETIME:65]]. She left.", "date or time"),
        ("Its total was [[DATETIME:65]], at most.", "date or time"),
        ("Of the rooms, [[DATETIME:65]], it said.", "date or time"),
        ("It was [[DATETIME:1986]], as told.", "date in the 1980s"),
        ("It was [[DATETIME:12]] o'clock.", "date or time"),
        ("On May 3, [[DATETIME:65]], it ended.", "date or time"),
        ("They waited [[DATETIME:65]] years.", "several"),
        ("In the [[DATETIME:19th]] and 20th centuries.", "period in the second millennium"),
        ("Born on May [[DATETIME:12]], she left.", "day"),
        ("She wrote it in her [[DATETIME:30s]], she said.", "in their 30s"),
        ("They sailed in [[DATETIME:65]] to the isle.", "date in the first century"),
    ],
)
def test_the_words_beside_a_bare_number_say_what_it_is(sentence, expected):
    assert generalizations_in(sentence)[0] == expected


def test_the_decade_of_its_first_year_stays_in_the_list():
    span = span_of("It was in [[DATETIME:1990]].")
    assert guard(chain("1990"), span, may_name_parts=True)[0] == "date in the 1990s"


@pytest.mark.parametrize(
    ("text", "sense"),
    [
        ("19 years old", "age"),
        ("19 May 1986", "day, month and year"),
        ("May 1986", "date within a year"),
        ("1986", "year"),
        ("19 May", "day and month"),
        ("1986–1990", "period"),
        ("nineteen years", "duration"),
    ],
)
def test_the_reading_says_what_the_span_was_taken_for(text, sense):
    reading = read(span_of(f"It was [[DATETIME:{text}]]."))
    assert reading is not None
    assert reading.label == sense
