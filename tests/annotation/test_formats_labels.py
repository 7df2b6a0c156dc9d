"""What labels of other tools mean here, and how people are told."""

import pytest

from annotation.formats.exchange.labels import Labels
from annotation.formats.source import Source
from annotation.types import IdentifierType, SemanticType


def noted(*labels):
    """What is said of a file with these labels."""
    notes = []
    taken = Labels()
    for label in labels:
        taken.types_of(label)
    taken.note(Source(None, "file", on_note=notes.append))
    return notes


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("PERSON", (SemanticType.PERSON, IdentifierType.DIRECT)),
        ("person", (SemanticType.PERSON, IdentifierType.DIRECT)),
        ("First-Name", (SemanticType.PERSON, IdentifierType.DIRECT)),
        ("e mail_address", (SemanticType.CODE, IdentifierType.DIRECT)),
        ("GPE", (SemanticType.LOC, IdentifierType.QUASI)),
        ("LOC/NO_MASK", (SemanticType.LOC, IdentifierType.NO_MASK)),
        ("PER/direct", (SemanticType.PERSON, IdentifierType.DIRECT)),
        ("either/or", (SemanticType.MISC, IdentifierType.QUASI)),
        ("", (SemanticType.MISC, IdentifierType.QUASI)),
        ("Tier", (SemanticType.MISC, IdentifierType.QUASI)),
    ],
)
def test_a_label_is_taken_by_its_letters(label, expected):
    assert Labels().types_of(label) == expected


def test_every_type_is_itself_and_nothing_to_tell():
    assert [Labels().types_of(each.value)[0] for each in SemanticType] == list(SemanticType)
    assert noted(*SemanticType, "LOC/DIRECT") == []


def test_how_labels_were_taken_is_told_once_and_briefly():
    unknown = [f"X{number}" for number in range(30)]
    known, lost = noted("PER", "PER", "GPE", *unknown, "X0", "y" * 500)
    assert known == "file: labels were taken as types: PER as PERSON, GPE as LOC"
    assert lost.startswith("file: labels that are not known were taken as MISC: X0 (2), X1 (1),")
    assert lost.endswith("X19 (1), and 11 more")
