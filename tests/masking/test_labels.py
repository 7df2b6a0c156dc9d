"""A label of common words at the beginning of a line names a field, and nobody."""

from __future__ import annotations

import pytest

from masking.labels import FieldLabels, is_mail_header
from tests.masking.texts import LONG, hostile_texts

COMMON = {"name", "date", "of", "birth", "seen", "by", "interviewer", "next", "kin", "sent"}
LABELS = FieldLabels(lambda word: word.casefold() in COMMON)


def labels_in(text: str) -> list[str]:
    return [text[start:end] for start, end in LABELS.find(text)]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Name: Anna", "Name:"),
        ("Name\tAnna", "Name"),
        ("INTERVIEWER: So?", "INTERVIEWER:"),
        ("Date of birth:\t1961", "Date of birth:"),
        ("DOB: 1961", "DOB:"),
        ("GP\tDr Berg", "GP"),
        ("> Subject: You", "Subject:"),
        ("**Sent:** Monday", "Sent:"),
        ("Hello\nNext of kin: Odd", "Next of kin:"),
        ("Name:", "Name:"),
    ],
)
def test_labels_of_fields_are_found_with_their_colons(text: str, label: str):
    assert labels_in(text) == [label]


@pytest.mark.parametrize(
    "text",
    [
        "Anna: Yes",
        "Anna\t1961",
        "Seen by Anna: yes",
        "It was seen: by",
        "Name",
        "10:30",
        "http://x",
    ],
)
def test_names_sentences_and_times_are_no_labels(text: str):
    assert labels_in(text) == []


def test_fields_of_mails_are_known():
    assert is_mail_header("From")
    assert is_mail_header("SUBJECT")
    assert not is_mail_header("Anna")


@pytest.mark.parametrize("text", [*hostile_texts(), ("a " * LONG)[:LONG], ("a.\n" * LONG)[:LONG]])
def test_no_text_makes_the_pattern_hang(text: str):
    list(LABELS.find(text))
