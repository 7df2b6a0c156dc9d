"""In one document the same words name the same thing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotation.types import SemanticType
from masking.agreeing import agreed, is_guess
from masking.reasons import ADDRESSED, AGAIN, CAPITALIZED, READABLE
from tests.masking.marks import marked

GUESSED = CAPITALIZED


def types_in(source: str, *reasons: str, scores: tuple[float, ...] = ()) -> list[str]:
    """Return the types that the spans have after all agreed, each of a reason of its own."""
    text, spans = marked(source)
    given = [replace(span, reason=why) for span, why in zip(spans, reasons, strict=False)]
    given += spans[len(given) :]
    for place, score in enumerate(scores):
        given[place] = replace(given[place], score=score)
    return [span.entity_type.value for span in agreed(text, given)]


def test_the_type_with_the_most_evidence_is_that_of_all():
    assert types_in("[Ingrid|ORG], [Ingrid|PERSON], [Ingrid|PERSON]") == ["PERSON"] * 3
    source = "[Ingrid|ORG], [Ingrid|PERSON], [Ingrid|PERSON]"
    assert types_in(source, scores=(0.9, 0.4, 0.4)) == ["ORG"] * 3


def test_what_is_only_guessed_to_be_a_name_is_no_evidence():
    source = "[Dolores Vega|MISC], [Dolores Vega|MISC], [Dolores Vega|PERSON]"
    assert types_in(source, GUESSED, READABLE) == ["PERSON"] * 3
    assert types_in("[Vega|MISC], [Vega|MISC]", GUESSED, GUESSED) == ["MISC"] * 2


def test_who_is_addressed_is_a_person_whatever_else_is_found():
    source = "[Jo|PERSON], [Jo|ORG], [Jo|ORG]"
    assert types_in(source, ADDRESSED) == ["PERSON"] * 3


def test_who_is_addressed_is_a_person_though_judged_to_be_something_else():
    assert types_in("[Jo|ORG], [Jo|ORG]", ADDRESSED) == ["PERSON"] * 2


def test_articles_possessives_and_capitals_do_not_part_words():
    assert types_in("[INGRID’s|ORG] [Ingrid|PERSON] [Ingrid|PERSON]") == ["PERSON"] * 3


@pytest.mark.parametrize(
    "source",
    ["[May|DATETIME], [May|PERSON]", "[will|DEM], [Will|PERSON]", "[Ada|PERSON] of [Oslo|LOC]"],
)
def test_dates_small_letters_and_other_words_keep_their_types(source):
    assert types_in(source) == [span.entity_type.value for span in marked(source)[1]]


def test_a_guess_found_again_is_one_and_a_type_that_is_known_is_none():
    _, [span] = marked("[Vega|MISC]", f"{AGAIN}{GUESSED}")
    assert is_guess(span)
    assert not is_guess(replace(span, entity_type=SemanticType.LOC))
    assert not is_guess(replace(span, reason="named entity, EVENT"))
