"""Identifying numbers and addresses: recognized by form, check digits or the words before them."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from stdnum import iban, luhn, verhoeff
from stdnum.gb import nhs
from stdnum.no import fodselsnummer

from annotation.types import SemanticType
from masking.recognizers.codes import Codes, checked_kind
from tests.masking.texts import HOSTILE, LONG, TEXTS, found_in, untagged

CODES = Codes()


def reasons_in(text: str) -> list[str]:
    return [span.reason for span in CODES.recognize(untagged(text))]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("ada.berg@post.example.org", "e-mail address, by its form"),
        ("https://example.org/people/ada", "web address, by its form"),
        ("www.example.org/ada", "web address, by its form"),
        ("example.org/people", "web address, by its form"),
        ("192.168.7.21", "IP address, by its form"),
        ("fe80::1ff:fe23", "IP address, by its form"),
        ("@ada.berg_77", "user name, by its form"),
        ("219-09-9999", "social security number, by its form"),
        ("+47 22 12 34 56", "phone number, by its form"),
        ("(212) 555-0142", "phone number, by its form"),
        ("DE89 3704 0044 0532 0130 00", "bank account number, by its form"),
        ("4539 1488 0343 6467", "payment card number, by its form"),
        ("00:1B:44:11:3A:B8", "hardware address, by its form"),
        ("001b.4411.3ab8", "hardware address, by its form"),
        ("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "wallet address, by its form"),
        ("0x52908400098527886E0F7030069857D2E4169EE7", "wallet address, by its form"),
        ("9e107d9d372bb6826bd81d3542a419d6", "hash value, by its form"),
        ("pk_test_TYooMQauvdEDq54NiTphI7jx", "access token, by its form"),
        ("a1b2c3d4-0b1c-4d5e-8f90-a1b2c3d4e5f6", "identification number, by its form"),
        ("AB12 CDE", "letters and digits mixed"),
        ("48291077315", "long number"),
    ],
)
def test_a_form_tells_a_code_whatever_stands_around_it(code: str, reason: str):
    text = f"Then came ({code}), as they said."
    assert found_in(CODES, text) == [code]
    assert reasons_in(text) == [reason]


@pytest.mark.parametrize(
    ("text", "code", "reason"),
    [
        ("Passport number: 3119585.", "3119585", "passport number"),
        ("MRN 4829 was read", "4829", "medical record number"),
        ("application no. 4711/93 was", "4711/93", "application number"),
        ("see application no. 1961/12 of", "1961/12", "application number"),
        ("Tel. 555 0142", "555 0142", "phone number"),
        ("her plate AB 12345 was", "AB 12345", "vehicle registration"),
        ("prisoner no. A7731", "A7731", "prisoner number"),
    ],
)
def test_the_words_before_a_number_tell_it(text: str, code: str, reason: str):
    assert found_in(CODES, text) == [code]
    assert reasons_in(text) == [f"{reason}, by the words before it"]


def test_numbers_of_one_sentence_share_the_words_before_them():
    text = "in applications nos. 4711/93 and 5208/94 they"
    assert found_in(CODES, text) == ["4711/93", "5208/94"]


@pytest.mark.parametrize(
    ("text", "user"),
    [
        (r"in C:\Users\jdoe\Notes", "jdoe"),
        (r"in C:\Users\Ada Berg\Notes", "Ada Berg"),
        ("in /home/jdoe/x.txt", "jdoe"),
        ("in ~jdoe/x.txt", "jdoe"),
        (r"in \\files01\staff\j.doe\x.pdf", "j.doe"),
        (r"in \\files01\common\j.doe\x.pdf", "j.doe"),
    ],
)
def test_the_folder_before_tells_a_user(text: str, user: str):
    assert found_in(CODES, text) == [user]


@pytest.mark.parametrize("text", ["in /Users/Shared/x", "the users/owners", "in /srv/x.doc"])
def test_other_elements_of_paths_are_no_users(text: str):
    assert found_in(CODES, text) == []


@pytest.mark.parametrize("stamp", ["2015-04-02 06:15:58.310000", "8.9.-11.9.2015", "2015-04-02"])
def test_no_code_has_a_part_of_a_date(stamp: str):
    assert found_in(CODES, f"Logged {stamp} here") == []


@pytest.mark.parametrize(
    "text",
    [
        "in 1986, from 1988-1990 and in the season 2003/04",
        "it cost 1,250,000 kroner, € 12 345 or 12.5 percent",
        "they won 3-2 and 21-19",
        "vitamin B12, an F-16, COVID-19 and 5G",
        "room 214, page 12, section 8, Boeing 747",
        "flight BA 117",
        "on 2021-05-04, 04.05.2021 and 4 May 2021, 10.30-11.15",
        "1 234 567 890 people",
    ],
)
def test_years_amounts_scores_and_types_of_things_are_no_codes(text: str):
    assert found_in(CODES, text) == []


@pytest.mark.parametrize(
    "code", ["KW/NOR/0092", "KW/25/0417", "KW_0012", "#5521804", "2580#", "G552018"]
)
def test_a_code_has_all_that_stands_at_it(code: str):
    assert found_in(CODES, f"it quotes {code} there") == [code]


@pytest.mark.parametrize(
    "text",
    [
        *("BRCA1, CYP3A4 and H2SO4", "TCP/IP and AC/DC", "B2B or W3C", "PS5PRO, T20WC"),
        *("FY_2024, x86_64 or max_1000", "N/A/100"),
    ],
)
def test_genes_formulas_and_acronyms_are_no_codes(text: str):
    assert found_in(CODES, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Ferritin 140 (118-147)",
        "Reference: 118-147",
        "| Case | Unit |\n| 7 | g/L | 118-147 |",
        "[   31.004417] usb 1-1: mounted",
        "It moved in 2018. Two 16-year-olds saw it.",
    ],
)
def test_ranges_log_times_and_numbers_of_two_sentences_are_no_codes(text: str):
    assert not found_in(CODES, text)


def test_a_range_is_a_code_where_its_own_words_say_so():
    assert found_in(CODES, "Claim number 118-147 was paid.") == ["118-147"]


def test_postal_codes_are_places():
    [span] = CODES.recognize(untagged("He moved to SW1A 1AA then."))
    assert (span.entity_type, span.reason) == (SemanticType.LOC, "postal code, by its form")


def test_a_card_with_a_mistyped_digit_is_hidden_whole():
    assert found_in(CODES, "paid by 4539 1488 0343 6468 then") == ["4539 1488 0343 6468"]


@pytest.mark.parametrize(
    ("number", "is_valid", "kind"),
    [
        ("NO9386011117947", iban.is_valid, "IBAN"),
        ("9434765919", nhs.is_valid, "NHS"),
        ("15086905091", fodselsnummer.is_valid, "check digits of "),
    ],
)
def test_check_digits_tell_a_number_and_a_changed_digit_does_not(number, is_valid, kind):
    assert is_valid(number)
    assert kind in (checked_kind(number) or "")
    changed = number[:-1] + str((int(number[-1]) + 1) % 10)
    assert not is_valid(changed)
    assert kind not in (checked_kind(changed) or "")


def test_a_number_that_passes_several_checks_has_the_kind_of_the_first():
    assert checked_kind("GB82WEST12345698765432") == "check digits of IBAN"


def test_few_digits_prove_nothing():
    assert luhn.is_valid("18")
    assert verhoeff.is_valid("236")
    assert checked_kind("18") is None
    assert checked_kind("236") is None


def test_what_is_surely_a_code_keeps_its_kind_and_takes_in_what_belongs_to_it():
    text = "Bank account: NO93 8601 1117 947."
    assert found_in(CODES, text) == ["NO93 8601 1117 947"]
    assert reasons_in(text) == ["bank account number, by its form"]


@given(TEXTS)
def test_codes_lie_within_the_text_apart_and_are_never_empty(text):
    spans = list(CODES.recognize(untagged(text)))
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(one.end <= other.start for one, other in pairwise(spans))


@pytest.mark.parametrize("unit", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_text_makes_the_patterns_hang(unit: str):
    text = (unit * LONG)[: LONG // 10] + "x_"
    assert all(span.end <= len(text) for span in CODES.recognize(untagged(text)))


def test_digits_before_a_letter_and_words_before_a_number_make_no_pattern_hang():
    text = f"no {'1' * 50}x, no. {'no.' * 18} x 123456 and {'1' * 60}abc"
    assert "123456" in found_in(CODES, text)


def test_a_long_list_keeps_all_of_its_codes():
    numbers = [f"{random.Random(n).randrange(10**6, 10**7)}" for n in range(300)]  # noqa: S311 - no secret
    assert found_in(CODES, "\n".join(f"Passport no. {number}" for number in numbers)) == numbers


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("mail jo dot berg at example dot org today", "jo dot berg at example dot org"),
        ("write me at jo at example dot org", "jo at example dot org"),
        ("jo.berg [at] example.org", "jo.berg [at] example.org"),
        ("card **** **** 4417 was", "**** **** 4417"),
        ("SSN ***-**-4417,", "***-**-4417"),
        ("cell 302.555.0144 or", "302.555.0144"),
    ],
)
def test_what_is_written_past_machines_is_a_code(text: str, code: str):
    assert found_in(CODES, text) == [code]


@pytest.mark.parametrize("text", ["look at example.org", "sat at home", "1.234.567,50 in all"])
def test_what_only_resembles_it_is_none(text: str):
    assert found_in(CODES, text) == []
