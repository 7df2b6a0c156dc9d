"""No article, preposition or comma begins or ends a mention; a title belongs to its name."""

from __future__ import annotations

import pytest

from masking.borders import at_title, between, to_last_capital, trimmed, with_titles


def span_of(doc, words: str):
    start = doc.text.index(words)
    return doc.char_span(start, start + len(words), alignment_mode="expand")


@pytest.mark.parametrize(
    ("words", "bare"),
    [
        ("the harbour of Bergen", "harbour of Bergen"),
        ("at the harbour", "harbour"),
        ("his old boat,", "old boat"),
        ("The Hague", "The Hague"),
        ("Port Authority (PA)", "Port Authority (PA)"),
    ],
)
def test_what_never_begins_or_ends_a_mention_is_cut_off(parse, words, bare):
    doc = parse(f"They waited for {words} until it was very late.")
    assert trimmed(span_of(doc, words)).text == bare


def test_nothing_is_left_of_words_that_never_make_a_mention(parse):
    doc = parse("They went of the and in it.")
    assert trimmed(span_of(doc, "of the and")) is None


def test_a_label_gives_the_word_behind_it_its_capital(parse):
    doc = parse("Witness: At Kvitholm it was late.")
    assert trimmed(span_of(doc, "At Kvitholm")).text == "Kvitholm"


@pytest.mark.parametrize(
    ("name", "whole"),
    [
        ("Berg", "Mr Berg"),
        ("Berg", "Prof. Dr Berg"),
        ("Berg", "Judge T. Berg"),
        ("Ebner", "von Ebner"),
    ],
)
def test_titles_initials_and_particles_belong_to_the_name_behind_them(parse, name, whole):
    doc = parse(f"Then we asked {whole} about it.")
    assert with_titles(span_of(doc, name)).text == whole


def test_an_article_is_no_part_of_a_name(parse):
    assert with_titles(span_of(parse("The Berg family moved."), "Berg")).text == "Berg"


@pytest.mark.parametrize(
    ("words", "name"),
    [("J. F. agreed", "J. F."), ("Ada Moss, a cook", "Ada Moss"), ("Bo (Al)", "Bo (Al)")],
)
def test_words_in_small_letters_behind_a_name_are_none_of_it(parse, words, name):
    doc = parse(f"Then {words} to it.")
    assert to_last_capital(span_of(doc, words)).text == name


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("14 May 2016 Ms Moss", ("14 May 2016", "Ms Moss")),
        ("May General said", ("May General said", "")),
    ],
)
def test_a_date_ends_where_a_title_and_a_name_begin(parse, words, parts):
    doc = parse(f"On {words} to us.")
    assert tuple(part.text for part in at_title(span_of(doc, words))) == parts


def test_a_title_on_another_line_belongs_to_nobody(parse):
    doc = parse("Read by the Judge\nBerg was late.")
    assert with_titles(span_of(doc, "Berg")).text == "Berg"


def test_a_span_has_a_part_on_each_side_of_a_break(parse):
    doc = parse("To the Harbour Council\n\nDear Ms Berg\n\n\nYours")
    breaks = [place for place, character in enumerate(doc.text) if character == "\n"]
    assert [part.text for part in between(breaks, doc[2:])] == [
        "Harbour Council",
        "Dear Ms Berg",
        "Yours",
    ]
    assert [part.text for part in between(breaks, doc[2:4])] == ["Harbour Council"]
    assert [part.text for part in between([], doc[2:4])] == ["Harbour Council"]


def test_a_break_behind_blanks_parts_a_span_as_well(parse):
    doc = parse("Dear Ms Berg  \nYours")
    assert doc[3].text == " \n"  # one token, the last character of which is the break
    assert [part.text for part in between([14], doc[0:5])] == ["Dear Ms Berg", "Yours"]
