"""Sharing out documents: what holds for every plan, and the cases people meet."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

from hypothesis import example, given
from hypothesis import strategies as st

from webapp.projects.assignment.formatting import in_ranges
from webapp.projects.assignment.planning import Pair, Plan, plan_assignments

EVERYONE = list(range(101, 110))


@st.composite
def situations(draw: st.DrawFn, *, most_documents: int = 12, most_people: int = 5) -> dict:
    """Documents, annotators, some of what they have already, and what is asked for."""
    documents = list(range(1, draw(st.integers(0, most_documents)) + 1))
    annotators = list(range(101, 101 + draw(st.integers(0, most_people))))
    holders = [*annotators, 999]  # 999 is somebody who is not asked now
    pairs = [(document, person) for document in documents for person in holders]
    existing = draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    read = draw(st.sets(st.sampled_from(pairs), max_size=4)) if pairs else set()
    return {
        "documents": documents,
        "annotators": annotators,
        "existing": existing,
        "read": read,
        "everybody": draw(st.integers(0, 5)),
        "per_document": draw(st.integers(1, 4)),
    }


def _after(plan: Plan, situation: dict) -> set[Pair]:
    return situation["existing"] | set(plan.additions)


@given(situations())
def test_nothing_is_assigned_twice_or_to_strangers_or_readers(situation: dict) -> None:
    plan = plan_assignments(**situation)
    assert len(plan.additions) == len(set(plan.additions))
    assert not set(plan.additions) & (situation["existing"] | situation["read"])
    assert {document for document, _ in plan.additions} <= set(situation["documents"])
    assert {person for _, person in plan.additions} <= set(situation["annotators"])


@given(situations())
def test_planning_again_after_applying_adds_nothing(situation: dict) -> None:
    applied = _after(plan_assignments(**situation), situation)
    assert plan_assignments(**situation | {"existing": applied}).additions == ()


@given(situations(), st.integers(1, 6))
def test_documents_imported_later_leave_the_earlier_ones_alone(situation: dict, more: int) -> None:
    applied = _after(plan_assignments(**situation), situation)
    before = situation["documents"]
    later = list(range(len(before) + 1, len(before) + more + 1))
    again = plan_assignments(**situation | {"documents": before + later, "existing": applied})
    assert {document for document, _ in again.additions} <= set(later)


@given(situations(), st.sets(st.integers(1, 12)))
def test_documents_without_spans_are_for_everybody_only_when_no_others_are_left(
    situation: dict, unmasked: set[int]
) -> None:
    situation |= {"existing": set(), "read": set()}
    everybody = plan_assignments(**situation, unmasked=unmasked).everybody
    left_over = set(situation["documents"]) - unmasked - set(everybody)
    assert not (set(everybody) & unmasked and left_over)
    assert list(everybody) == sorted(everybody)


@given(situations())
def test_every_document_gets_its_annotators_or_is_said_to_be_short(situation: dict) -> None:
    plan = plan_assignments(**situation)
    held = _after(plan, situation)
    for document in situation["documents"]:
        holders = {person for other, person in held if other == document}
        if document in plan.everybody:
            assert holders >= set(situation["annotators"])
        assert (len(holders) < situation["per_document"]) == (document in plan.short)
        if document in plan.short:
            readers = {person for other, person in situation["read"] if other == document}
            assert holders | readers >= set(situation["annotators"])


@given(situations())
def test_the_loads_shown_are_what_people_will_have(situation: dict) -> None:
    plan = plan_assignments(**situation)
    held = _after(plan, situation)
    assert [load.annotator for load in plan.loads] == situation["annotators"]
    for load in plan.loads:
        assert load.total == sum(person == load.annotator for _, person in held)
        assert load.present == sum(p == load.annotator for _, p in situation["existing"])


@given(situations())
def test_the_same_question_has_the_same_answer(situation: dict) -> None:
    plan = plan_assignments(**situation)
    backwards = sorted(situation["existing"], reverse=True)
    assert plan == plan_assignments(**situation | {"existing": backwards})
    assert plan.checksum == plan_assignments(**situation).checksum


@given(situations(most_documents=4, most_people=3))
@example(
    {  # sharing in the order of documents alone would be less level
        "documents": [1, 2, 3, 4],
        "annotators": [101, 102, 103],
        "existing": {(1, 101), (2, 101), (3, 102), (4, 102)},
        "read": set(),
        "everybody": 0,
        "per_document": 2,
    }
)
def test_no_other_way_of_sharing_the_rest_is_more_level(situation: dict) -> None:
    plan = plan_assignments(**situation)
    fixed = {load.annotator: load.present + load.shared for load in plan.loads}
    rest = [pair for pair in plan.additions if pair[0] not in plan.everybody]
    needs = {document: sum(d == document for d, _ in rest) for document, _ in rest}
    barred = situation["existing"] | situation["read"]
    options = [
        combinations([p for p in situation["annotators"] if (document, p) not in barred], number)
        for document, number in needs.items()
    ]
    best = min(_unevenness(fixed, ways) for ways in product(*map(list, options)))
    planned = [tuple(p for d, p in rest if d == document) for document in needs]
    assert _unevenness(fixed, planned) == best


def _unevenness(fixed: dict[int, int], ways: Iterable[tuple[int, ...]]) -> int:
    loads = dict(fixed)
    for people in ways:
        for person in people:
            loads[person] += 1
    return sum(load * load for load in loads.values())


def test_ten_to_everybody_and_the_rest_to_one_each() -> None:
    plan = plan_assignments(
        range(100), EVERYONE, everybody=10, per_document=1, existing=frozenset()
    )
    assert plan.everybody == tuple(range(10))
    assert len(plan.additions) == 10 * 9 + 90
    assert {load.total for load in plan.loads} == {20}
    assert plan.short == ()


def test_somebody_new_gets_the_shared_documents_and_a_part_of_the_new_ones() -> None:
    first = plan_assignments(range(20), [1, 2], everybody=4, per_document=1, existing=())
    second = plan_assignments(
        range(30), [1, 2, 3], everybody=4, per_document=1, existing=first.additions
    )
    assert second.everybody == first.everybody
    assert [load.total for load in second.loads] == [13, 13, 12]
    assert [load.own for load in second.loads] == [1, 1, 8]


def test_too_few_annotators_are_said() -> None:
    plan = plan_assignments([1, 2], [101], everybody=0, per_document=2, existing=())
    assert plan.additions == ((1, 101), (2, 101))
    assert plan.short == (1, 2)


def test_a_different_outcome_has_a_different_checksum() -> None:
    plans = [
        plan_assignments(range(6), [1, 2], everybody=n, per_document=1, existing=())
        for n in range(6)
    ]
    assert len({plan.checksum for plan in plans}) == len(plans)


@given(st.sets(st.integers(1, 60)))
def test_ranges_name_every_number_once(numbers: set[int]) -> None:
    named = []
    for run in filter(None, in_ranges(sorted(numbers)).split(", ")):
        first, _, last = run.partition("–")
        named += range(int(first), int(last or first) + 1)
    assert named == sorted(numbers)
