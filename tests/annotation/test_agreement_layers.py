"""Annotators who mark the same text are compared span by span and letter by letter."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_fleiss_kappa

from annotation.agreement.disagreements import PLACES_KEPT
from annotation.agreement.layer_report import Attribute, LayerMetrics, Unit
from annotation.agreement.layers import measure_layers
from annotation.records import Document, Layer, Mention
from annotation.types import ConfidentialStatus, EditType, IdentifierType, SemanticType
from tests.marked_layers import annotated

LETTER = annotated(
    "letter",
    Ada="[Bo Berg|b|DIRECT] of [Oslo|o|QUASI|LOC] met [the king|k|NO_MASK] in [May|m|QUASI|ORG].",
    Ben="[Bo Berg|b|DIRECT] of [Oslo|o|QUASI|ORG] met the [king|k|NO_MASK] in [May|m|NO_MASK|ORG].",
    Cy="[Bo|b|QUASI] Berg of [Oslo|o|QUASI|LOC] met [the king|k|QUASI] in May.",
)


def metrics(documents, attribute, unit):
    return measure_layers(documents).metrics[Attribute(attribute)][Unit(unit)]


def changed(document, change):
    """Apply a change to each mention of a document."""
    layers = (
        replace(layer, mentions=tuple(change(layer.name, mention) for mention in layer.mentions))
        for layer in document.layers
    )
    return replace(document, layers=tuple(layers))


def test_spans_are_one_item_with_the_same_borders_or_the_same_start():
    # Bo Berg, Bo, Oslo, the king, king, May; with the same start Bo Berg and Bo are one.
    assert metrics([LETTER], "entity_type", "exact").items == 6
    assert metrics([LETTER], "entity_type", "partial").items == 5
    assert metrics([LETTER], "entity_type", "character").items == len(LETTER.text)


def test_who_did_not_mark_a_span_disagrees_with_who_did_except_for_alpha():
    exact = metrics([LETTER], "entity_type", "exact")
    # Of three pairs of annotators agree: on Bo Berg 1, Bo 1, Oslo 1, the king 1, king 1, May 1.
    assert exact.observed_agreement == pytest.approx(1 / 3)
    # Bo Berg, Oslo, the king and May have two marks: two PERSON, LOC ORG LOC, two PERSON, two ORG.
    ratings = [["P", "P", None], ["L", "O", "L"], ["P", None, "P"], ["O", "O", None]]
    assert exact.krippendorff_alpha == pytest.approx(alpha_of(ratings))


def test_the_same_start_is_enough_for_a_partial_match():
    partial = metrics([LETTER], "entity_type", "partial")
    assert partial.observed_agreement == pytest.approx((3 + 1 + 1 + 1 + 1) / (5 * 3))


def test_a_span_that_one_annotator_marked_is_an_item_without_alpha():
    lonely = annotated("d", Ada="[Bo|b] and Cy", Ben="Bo and [Cy|c]")
    found = metrics([lonely], "entity_type", "exact")
    assert (found.items, found.observed_agreement, found.krippendorff_alpha) == (2, 0, None)


def test_confidential_status_of_spans_is_compared_where_two_gave_one():
    statuses = {"Ada": ConfidentialStatus.HEALTH, "Ben": ConfidentialStatus.NOT_CONFIDENTIAL}
    document = changed(
        LETTER, lambda name, mention: replace(mention, confidential_status=statuses.get(name))
    )
    exact = metrics([document], "confidential_status", "exact")
    # Ada and Ben both marked Bo Berg, Oslo and May; Cy says nothing about status.
    assert (exact.items, exact.observed_agreement) == (3, 0)
    assert metrics([LETTER], "confidential_status", "exact") == LayerMetrics()
    assert metrics([LETTER], "confidential_status", "character") == LayerMetrics()


def test_documents_of_one_annotator_are_compared_with_nothing():
    alone = annotated("alone", Ada="[Bo|b]")
    report = measure_layers([alone, LETTER])
    assert report.documents == 1
    assert report.metrics == measure_layers([LETTER]).metrics
    assert measure_layers([alone]).annotators == ()
    assert measure_layers([]).metrics[Attribute.ENTITY_TYPE][Unit.EXACT] == LayerMetrics()


def test_texts_that_nobody_marked_agree_in_nothing():
    assert metrics([annotated("d", Ada="Bo", Ben="Bo")], "entity_type", "character").items == 0


def test_entity_types_that_differ_are_counted_by_span():
    assert measure_layers([LETTER, replace(LETTER, doc_id="again")]).to_json()["disagreements"][
        "entity_types"
    ] == {"LOC–ORG": 2}


def test_identifier_types_that_differ_are_counted_by_span_and_entity_type():
    found = measure_layers([LETTER]).disagreements.identifier_types
    direct, quasi, unmasked = IdentifierType
    assert found == {
        # The king, by Ada and Cy; Bo is another span than Bo Berg.
        SemanticType.PERSON: {(quasi, unmasked): 1},
        SemanticType.ORG: {(quasi, unmasked): 1},
    }
    many = annotated("d", A="[Bo|b|DIRECT]", B="[Bo|b|QUASI]", C="[Bo|b|QUASI]", D="[Bo|b|NO_MASK]")
    [counts] = measure_layers([many]).disagreements.identifier_types.values()
    assert counts == {(direct, quasi): 1, (direct, unmasked): 1, (quasi, unmasked): 1}


def test_places_say_what_each_annotator_says_of_the_span():
    found = measure_layers([LETTER]).disagreements
    [place] = found.places[("entity_types", "LOC", "ORG")]
    assert (place.doc_id, LETTER.text[slice(*place.borders)]) == ("letter", "Oslo")
    assert place.labels == {
        "Ada": ("LOC", "QUASI"),
        "Ben": ("ORG", "QUASI"),
        "Cy": ("LOC", "QUASI"),
    }
    [king] = found.places[("identifier_types", "PERSON", "QUASI", "NO_MASK")]
    assert king.labels == {"Ada": ("PERSON", "NO_MASK"), "Ben": (), "Cy": ("PERSON", "QUASI")}


def test_a_span_that_some_hide_is_counted_where_others_hide_nothing_of_it():
    # Cy hides a part of Bo Berg, and the king alone; only Ada hides May.
    found = measure_layers([LETTER]).disagreements
    assert found.hidden_by_some == {SemanticType.PERSON: 1, SemanticType.ORG: 1}
    [king] = found.places[("hidden_by_some", "PERSON")]
    assert LETTER.text[slice(*king.borders)] == "the king"
    halves = annotated("d", Ada="[Bo Berg|b] sang", Ben="Bo [Berg sang|b|QUASI|ORG]")
    assert measure_layers([halves]).disagreements.hidden_by_some == {}


def test_places_are_kept_up_to_a_number_and_counted_beyond():
    many = " ".join(["[Bo|b]"] * (PLACES_KEPT + 3))
    document = annotated("d", Ada=many, Ben=many.replace("|b]", "|b|DIRECT]"))
    found = measure_layers([document]).disagreements
    cell = ("identifier_types", "PERSON", "DIRECT", "QUASI")
    assert found.counts[cell] == PLACES_KEPT + 3
    assert len(found.places[cell]) == PLACES_KEPT


def test_links_that_differ_lead_to_the_mention_before():
    document = annotated(
        "d",
        Ada="[Bo|x] [Berg|x] [he|x] [Cy|y] [Bo|x]",
        Ben="[Bo|x] [Berg|x] [he|z] [Cy|y] [Bo|x]",
        Cy="[Bo|x] Berg [he|x] Cy Bo",
    )
    found = measure_layers([document]).disagreements
    # "he" with Berg; the last Bo with "he"; and for Cy, who marked no Berg, "he" with the first Bo.
    words = [
        tuple(document.text[slice(*each)] for each in (place.earlier, place.borders))
        for place in found.places[("links",)]
    ]
    assert words == [("Bo", "he"), ("Berg", "he"), ("he", "Bo")]
    assert found.links == 3
    assert found.places[("links",)][1].labels == {"Ada": ("linked",), "Ben": ("apart",)}


def test_links_between_mentions_worded_differently_are_compared():
    document = annotated(
        "d",
        Ada="[Bo|x] [Berg|x] [he|x] [Cy|y] [Bo|x]",
        Ben="[Bo|x] [Berg|x] [he|z] [Cy|y] [Bo|x]",
    )
    found = measure_layers([document]).coreference
    assert (found.mention_pairs, found.annotator_pairs) == (10 - 1, 1)
    ada = [1, 1, 0, 1, 0, 1, 0, 1, 0]
    ben = [1, 0, 0, 0, 0, 1, 0, 0, 0]
    assert found.kappa == pytest.approx(cohen_kappa_score(ada, ben))


def test_rates_say_what_became_of_the_pre_annotation_and_how_annotators_vary():
    kinds = {"Ada": EditType.CHECK, "Ben": EditType.INSERT}
    document = changed(LETTER, lambda name, mention: replace(mention, edit_type=kinds.get(name)))
    edits = measure_layers([document]).edits
    assert edits.mentions == 8
    assert edits.rates == {EditType.CHECK: 0.5, EditType.INSERT: 0.5, EditType.CORRECT: 0}
    assert edits.deviations == {EditType.CHECK: 0.5, EditType.INSERT: 0.5, EditType.CORRECT: 0}
    assert measure_layers([LETTER]).edits.to_json() == {"mentions": 0}


@st.composite
def layered_documents(draw):
    """Two to four annotators who each mark some of the words of one text, without overlaps."""
    words = draw(st.lists(st.sampled_from(["Bo", "of", "Oslo"]), min_size=1, max_size=6))
    text = " ".join(words)
    starts = [sum(len(word) + 1 for word in words[:number]) for number in range(len(words))]
    layers = []
    for name in "abcd"[: draw(st.integers(2, 4))]:
        mentions = []
        for number, (start, word) in enumerate(zip(starts, words, strict=True)):
            if draw(st.booleans()):
                end = start + draw(st.integers(1, len(word)))
                mentions.append(
                    Mention(
                        f"{name}{number}",
                        draw(st.sampled_from([SemanticType.PERSON, SemanticType.LOC])),
                        start,
                        end,
                        text[start:end],
                        draw(st.sampled_from(IdentifierType)),
                        draw(st.sampled_from("xyz")),
                    )
                )
        layers.append(Layer(name, tuple(mentions)))
    return Document("d", text, tuple(layers))


def table_of(document, attribute, unit):
    """One row an item, one column an annotator, None where nothing is marked."""
    columns = []
    for layer in document.layers:
        column = {}
        for mention in layer.mentions:
            keys = {
                "exact": [(mention.start, mention.end)],
                "partial": [mention.start],
                "character": range(mention.start, mention.end),
            }[unit]
            column |= dict.fromkeys(keys, getattr(mention, attribute).value)
        columns.append(column)
    marked = {key for column in columns for key in column}
    items = range(len(document.text)) if unit == "character" and marked else sorted(marked)
    return [[column.get(item) for column in columns] for item in items]


def alpha_of(rows):
    """Krippendorff's α by the usual library, missing ratings left out; None where it has none."""
    shared = [[value for value in row if value] for row in rows]
    if len({value for row in shared if len(row) > 1 for value in row}) < 2:
        return None
    categories = sorted({value for row in rows for value in row if value})
    values = [[categories.index(value) if value else np.nan for value in row] for row in rows]
    return krippendorff.alpha(np.array(values, dtype=float).T, level_of_measurement="nominal")


