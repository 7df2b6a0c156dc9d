"""What the drop-down offers, and the level of a choice."""

import pytest
from hypothesis import given

from annotation.formats.replacement_shape import replacement_from_json
from annotation.options import level_of, option_groups, options_of, place_of
from annotation.records import MASK, Replacement
from tests.annotation.strategies import replacements

PORT = Replacement(
    {
        "P31": ["port", "town", "port", "***"],
        "P279": ["town", "settlement", "place", "***"],
        "contained": {"P31": ["place", "***"], "P361": ["coast", "", "***"]},
    }
)


def shown(replacement):
    return [
        (group.label, [(option.number, option.text, option.level) for option in group.options])
        for group in option_groups(replacement)
    ]


def test_lists_follow_each_other_with_duplicates_folded_and_the_mask_last():
    assert shown(PORT) == [
        (None, [(1, "port", 1), (2, "town", 2)]),
        ("subclass of", [(3, "settlement", 6), (4, "place", 7)]),
        ("contained name: part of", [(5, "coast", 11)]),
        (None, [(6, "***", 4)]),
    ]


def test_an_option_knows_its_source_as_stored():
    assert [option.source for option in options_of(PORT)] == [
        *("P31", "P31", "P279", "P279", "contained, P361"),
        None,
    ]


def test_an_alternative_keeps_its_name_when_the_first_list_offers_nothing():
    replacement = Replacement({"P31": ["***"], "levenshtein": ["port", "***"]})
    assert shown(replacement) == [("similar name", [(1, "port", 2)]), (None, [(2, "***", 1)])]


@pytest.mark.parametrize("replacement", [None, Replacement({}), Replacement({"P31": ["***"]})])
def test_without_lists_the_mask_alone_is_offered_on_level_one(replacement):
    (option,) = options_of(replacement)
    assert option.is_mask
    assert (option.number, option.level, level_of(replacement, MASK)) == (1, 1, 1)


def test_a_text_that_is_not_offered_has_no_level():
    with pytest.raises(ValueError, match="none of the lists"):
        level_of(PORT, "island")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("port", (1, 3)),
        ("town", (2, 3)),
        ("settlement", (2, 4)),
        ("coast", (1, 2)),
        ("***", None),
        ("island", None),
        ("", None),
    ],
)
def test_a_text_has_a_place_in_the_first_list_that_offers_it_and_the_mask_in_none(text, place):
    assert place_of(PORT, text) == place
    assert place_of(None, text) is None


@given(replacements())
def test_every_text_is_offered_once_with_the_level_of_its_first_place(record):
    replacement = replacement_from_json(record)
    texts = [text for _, texts in replacement.iter_lists() for text in texts]
    options = options_of(replacement)
    assert {option.text for option in options} == {*texts, MASK} - {""}
    assert [option.number for option in options] == list(range(1, len(options) + 1))
    assert [option.is_mask for option in options] == [False] * (len(options) - 1) + [True]
    assert all(option.level == [*texts, MASK].index(option.text) + 1 for option in options)
