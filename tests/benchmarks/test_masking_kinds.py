"""The texts of kinds are drawn the same every time, and what stays readable is counted by place."""

from __future__ import annotations

import unicodedata
from collections import Counter

import pytest

from benchmarks.masking.kinds.counting import POINTS, count_stays, hidden_share, is_readable
from benchmarks.masking.kinds.drawing import PlantedText, draw_texts
from benchmarks.masking.kinds.frames import (
    Case,
    Domain,
    Group,
    Kind,
    Names,
    Origin,
    Place,
    read_kinds,
    read_names,
    read_neutral,
    read_passages,
)
from benchmarks.masking.kinds.report import hidden_table, iter_shown, stays_table
from benchmarks.masking.kinds.said import GENERATORS, in_words, number_in_words

KINDS = [kind for group in Group for kind in read_kinds(group)]
NAMES, PASSAGES = read_names(), read_passages()
ONE = Names((Origin(("Ida",), ("Bergstrand",)),), {})


def drawn(*kinds, seed=1, each=1, names=NAMES):
    return list(draw_texts(kinds or KINDS, names, PASSAGES, seed=seed, each=each))


def planted(text):
    return [text.text[start:end] for start, end in text.planted]


def text_of(content, *strings, group=Group.WITH_PROOF):
    spans = [(content.index(each), content.index(each) + len(each)) for each in strings]
    return PlantedText(group, "kind", content, tuple(spans))


def test_the_same_seed_draws_the_same_texts_and_another_one_others():
    assert drawn() == drawn()
    assert not {text.text for text in drawn()} & {text.text for text in drawn(seed=2)}


def test_what_is_drawn_for_a_kind_does_not_depend_on_the_others():
    last = KINDS[-1]
    assert drawn(last) == [text for text in drawn() if text.kind == last.name]


def test_each_frame_is_filled_in_for_so_many_people_in_each_case():
    kind = Kind(Group.GLUED, "kind", ("Ask {name}.", "We saw {name}."), cases=tuple(Case))
    found = Counter(text.kind for text in drawn(kind, each=7))
    assert found == {"kind": 14, "kind, capitals": 14, "kind, small letters": 14}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.group}-{kind.name}")
def test_every_kind_plants_what_its_frames_ask_for(kind):
    for text in drawn(kind, each=3):
        assert planted(text)
        assert all(planted(text))
        assert not any(unicodedata.category(sign) == "Co" for sign in text.text)
        assert "{name}" not in text.text
        assert "{said}" not in text.text


def test_people_come_from_all_origins_and_some_are_common_words():
    kind = Kind(Group.ELSEWHERE, "kind", ("Ask {name}.",), ("{given}",))
    names = [planted(text)[0] for text in drawn(kind, each=30)]
    assert [sum(name in origin.given for name in names) >= 5 for origin in NAMES.origins] == [
        True
    ] * 6
    assert {"Mark", "Will", "Rose", "Grace", "Hope", "Faith"} & set(names)


@pytest.mark.parametrize(
    ("place", "line"), [(Place.TOP, 0), (Place.END, -1), (Place.LINE, 1)], ids=str
)
def test_a_frame_stands_at_its_place(place, line):
    kind = Kind(Group.RECORDS, "kind", ("X: {name}",), place=place, domains=(Domain.CLINIC,))
    lines = drawn(kind)[0].text.splitlines()
    assert [each.startswith("X: ") for each in lines].index(True) == line % len(lines)


def test_a_word_divided_at_a_line_end_stands_in_lines_of_about_one_length():
    kind = Kind(
        Group.INSIDE,
        "kind",
        ("We saw {surname} there.",),
        inside="{head}-\n{tail}",
        domains=(Domain.CLINIC,),
    )
    [text] = drawn(kind, names=ONE)
    assert planted(text) == ["Bergs", "trand"]
    lines = text.text.splitlines()
    assert any(line.endswith("Bergs-") for line in lines)
    assert max(map(len, lines)) <= 84


