"""Spans that annotators changed: what each of them hides, and what all of them together hide."""

from dataclasses import replace

import pytest

from annotation.overlaying import (
    SUGGESTIONS,
    annotator_of,
    as_marked,
    as_marked_by,
    corrects_others,
    count_of,
    free_name,
    in_name_of,
    is_blind,
    layers_of_each,
    layout_over,
)
from annotation.records import Document, Layer, Layout, Mention, Replacement
from annotation.rendering import generalized_text_of
from annotation.types import IdentifierType, SemanticType

TEXT = "Ada Berg moved to Oslo."
CORRECTS = Layout(("entity_mentions", "corrects"), {"corrects": ["spans"]})


def mention(span_text, choice=None, kind=IdentifierType.QUASI):
    start = TEXT.index(span_text)
    replacement = Replacement({"h": [choice, "***"]}, {choice: ("Kim",)}) if choice else None
    return Mention(
        mention_id=span_text,
        entity_type=SemanticType.LOC,
        start=start,
        end=start + len(span_text),
        span_text=span_text,
        identifier_type=kind,
        entity_id=span_text,
        replacement=replacement,
    )


def taken_back(span_text):
    return mention(span_text, kind=IdentifierType.NO_MASK)


def own(name, *mentions):
    return Layer(name, mentions, CORRECTS)


def document(*layers, shared=("Ada Berg", "Oslo")):
    return Document("d", TEXT, (Layer("spans", tuple(map(mention, shared))), *layers))


def hidden_in(marked):
    return [each.span_text for each in marked.iter_mentions() if each.is_masked]


def test_ones_own_spans_stand_in_the_place_of_those_they_overlap():
    marked = as_marked_by(document(own("Kim", mention("Berg moved"))), "Kim")
    assert hidden_in(marked) == ["Oslo", "Berg moved"]


def test_what_others_changed_is_nothing_to_one_annotator():
    changed = document(own("Kim", taken_back("Oslo")), own("Lou", mention("moved")))
    assert hidden_in(as_marked_by(changed, "Kim")) == ["Ada Berg"]
    assert hidden_in(as_marked_by(changed, "Max")) == ["Ada Berg", "Oslo"]


def test_a_span_that_one_of_two_took_back_is_hidden_from_all():
    changed = document(own("Kim", taken_back("Oslo")), own("Lou", mention("moved")))
    assert hidden_in(as_marked(changed, ["Kim", "Lou"])) == ["Ada Berg", "Oslo", "moved"]


def test_a_span_that_all_took_back_is_not_hidden():
    changed = document(own("Kim", taken_back("Oslo")), own("Lou", taken_back("Oslo")))
    assert hidden_in(as_marked(changed, ["Kim", "Lou"])) == ["Ada Berg"]


@pytest.mark.parametrize("annotators", [[], ["Kim", "Max"]])
def test_what_nobody_or_not_everybody_changed_stands(annotators):
    changed = document(own("Kim", taken_back("Oslo")))
    assert as_marked(changed, annotators) == changed


def test_the_common_text_has_every_choice_in_its_place_whatever_the_layer():
    [shared] = document(shared=()).layers
    spans = replace(shared, mentions=(mention("Ada Berg", "PERSON 1"), mention("Oslo", "city")))
    changed = replace(document(), layers=(spans, own("Kim", mention("moved", "went"))))
    assert generalized_text_of(changed) == "[PERSON 1] [went] to [city]."


def test_what_one_leaves_as_it_is_does_not_show_what_another_hides():
    [shared] = document(shared=()).layers
    spans = replace(shared, mentions=(mention("Berg", "PERSON 1"),))
    left = own("Kim", mention("Ada Berg moved", "Ada Berg moved"))
    assert generalized_text_of(replace(document(), layers=(spans, left))) == (
        "Ada [PERSON 1] moved to Oslo."
    )


def test_a_layer_says_whose_it_is_where_it_has_another_name():
    layer = in_name_of(own("Kim 2"), "Kim")
    assert annotator_of(layer) == "Kim"
    assert layer.layout == Layout(
        ("entity_mentions", "corrects", "annotator"), {"corrects": ["spans"], "annotator": "Kim"}
    )
    assert in_name_of(layer, "Kim") == layer
    assert in_name_of(own("Kim"), "Kim") == own("Kim")


def test_only_a_list_of_layers_makes_a_layer_one_that_corrects_others():
    assert corrects_others(own("Kim"))
    remark = Layer("Kim", (), Layout(("corrects",), {"corrects": "a spelling"}))
    assert not corrects_others(remark)
    assert annotator_of(Layer("Kim", (), Layout((), {"annotator": "Lou"}))) == "Kim"


def suggesting(*layers):
    return replace(document(), layers=(replace(document().layers[0], name=SUGGESTIONS), *layers))


def blind(name, *mentions):
    return Layer(name, mentions, layout_over([SUGGESTIONS], is_blind=True))


def seeing(name, *mentions):
    return Layer(name, mentions, layout_over([SUGGESTIONS], is_blind=False))


def test_suggestions_that_a_layer_does_not_name_are_not_its_annotators():
    changed = suggesting(blind("Kim", mention("moved")), seeing("Lou", mention("to")))
    assert hidden_in(as_marked_by(changed, "Kim")) == ["moved"]
    assert hidden_in(as_marked_by(changed, "Lou")) == ["Ada Berg", "Oslo", "to"]
    assert hidden_in(as_marked_by(changed, "Max")) == ["Ada Berg", "Oslo"]
    are_blind = [is_blind(changed, name) for name in ("Kim", "Lou", "Max")]
    assert are_blind == [True, False, False]


def test_what_people_gave_is_everybodys_whatever_a_layer_names():
    changed = document(Layer("Kim", (), Layout(("corrects",), {"corrects": []})))
    assert hidden_in(as_marked_by(changed, "Kim")) == ["Ada Berg", "Oslo"]
    assert not is_blind(changed, "Kim")


def test_a_layer_over_several_names_all_but_the_suggestions_that_were_not_seen():
    names = ["gold", SUGGESTIONS]
    assert layout_over(names, is_blind=True).extra == {"corrects": ["gold"]}
    assert layout_over(names, is_blind=False).extra == {"corrects": names}


@pytest.mark.parametrize(
    ("others", "hidden"),
    [
        ([], ["moved"]),
        (["Lou"], ["Oslo", "moved"]),
        (["Max"], ["Ada Berg", "Oslo", "moved"]),
    ],
)
def test_what_was_suggested_is_hidden_from_all_where_somebody_saw_and_left_it(others, hidden):
    changed = suggesting(blind("Kim", mention("moved")), seeing("Lou", taken_back("Ada Berg")))
    assert hidden_in(as_marked(changed, ["Kim", *others])) == hidden


def test_who_marked_nothing_unseen_has_other_layers_than_who_left_all():
    changed = suggesting(blind("Kim"), seeing("Lou"))
    spans = {layer.name: len(layer.mentions) for layer in layers_of_each(changed)}
    assert spans == {"Kim": 0, "Lou": 2}
    assert count_of(changed, "Kim") == (0, 0)


def test_a_layer_has_its_annotators_name_unless_another_has_it():
    assert [free_name("Kim", names) for names in ([], ["Kim"], ["Kim", "Kim'"])] == [
        "Kim",
        "Kim'",
        "Kim''",
    ]
