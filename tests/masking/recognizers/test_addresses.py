"""A house number beside the name of a street is an address."""

from __future__ import annotations

import pytest
from hypothesis import given

from annotation.types import SemanticType
from masking.recognizers.addresses import REASON, Addresses, AddressLines
from tests.masking.texts import HOSTILE, LONG, TEXTS, found_in, untagged

ADDRESSES = Addresses()


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("She lives at 12 Mill Road, Leeds", "12 Mill Road"),
        ("She lives at 12 Mill Road. He does not", "12 Mill Road"),
        ("She lives at 12 Mill Road.\nHe does not", "12 Mill Road"),
        ("12 Mill Road", "12 Mill Road"),
        ("to 7 St. Olave Street, York", "7 St. Olave Street"),
        ("at 221B N. Harbour Lane\r\nYork", "221B N. Harbour Lane"),
        ("at Flat 3, 12 Mill Road, Leeds", "Flat 3, 12 Mill Road"),
        ("at 12 Mill Road, Flat 3, Leeds", "12 Mill Road, Flat 3"),
        ("hun bor i Solvangata 12 nå", "Solvangata 12"),
        ("in der Lindenstraße 7a wohnt", "Lindenstraße 7a"),
        ("in Ada Bergs vei 22 B since", "Ada Bergs vei 22 B"),
        ("lives at 9 Elder Gardens now", "9 Elder Gardens"),
        ("has rented Flat 3, 9 Elder Row from May", "Flat 3, 9 Elder Row"),
        ("Lot 7\nDover", "Lot 7"),
        ("at Plot 6, The Paddocks, since", "Plot 6, The Paddocks"),
        ("is number 9, Elder Park, Leeds", "number 9, Elder Park"),
        ("at flat 9, 40 elder st btw", "flat 9, 40 elder st"),
        ("write to P.O. Box 318, Leeds", "P.O. Box 318"),
        ("the sign 'Solvangata 12' hung", "Solvangata 12"),
    ],
)
def test_an_address_has_its_number_and_ends_with_its_sentence(text: str, address: str):
    assert address in found_in(ADDRESSES, text)
    longest = max(found_in(ADDRESSES, text), key=len)
    assert longest == address


@pytest.mark.parametrize(
    "text",
    [
        "on 12 May, he",
        "in 1999 our street had a fair",
        "a 5 day road trip, 9 new st pauli fans",
        "Harry, number 7, Harry Kane, scored",
        "in 12 March 1961, she",
        "by bus 12",
        "3 people, all",
        "code 12 34 C, a",
        "only 41 XL.",
    ],
)
def test_numbers_before_other_words_are_no_addresses(text: str):
    assert found_in(ADDRESSES, text) == []


@pytest.mark.parametrize("postcode", ["Leeds LS99 1ZZ", "LS99 1ZZ", "Dover, DE 19901"])
def test_lines_above_a_postcode_are_an_address(postcode: str):
    text = f"Monday: sent\n\nTwo Elms\nBack Lane,\n{postcode}\n\nDear Sir"
    assert found_in(AddressLines(), text) == ["Two Elms", "Back Lane"]


def test_lines_above_other_lines_are_none():
    assert found_in(AddressLines(), "Two Elms\nBack Lane\nin May 2024\n") == []


def test_an_address_is_a_certain_place():
    [span] = ADDRESSES.recognize(untagged("Solvangata 12"))
    assert (span.entity_type, span.reason, span.score) == (SemanticType.LOC, REASON, 1.0)


@given(TEXTS)
def test_addresses_lie_within_the_text(text: str):
    spans = ADDRESSES.recognize(untagged(text))
    assert all(0 <= span.start < span.end <= len(text) for span in spans)


@pytest.mark.parametrize("unit", [*HOSTILE.values(), "12 Mill ", "Mill-", "Solvangata ", "gata'"])
def test_no_text_makes_the_patterns_hang(unit: str):
    text = (unit * LONG)[: LONG // 5]
    spans = [*ADDRESSES.recognize(untagged(text)), *AddressLines().recognize(untagged(text))]
    assert all(span.end <= len(text) for span in spans)


def test_where_a_script_has_no_capitals_nothing_is_the_name_of_a_street():
    assert found_in(ADDRESSES, "ولدت عام 1980 وتعمل طبيبة, في دمشق") == []
    assert found_in(ADDRESSES, "живёт: 12 Садовая улица, Москва") == ["12 Садовая улица"]
