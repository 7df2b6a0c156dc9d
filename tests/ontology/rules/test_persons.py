"""Who is who: one number for one person, however the name is written."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.records import Mention, Replacement
from annotation.types import IdentifierType, SemanticType
from ontology.rules.persons import clustering, number_persons, without_numbers
from ontology.spans import Surroundings

WORDS = st.sampled_from(
    'Ada Bo J. J.S. Smith Jones von de Mr Mrs Dr Jr. III Smith\'s "Bill" (Bo) , of the ÿ -'.split()
)


def numbers(
    text: str,
    *,
    entities: dict[int, str] | None = None,
    related: dict[int, str] | None = None,
) -> list[int]:
    """Return the numbers of the persons in brackets; `related` points to a mention ("m0")."""
    plain, mentions = "", list[Mention]()
    for place, piece in enumerate(re.split(r"\[([^\]]+)\]", text)):
        if place % 2:
            number, start = len(mentions), len(plain)
            mentions.append(
                Mention(
                    f"m{number}",
                    SemanticType.PERSON,
                    start,
                    start + len(piece),
                    piece,
                    IdentifierType.DIRECT,
                    (entities or {}).get(number, f"e{number}"),
                    related_mentions=(related[number],) if number in (related or {}) else None,
                )
            )
        plain += piece
    numbered = number_persons(Surroundings(plain, mentions))
    assert set(numbered) == {mention.mention_id for mention in mentions}
    return [int(numbered[mention.mention_id].removeprefix("PERSON ")) for mention in mentions]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[Ida Berg] met [Bo Lie]; [Ida Berg] left.", [1, 2, 1]),
        ("[Ida Berg] wrote. [Berg] won. [Ida]'s cat slept.", [1, 1, 1]),
        ("[Berg] won. Later [Ida Berg] left.", [1, 1]),
        ("[John Robert Smith] and [J. R. Smith] and [J. Smith] and [John Smith]", [1, 1, 1, 1]),
        ("[John Robert Smith] signed. [J.R.S.] and [J.S.] are his marks.", [1, 1, 1]),
        ("[Ida Berg-Holm] signed. [I. B. H.] and [IH] are her marks.", [1, 1, 1]),
        ("[Ernesto Ruiz], called [Ernestito], and [Ernestina Ruiz]", [1, 1, 2]),
        ("[Tadeusz Lis] met [Tad] and [Tadek] and [Tadeuszow]", [1, 2, 1, 3]),
        ("[Smith, John] is [Dr. John Smith] is [Prof. Smith].", [1, 1, 1]),
        ("[Ludwig van Beethoven], called [van Beethoven] or [Beethoven’s]", [1, 1, 1]),
        ("[Gabriel García Márquez]: [García Márquez] or [Márquez]", [1, 1, 1]),
        ("[Sir Arthur Conan Doyle]: [Conan Doyle], [Sir Arthur], [Doyle]", [1, 1, 1, 1]),
        ("[Jean-Paul Sartre] is [J.-P. Sartre].", [1, 1]),
        ("[Li Na] or [Na Li]; [Łukasz Żak] or [Lukasz Zak]", [1, 1, 2, 2]),
        ("[Иван Петров] and [Петров]", [1, 1]),
        ('[William "Bill" Smith], or [Bill Smith], or [Bill]. [William Smith]', [1, 1, 1, 1]),
        (
            "surname: [Lund]\nfirst: [Ida]\nsurname: [Lund]\nfirst: [Bo]\n[Ida Lund] wrote.",
            [1, 1, 2, 2, 1],
        ),
        ("[Lord Justice Moss] said. [Justice Moss] and [Moss] agreed.", [1, 1, 1]),
        ("[Sören Lund] came. [Lunds] car, [Sörens] son. [Soeren] and [LUND, Soeren]", [1] * 5),
        ("[Ida Lund] wrote. [i. lund] and [Lund I.] are hers.", [1, 1, 1]),
        ("[Elizabeth Lund] called. [Liz] slept.", [1, 1]),
        ("[Ida Lund] and [Bo Moe]: [Ida L.] and [B. M.] wrote.", [1, 2, 1, 2]),
        ("My name is [Kate], [K-A-T-E], last name [Man], [M-A-N]; [Kate Man].", [1] * 5),
        ("[Юлия Петрова] is [Yuliya].", [1, 1]),
    ],
)
def test_one_person_keeps_one_number(text, expected):
    assert numbers(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[Eugénie Dahl], granddaughter of [Joséphine de Dahl]", [1, 2]),
        ("[John Smith], his brother [Peter Smith]; [Smith] rode.", [1, 2, 1]),
        ("[J. Smith] knew [John Smith] and [James Smith].", [1, 2, 3]),
        ("[Bill Smith] and [William Smith]", [1, 2]),
        ("[John A. Smith] and [John B. Smith]", [1, 2]),
        ("[Ida Lund] met [Ida Lie]; [Ida L.] wrote.", [1, 2, 3]),
        ("[John Smith Jr.] and [John Smith Sr.]", [1, 2]),
        ("[Henry VIII] and [Henry VII]; [Elizabeth II] and [Elizabeth I]", [1, 2, 3, 4]),
        ("[John A. B. Smith] and [John B. Smith]", [1, 2]),
        ("[John Smith] met [the Smiths].", [1, 2]),
        ("[John Smith] met the [Smiths].", [1, 2]),
        ("[Ida Lund] and [Bo Lund] left; both [Lunds] wrote.", [1, 2, 3]),
        ("Nurse [Andrews] met [Andrew Pell]. [Andrews] gave [Andrew] pills.", [1, 2, 1, 2]),
        ("[Xue Moe] met [Xu Moe].", [1, 2]),
        ("[Nicolas Vey] and his wife [Nicola Vey]", [1, 2]),
        ("[Elizabeth Hale]. Her daughters are [Liz] and [Beth].", [1, 2, 3]),
        ("[Dr Moss] was ill. [Dr Moss’s wife], [Mrs Moss], came.", [1, 2, 3]),
        ("[Mr Moss] and [Mrs Moss]", [1, 2]),
        ("[Lady Mary Moss] and [Lady Edith Moss]: [Lady Mary]", [1, 2, 1]),
        ("[Robert Smith] was the father of [John Robert Smith].", [1, 2]),
        ("[M.S.] (the wife) left. [Magnus Sinclair] stayed; [M.S.] wrote.", [1, 2, 1]),
        (
            "[Ida Lund] gave birth. Baby [Lund] is well, [Ms Lund] is tired. [Baby Lund]",
            [1, 2, 1, 2],
        ),
        ("[John Adams] and [William Adam]: [Adam] rode, [Adams] ran.", [1, 2, 2, 1]),
    ],
)
def test_two_people_who_share_a_name_are_two(text, expected):
    assert numbers(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[Mrs Ada Moss] wed [Mr Karl Moss]. [Mrs Moss] sang; [Mr Moss] rode.", [1, 2, 1, 2]),
        ("[Karl Moss] was born here. His wife [Ada Moss] sang. [Mrs Moss] won.", [1, 2, 2]),
        ("[Karl Moss], father. [Ada Moss], daughter of [Karl Moss]. [Mr Moss]", [1, 2, 1, 1]),
        ("[Hendrik Moss] was born here. [Mrs Moss] won; [Mr Moss] left.", [1, 2, 1]),
        ("[Karl Moss] said he would. [Ada Moss] said she would. [Mrs Moss]", [1, 2, 2]),
        ("[Karl Moss], who said he came. [Karl Moss]; his sister. [Mrs Moss]", [1, 1, 2]),
    ],
)
def test_title_and_gender_say_which_one_is_meant(text, expected):
    assert numbers(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[Mr Karl Moss] (“[the applicant]”) came. [The applicant] left.", [1, 1, 1]),
        ("[Ida Moss] ([the first applicant]) and [Bo Moss] ([the second applicant])", [1, 1, 2, 2]),
        ("[The applicant], [Mr Moss], is a smith. [Mr Moss]", [1, 1, 1]),
        ("[His mother] [Ada Lie] came.", [1, 1]),
        ("[The judge], [Mr Moss] and [Mr Lie] came.", [1, 2, 3]),
        ("[The applicant] saw [Mr Moss].", [1, 2]),
        ("[Mr and Mrs Moss] came; [Mr Moss] left, [Mrs Moss] stayed.", [1, 2, 3]),
    ],
)
def test_a_description_is_whom_its_neighbour_names(text, expected):
    assert numbers(text) == expected


def test_the_record_itself_may_say_who_is_who():
    text = "[Ida Berg] is known as [Stormy], in Hebrew [סופה]."
    assert numbers(text) == [1, 2, 3]
    assert numbers(text, related={1: "m0"}, entities={2: "e0"}) == [1, 1, 1]


def test_the_record_is_not_believed_where_the_names_cannot_be_one_person():
    text = "[Ida Berg] and [Karl Berg] and [Mr Moss] and [Mrs Moss]"
    assert numbers(text, related={1: "m0"}, entities={2: "x", 3: "x"}) == [1, 2, 3, 4]


def test_mentions_that_stay_in_clear_have_no_number():
    mention = Mention("m", SemanticType.PERSON, 0, 3, "Ida", IdentifierType.NO_MASK, "e")
    assert number_persons(Surroundings("Ida", [mention])) == {}


@settings(deadline=None)  # the machine may be busy
@given(st.lists(st.lists(WORDS, min_size=1, max_size=4).map(" ".join), max_size=8))
def test_numbers_start_at_one_leave_no_gap_and_are_the_same_for_equal_names(names):
    found = numbers(" met ".join(f"[{name}]" for name in names))
    assert list(dict.fromkeys(found)) == list(range(1, len(set(found)) + 1))
    assert len(set(zip(names, found, strict=True))) == len(set(names))


def test_persons_whose_lists_stay_keep_their_numbers_and_nobody_else_has_them():
    text = "Ida met Bo and Kim. Kim left."
    names = (("Ida", "2"), ("Bo", ""), ("Kim", "1"), ("Kim", ""))
    mentions, end = [], 0
    for number, (name, listed) in enumerate(names):
        start = text.index(name, end)
        end = start + len(name)
        lists = Replacement({"heuristics": [f"PERSON {listed}", "***"]}) if listed else None
        kinds = SemanticType.PERSON, start, end, name, IdentifierType.DIRECT, name
        mentions.append(Mention(f"m{number}", *kinds, replacement=lists))
    numbered = number_persons(Surroundings(text, mentions), unchanged={"m0", "m2"})
    assert list(numbered.values()) == ["PERSON 2", "PERSON 3", "PERSON 1", "PERSON 1"]


def test_where_entities_say_who_is_who_names_do_not():
    text = "Ida Berg met Mrs Berg and Ida Berg. She is Stormy."
    mentions, end = [], 0
    for number, (name, entity) in enumerate(
        (("Ida Berg", "x"), ("Mrs Berg", "y"), ("Ida Berg", "z"), ("Stormy", "x"))
    ):
        start = text.index(name, end)
        end = start + len(name)
        lists = Replacement({"rules": ["PERSON 1", "***"]}) if number == 0 else None
        kinds = SemanticType.PERSON, start, end, name, IdentifierType.DIRECT, entity
        mentions.append(Mention(f"m{number}", *kinds, replacement=lists))
    numbered = number_persons(Surroundings(text, mentions), {"m0"}, by_entity=True)
    assert list(numbered.values()) == ["PERSON 1", "PERSON 2", "PERSON 3", "PERSON 1"]


def test_numbers_of_persons_are_taken_out_of_a_text_and_no_others():
    assert without_numbers("PERSON 2") == "***"
    assert without_numbers("[PERSON 12]'s aunt met PERSON 1.") == "[***]'s aunt met ***."
    for other in ("Person 2", "PERSON two", "PERSON 2nd", "CHAIRPERSON 2", "2 PERSON"):
        assert without_numbers(other) == other


def test_the_names_of_many_are_compared_with_those_near_them_alone(monkeypatch):
    compared = []
    done = clustering.may_be_one
    monkeypatch.setattr(clustering, "may_be_one", lambda *a: compared.append(a) or done(*a))
    for count in (200, 400):
        text = " met ".join(f"[{chr(65 + n % 26)}o{n} Nam{n // 26}]" for n in range(count))
        assert len(set(numbers(text))) == count
    assert len(compared) < 400
