"""Mentions of one entity share its id."""

from __future__ import annotations

import pytest

from masking.entities import link
from tests.masking.marks import mentions_of


def groups(source: str) -> list[set[str]]:
    """Return the span texts of each entity, in the order of the text."""
    text, mentions = mentions_of(source)
    found: dict[str, set[str]] = {}
    for mention in link(text, mentions, "doc"):
        found.setdefault(mention.entity_id, set()).add(mention.span_text)
    return list(found.values())


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("[Solvik|LOC] and [Solvik|LOC]", [{"Solvik"}]),
        ("[Solvik|LOC] and [Solvik|ORG]", [{"Solvik"}, {"Solvik"}]),
        (
            "[Tuva Berg|PERSON], [Berg|PERSON], [Odd Lie|PERSON]",
            [{"Tuva Berg", "Berg"}, {"Odd Lie"}],
        ),
        (
            "the [Harbour Workers Union|ORG], [HWU|ORG], [Harbour Union|ORG]",
            [{"Harbour Workers Union", "HWU", "Harbour Union"}],
        ),
        ("[HWU|ORG] of [Harbour Workers Union|LOC]", [{"HWU"}, {"Harbour Workers Union"}]),
        ("[Crown|ORG], [the Crown|ORG], [crown|ORG]", [{"Crown", "the Crown"}, {"crown"}]),
        ("[the Bergans|ORG] and [Bergans’|ORG]", [{"the Bergans", "Bergans’"}]),
    ],
)
def test_strings_parts_and_acronyms_link(source, expected):
    assert groups(source) == expected


def test_ids_count_in_the_order_of_the_text_and_nothing_else_changes():
    text, mentions = mentions_of("[Tuva|PERSON] of [Solvik|LOC], [Tuva|PERSON]")
    linked = link(text, mentions, "letter")
    assert [each.entity_id for each in linked] == ["letter_e1", "letter_e2", "letter_e1"]
    assert [each.mention_id for each in linked] == [each.mention_id for each in mentions]


def test_nothing_links_to_nothing():
    assert link("A text", [], "doc") == []