def test_who_is_known_is_named_before_and_counted_only_after():
    kind = Kind(
        Group.WITH_PROOF, "kind", ("Then {surname} left.",), before=("{given} {surname} came.",)
    )
    [text] = drawn(kind, names=ONE)
    assert text.text.startswith("Ida Bergstrand came.")
    assert planted(text) == ["Bergstrand"]
    assert text.planted[0][0] > text.text.index("Then")


def test_a_mask_moved_by_one_word_changes_the_count():
    text = text_of("Then Ida Berg said no.", "Ida", "Berg")

    def readable(start, end):
        counts = count_stays([text], lambda _: {point: [(start, end)] for point in POINTS})
        return [share.part for share in counts[Group.WITH_PROOF]["kind"].shares.values()]

    assert readable(5, 13) == [0, 0]
    assert readable(0, 8) == [1, 1]
    assert readable(9, 18) == [1, 1]


@pytest.mark.parametrize(
    ("masks", "stays"),
    [
        ([(0, 10)], False),
        ([(0, 8)], False),  # "nd" is no part of a name
        ([(0, 7)], True),
        ([(2, 8)], False),
        ([(3, 10)], True),
        ([], True),
    ],
)
def test_part_of_a_name_stays_from_three_letters_on(masks, stays):
    assert is_readable(text_of("Bergstrand left.", "Bergstrand"), masks) is stays


def test_a_short_name_stays_when_it_is_whole_and_a_particle_alone_is_none():
    assert is_readable(text_of("Ng left.", "Ng"), [])
    assert not is_readable(text_of("Ng left.", "Ng"), [(0, 1)])
    assert not is_readable(text_of("O'Connell left.", "O'Connell"), [(2, 9)])


@pytest.mark.parametrize(("masked", "stays"), [(1, True), (2, False), (4, False)])
def test_what_is_said_stays_when_more_than_half_of_its_words_do(masked, stays):
    said = "one two three four"
    text = text_of(f"Ring {said}.", said, group=Group.SAID)
    end = len(f"Ring {' '.join(said.split()[:masked])}")
    assert is_readable(text, [(5, end)]) is stays


def test_words_hidden_in_part_or_in_whole_are_shared_by_all_words():
    masks = {POINTS[0]: [(0, 3)], POINTS[1]: [(0, 5), (9, 12)]}
    shares = hidden_share(["One two three."], lambda _: masks)
    assert [(share.part, share.whole) for share in shares.values()] == [(1, 3), (3, 3)]


def test_tables_say_how_many_stay_in_each_kind_and_group():
    texts = [text_of("Ida Berg left.", "Ida"), text_of("Tom Berg left.", "Tom")]
    counts = count_stays(
        texts, lambda text: {POINTS[0]: [], POINTS[1]: [(0, 3)] if "Ida" in text else []}
    )
    rows = [line.split() for line in stays_table(counts).splitlines()[1:]]
    assert rows == [["WITH", "PROOF", "2", "100.0%", "50.0%"], ["kind", "2", "100.0%", "50.0%"]]
    assert len(list(iter_shown(counts, 5))) == 2
    assert list(iter_shown(counts, 1)) == ["with proof, kind: [Ida] Berg left."]
    assert list(iter_shown(counts, 0)) == []
    shares = {"notes": hidden_share(["One two."], lambda _: {point: [(0, 3)] for point in POINTS})}
    assert hidden_table(shares).splitlines()[1].split() == ["notes", "2", "50.0%", "50.0%"]


def test_numbers_are_said_digit_by_digit_or_as_one():
    assert in_words("07700", "oh", doubles=True) == "oh double seven double oh"
    assert in_words("07700", "zero", doubles=False) == "zero seven seven zero zero"
    assert [number_in_words(number) for number in (7, 13, 20, 41)] == [
        *("seven", "thirteen", "twenty", "forty-one"),
    ]


def test_every_generator_has_its_kind():
    assert {kind.said for kind in KINDS if kind.said} == set(GENERATORS)


def test_neutral_texts_are_eight_a_domain_and_about_as_long():
    texts = read_neutral()
    assert {len(some) for some in texts.values()} == {8}
    assert set(texts) == {"prose", "notes", "tables", "chats", "code", "logs"}
    assert all(70 <= len(text.split()) <= 210 for some in texts.values() for text in some)
