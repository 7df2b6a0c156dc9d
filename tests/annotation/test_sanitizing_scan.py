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
        "Be-rg",
        "Os-\n lo",
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


def test_a_finding_names_word_span_and_place():
    [problem] = problems(f"{TEXT} Then the Bergs left.", *SPANS)
    where = "in the generalized text: … books in ***. Then the Bergs left …"
    assert problem == f"“Bergs” (of “Anna Berg”) is still readable {where}"


def test_the_words_around_a_finding_stand_as_in_the_text():
    text = f"{TEXT}\n“Harrow & Sons” owe Berg £48,500\n\n(all of it)."
    [problem] = problems(text, *SPANS)
    assert problem.endswith(": … in ***. “Harrow & Sons” owe Berg £48,500 (all of …")


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


@pytest.mark.parametrize(
    ("hidden", "chosen", "is_found"),
    [("29", "20 to 29", False), ("29 years", "29 years", False), ("1986", "1986", True)],
)
def test_a_choice_may_hold_a_number_of_others_but_no_year(hidden, chosen, is_found):
    texts = (
        f"Aged {hidden}, she met a star.",
        (hidden, "DATETIME", "age"),
        ("star", "DEM", chosen),
    )
    assert bool(problems(*texts)) is is_found


def test_a_choice_may_hold_the_number_of_a_row_and_none_that_is_longer():
    for number, is_found in (("1", False), ("4711", True)):
        spans = ((number, "CODE", "number"), ("Bo", "PERSON", f"PERSON {number}"))
        assert bool(problems(f"{number},Bo", *spans)) is is_found


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


@pytest.mark.parametrize(
    ("span", "semantic_type", "clear"),
    [
        ("140251-45873", "CODE", "14025145873"),
        ("140251-45873", "CODE", "No140251 45873."),
        ("CPR 140251-45873", "CODE", "140251/45873"),
        ("+47 55 01 92 73", "CODE", "(+47)5501 9273"),
        ("£48,750", "QUANTITY", "48750 pounds"),
        ("XK05 1212 0123 4567 8906", "CODE", "xk051212012345678906"),
        ("XK051212012345678906", "CODE", "XK05-1212-0123-4567-8906"),
        ("AB12 CDE", "CODE", "the AB12CDE stood there"),
    ],
)
def test_a_number_is_found_whatever_separates_its_digits(span, semantic_type, clear):
    assert problems(f"{span} is hidden; {clear}", (span, semantic_type, None))


@pytest.mark.parametrize(
    ("span", "semantic_type", "clear"),
    [
        ("1,986", "QUANTITY", "in 1986"),
        ("15-17", "CODE", "in 1517"),
        ("24 Elm Street", "LOC", "24 others"),
        ("10,000 miles", "QUANTITY", "10,000 years"),
        ("26 May 2006", "DATETIME", "26 March 2006"),
        ("03/03/2021", "DATETIME", "March March 2021"),
        ("140251-45873", "CODE", "140251-458731"),
        ("AB12 CDE", "CODE", "the AB12 CDF stood there"),
    ],
)
def test_years_house_numbers_and_other_numbers_raise_no_alarm(span, semantic_type, clear):
    assert not problems(f"{span} is hidden; {clear}", (span, semantic_type, None))


@pytest.mark.parametrize("masked", ["14.02.1951", "14 February 1951", "on Feb 14th, 1951"])
@pytest.mark.parametrize("clear", ["February 14, 1951", "1951-02-14", "14 Feb 1951", "2/14/1951"])
def test_a_date_is_found_in_another_notation(masked, clear):
    assert problems(f"Born {masked} then {clear}.", (masked, "DATETIME", None))
    assert not problems(f"Born {masked} then {clear}1.", (masked, "DATETIME", None))


@pytest.mark.parametrize(
    ("name", "clear"),
    [
        ("Søren Kjær", "Soren"),
        ("Søren Kjær", "KJAER"),
        ("Soren Kjaer", "Søren"),
        ("Soeren Kjaer", "Sørens"),
        ("Юлия Петрова", "Yuliya"),
        ("Elizabeth Kjær", "Liz"),
        ("Søren Kjær", "Soeren"),
        ("Jürgen Groß", "Juergen"),
        ("Jürgen Groß", "GROSS"),
        ("Łucja Đorđević", "Dordevic"),
        ("Þór Guðmundsson", "Thor"),
        ("Marta Kowalczyk", "Kowal-\nczyk"),
        ("Marta Kowalczyk", "Kowal\u00ad\r\nczyk"),
        ("Ingrid Halvorsen-Quist", "Halvorsen-\nQuist"),
        ("Marta Kowalczyk", "@martakowalczyk"),
        ("Marta Kowalczyk", "MKowalczyk"),
        ("Marta Ewa Kowalczyk", "mekowalczyk51"),
        ("Иван Петров", "Петрова"),
        ("Иван Петров", "Ивана"),
        ("Γιώργος", "Γιώργου"),
        ("General Brown Court", "brown court"),
        ("Da Ughter", "@daughter"),
        ("山田 太郎", "太郎"),
        ("山田 太郎", "山田さん"),
        ("سارا نیک\u200cزاد", "زاد"),
    ],
)
def test_a_name_is_found_in_another_spelling(name, clear):
    assert problems(f"{name} left. So {clear} left.", (name, "PERSON", "PERSON 1"))


