"""Of the choices of several annotators one decision goes out for each entity."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from annotation.deciding import as_decided
from annotation.records import MASK, Document, Layer, Mention, Replacement
from annotation.rendering import generalized_text_of
from annotation.types import IdentifierType, SemanticType
from tests.annotation.chosen_documents import chosen_documents

TEXT = "Ida came. Ida left. Oslo."
NUMBER = "PERSON 2"


def mention(start, end, entity, selection, **corrections):
    return Mention(
        mention_id=f"{entity} {start}",
        entity_type=SemanticType.PERSON,
        start=start,
        end=end,
        span_text=TEXT[start:end],
        identifier_type=IdentifierType.DIRECT,
        entity_id=entity,
        replacement=Replacement({}, selection, corrections=corrections),
    )


def read(*layers):
    numbered = (Layer(f"l{number}", mentions) for number, mentions in enumerate(layers))
    return generalized_text_of(Document("d", TEXT, tuple(numbered)))


ADA_IS_NAMED_FIRST = {NUMBER: ("ada",), MASK: ("ben",)}
BEN_IS_NAMED_FIRST = {MASK: ("ben",), NUMBER: ("ada",)}


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (ADA_IS_NAMED_FIRST, BEN_IS_NAMED_FIRST, (NUMBER, NUMBER)),
        (BEN_IS_NAMED_FIRST, ADA_IS_NAMED_FIRST, (MASK, MASK)),
        # Cleo agrees with Ada, and says nothing of the second.
        (BEN_IS_NAMED_FIRST | {NUMBER: ("ada", "cleo")}, BEN_IS_NAMED_FIRST, (NUMBER, NUMBER)),
        # What Ada did not see goes by the next one.
        (ADA_IS_NAMED_FIRST | {NUMBER: ("ada", "cleo")}, {MASK: ("ben",)}, (NUMBER, MASK)),
    ],
)
def test_all_mentions_of_an_entity_go_by_one_annotator(first, second, expected):
    text = read((mention(0, 3, "e1", first), mention(10, 13, "e1", second)))
    shown = [each if each == MASK else f"[{each}]" for each in expected]
    assert text == "{} came. {} left. Oslo.".format(*shown)


def test_a_tie_about_one_entity_goes_to_whom_it_goes_about_another_one():
    place = mention(20, 24, "e2", {"city": ("ben",), "capital": ("ada",)})
    text = read((mention(0, 3, "e1", ADA_IS_NAMED_FIRST), place))
    assert text == "[PERSON 2] came. Ida left. [capital]."


def test_a_tie_goes_to_whom_a_reviewer_corrected_in_all_mentions_of_the_entity():
    corrected = mention(10, 13, "e1", ADA_IS_NAMED_FIRST, person={"ria": ("ben",)})
    text = read((mention(0, 3, "e1", ADA_IS_NAMED_FIRST), corrected))
    assert text == "*** came. [person] left. Oslo."


def test_who_hides_the_same_words_in_layers_of_their_own_votes_together():
    """The first layer would speak in one place, and the longer span in another."""
    ben = mention(0, 3, "e7", {MASK: ("ben",)}), mention(10, 13, "e7", {MASK: ("ben",)})
    ada = mention(10, 13, "e9", {NUMBER: ("ada",)}), mention(0, 3, "e9", {NUMBER: ("ada",)})
    assert read(ben, ada) == "*** came. *** left. Oslo."
    cleo = (mention(10, 13, "e9", {NUMBER: ("cleo",)}),)
    assert read(ben, ada, cleo) == "[PERSON 2] came. [PERSON 2] left. Oslo."


def test_without_a_choice_nothing_is_decided():
    nobody = mention(0, 3, "e1", {"person": ()})
    for each in (nobody, replace(nobody, replacement=None)):
        assert read((each,)) is None


@given(chosen_documents())
def test_what_is_decided_stays_so(document):
    decided = as_decided(document)
    assert as_decided(decided) == decided
