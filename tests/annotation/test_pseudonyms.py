"""Numbers in the place of the names of those who worked on records."""

from annotation.formats import document_from_json, document_to_json
from annotation.formats.exchange.entries import entries_of
from annotation.overlaying import CORRECTS
from annotation.pseudonyms import Pseudonyms

TEXT = "Ada moved to Oslo in 1986."


def mention(span_text, **more):
    start = TEXT.index(span_text)
    return {
        "entity_type": "LOC",
        "entity_mention_id": f"em_{span_text}",
        "start_offset": start,
        "end_offset": start + len(span_text),
        "span_text": span_text,
        "identifier_type": "QUASI",
        "entity_id": span_text,
        **more,
    }


def chosen(selection, **more):
    lists = {"generalizations": {"rules": ["city", "***"]}, "generalization_selection": selection}
    return {"replacement": lists | more}


def record(doc_id="one", **annotations):
    layers = {name: {"entity_mentions": mentions} for name, mentions in annotations.items()}
    return {"annotations": layers, "text": TEXT, "doc_id": doc_id, "quality_checked": None}


def renamed(pseudonyms, value):
    return pseudonyms.rename(document_from_json(value))


def test_people_keep_their_numbers_throughout_a_dataset():
    pseudonyms = Pseudonyms()
    one = record(spans=[mention("Oslo", **chosen({"city": ["Kim", "Lou"]}))])
    other = record(spans=[mention("Oslo", **chosen({"city": ["Lou"], "***": ["Eva"]}))])
    selections = [
        next(renamed(pseudonyms, each).iter_mentions()).replacement.selection
        for each in (one, other)
    ]
    assert selections == [
        {"city": ("annotator 1", "annotator 2")},
        {"city": ("annotator 2",), "***": ("annotator 3",)},
    ]


def test_a_shared_layer_is_nobody_s_and_what_this_program_suggests_keeps_its_name():
    value = record(
        file=[mention("Oslo", **chosen({"city": ["Kim"]}))], palimpsest=[mention("1986")]
    )
    assert [layer.name for layer in renamed(Pseudonyms(), value).layers] == [
        "layer 1",
        "palimpsest",
    ]


def test_a_layer_of_one_s_own_goes_on_to_name_those_that_it_corrects():
    value = record(Kim=[mention("Ada", **chosen({"***": ["Kim"]}))], **{"Kim'": [mention("1986")]})
    value["annotations"]["Kim'"] |= {CORRECTS: ["Kim"], "annotator": "Kim"}
    document = renamed(Pseudonyms(), value)
    assert [layer.name for layer in document.layers] == ["annotator 1", "annotator 1'"]
    assert document.layers[1].layout.extra[CORRECTS] == ["annotator 1"]
    [entry] = entries_of(document)
    assert (entry.annotator, len(entry.spans)) == ("annotator 1", 2)
    assert "Kim" not in str(document_to_json(document))


def test_reviewers_are_numbered_apart_from_annotators():
    corrections = {"***": {"Rita": ["Kim"]}}
    value = record(spans=[mention("Oslo", **chosen({"city": ["Kim"]}, corrections=corrections))])
    value["quality_checked"] = ["Kim"]
    document = renamed(Pseudonyms(), value)
    [each] = document.iter_mentions()
    assert each.replacement.corrections == {"***": {"reviewer 1": ("annotator 1",)}}
    assert document.quality_checked == ("annotator 1",)
