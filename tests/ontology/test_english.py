"""Articles follow the sound, plurals the noun."""

import pytest

from ontology.english import indefinite_article, is_plural_noun, plural_noun, singular_noun


@pytest.mark.parametrize(
    "phrase",
    "architect|hour|heir|umbrella|uncle|unimportant town|uninhabited island|unusual use|usher"
    "|urban area|FBI agent|X-ray|MP|onion|Urdu speaker|x-axis|8th|80-foot|11th|1800s".split("|"),
)
def test_an_stands_before_a_vowel_sound(phrase: str):
    assert indefinite_article(phrase) == "an"


@pytest.mark.parametrize(
    "phrase",
    "house|university|unicycle|union|unit|European|one-off|utility|user|ubiquitous|unanimous vote"
    "|Ukrainian|Ugandan|UN agent|BBC host|u-turn|***|".split("|"),
)
def test_a_stands_before_a_consonant_sound(phrase: str):
    assert indefinite_article(phrase) == "a"


@pytest.mark.parametrize(
    ("one", "many"),
    [
        *[("city", "cities"), ("person", "people"), ("child", "children"), ("shaman", "shamans")],
        *[("analysis", "analyses"), ("gentleman", "gentlemen"), ("German", "Germans")],
        *[("retrovirus", "retroviruses"), ("diocese", "dioceses")],
    ],
)
def test_number(one: str, many: str):
    assert (plural_noun(one), singular_noun(many)) == (many, one)
    assert is_plural_noun(many)
    assert not is_plural_noun(one)


@pytest.mark.parametrize("noun", ["series", "police", "glass", "bus", "Paris", "congress"])
def test_a_singular_is_no_plural(noun: str):
    assert not is_plural_noun(noun)
