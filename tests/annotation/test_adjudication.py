"""Putting the layers of annotators side by side, settling by strategies, the gold layer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotation.adjudication import (
    Difference,
    Part,
    Rule,
    Settled,
    Strategy,
    is_gold,
    layers_of,
    rows_of,
    with_gold,
    without_gold,
)
from annotation.agreement import measure_layers, ratings_from_documents
from annotation.formats import document_from_json, document_to_json
from annotation.formats.exchange.entries import entries_of
from annotation.records import Document, Layer, Mention, Replacement
from annotation.types import ConfidentialStatus, IdentifierType, SemanticType

TEXT = "Dr Ada Berg 🚢 left Oslo for Bergen."
CITY = ["city in Norway", "city", "***"]


def mention(words, entity="e1", *, kind=SemanticType.LOC, hides=IdentifierType.QUASI, **more):
    start = TEXT.index(words)
    end = start + len(words)
    return Mention(f"{entity}-{start}", kind, start, end, words, hides, entity, **more)


def marked(**layers):
    return [Layer(name, tuple(mentions)) for name, mentions in layers.items()]


def chosen(words, **selection):
    by_text = {text.replace("_", " "): tuple(names) for text, names in selection.items()}
    return mention(words, replacement=Replacement({"rules": CITY}, by_text))


def aligned(*, chooses=False, **layers):
    return rows_of(TEXT, marked(**layers), chooses=chooses)


def words_of(reading):
    return [TEXT[part.start : part.end] for part in reading]


def row_of_votes(**votes):
    """Return the row of a span for which annotators chose these texts."""
    span = chosen("Oslo", **votes)
    names = [name for chosen_by in votes.values() for name in chosen_by]
    [row] = rows_of(TEXT, [Layer(name, (span,)) for name in names], chooses=True)
    return row


def test_spans_that_overlap_are_one_row_whatever_their_borders():
    [first, second] = aligned(
        a=[mention("Dr Ada Berg"), mention("Oslo")],
        b=[mention("Dr"), mention("Ada Berg")],
        c=[mention("Berg 🚢"), mention("Oslo")],
    )
    assert TEXT[first.start : first.end] == "Dr Ada Berg 🚢"
    assert [words_of(first.of(name)) for name in "abc"] == [
        ["Dr Ada Berg"],
        ["Dr", "Ada Berg"],
        ["Berg 🚢"],
    ]
    assert (first.difference, first.majority) == (Difference.BORDERS, None)
    assert second.difference is Difference.PRESENCE
    assert (words_of(second.majority), second.of("b")) == (["Oslo"], ())


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (mention("Oslo"), Difference.NONE),
        (mention("Oslo", "another"), Difference.NONE),
        (mention("Oslo", kind=SemanticType.ORG), Difference.TYPES),
        (mention("Oslo", hides=IdentifierType.DIRECT), Difference.TYPES),
        (mention("Oslo", hides=IdentifierType.NO_MASK), Difference.PRESENCE),
    ],
)
def test_rows_say_in_what_annotators_differ(other, difference):
    [row] = aligned(a=[mention("Oslo")], b=[other])
    assert row.difference is difference


def test_what_nobody_hides_is_no_row():
    assert aligned(a=[mention("Oslo", hides=IdentifierType.NO_MASK)], b=[]) == []


def test_readings_stand_by_votes_and_then_from_the_specific_to_the_general():
    row = row_of_votes(city=("a",), city_in_Norway=("b",), **{"***": ("c", "d")})
    assert [reading[0].text for reading in row.readings] == ["***", "city in Norway", "city"]
    assert row.difference is Difference.TEXTS
    assert row.candidates == tuple(CITY)


def test_a_reviewers_correction_is_the_reading_of_whose_choice_it_corrects():
    replacement = Replacement(
        {"rules": CITY},
        {"city": ("a", "b")},
        corrections={"***": {"Ria": ("b",)}},
    )
    span = mention("Oslo", replacement=replacement)
    [row] = rows_of(TEXT, marked(a=[span], b=[span]), chooses=True)
    assert [row.of(name)[0].text for name in "ab"] == ["city", "***"]


@pytest.mark.parametrize(
    ("strategy", "votes", "taken"),
    [
        (Strategy(), {"city": "ab"}, "city"),
        (Strategy(), {"city": "abcd", "***": "e"}, None),
        (Strategy(Rule.MAJORITY), {"city": "ab", "***": "c"}, "city"),
        (Strategy(Rule.MAJORITY), {"city": "ab", "***": "cd"}, None),
        (Strategy(Rule.MAJORITY, votes=3), {"city": "ab", "***": "c"}, None),
        (Strategy(Rule.MAJORITY, share=50), {"city": "ab", "***": "c", "town": "d"}, "city"),
        (Strategy(Rule.MAJORITY, share=51), {"city": "ab", "***": "c", "town": "d"}, None),
        (Strategy(Rule.ANNOTATOR, annotator="c"), {"city": "ab", "***": "c"}, "***"),
        (Strategy(Rule.ANNOTATOR, annotator="nobody"), {"city": "ab", "***": "c"}, None),
    ],
)
def test_a_strategy_settles_what_it_says(strategy, votes, taken):
    reading = strategy.reading_of(row_of_votes(**{t: tuple(names) for t, names in votes.items()}))
    assert (reading and reading[0].text) == taken


def test_a_reading_without_a_choice_settles_nothing():
    [row] = aligned(chooses=True, a=[chosen("Oslo")], b=[chosen("Oslo")])
    assert Strategy().reading_of(row) is None
    [row] = aligned(a=[mention("Oslo")], b=[mention("Oslo")])
    assert words_of(Strategy().reading_of(row)) == ["Oslo"]


@pytest.mark.parametrize("numbers", [{"votes": 0}, {"share": -1}, {"share": 101}])
def test_a_majority_that_cannot_be_is_refused(numbers):
    with pytest.raises(ValueError, match="votes and a share"):
        Strategy(Rule.MAJORITY, **numbers)


def masked_by_two():
    secret = ConfidentialStatus.HEALTH
    first = [mention("Ada Berg", "p"), mention("Oslo", "x", confidential_status=secret)]
    second = [mention("Oslo", "y", confidential_status=secret), mention("Bergen", "y")]
    return Document("d", TEXT, tuple(marked(a=first, b=second)))


def settle(document, *words, text=None):
    parts = [
        Part(each.start, each.end, SemanticType.LOC, IdentifierType.QUASI, text)
        for each in map(mention, words)
    ]
    layers = list(document.layers)
    verdicts = [Settled((part,), "Ria") for part in parts]
    return with_gold(document, layers, verdicts, is_alone=False)


def test_the_gold_layer_stands_beside_the_others_and_changes_none():
    document = masked_by_two()
    gold = settle(document, "Oslo", "Bergen")
    assert gold.layers[:2] == document.layers
    [layer] = [layer for layer in gold.layers if is_gold(layer)]
    assert [each.span_text for each in layer.mentions] == ["Oslo", "Bergen"]
    # Somebody says that both are one; what all say of a place stays with it.
    assert len({each.entity_id for each in layer.mentions}) == 1
    assert layer.mentions[0].confidential_status is ConfidentialStatus.HEALTH
    assert without_gold(gold) == document


def test_a_record_says_which_layer_is_gold_and_is_read_so():
    gold = settle(masked_by_two(), "Oslo")
    read = document_from_json(document_to_json(gold))
    assert [is_gold(layer) for layer in read.layers] == [False, False, True]
    assert [(each.annotator, each.is_gold) for each in entries_of(read)] == [
        ("a", False),
        ("b", False),
        ("gold", True),
    ]


def test_gold_counts_in_no_agreement():
    document = masked_by_two()
    gold = settle(document, "Oslo")
    assert measure_layers([gold]) == measure_layers([document])
    span = chosen("Oslo", city=("a",), **{"***": ("b",)})
    document = Document("d", TEXT, (Layer("spans", (span,)),))
    layers = layers_of(document, ["a", "b"])
    verdict = Settled((Part(*_place("Oslo"), SemanticType.LOC, IdentifierType.QUASI, "city"),), "R")
    gold = with_gold(document, layers, [verdict], is_alone=False)
    assert ratings_from_documents([gold]) == ratings_from_documents([document])


def test_the_text_reads_as_it_was_settled():
    span = chosen("Oslo", city=("a", "b"))
    document = Document("d", TEXT, (Layer("spans", (span,)),), generalized_text="as imported")
    part = Part(*_place("Oslo"), SemanticType.LOC, IdentifierType.QUASI, "town")
    gold = with_gold(
        document, layers_of(document, ["a", "b"]), [Settled((part,), "R")], is_alone=True
    )
    assert gold.generalized_text == TEXT.replace("Oslo", "[town]")
    [mention] = gold.layers[0].mentions
    assert mention.replacement.selection == {"town": ("R",)}
    assert "city in Norway" in dict(mention.replacement.iter_lists())["rules"]


def test_a_layer_under_another_name_is_its_annotators():
    document = masked_by_two()
    renamed = replace(document, layers=(replace(document.layers[0], name="old name"),))
    [own, none] = layers_of(renamed, ["Ada", "Ben"], {"old name": "Ada"})
    assert (own.mentions, none.mentions) == (document.layers[0].mentions, ())


def _place(words):
    span = mention(words)
    return span.start, span.end
