"""Short names and the longer ones that a document gives for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontology.linking import shortforms
from ontology.linking.shortforms import longer_form
from tests.ontology.marking import span_of, spans_of


def longer(text: str, number: int) -> str | None:
    found = longer_form(spans_of(text)[number])
    return found.text if found else None


@pytest.mark.parametrize(
    ("text", "number", "full"),
    [
        (
            "The [[ORG:Nordic Alpine Rescue Team]] ([[ORG:NART]]) came.",
            1,
            "Nordic Alpine Rescue Team",
        ),
        ("He joined the Union of Coastal Pilots (UCP). The [[ORG:UCP]] grew.", 0, None),
        ("The [[ORG:UCP]] (Union of Coastal Pilots) grew.", 0, "Union of Coastal Pilots"),
        ("She left [[ORG:Vik Folk Museum]]. Later [[ORG:VFM]] closed.", 1, "Vik Folk Museum"),
        ("She left [[ORG:V.F.M.]] for the [[ORG:Vik Folk Museum]].", 0, "Vik Folk Museum"),
        (
            "The [[ORG:Partidul Verzilor Liberi]] ([[ORG:PEV]]) lost.",
            1,
            "Partidul Verzilor Liberi",
        ),
    ],
)
def test_initials_stand_for_the_words_that_they_begin(
    text: str, number: int, full: str | None
) -> None:
    if full is None:
        full = "Union of Coastal Pilots"
    assert longer(text, number) == full


@pytest.mark.parametrize(
    ("text", "number", "full"),
    [
        ("The [[ORG:Vik Vultures]] won. The [[ORG:Vultures]] lost.", 1, "Vik Vultures"),
        ("He left [[ORG:Lunde]] but came back to [[ORG:FC Lunde]].", 0, "FC Lunde"),
        ("At the [[ORG:Royal Academy]] she sang; the [[ORG:academy]] closed.", 1, "Royal Academy"),
        ("The [[ORG:Ministry of Fish]] moved; the [[ORG:Ministry]] fell.", 1, "Ministry of Fish"),
        ("[[ORG:Brattli University]] is old. He left [[ORG:Brattli]].", 1, "Brattli University"),
    ],
)
def test_a_name_may_leave_out_words(text: str, number: int, full: str) -> None:
    assert longer(text, number) == full


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("[[ORG:Brattli University Press]] printed it. He left [[ORG:Brattli]].", 1),
        ("[[ORG:University of Brattli]] is old. He played for [[ORG:Brattli]].", 1),
        ("[[ORG:Brattli Library]] is old. He left [[ORG:Brattli]].", 1),
        ("[[LOC:New Vik]] is far from [[LOC:Vik]].", 1),
        ("[[LOC:Vik]] has [[ORG:FC Vik]].", 0),
        ("They joined [[ORG:a band]] like [[ORG:The Band]].", 0),
    ],
)
def test_what_only_shares_words_is_something_else(text: str, number: int) -> None:
    assert longer(text, number) is None


def test_the_last_mention_before_wins() -> None:
    text = "[[ORG:Vik Vultures]], [[ORG:Lunde Vultures]]; the [[ORG:Vultures]]. [[ORG:Oe Vultures]]"
    assert longer(text, 2) == "Lunde Vultures"


def test_a_longer_form_keeps_the_type_and_stands_in_its_own_place() -> None:
    short = spans_of("The Union of Coastal Pilots (UCP) met. [[ORG:UCP]] left.")[0]
    full = longer_form(short)
    assert full is not None
    assert full.type is short.type
    assert full.surroundings.text[full.mention.start : full.mention.end] == full.text
    assert full.before == "The "


def test_a_document_is_read_once() -> None:
    short = span_of("The Union of Coastal Pilots (UCP) met. [[ORG:UCP]] left.")
    first, second = longer_form(short), longer_form(short)
    assert first == second


@given(st.text(max_size=60), st.text(min_size=1, max_size=12).filter(str.strip))
def test_any_text_is_read_and_what_is_found_stands_in_it(around: str, name: str) -> None:
    if "[[" in around or "[" in name or "]" in name or "]" in around:
        return
    found = longer_form(span_of(f"{around} ([[ORG:{name}]]) {around} [[ORG:{name} Club]]"))
    if found is not None:
        mention = found.mention
        assert found.surroundings.text[mention.start : mention.end] == mention.span_text


def test_twice_as_many_mentions_are_twice_the_work(monkeypatch):
    counts = []
    done = shortforms._is_shortened
    for size in (50, 100):
        calls = []
        monkeypatch.setattr(
            shortforms, "_is_shortened", lambda *a, c=calls, **k: c.append(a) or done(*a, **k)
        )
        for span in spans_of("[[ORG:Vik]] met [[ORG:Vik Institute]]. " * size):
            longer_form(span)
        counts.append(len(calls))
    assert 0 < counts[1] <= 2.5 * counts[0]
