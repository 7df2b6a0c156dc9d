"""Layers of annotators who had the same spans, as one in which each has chosen."""

from annotation.joining import joined
from annotation.records import Layer, Mention, Replacement
from annotation.types import IdentifierType, SemanticType

LISTS = {"P31": ["city in Norway", "city", "***"]}


def mention(start, chosen=None, by=(), lists=None, **others):
    lists = {"annotators": [chosen, "***"]} if lists is None else lists
    replacement = Replacement(lists, {chosen: tuple(by)} if by else {}) if chosen else None
    values = {"entity_type": SemanticType.LOC, "identifier_type": IdentifierType.QUASI} | others
    return Mention(
        mention_id=f"m{start}",
        start=start,
        end=start + 1,
        span_text="x",
        entity_id="e",
        replacement=replacement,
        **values,
    )


def test_choices_for_the_same_spans_are_in_one_layer():
    ada = Layer("ada", (mention(0, "city", ["ada"]), mention(2, "sea", ["ada"])))
    bo = Layer("bo", (mention(2), mention(0, "city", ["bo"])))
    eva = Layer("eva", (mention(0, "***", ["eva"], {}), mention(2, "lake", ["eva"])))
    one = joined([ada, bo, eva], "spans")
    assert one.name == "spans"
    assert [each.replacement.selection for each in one.mentions] == [
        {"city": ("ada", "bo"), "***": ("eva",)},
        {"sea": ("ada",), "lake": ("eva",)},
    ]
    assert [each.replacement.generalizations for each in one.mentions] == [
        {"annotators": ["city", "***"]},
        {"annotators": ["sea", "lake", "***"]},
    ]


def test_lists_that_were_offered_stay_and_what_others_wrote_comes_behind():
    ada = Layer("ada", (mention(0, "city", ["ada"], LISTS),))
    bo = Layer("bo", (mention(0, "port", ["bo"]),))
    [both] = joined([bo, ada], "spans").mentions
    assert both.replacement.generalizations == LISTS | {"annotators": ["port", "***"]}
    assert both.replacement.selection == {"port": ("bo",), "city": ("ada",)}


def test_layers_that_say_different_things_stay_apart():
    ada = Layer("ada", (mention(0, "city", ["ada"], LISTS),))
    others = [
        (),
        (mention(1, "city", ["bo"]),),
        (mention(0, "city", ["bo"], identifier_type=IdentifierType.DIRECT),),
        (mention(0, "city", ["bo"], entity_type=SemanticType.ORG),),
        (mention(0, "sea", ["bo"], {"P31": ["sea", "***"]}),),
        (mention(0, "sea", ["ada"]),),
    ]
    assert [joined([ada, Layer("bo", each)], "spans") for each in others] == [None] * len(others)
