"""How many people all choices fit: equal to counting one by one, never fewer when more general."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.records import MASK, Document, Layer, Mention, Replacement
from annotation.types import IdentifierType, SemanticType
from privacy import anonymity
from privacy.anonymity import People, count_fitting
from privacy.facts import Profile, person_of, profiles_of

LOC, PERSON, CODE = SemanticType.LOC, SemanticType.PERSON, SemanticType.CODE


def mention(
    mention_id: str,
    span: str,
    lists: Mapping[str, list[str]],
    semantic_type: SemanticType = LOC,
) -> Mention:
    return Mention(
        mention_id=mention_id,
        entity_type=semantic_type,
        start=0,
        end=len(span),
        span_text=span,
        identifier_type=IdentifierType.QUASI,
        entity_id=mention_id,
        replacement=Replacement(lists),
    )


def document(doc_id: str, mentions: Sequence[Mention], task: str | None = None) -> Document:
    """Make a document of which each mention is a layer, since all begin the text."""
    text = " ".join(each.span_text for each in mentions)
    layers = []
    for each in mentions:
        start = text.index(each.span_text)
        placed = Mention(
            **{
                name: getattr(each, name)
                for name in Mention.__slots__
                if name not in {"start", "end"}
            },
            start=start,
            end=start + len(each.span_text),
        )
        layers.append(Layer(each.mention_id, (placed,)))
    return Document(doc_id, text, tuple(layers), task)


def city(name: str, country: str, mention_id: str = "m") -> Mention:
    return mention(mention_id, name, {"index": [f"city in {country}", "city", MASK]})


PLACES = [("Oslo", "Norway"), ("Bergen", "Norway"), ("Lund", "Sweden")]
NORDIC = [document(name, [city(name, country)]) for name, country in PLACES]


def count(documents: Sequence[Document], index: int, chosen: Mapping[str, str]) -> int:
    about = documents[index]
    payload = People(profiles_of(documents)).payload(about.iter_mentions(), person=person_of(about))
    return count_fitting(json.loads(json.dumps(payload)), chosen)


@pytest.mark.parametrize(
    ("text", "people"),
    [("Oslo", 1), ("city in Norway", 2), ("City in Norway", 1), ("city", 3), (MASK, 3)],
)
def test_a_choice_fits_whose_profile_has_it_or_anything_more_specific_of_its_list(text, people):
    assert count(NORDIC, 0, {"m": text}) == people


def test_what_nobody_offered_counts_as_the_original_which_it_covers():
    assert count(NORDIC, 0, {"m": "a town on a fjord"}) == 1


def test_without_a_choice_and_for_an_unknown_mention_everybody_fits():
    assert count(NORDIC, 0, {}) == count(NORDIC, 0, {"of another document": "city"}) == 3


def test_documents_with_one_task_are_about_one_person():
    parts = [
        document("1", [city("Oslo", "Norway")], "Hide Ada Berg"),
        document("2", [city("Lund", "Sweden")], "hide  ada berg"),
        document("3", [city("Lund", "Sweden")], "Hide Bo Dahl"),
    ]
    assert [profile.person for profile in profiles_of(parts)] == ["hide ada berg", "hide bo dahl"]
    assert count(parts, 1, {"m": "city in Sweden"}) == 2
    assert count(parts, 0, {"m": "city in Norway"}) == 1


def test_documents_without_a_task_are_about_one_person_each():
    assert len(profiles_of([*NORDIC, document("4", NORDIC[0].layers[0].mentions, " ")])) == 4


def test_the_number_of_a_person_and_the_kind_of_a_code_say_nothing_of_who_it_is():
    first = mention("p", "Ada", {"rules": ["PERSON 1", MASK]}, PERSON)
    ninth = mention("q", "Bo", {"rules": ["PERSON 9", MASK]}, PERSON)
    code = mention("c", "AB 12", {"rules": ["passport number", MASK]}, CODE)
    people = [document("1", [first, ninth, code]), document("2", [first])]
    assert count(people, 0, {"p": "PERSON 1", "q": "PERSON 9", "c": "passport number"}) == 2
    assert count(people, 0, {"q": "Bo"}) == 1


def test_of_more_than_ten_thousand_people_a_sample_is_counted_and_says_so(monkeypatch):
    monkeypatch.setattr(anonymity, "MOST_PEOPLE", 5)
    profiles = [Profile(str(number), frozenset({"lund"})) for number in range(20)]
    payload, again = (
        People(each).payload([city("Lund", "Sweden")], person="a new one")
        for each in (profiles, reversed(profiles))
    )
    assert payload == again
    assert (payload["is_sample"], payload["known"], payload["people"]) == (True, 20, 6)
    assert count_fitting(payload, {"m": "Lund"}) == 6, "the person is counted beside the sample"


def test_nobody_fits_where_nobody_is_known():
    payload = People([]).payload(NORDIC[0].iter_mentions())
    assert count_fitting(payload, {"m": "city"}) == count_fitting(payload, {}) == 0


TEXTS = st.sampled_from(["a", "b", "c", "d", "e", "f", "PERSON 1", "PERSON 2"])
LISTS = st.dictionaries(
    st.sampled_from(["P31", "P279"]),
    st.lists(TEXTS, max_size=5).map(lambda texts: [*texts, MASK]),
    max_size=2,
)
MENTIONS = st.lists(st.tuples(TEXTS, LISTS, st.sampled_from([LOC, PERSON, CODE])), max_size=4).map(
    lambda parts: [mention(f"m{number}", *part) for number, part in enumerate(parts)]
)
DOCUMENTS = st.lists(
    st.tuples(MENTIONS, st.sampled_from([None, "x", "y"])), min_size=1, max_size=8
).map(
    lambda parts: [document(str(number), *part) for number, part in enumerate(parts)],
)
CHOICES = st.dictionaries(
    st.sampled_from(["m0", "m1", "m2", "m3", "m9"]), st.one_of(TEXTS, st.just(MASK))
)


def says_nothing(text: str, semantic_type: SemanticType) -> bool:
    is_number = semantic_type is PERSON and text.startswith("PERSON ")
    return text == MASK or semantic_type is CODE or is_number


def has(documents: Sequence[Document], text: str) -> bool:
    """Tell whether somebody's documents say a text, read one by one."""
    return any(
        text == each.span_text
        or any(
            text in texts and not says_nothing(text, each.entity_type)
            for _, texts in each.replacement.iter_lists()
        )
        for document in documents
        for each in document.iter_mentions()
    )


