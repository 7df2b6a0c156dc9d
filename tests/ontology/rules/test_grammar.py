"""A replacement reads as if it had always stood there; what the place does not tell stays bare."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.records import Mention
from annotation.rendering import render_generalized
from annotation.types import IdentifierType, SemanticType
from ontology.rules.grammar import fit


def read(sentence: str, replacement: str, entity_type: SemanticType = SemanticType.MISC) -> str:
    """Put a replacement in the place of what stands between bars."""
    before, span, after = sentence.split("|")
    fitted = fit(before + span + after, mention(before, span, entity_type), replacement)
    return render_generalized(before + span + after, [fitted])


def mention(before: str, span: str, entity_type: SemanticType) -> Mention:
    """A masked mention after some text."""
    start, end = len(before), len(before) + len(span)
    return Mention("m1", entity_type, start, end, span, IdentifierType.QUASI, "e1")


@pytest.mark.parametrize(
    ("sentence", "replacement", "expected"),
    [
        ("She was born in |Tromsø| in 1980.", "big city", "She was born in [a big city] in 1980."),
        ("He moved to |Tromsø|, then on.", "island", "He moved to [an island], then on."),
        ("He was an |architect|.", "person", "He was a [person]."),
        ("He was a |painter|.", "artist", "He was an [artist]."),
        ("An |usher| came.", "person", "A [person] came."),
        ("a |unicycle|", "instrument", "an [instrument]"),
        ("The |Guardian| wrote", "newspaper", "The [newspaper] wrote"),
        ("|Tromsø| grew fast.", "city in Norway", "[A city in Norway] grew fast."),
        ("It ended. |Tromsø| was", "city", "It ended. [A city] was"),
        ("worked in |Tromsø|'s port", "city", "worked in [a city]'s port"),
        ("worked in |Tromsø’s| port", "city", "worked in [a city’s] port"),
        ("|Anna's| dog", "PERSON 1", "[PERSON 1's] dog"),
        ("the |workers'| union", "person", "the [people's] union"),
        ("the |Tromsø| mayor", "city", "the [city] mayor"),
        ("former |Tromsø| police chief", "city", "former [city] police chief"),
        ("in |Tromsø| harbour", "city", "in [city] harbour"),
        ("wrote three |operas|.", "musical composition", "wrote three [musical compositions]."),
        ("born in |1986|.", "1980s", "born in [the 1980s]."),
        ("in |the University of Tromsø|.", "university", "in [a university]."),
        ("on |12 May 1986| he", "date in the 1980s", "on [a date in the 1980s] he"),
        ("for |$5 million|.", "amount of money", "for [an amount of money]."),
        ("for |three weeks|.", "several weeks", "for [several weeks]."),
        ("to |Norway and Chile|.", "countries", "to [countries]."),
        ("studied |law|.", "subject", "studied [subject]."),
        ("in |Tromsø|", "***", "in ***"),
    ],
)
def test_the_place_decides(sentence: str, replacement: str, expected: str):
    assert read(sentence, replacement) == expected


def test_a_capitalised_plural_counts_among_people_only():
    norwegians, naples = "He met |Norwegians|.", "He saw |Naples|."
    assert read(norwegians, "European", SemanticType.DEM) == "He met [European]."
    assert read(norwegians, "inhabitant of Europe", SemanticType.DEM) == (
        "He met [inhabitants of Europe]."
    )
    assert read(naples, "city in Italy", SemanticType.LOC) == "He saw [city in Italy]."


@given(
    before=st.text(max_size=30),
    span=st.text(min_size=1, max_size=15),
    after=st.text(max_size=20),
    replacement=st.one_of(st.sampled_from(["city", "hour", "X", "***"]), st.text(max_size=20)),
    entity_type=st.sampled_from(SemanticType),
)
def test_any_text_is_read_and_what_surrounds_the_span_keeps_its_words(
    before: str, span: str, after: str, replacement: str, entity_type: SemanticType
):
    fitted = fit(before + span + after, mention(before, span, entity_type), replacement)
    assert fitted.start <= len(before)
    assert before[: fitted.start] + fitted.lead == before or fitted.lead.lower().startswith("a")
    assert replacement != "***" or fitted.replacement == "***"
