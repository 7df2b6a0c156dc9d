"""Names found once are names wherever they stand, in whatever form."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masking.repeating import initials_of_people, repetitions, words_again
from masking.spans import RecognizedSpan
from tests.masking.marks import marked
from tests.masking.texts import TEXTS

COMMON = {"will", "bank", "may", "rose"}


def again(source: str, *protect: str) -> list[str]:
    """Return the other places of the names marked, in text order."""
    text, spans = marked(source)
    known = {(span.start, span.end) for span in spans}
    return [text[start:end] for start, end in sorted(_places(text, spans, protect) - known)]


def _places(text: str, spans: list[RecognizedSpan], protect: Iterable[str]) -> set[tuple[int, int]]:
    found = repetitions(text, spans, COMMON.__contains__, protect)
    return {(span.start, span.end) for span in found} - {
        (span.start + n, span.start + n + len(part))
        for span in spans
        for part in text[span.start : span.end].split()
        for n in [text[span.start : span.end].index(part)]
    }


def test_places_and_organizations_come_back_as_they_are():
    assert again("[Solvik|LOC] is small. Solvik, solvik, Solviken, in Solvik!") == [
        "Solvik",
        "Solvik",
    ]


def test_a_person_comes_back_in_parts_and_in_other_capitals():
    source = "[Mrs Tuva Lindqvist|PERSON] came. Tuva, TUVA and lindqvist, no Lindqvistsen, left."
    assert again(source) == ["Tuva", "TUVA", "lindqvist"]


def test_titles_and_particles_are_no_names():
    assert again("[Dr Otto von Ebner|PERSON]: a Dr came, von somewhere") == []


def test_small_words_inside_a_name_are_none():
    assert again("[Mr Ebner of the Treasury|PERSON] spoke of the state.") == []


def test_function_words_of_a_name_are_not_found_again():
    assert again("[X. The|PERSON] and [Ida Moe|PERSON] left the court. The end, Moe") == ["Moe"]


def test_a_common_word_is_a_name_only_in_its_capitals():
    assert again("[Will Ebner|PERSON] will come; Will won't") == ["Will"]


def test_a_common_word_is_a_name_as_the_label_of_who_speaks():
    assert again("[Will Ebner|PERSON] came.\nWILL: yes\n00:02 will: WILL he?") == ["WILL", "will"]


def test_a_common_word_is_a_name_in_capitals_that_its_line_has_not():
    source = "[Rose Ebner|PERSON] rang.\nSeen by ROSE only.\nPRICES ROSE AGAIN"
    assert again(source) == ["ROSE"]


def test_a_name_to_protect_is_found_wherever_it_stands():
    assert again("will Will come, WILL he?", "Will") == ["will", "Will", "WILL"]


@pytest.mark.parametrize(
    "form", ["tuva.lindqvist@post.example", "tuva_77", "@tuva.l", "T-u-v-a", "L.I.N.D.Q.V.I.S.T"]
)
def test_user_names_addresses_and_spellings_are_found_whole(form: str):
    assert again(f"[Tuva Lindqvist|PERSON] wrote as {form}, again.") == [form]


@pytest.mark.parametrize(
    "form", ["Lindqvists", "Søren", "Sørens", "slindqvist", "S o e r e n", "Soeren2", "s.lindqvist"]
)
def test_other_spellings_and_endings_are_found(form: str):
    assert again(f"[Soeren Lindqvist|PERSON] came: {form} left.") == [form]


def test_pet_forms_are_found_where_nothing_else_was():
    source = "[Elizabeth Ebner|PERSON] of [Liz|LOC] rang. Liz left, liz too."
    assert again(source) == ["Liz"]


def test_a_form_that_is_a_common_word_is_none():
    assert again("[Mar Banks|PERSON] of the Bank paid; bank Rose") == []


def initials(source: str) -> list[str]:
    text, spans = marked(source)
    return [text[span.start : span.end] for span in initials_of_people(text, spans)]


@pytest.mark.parametrize("letters", ["T. L.", "T.L.", "T. M. L.", "TML"])
def test_initials_of_a_full_name_are_found(letters: str):
    assert initials(f"[Tuva Marie Lindqvist|PERSON] signs {letters} here") == [letters]
    assert initials(f"[Tuva Marie Lindqvist|PERSON] signs [{letters}|ORG] here") == [letters]


@pytest.mark.parametrize("clear", ["the B.B.K. or BBK", "[T. L. Moss|PERSON]"])
def test_initials_of_others_are_none(clear: str):
    assert initials(f"[Tuva Lindqvist|PERSON] works for {clear}.") == []


@pytest.mark.parametrize(
    ("readable", "found"),
    [("Bank", ["Bank", "Bank"]), ("bank", ["Bank", "banks", "Bank"]), ("Ruud", ["ruud"])],
)
def test_a_common_word_that_was_read_as_a_name_is_none_in_small_letters(readable, found):
    text = "A Bank on the banks of ruud: Bank."
    places = words_again(text, [readable], COMMON.__contains__)
    assert [text[each.start : each.end] for each in places] == found


def test_the_reason_tells_where_the_name_was_found_first():
    text, spans = marked("[Solvik|LOC], Solvik", reason="gazette")
    assert {span.reason for span in repetitions(text, spans, COMMON.__contains__)} == {
        "again: gazette"
    }


@given(TEXTS, st.lists(TEXTS, max_size=3))
def test_whatever_is_protected_spans_lie_within_the_text(text, names):
    for span in repetitions(text, [], COMMON.__contains__, names):
        assert 0 <= span.start < span.end <= len(text)


def test_a_run_of_names_without_blanks_takes_little_time():
    text = "Tuva-" * 20_000
    assert len(list(repetitions(text, [], COMMON.__contains__, ["Tuva Lindqvist"]))) == 20_000