def covered_by(text: str, chosen_for: Mention) -> tuple[set[str], bool]:
    """Return a text and all that stands before it in a list, and whether any says nothing."""
    found = {text}
    while True:
        before = {
            earlier
            for _, texts in chosen_for.replacement.iter_lists()
            for place, later in enumerate(texts)
            if later in found and later != MASK
            for earlier in texts[:place]
        }
        if before <= found:
            break
        found |= before
    silent = any(says_nothing(each, chosen_for.entity_type) for each in found)
    return {*found, chosen_for.span_text}, silent


def count_one_by_one(
    documents: Sequence[Document], about: Document, chosen: Mapping[str, str]
) -> int:
    people: dict[str, list[Document]] = {}
    for each in documents:
        people.setdefault(each.task or each.doc_id, []).append(each)
    fitting = 0
    for person, own in people.items():
        fits = []
        for each in about.iter_mentions():
            text = chosen.get(each.mention_id, MASK)
            offered = [offer for _, texts in each.replacement.iter_lists() for offer in texts]
            covered, silent = (
                covered_by(text, each) if text in offered else ({each.span_text}, text == MASK)
            )
            fits.append(silent or any(has(own, specific) for specific in covered))
        fitting += all(fits) or person == (about.task or about.doc_id)
    return fitting


@given(DOCUMENTS, CHOICES)
def test_the_count_equals_counting_people_one_by_one(documents, chosen):
    expected = count_one_by_one(documents, documents[0], chosen)
    assert count(documents, 0, chosen) == expected


@given(DOCUMENTS, CHOICES, st.data())
def test_the_count_never_falls_with_a_more_general_choice(documents, chosen, data):
    lists = [
        (each.mention_id, texts)
        for each in documents[0].iter_mentions()
        for _, texts in each.replacement.iter_lists()
    ]
    before = 0
    for mention_id, texts in data.draw(st.permutations(lists))[:1]:
        for text in dict.fromkeys(texts):
            fitting = count(documents, 0, {**chosen, mention_id: text})
            assert fitting >= before
            before = fitting
