from __future__ import annotations

import pytest

from names.same import is_short_form, name_of
from tests.ontology.marking import span_of, spans_of


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("She left. He met [[Ada]] there. It rained.", "He met Ada there. "),
        ("Dr. Berg met [[Ada]] at St. Olav. It rained.", "Dr. Berg met Ada at St. Olav. "),
        ("J. R. Berg met [[Ada]]. She ran.", "J. R. Berg met Ada. "),
        ("It has guests, e.g. [[Ada]]. She ran.", "It has guests, e.g. Ada. "),
        ("Title\n[[Ada]] ran.", "Ada ran."),
        ('He said "Never." [[Ada]] ran.', "Ada ran."),
        ("It was music.[[Ada]] ran.", "Ada ran."),
        (
            "The U.S. team met [[Ada]] at 3.30 p.m. today.",
            "The U.S. team met Ada at 3.30 p.m. today.",
        ),
    ],
)
def test_a_sentence_ends_where_a_reader_ends_it(text, sentence):
    assert span_of(text).sentence == sentence


def test_a_span_knows_what_stands_before_and_after_it_in_its_sentence():
    span = span_of("She left. He met [[Ada]] there. It rained.")
    assert (span.before, span.text, span.after) == ("He met ", "Ada", " there. ")


def test_a_span_across_sentences_stands_in_all_of_them():
    span = span_of("It began. [[She ran. She fell]] down. It ended.")
    assert span.sentence == "She ran. She fell down. "


def test_the_names_of_masked_persons_are_known_by_their_parts():
    (span, _) = spans_of("[[X]] by [[PERSON:Ada de la Müller B.]]")
    assert span.surroundings.protected_names == {"ada", "muller"}


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("Cambridge", "University of Cambridge"),
        ("the University", "University of Cambridge"),
        ("Cambridge", "Cambridge, England"),
        ("BBC", "British Broadcasting Corporation"),
        ("U.N.", "United Nations"),
    ],
)
def test_a_short_form_leaves_out_words_or_keeps_initials(short, full):
    assert is_short_form(short, full)


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("Oxford", "University of Cambridge"),
        ("of", "Bank of X"),
        ("B", "Bank"),
        ("England", "Cambridge, England"),
    ],
)
def test_other_names_are_no_short_forms(short, full):
    assert not is_short_form(short, full)


@pytest.mark.parametrize("text", ["The Crown", "the Crown", "Crown's", "CROWN"])
def test_a_name_is_the_same_with_an_article_or_a_possessive(text):
    assert name_of(text) == "crown"
