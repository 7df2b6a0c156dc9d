"""A code gives away its kind only where its form or the words before it are sure."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ontology.rules.codes import read
from tests.ontology.marking import span_of, spans_of


def kinds(sentence: str) -> list[str]:
    """Return the generalizations of the code marked in a sentence."""
    reading = read(span_of(sentence.replace("[[", "[[CODE:")))
    return list(reading.generalizations) if reading else []


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("ada@mail.example", "e-mail address"),
        ("https://example.org/x?y=1", "web address"),
        ("www.example.org", "web address"),
        ("192.0.2.1", "IP address"),
        ("2001:db8::1", "IP address"),
        ("GB82 WEST 1234 5698 7654 32", "bank account number"),
        ("4111 1111 1111 1111", "payment card number"),
        ("078-05-1120", "social security number"),
        ("+47 22 85 50 50", "phone number"),
        ("(555) 123-4567", "phone number"),
        ("SW1A 1AA", "postal code"),
        ("@ada_l", "user name"),
        ("123e4567-e89b-12d3-a456-426614174000", "identification number"),
    ],
)
def test_the_form_tells_the_kind(code, kind):
    assert kinds(f"It reads [[{code}]] here.")[0] == kind


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        (
            "It began with an application (no. [[12345/97]]) against the state.",
            "application number",
        ),
        ("Applications (nos. 12345/97 and [[12346/97]]) were joined.", "application number"),
        ("In Case C-[[12/95]] the court held", "case number"),
        ("Her passport number was [[C1234567]].", "passport number"),
        ("MRN: [[123456]]", "medical record number"),
        ("Call [[555 1234]] now.", "phone number"),
        ("A car with the licence plate [[AB 12345]] left.", "vehicle registration"),
        ("She can be reached on [[555 0143]].", "phone number"),
        ("Seen in room [[412]].", "room number"),
        ("Under [[no. 12/3]] it says", "identification number"),
    ],
)
def test_the_words_before_a_code_tell_the_kind(sentence, kind):
    assert kinds(sentence)[0] == kind


@pytest.mark.parametrize(
    "code",
    [
        "XK-27",
        "GB82 WEST 1234 5698 7654 33",
        "4111 1111 1111 1112",
        "12:30:15",
        "1.2.3.4.5",
        "22855050",
    ],
)
def test_an_unsure_code_gets_no_kind(code):
    assert kinds(f"It reads [[{code}]] here.") == []


@settings(deadline=None)  # the machine may be busy
@given(st.text(max_size=40))
def test_any_text_is_read_without_an_error(text):
    for span in spans_of(f"The number [[CODE:{text}]] stands here."):
        reading = read(span)
        assert reading is None or span.text not in reading.generalizations