def test_an_organisation_is_found_written_together():
    assert problems(
        "Greystone Mutual: www.greystonemutual.org", ("Greystone Mutual", "ORG", "firm")
    )


@pytest.mark.parametrize(
    ("name", "clear"),
    [("John Ames", "James"), ("Anna Berg", "Joanna in Bergen"), ("D Aughter", "her daughter")],
)
def test_a_name_within_another_word_raises_no_alarm(name, clear):
    assert not problems(f"{name} left. So {clear} left.", (name, "PERSON", "PERSON 1"))


@pytest.mark.parametrize(
    ("spelling", "span", "semantic_type"),
    [
        ("B e r g", "Anna Berg", "PERSON"),
        ("A N N A  B E R G", "Anna Berg", "PERSON"),
        ("О\u0455l\u043e", "Oslo", "LOC"),
        ("\u0412\u0435rg", "Anna Berg", "PERSON"),
        ("\u0421\u0412\u0421", "CBC", "ORG"),
        ("NHA", "Norwegian Harbour Authority", "ORG"),
        ("NHAs", "Norwegian Harbour Authority", "ORG"),
        ("N.H.A.", "Norwegian Harbour Authority (NHA)", "ORG"),
        ("BHS", "St. Berg High School", "ORG"),
        ("A. B.", "Anna Berg", "PERSON"),
        ("ABs", "General Anna Berg", "PERSON"),
        ("A.B.H.", "Anna Berg-Holm", "PERSON"),
        ("AH", "Anna Berg-Holm", "PERSON"),
        ("Tadek", "Tadeusz Holm", "PERSON"),
        ("Fernandito", "Fernando Ruiz", "PERSON"),
        ("the 16th of October, 1996", "16 October 1996", "DATETIME"),
        ("1996-10-16", "the 16th of October 1996", "DATETIME"),
        ("16/10/96", "16 October 1996", "DATETIME"),
        ("the tenth of October 1996", "10 October 1996", "DATETIME"),
        ("19961016", "16 October 1996", "DATETIME"),
        ("16101996", "16 October 1996", "DATETIME"),
        ("Kj&aelig;rstad", "Kjærstad", "PERSON"),
        ("Kj\u2060ærs\U000e0061tad", "Kjærstad", "PERSON"),
        ("<b>Kjær</b>stad", "Kjærstad", "PERSON"),
        ("Kjær-\nstad", "Kjærstad", "PERSON"),
        ("Kjærstad", "Kjær-\nstad", "PERSON"),
        ("@hufen", "Hu Fen", "PERSON"),
        (
            "@annamariaelisabethcharlottejuneberg",
            "Anna Maria Elisabeth Charlotte June Berg",
            "PERSON",
        ),
    ],
)
def test_what_reads_the_same_to_people_is_found(spelling, span, semantic_type):
    assert problems(f"{span} was there. So was {spelling}.", (span, semantic_type, "other"))


@pytest.mark.parametrize(
    ("text", "span", "semantic_type"),
    [
        ("Plans A, B, C and D.", "Abcd Efgh", "PERSON"),
        ("The nha was there.", "Norwegian Harbour Authority", "ORG"),
        ("The UN was there.", "United Nations", "ORG"),
        ("J. D. was there.", "Jd Roe", "PERSON"),
        ("IN and out.", "Ida Nyberg", "PERSON"),
        ("He met Roemer and Stella.", "Roe Stellarovanova", "PERSON"),
        ("Johnstown was there.", "Johns Roe", "PERSON"),
        ("\u041a\u043e\u0441\u043c\u043e\u0441 was there.", "Kocmoc", "ORG"),
        ("The 16th of 1996 houses.", "16 October 1996", "DATETIME"),
    ],
)
def test_what_only_looks_a_little_alike_is_not_found(text, span, semantic_type):
    assert not problems(f"{span} went. {text}", (span, semantic_type, "other"))
