"""Saying which spans name the same person: what they offer then, what is chosen, who follows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from annotation.types import SemanticType
from tests.webapp.workbench.marks import change, own_rows, work_of
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.core.work.mentions import MentionWork
from webapp.platform.extensions import db
from webapp.platform.models import ProjectKind

TEXT = (
    "Maria Kowalska sued. Her daughter Anna Kowalska came. Mrs. Kowalska spoke. "
    "Anna left. Mrs. Kowalska won in Oslo, the capital."
)
MOTHER, DAUGHTER = ["PERSON 1", "***"], ["PERSON 2", "***"]
SPANS = [
    ("Maria Kowalska", SemanticType.PERSON, "mother", MOTHER),
    ("Anna Kowalska", SemanticType.PERSON, "daughter", DAUGHTER),
    ("Mrs. Kowalska", SemanticType.PERSON, "daughter", DAUGHTER),
    ("Anna", SemanticType.PERSON, "daughter", DAUGHTER),
    ("Mrs. Kowalska", SemanticType.PERSON, "daughter", DAUGHTER),
    ("Oslo", SemanticType.LOC, "oslo", ["city in Norway", "city", "***"]),
    ("the capital", SemanticType.LOC, "capital", ["city", "seat", "***"]),
]
"""Both mentions of Mrs. Kowalska are linked to the daughter, wrongly."""


@pytest.fixture
def app(any_app: Flask) -> Flask:
    """Each step is taken on both databases."""
    return any_app


@pytest.fixture
def family(one_pass: WorkbenchClient, make, tiny_ontology) -> WorkbenchClient:  # noqa: ARG001 - the index must be there
    one_pass.document = make.document(one_pass.project, text=TEXT, spans=SPANS)
    one_pass.assignment = make.assignment(one_pass.document, one_pass.annotator)
    db.session.commit()
    return one_pass


def span(workbench: WorkbenchClient, words: str, number: int = 0) -> MentionWork:
    return [each for each in work_of(workbench) if each.span_text == words][number]


def state(workbench: WorkbenchClient) -> list[tuple[object, ...]]:
    """Say of each span whom it names, what it offers, what is chosen, and whether it follows."""
    return [(each.entity_id, each.texts, each.choice, each.follows) for each in work_of(workbench)]


def read(workbench: WorkbenchClient, words: str) -> list[tuple[list[str], str | None, bool]]:
    """Say of spans with these words what they offer, what is chosen, and whether they follow."""
    spans = [each for each in work_of(workbench) if each.span_text == words]
    return [(each.texts, each.text, each.follows) for each in spans]


def test_whoever_is_somebody_with_a_choice_reads_like_them(family: WorkbenchClient) -> None:
    family.post("choices", {0: "PERSON 1", 1: "PERSON 2"})
    change(family, "Mrs. Kowalska", entity="mother", everywhere="on")
    assert read(family, "Mrs. Kowalska") == [(MOTHER, "PERSON 1", True)] * 2
    assert read(family, "Anna") == [(DAUGHTER, "PERSON 2", True)]


def test_their_choice_comes_before_one_that_the_span_still_offers(family: WorkbenchClient) -> None:
    family.post("choices", {0: "PERSON 1", 2: "***"})
    change(family, "Mrs. Kowalska", entity="mother")
    assert read(family, "Mrs. Kowalska")[0] == (MOTHER, "PERSON 1", True)


def test_whoever_is_somebody_without_a_choice_is_open_and_follows(family: WorkbenchClient) -> None:
    family.post("choices", {1: "PERSON 2"})
    change(family, "Mrs. Kowalska", entity="mother", everywhere="on")
    assert read(family, "Mrs. Kowalska") == [(MOTHER, None, False)] * 2
    work = work_of(family)
    family.post("choices", **{f"choice-{next(iter(work)).id}": "PERSON 1"})
    assert read(family, "Mrs. Kowalska") == [(MOTHER, "PERSON 1", True)] * 2


def test_without_the_tick_the_span_goes_alone(family: WorkbenchClient) -> None:
    family.post("choices", {0: "PERSON 1", 1: "PERSON 2"})
    change(family, "Mrs. Kowalska", entity="mother")
    assert read(family, "Mrs. Kowalska") == [
        (MOTHER, "PERSON 1", True),
        (DAUGHTER, "PERSON 2", True),
    ]


@pytest.mark.parametrize("everywhere", [{}, {"everywhere": "on"}])
def test_whoever_is_nobody_else_has_a_number_of_their_own_and_is_open(
    family: WorkbenchClient, everywhere
) -> None:
    family.post("choices", {0: "PERSON 1", 1: "PERSON 2"})
    change(family, "Mrs. Kowalska", entity="new", **everywhere)
    first, second = read(family, "Mrs. Kowalska")
    alone = (["PERSON 3", "***"], None, False)
    assert first == alone
    assert second == (alone if everywhere else (DAUGHTER, "PERSON 2", True))


def test_one_after_the_other_two_are_nobody_else_and_two_people(family: WorkbenchClient) -> None:
    change(family, "Mrs. Kowalska", entity="new")
    change(family, "Anna", entity="new")
    assert span(family, "Mrs. Kowalska").texts == ["PERSON 3", "***"]
    assert span(family, "Anna").texts == ["PERSON 4", "***"]


def test_what_is_linked_as_it_was_suggested_needs_no_row(family: WorkbenchClient) -> None:
    family.post("choices", {1: "PERSON 2"})
    before = state(family)
    change(family, "Mrs. Kowalska", entity="new")
    change(family, "Mrs. Kowalska", entity="daughter")
    assert not own_rows(family)
    assert state(family) == before


def test_words_of_ones_own_go_for_whoever_is_linked_to_them(family: WorkbenchClient) -> None:
    family.post("choices", **{f"written-{family.mentions[0].id}": "the applicant"})
    change(family, "Mrs. Kowalska", entity="mother")
    offered = [*MOTHER, "the applicant"]
    assert read(family, "Mrs. Kowalska")[0] == (offered, "the applicant", True)


def test_whoever_is_left_as_they_are_is_left_under_another_name(family: WorkbenchClient) -> None:
    family.post("choices", **{f"written-{family.mentions[0].id}": "Maria Kowalska"})
    change(family, "Mrs. Kowalska", entity="mother")
    assert span(family, "Mrs. Kowalska").text == "Mrs. Kowalska"
    assert span(family, "Mrs. Kowalska").follows


def shorten(workbench: WorkbenchClient, words: str, kept: str, **fields: str) -> None:
    start = workbench.document.text.index(words) + words.index(kept)
    borders = {"start": str(start), "end": str(start + len(kept)), "words": kept}
    change(workbench, words, **borders, **fields)


def test_a_link_that_no_words_made_outlives_its_words(family: WorkbenchClient) -> None:
    change(family, "the capital", entity="oslo")
    shorten(family, "the capital", "capital")
    assert span(family, "capital").entity_id == "oslo"


def test_another_type_of_words_cut_from_a_name_leaves_the_name_its_choice(
    family: WorkbenchClient, make
) -> None:
    text = "They came to Oslo. He met the Bishop of Oslo there."
    spans = [
        ("Oslo", SemanticType.LOC, "oslo", ["city in Norway", "city", "***"]),
        ("Bishop of Oslo", SemanticType.LOC, "oslo", ["city in Norway", "city", "***"]),
    ]
    family.document = make.document(family.project, text=text, spans=spans)
    family.assignment = make.assignment(family.document, family.annotator)
    db.session.commit()
    family.post("choices", {0: "city"})
    shorten(family, "Bishop of Oslo", "Bishop", everywhere="on")
    change(family, "Bishop", type="DEM", everywhere="on")
    assert read(family, "Oslo") == [(["city in Norway", "city", "***"], "city", False)]
    assert span(family, "Bishop").entity_type is SemanticType.DEM


def test_with_its_words_a_name_has_its_link_again(family: WorkbenchClient) -> None:
    family.post("choices", {1: "PERSON 2"})
    before = state(family)
    shorten(family, "Anna Kowalska", "Kowalska")
    assert span(family, "Kowalska").entity_id != "daughter"
    start = TEXT.index("Anna Kowalska")
    borders = {"start": str(start), "end": str(start + 13), "words": "Anna Kowalska"}
    change(family, "Kowalska", **borders)
    assert [each[:2] for each in state(family)] == [each[:2] for each in before]


def test_where_the_first_mention_goes_the_next_leads(family: WorkbenchClient) -> None:
    family.post("choices", {0: "PERSON 1", 1: "PERSON 2"})
    change(family, "Anna Kowalska", entity="mother")
    assert read(family, "Anna Kowalska") == [(MOTHER, "PERSON 1", True)]
    assert read(family, "Mrs. Kowalska") == [
        (DAUGHTER, "PERSON 2", False),
        (DAUGHTER, "PERSON 2", True),
    ]
    leading = span(family, "Mrs. Kowalska")
    family.post("choices", **{f"choice-{leading.id}": "***"})
    assert span(family, "Anna").text == "***"


def test_whoever_led_an_entity_follows_a_mention_that_comes_before(family: WorkbenchClient) -> None:
    family.post("choices", {0: "PERSON 1", 1: "PERSON 2"})
    change(family, "Maria Kowalska", entity="daughter")
    assert read(family, "Maria Kowalska") == [(DAUGHTER, "PERSON 2", False)]
    assert read(family, "Anna Kowalska") == [(DAUGHTER, "PERSON 2", True)]
    family.post("choices", **{f"choice-{span(family, 'Maria Kowalska').id}": "***"})
    assert [each.text for each in work_of(family)][:5] == ["***"] * 5


def test_a_place_keeps_its_list_and_takes_over_what_that_offers(family: WorkbenchClient) -> None:
    family.post("choices", {5: "city", 6: "seat"})
    change(family, "the capital", entity="oslo")
    assert read(family, "the capital") == [(["city", "seat", "***"], "city", True)]


def test_a_place_keeps_its_choice_where_it_does_not_offer_that(family: WorkbenchClient) -> None:
    family.post("choices", {5: "city in Norway", 6: "seat"})
    change(family, "the capital", entity="oslo")
    assert read(family, "the capital") == [(["city", "seat", "***"], "seat", False)]


STEPS: list[Callable[[WorkbenchClient], object]] = [
    lambda workbench: change(workbench, "Mrs. Kowalska", entity="mother", everywhere="on"),
    lambda workbench: change(workbench, "Mrs. Kowalska", entity="mother"),
    lambda workbench: change(workbench, "Mrs. Kowalska", entity="new", everywhere="on"),
    lambda workbench: change(workbench, "Mrs. Kowalska", entity="new"),
    lambda workbench: change(workbench, "Anna Kowalska", entity="mother"),
    lambda workbench: change(workbench, "Maria Kowalska", entity="daughter"),
]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("choices", [{1: "PERSON 2"}, {0: "PERSON 1", 1: "PERSON 2"}])
def test_links_are_undone_and_made_again_with_the_choices(
    family: WorkbenchClient, step, choices
) -> None:
    family.post("choices", choices)
    suggested = state(family)
    step(family)
    linked = state(family)
    family.post("undo")
    assert linked != suggested == state(family)
    family.post("redo")
    assert state(family) == linked


def test_where_nothing_is_replaced_a_link_takes_over_a_decision_on_what_is_open_alone(
    family: WorkbenchClient,
) -> None:
    family.project.kind = ProjectKind.MASKING
    db.session.commit()
    family.post("choices", {0: "***"})
    change(family, "Mrs. Kowalska", entity="mother")
    assert read(family, "Mrs. Kowalska") == [(["***"], "***", True), (["***"], None, False)]
    change(family, "Maria Kowalska", entity="daughter")
    assert read(family, "Anna Kowalska") == [(["***"], "***", True)]
    assert read(family, "Mrs. Kowalska") == [(["***"], "***", True)] * 2
