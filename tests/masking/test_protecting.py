"""A name to protect is found in whatever form it comes up, and other words are left alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from masking.protecting import forms_of_names, named_most
from masking.reasons import ADDRESSED
from tests.masking.marks import marked
from tests.masking.texts import HOSTILE, LONG, TEXTS

COMMON = frozenset("march mark will the king and green dance wilt ward".split())


def forms(text: str, *names: str) -> set[str]:
    found = forms_of_names(text, names, COMMON.__contains__)
    return {text[span.start : span.end] for span in found}


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("Marta Solheim", "asked SOLHEIM, Marta to wait", "SOLHEIM, Marta"),
        ("Marta Solheim", "Solheim M. is well", "Solheim M."),
        ("Marta Solheim", "said marta s to me", "marta s"),
        ("Cormac O'Dowd", "told Cormac O’Dowd so", "Cormac O’Dowd"),
        ("Ahmed Al-Masri", "filed as MASRI AL", "MASRI AL"),
        ("Ranjit Das", "with R. D. here", "R. D."),
        ("Anna King", "to King, who", "King"),
        ("Marta Solheim", "log in as msolheim_2", "msolheim_2"),
        ("Marta Solheim", "the file solheim-cv.pdf", "solheim-cv.pdf"),
        ("Kim Bo", "with Bo again", "Bo"),
        ("Franklin Ward", "come on, Frankie!", "Frankie"),
        ("Willem Aas", "he is will aas now", "will aas"),
        ("Willem Aas", "ask Will today", "Will"),
        ("Marta Solheim", "spelt Solhiem here", "Solhiem"),
        ("Jürgen Groß", "for JURGEN GROSS", "JURGEN GROSS"),
        ("Marta Solheim", "then Mrs S came", "Mrs S"),
        ("Marta Solheim", "Thanks,\nM", "M"),
        ("Marta Solheim", "M: I was there", "M"),
        ("Marta Solheim", "and M. was there", "M."),
        ("Kayla-Ann Pugh", "with K-A today", "K-A"),
        ("Marta Solheim", "told mrs s so", "mrs s"),
        ("Marta Solheim", "[00:12] M: I was there", "M"),
        ("Marta Solheim", "see you, ta x M x", "M"),
        ("Marta Solheim", "at Solheim's garage", "Solheim"),
        ("Marta Solheim", "at SOLHEIM’S garage", "SOLHEIM"),
        ("Jørgen Groth", "with Joergen again", "Joergen"),
        ("Elizabeth Groth", "then Liz came", "Liz"),
    ],
)
def test_a_name_is_found_in_its_forms(name: str, text: str, form: str):
    assert form in forms(text, name)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Marta Solheim", "in the march, a mark"),
        ("Willem Aas", "he will not"),
        ("Daniela Ros", "a dance at the Norwegian house"),
        ("Marta Solheim", "on the S side, the M 12 bus"),
        ("Kim Bo", "bo"),
    ],
)
def test_other_words_are_no_forms_of_it(name: str, text: str):
    assert forms(text, name) == set()


def test_without_names_nothing_is_found():
    assert forms("Marta Solheim") == set()


@given(TEXTS, TEXTS)
def test_forms_lie_within_the_text(text: str, name: str):
    spans = forms_of_names(text, [name], COMMON.__contains__)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)


@pytest.mark.parametrize("unit", [*HOSTILE.values(), "M.", "Solheim ", "a-", "M. ", "mr "])
def test_no_text_makes_the_patterns_hang(unit: str):
    text = (unit * LONG)[:LONG]
    assert all(span.end <= LONG for span in forms_of_names(text, ["Marta Solheim"], bool))


def test_a_name_ends_with_its_sentence():
    found = forms("Anna King. King, A. left.", "Anna King")
    assert {"Anna King", "King, A."} <= found
    assert not any(". King" in form for form in found)


def test_a_name_behind_a_comma_that_repeats_it_is_another():
    assert {"Hill", "Tom Hill"} <= forms("Mr Hill, Tom Hill came.", "Tom Hill")
    assert "SOLHEIM, Marta" in forms("SOLHEIM, Marta", "Marta Solheim")


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("[Tuva Lind|PERSON] met [Ola Berg|PERSON]. [Berg|PERSON] left.", "Ola Berg"),
        ("[Tuva Lind|PERSON] met [Ola Berg|PERSON].", "Tuva Lind"),
        ("[Berg|PERSON] met [Berg|PERSON] of [Lind|ORG].", None),
    ],
)
def test_who_is_named_most_by_a_full_name_is_the_one(source, name):
    assert named_most(*marked(source)) == ([name] if name else [])


def test_in_a_letter_everybody_with_a_full_name_is_one():
    text, spans = marked("[Tuva Lind|PERSON] met [Ola Berg|PERSON], [A. Moe|PERSON].")
    addressed = [replace(span, reason=ADDRESSED) for span in spans]
    assert named_most(text, addressed) == ["Tuva Lind", "Ola Berg"]
