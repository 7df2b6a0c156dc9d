"""A common word with a capital by its place names nobody; where a name may stand, any noun may."""

from __future__ import annotations

import pytest

from annotation.types import SemanticType
from masking.headings import Headings
from masking.reasons import CAPITALIZED, ENTITY, FIELD
from masking.spans import LIKELY, RecognizedSpan
from ontology.entries import Kind, Sense

NOUNS = {
    "joy": Kind.STATE,
    "lamp": Kind.ARTIFACT,
    "tenant": Kind.ROLE,
    "state": Kind.CONCEPT,
    "clerk": Kind.ROLE,
}


class Words:
    """A lexicon and an ontology of a few nouns, three words that are none, and one town."""

    @property
    def lexicon(self) -> Words:
        return self

    def is_common(self, word: str) -> bool:
        return word.casefold() in {*NOUNS, "weak", "lives", "harbour", "item"}

    def lookup(self, name: str) -> list[Sense]:
        if name == "Harbour":
            return [sense(name, Kind.SETTLEMENT, has_capital=True)]
        kind = NOUNS.get(name.casefold())
        return [sense(name, kind, has_capital=False)] if kind else []


def sense(name: str, kind: Kind, *, has_capital: bool) -> Sense:
    """A usual sense of a name."""
    return Sense(name, "x", kind, (), "", 6.0, is_exact=True, has_capital=has_capital)


def is_heading(
    text: str, reason: str = CAPITALIZED, type_: SemanticType = SemanticType.PERSON
) -> bool:
    """Return whether what stands between bars is a heading."""
    before, name, after = text.split("¦")
    span = RecognizedSpan(len(before), len(before) + len(name), type_, LIKELY, reason)
    return Headings(before + name + after, Words()).holds(span)


@pytest.mark.parametrize(
    "text",
    [
        "Condition: ¦Weak¦",
        "¦Lives¦ with her aunt in the old house.",
        "Home: ¦Lives¦ alone.",
        "4;¦Lamp¦;7.50",
        "Item | ¦Lamp¦ | 7.50",
        "¦Lamp¦\nIt was sold.",
        "Then ¦the Clerk¦ rose.",
    ],
)
def test_the_place_of_a_common_word_gives_it_a_capital(text: str):
    assert is_heading(text)


@pytest.mark.parametrize(
    "text",
    [
        "Tenant: ¦Joy¦",
        "First: ¦Joy¦",
        "To: ¦Joy¦",
        "4;Zbrtko;¦Joy¦;7.50",
        '{"family": "Zbrtko", "given": ["¦Joy¦"]}',
        "We met ¦Joy¦ there.",
        "¦Joy¦ came at noon.",
        "Owner: ¦Zbrtko¦",
        "Condition: ¦Harbour¦",
        "State: ¦Mark¦",
    ],
)
def test_where_a_name_may_stand_it_is_left_to_the_judge(text: str):
    assert not is_heading(text)


def test_proofs_and_what_is_said_of_people_are_never_headings():
    assert not is_heading("Condition: ¦Weak¦", FIELD)
    assert not is_heading("Condition: ¦Weak¦", type_=SemanticType.DEM)
    assert is_heading("Condition: ¦Weak¦", f"{ENTITY}GPE", SemanticType.LOC)


def test_an_organization_may_be_named_by_a_row_of_nouns():
    assert is_heading("¦Lamp State¦\nIt was sold.")
    assert not is_heading("¦Lamp State¦\nIt was sold.", type_=SemanticType.ORG)
