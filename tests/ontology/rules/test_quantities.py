"""A quantity keeps its currency, its scale and its unit, and none of its numbers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from names.folding import fold
from ontology.rules.quantities import read
from tests.ontology.marking import span_of, spans_of

FRAGMENTS = st.sampled_from(
    "12 five $ €5m 3–0 1,200 .225 million hundred and to - kg ft percent % #182 seventh 21st twice "
    "dozen of more than children X ½ 5'11\" ١٢ half two-thirds per cent".split()
)
NUMBER_WORDS = {"five", "hundred", "seventh", "twice", "dozen", "half", "two", "thirds"}


def chain(text: str, sentence: str = "It is told: {}.") -> list[str]:
    """Return the generalizations of a quantity in a sentence."""
    reading = read(span_of(sentence.format(f"[[QUANTITY:{text}]]")))
    assert reading is not None
    assert reading.source == "heuristics"
    return list(reading.generalizations)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$100–130 million", ["$X million", "$X", "amount of money"]),
        ("$100 million to $130 million", ["$X million", "$X", "amount of money"]),
        ("$5m", ["$X million", "$X", "amount of money"]),
        ("five hundred thousand dollars", ["X thousand dollars", "X dollars", "amount of money"]),
        ("about £3 billion", ["about £X billion", "about £X", "£X", "amount of money"]),
        ("€5,000", ["€X", "amount of money"]),
        ("2.500,50 €", ["X €", "amount of money"]),
        ("NOK 500,000", ["NOK X", "amount of money"]),
        ("500 000 kroner", ["X kroner", "amount of money"]),
        ("12,000 pounds sterling (GBP)", ["X pounds sterling (GBP)", "amount of money"]),
        ("2,500 Moldovan lei", ["X Moldovan lei", "amount of money"]),
        ("40 000 Reichsmark", ["X Reichsmark", "amount of money"]),
        ("RSD 8,000", ["RSD X", "amount of money"]),
        ("45%", ["X percent", "percentage"]),
        ("forty-five per cent", ["X percent", "percentage"]),
    ],
)
def test_money_keeps_currency_and_scale(text, expected):
    assert chain(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("80 kg", ["X kg", "weight"]),
        ("75 mg daily", ["X mg daily", "dose"]),
        ("2 g IV q24h", ["X g IV qXh", "dose"]),
        ("58 y/o", ["X y/o", "age"]),
        ("age of four", ["age of X", "age"]),
        ("four nights", ["X nights", "period of time"]),
        ("5 ft 11", ["X ft X", "length"]),
        ("5'11\"", ["X'X\"", "length"]),
        ("100-acre", ["X-acre", "area"]),
        ("10–12 km", ["X km", "length"]),
        ("20 km²", ["X km²", "area"]),
        ("2½ miles", ["X miles", "length"]),
        ("120/80 mmHg", ["X mmHg", "pressure"]),
        ("37.8 °C", ["X °C", "temperature"]),
        ("twenty minutes", ["X minutes", "period of time"]),
        ("fifteen-year-old", ["X-year-old", "age"]),
        ("180 pounds", ["X pounds", "quantity"]),
    ],
)
def test_a_measure_keeps_its_unit_and_then_says_what_is_measured(text, expected):
    assert chain(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12", ["X", "number"]),
        ("Nine", ["X", "number"]),
        ("1,200", ["X", "number"]),
        (".225", ["X", "number"]),
        ("one hundred and twenty-five", ["X", "number"]),
        ("two-thirds", ["X", "number"]),
        ("dozen", ["X", "number"]),
        ("tens of thousands of people", ["X people", "number"]),
        ("three children", ["X children", "number"]),
        ("three gold medals", ["X gold medals", "X medals", "number"]),
        ("5 million people", ["X people", "number"]),
        ("more than 130", ["more than X", "X", "number"]),
        ("between 10 and 20", ["X", "number"]),
        ("12th", ["Xth"]),
        ("seventh", ["Xth"]),
        ("twice", ["X times", "number"]),
        ("threefold", ["X-fold"]),
        ("#182", ["#X", "number"]),
        ("Lot 63-64", ["Lot X", "number"]),
        ("number 212", ["number X", "number"]),
        ("hardly any", ["quantity"]),
    ],
)
def test_a_number_becomes_x_and_keeps_what_is_counted(text, expected):
    assert chain(text) == expected


@pytest.mark.parametrize(
    ("text", "sentence", "expected"),
    [
        ("3–0", "They won {} at home.", ["X–X", "score"]),
        ("289-296", "He left with a record of {}.", ["X–X", "score"]),
        ("3–0", "It is told: {}.", ["X–X", "quantity"]),
        ("6–4, 6–3", "She lost {} in May.", ["X–X, X–X", "X–X", "score"]),
        ("5-0-1", "Their record was {}.", ["X–X–X", "score"]),
    ],
)
def test_a_score_keeps_its_form(text, sentence, expected):
    assert chain(text, sentence) == expected


@settings(deadline=None)  # the machine may be busy
@given(st.one_of(st.text(max_size=30), st.lists(FRAGMENTS, max_size=6).map(" ".join)))
def test_no_number_survives_and_every_text_has_a_chain(text):
    for span in spans_of(f"It is told [[QUANTITY:{text}]] here."):
        reading = read(span)
        assert reading is not None
        assert reading.generalizations
        assert len(set(reading.generalizations)) == len(reading.generalizations)
        assert fold(span.text) not in map(fold, reading.generalizations)
        for generalization in reading.generalizations:
            assert not any(char.isdecimal() for char in generalization)
            assert not NUMBER_WORDS & set(generalization.replace("-", " ").lower().split())


@pytest.mark.parametrize(
    ("text", "sentence", "expected"),
    [
        ("168/94", "BP {}, weight 80 kg.", ["X", "blood pressure"]),
        ("112", "Pulse {}.", ["X", "pulse rate"]),
        ("14/15", "GCS {}.", ["X", "score"]),
        ("68", "Her mother, aged {}, came.", ["X", "age"]),
        ("68", "They held {} hearings.", ["X", "number"]),
    ],
)
def test_the_words_before_a_bare_number_tell_what_it_measures(text, sentence, expected):
    assert chain(text, sentence) == expected
