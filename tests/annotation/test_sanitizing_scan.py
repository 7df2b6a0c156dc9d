"""What the scan of a record without originals finds, and what it passes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.annotation.masking import SPANS, TEXT, problems, sanitized


def variants(word):
    return [
        word,
        word.upper(),
        word.lower(),
        f"{word}s",
        f"{word}'s",
        f"{word}’s",
        f"{word.upper()}S",
    ]


PLANTED = st.sampled_from(
    [
        *variants("Anna"),
        *variants("Berg"),
        *variants("Oslo"),
        "Bergs’",
        "anna berg",
        "Berg, Anna",
        "(Berg)",
        "Berg-Hansen",
        "Be\u00adrg",
        "1986",
    ]
)
PLACES = st.sampled_from(["before", "after", "chosen", "split"])


@given(PLANTED, PLACES)
def test_what_is_masked_is_found_wherever_it_is_planted(planted, place):
    texts = {"before": f"With {planted}. {TEXT}", "after": f"{TEXT} And {planted}, too."}
    chosen = f"house of {planted}" if place == "chosen" else "house"
    spans = (*SPANS, ("books", "MISC", chosen))
    spans = (spans[0], spans[1], spans[3], spans[2])
    split = planted if place == "split" else "test"
    found = sanitized(texts.get(place, TEXT), *spans, dataset_type=split).problems
    where = {"chosen": "a text chosen for mention 3", "split": "the split"}
    assert any(where.get(place, "the generalized text") in problem for problem in found)


def test_a_finding_names_mention_word_and_place():
    [problem] = problems(f"{TEXT} Then the Bergs left.", *SPANS)
    where = "in the generalized text: … books in Then the Bergs left …"
    assert problem == f"mention 1: “Bergs” is still readable {where}"


@pytest.mark.parametrize(
    ("clear", "is_found"),
    [("Brown left.", True), ("He wore brown.", False), ("BROWN left.", True), ("ann brown", True)],
)
def test_a_name_that_is_a_common_word_counts_where_it_has_a_capital(clear, is_found):
    assert bool(problems(f"Ann Brown lived. {clear}", ("Ann Brown", "PERSON", "P"))) is is_found


@pytest.mark.parametrize(
    "clear",
    ["the university", "She went to the University.", "with two daughters", "in 15 years", "she"],
)
def test_common_words_of_names_bare_numbers_and_pronouns_raise_no_alarm(clear):
    assert not problems(
        f"The University of Oslo, two, 15, she: {clear}",
        ("The University of Oslo", "ORG", "university"),
        ("two", "QUANTITY", "X"),
        ("15", "QUANTITY", "X"),
        ("she", "PERSON", "PERSON 1"),
    )


def test_a_title_is_no_part_of_a_name():
    spans = (("General Billy", "PERSON", "PERSON 1"),)
    assert not problems("General Billy met a General.", *spans)
    assert problems("General Billy met Billy.", *spans)


def test_a_choice_may_share_words_with_its_own_span_unless_another_span_hides_them():
    oslo = ("Oslo Court of Appeal", "ORG", "court in Oslo")
    assert not problems("Oslo Court of Appeal.", oslo)
    assert problems("Oslo Court of Appeal in Oslo.", oslo, ("Oslo", "LOC", "city"))
    assert problems("Oslo Court.", ("Oslo Court", "ORG", "the Oslo Court"))


def test_a_choice_may_say_what_something_is_in_a_word_that_another_span_hides():
    texts = ("An actor met a star.", ("actor", "DEM", "person"), ("star", "DEM", "actor"))
    assert not problems(*texts)
    assert problems(f"{texts[0]} The actor left.", *texts[1:])


def test_a_span_left_as_it_is_was_decided_but_for_persons():
    assert not problems("In Oslo.", ("Oslo", "LOC", "Oslo"))
    assert problems("By Anna.", ("Anna", "PERSON", "Anna"))
    assert problems("In Oslo, Oslo.", ("Oslo", "LOC", "Oslo"), ("Oslo", "LOC", "city"))


def test_scripts_without_blanks_are_read_letter_by_letter():
    assert problems("安娜住在奥斯陆。安娜走了。", ("安娜", "PERSON", "PERSON 1"))
    assert not problems("安娜住在奥斯陆。", ("安娜", "PERSON", "PERSON 1"))


@pytest.mark.parametrize(
    ("name", "inflected"),
    [("Nehru", "Nehrus"), ("Jones", "Joneses"), ("Kennedy", "Kennedies"), ("Bergs", "Berg")],
)
def test_a_family_is_found_by_the_name_of_one_of_them(name, inflected):
    assert problems(f"{name} left. The {inflected} stayed.", (name, "PERSON", "PERSON 1"))