@given(
    layered_documents(),
    st.sampled_from(["entity_type", "identifier_type"]),
    st.sampled_from(["exact", "partial", "character"]),
)
def test_figures_are_those_of_the_usual_libraries(document, attribute, unit):
    found = metrics([document], attribute, unit)
    rows = table_of(document, attribute, unit)
    assert found.items == len(rows)
    if not rows:
        assert found == LayerMetrics()
        return
    pairs = [a == b for row in rows for a, b in combinations(row, 2)]
    assert found.observed_agreement == pytest.approx(sum(pairs) / len(pairs))
    assert found.krippendorff_alpha == pytest.approx(alpha_of(rows))
    table, categories = aggregate_raters([[value or "" for value in row] for row in rows])
    expected = statsmodels_fleiss_kappa(table) if len(categories) > 1 else None
    assert found.fleiss_kappa == pytest.approx(expected)


@given(layered_documents())
def test_coreference_is_that_of_forming_every_pair(document):
    found = measure_layers([document]).coreference
    kappas, total = [], 0
    for first, second in combinations(document.layers, 2):
        in_first, in_second = (
            {(mention.start, mention.end): mention for mention in layer.mentions}
            for layer in (first, second)
        )
        judged = [
            (
                in_first[a].entity_id == in_first[b].entity_id,
                in_second[a].entity_id == in_second[b].entity_id,
            )
            for a, b in combinations(sorted(in_first.keys() & in_second.keys()), 2)
            if in_first[a].span_text != in_first[b].span_text
        ]
        total += len(judged)
        if (judged and len(Counter(judged)) > 1) or any(a != b for a, b in judged):
            kappas.append(cohen_kappa_score(*zip(*judged, strict=True)))
    assert found.mention_pairs == total
    assert found.kappa == (pytest.approx(np.mean(kappas)) if kappas else None)
