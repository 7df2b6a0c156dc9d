"""Masks are scored as the Text Anonymization Benchmark scores them."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from annotation.errors import RecordError
from annotation.records import Document, Layer, Mention
from annotation.types import IdentifierType, SemanticType
from masking.evaluation import score_document, score_masks
from tests.marked_layers import annotated, spans_of

LETTER = annotated(
    "letter",
    one="Complaint [nr. 4711/09|code|DIRECT|CODE] was sent to the Norwegian state by "
    "[Ada Lie Berg|ada|DIRECT], a [Danish|nation|QUASI|DEM] pilot, on "
    "[Monday 3 May 1999|day|QUASI|DATETIME]. [Berg|ada|DIRECT] won.",
    two="Complaint [nr. 4711/09|code|DIRECT|CODE] was sent to the "
    "[Norwegian state|state|QUASI|ORG] by [Ada Lie Berg|ada|DIRECT], a Danish "
    "[pilot|work|QUASI|DEM], on [Monday 3 May 1999|day|QUASI|DATETIME]. [Berg|ada|DIRECT] won.",
)
"""Of the structure of the paper's figure 3: one name, one number, one date, a rest in dispute."""


def figures(document, spans, **others):
    return score_document(document, spans, **others).to_json()


def test_the_benchmarks_example_of_a_cautious_system_has_perfect_precision():
    masked = ["nr. 4711/09", "Ada Lie Berg", "Monday 3 May 1999", " Berg"]
    found = figures(LETTER, spans_of(LETTER, *masked))
    assert found["er_di"] == 1
    # Of two quasi-identifiers, and of three, the date alone.
    assert found["er_qi"] == 2 / 5
    assert found["precision"] == found["weighted_precision"] == 1


def test_the_benchmarks_example_of_a_hasty_system_counts_each_token_once_an_annotator():
    masked = ["Ada Lie Berg", "Monday 3 May 1999", "Norwegian state", "Danish", "Complaint", "won"]
    found = score_document(LETTER, spans_of(LETTER, *masked, " Berg"))
    # The number can be read: of two direct entities of two annotators, the name alone is hidden.
    assert (found.er_di.part, found.er_di.whole) == (2, 4)
    assert (found.er_qi.part, found.er_qi.whole) == (2 + 2, 5)
    # As in section 6.4: of 13 masked tokens the annotators masked 9 and 10.
    assert found.precision.value == (9 + 10) / (2 * 13)


def test_an_entity_is_readable_as_long_as_one_of_its_mentions_is():
    found = figures(LETTER, spans_of(LETTER, "Ada Lie Berg"))
    assert found["er_di"] == 0
    assert found["mention_recall"] == 2 / 11


def test_tokens_are_recalled_one_by_one_and_by_the_type_of_their_entity():
    found = figures(LETTER, spans_of(LETTER, "Berg", "1999"))
    assert found["recall_per_type"] == {
        "PERSON": 4 / 8,
        # A title or function word such as the code's first says nothing, so it is never missed.
        "CODE": 2 / 6,
        "ORG": 0 / 2,
        "DEM": 0 / 2,
        "DATETIME": 2 / 8,
    }
    assert found["recall"] == (4 + 2 + 2) / (8 + 6 + 2 + 2 + 8)


@pytest.mark.parametrize(
    ("mention", "masked"),
    [
        ("Mr Berg", "Berg"),
        ("the Danish pilot", "Danish pilot"),
        ("Bank of Norway", "Bank Norway"),
        ("“Ada” (Berg).", "Ada Berg"),
        ("Ada Berg’s", "Ada Berg"),
        ("A&B-C/D", "B C D"),
    ],
)
def test_titles_function_words_and_punctuation_may_stay(mention, masked):
    document = annotated("d", one=f"Then [{mention}|e1|DIRECT] came.")
    spans = spans_of(document, *masked.split())
    assert figures(document, spans)["er_di"] == 1
    for left_out in spans:
        rest = [span for span in spans if span != left_out]
        assert figures(document, rest)["er_di"] == 0


def test_a_possessive_may_stay_in_a_mention_and_is_a_token_like_any_other():
    document = annotated("d", one="[Berg's|e1|DIRECT] dog")
    found = figures(document, [(0, 4)])
    assert (found["er_di"], found["mention_recall"], found["recall"]) == (1, 1, 1 / 2)


@pytest.mark.parametrize("mention", ["Theo", "Nora", "Mrs Mr2", "Ada_the", "it's", "s"])
def test_a_word_that_holds_a_function_word_may_not_stay(mention):
    document = annotated("d", one=f"Then [{mention}|e1|DIRECT] came.")
    assert figures(document, [])["er_di"] == 0


def test_what_must_not_be_masked_counts_neither_for_nor_against():
    document = annotated("d", one="[Ada|e1|NO_MASK] and [Bo|e2|QUASI] and [Cy|e3|NO_MASK].")
    found = figures(document, spans_of(document, "Bo"))
    assert (found["er_qi"], found["recall"], found["precision"]) == (1, 1, 1)
    assert found["er_di"] is None
    assert set(found["recall_per_type"]) == {"PERSON"}


def test_an_entity_is_hidden_once_the_mentions_are_that_must_be():
    document = annotated("d", one="[Ada|e1|NO_MASK] and [Ms Ada Berg|e1|DIRECT].")
    found = score_document(document, [(document.text.index("Ms"), len(document.text))])
    assert (found.er_qi.part, found.er_qi.whole) == (1, 1)
    # The one that may stay counts in the other recalls, as in the benchmark's own script.
    assert (found.mention_recall.part, found.mention_recall.whole) == (1, 2)
    assert (found.recall.part, found.recall.whole) == (3, 4)


def test_the_first_mention_says_which_identifier_an_entity_is():
    document = annotated("d", one="[Ada|e1|QUASI] [Berg|e1|DIRECT], [Bo|e2|DIRECT] [Cy|e2|QUASI]")
    found = score_document(document, [])
    assert (found.er_di.whole, found.er_qi.whole) == (1, 1)


def test_entities_of_two_annotators_are_two_whatever_their_names():
    document = annotated("d", one="[Ada|e1|DIRECT] and Bo", two="Ada and [Bo|e1|DIRECT]")
    assert figures(document, spans_of(document, "Bo"))["er_di"] == 1 / 2


def test_a_token_masked_twice_counts_once():
    document = annotated("d", one="[Ada Berg|e1|DIRECT] met Bo.")
    once = [(0, 8), (13, 15)]
    again = [(0, 3), (0, 8), (4, 8), (13, 15), (13, 15)]
    assert figures(document, once)["precision"] == figures(document, again)["precision"] == 2 / 3


def test_masking_part_of_a_span_is_precise_and_masking_beyond_it_is_not():
    document = annotated("d", one="the [Bank of Norway|e1|QUASI|ORG] said")
    part, beyond = spans_of(document, "Bank of", "the Bank of Norway")
    assert figures(document, [part])["mention_precision"] == 1
    assert figures(document, [beyond])["mention_precision"] == 0
    assert figures(document, [beyond])["precision"] == 3 / 4


def test_an_annotator_who_masked_nothing_is_one_who_thinks_that_masks_are_needless():
    document = annotated("d", one="[Ada|e1|DIRECT] came.", two="Ada came.")
    found = figures(document, [(0, 3)])
    assert (found["precision"], found["er_di"]) == (1 / 2, 1)


def test_weights_change_weighted_precision_alone():
    document = annotated("d", one="[Ada|e1|DIRECT] met Bo.")
    weights = {"Ada": 3.0, "met": 1.0}
    found = figures(
        document,
        [(0, 7)],
        weigh=lambda text, tokens: [weights[text[start:end]] for start, end in tokens],
    )
    assert (found["precision"], found["weighted_precision"]) == (1 / 2, 3 / 4)


def test_nothing_masked_has_no_precision_and_nobody_to_hide_has_no_recall():
    nothing = figures(LETTER, [])
    assert nothing["precision"] is nothing["weighted_precision"] is None
    assert nothing["mention_precision"] is None
    bare = figures(annotated("d", one="Nobody."), [(0, 6)])
    assert bare["recall"] is bare["er_di"] is bare["er_qi"] is bare["mention_recall"] is None
    assert bare["precision"] == 0
    assert bare["recall_per_type"] == {}


def test_documents_are_added_up_before_anything_is_divided():
    long = annotated("long", one="[Ada|e1] [Bo|e2] [Cy|e3]")
    short = annotated("short", one="[Ada|e1]")
    found = score_masks([long, short], {"long": [(0, 3)], "short": [(0, 3)]})
    assert found.to_json()["recall"] == 2 / 4
    assert found.documents == 2


def test_a_document_without_an_answer_is_not_masked_and_is_named():
    document = annotated("d", one="[Ada|e1|DIRECT]")
    found = score_masks([document, LETTER], {"d": [(0, 3)]}).to_json()
    assert found["unanswered"] == ["letter"]
    assert found["er_di"] == 1 / 5


def test_masks_of_an_unknown_document_are_refused_by_name():
    with pytest.raises(RecordError, match="'stranger'"):
        score_masks([LETTER], {"stranger": [(0, 1)]})


@pytest.mark.parametrize("span", [(-1, 2), (3, 3), (4, 2), (0, 10_000)])
def test_a_mask_that_leaves_its_text_is_refused_with_its_document(span):
    with pytest.raises(RecordError, match=f"'letter': the mask {span[0]}–{span[1]}"):
        score_masks([LETTER], {"letter": [span]})


WORDS = ["Ada", "Mr", "the", "of", "’s", "no", "1999", "4/09", "-", ",", "é", "  ", "\n", "A."]
IGNORED = (
    "mr mrs ms no nr a an the and or about after as at before between by during for from in into "
    "of on over since to until with"
).split()


@st.composite
def annotated_documents(draw):
    """A short text, up to three layers of mentions anywhere, and masks anywhere."""
    text = "".join(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12)))
    place = st.integers(0, len(text))
    spans = st.tuples(place, place).filter(lambda span: span[0] < span[1])
    layers = []
    for name in "abc"[: draw(st.integers(0, 3))]:
        mentions = [
            Mention(
                f"{name}{number}",
                draw(st.sampled_from([SemanticType.PERSON, SemanticType.LOC])),
                start,
                end,
                text[start:end],
                draw(st.sampled_from(IdentifierType)),
                draw(st.sampled_from(["x", "y"])),
            )
            for number, (start, end) in enumerate(draw(st.lists(spans, max_size=4)))
        ]
        layers.append(Layer(name, tuple(mentions)))
    return Document("d", text, tuple(layers)), draw(st.lists(spans, max_size=4))


def naive_is_hidden(text, masked, start, end):
    return all(
        place in masked or says_nothing(text, place, start, end) for place in range(start, end)
    )


def says_nothing(text, place, start, end):
    """Whether a letter of a span belongs to a word to ignore, of those that are in the span."""
    if text[place] in " ,.-;:/&()[]–'\"’“”":
        return True
    if not re.match(r"\w", text[place]):
        return False
    first, last = place, place
    while first > start and re.match(r"\w", text[first - 1]):
        first -= 1
    while last < end and re.match(r"\w", text[last]):
        last += 1
    word = text[first:last].lower()
    is_possessive = (
        word == "s"
        and first - 1 > start
        and text[first - 1] in "'’"
        and re.match(r"\w", text[first - 2])
    )
    return word in IGNORED or bool(is_possessive)


def naive_tokens(text, places):
    """Maximal runs of word characters among the places."""
    runs, last = [], None
    for place in sorted(places):
        if re.match(r"\w", text[place]):
            if last == place - 1:
                runs[-1].append(place)
            else:
                runs.append([place])
            last = place
    return [(run[0], run[-1] + 1) for run in runs]


TITLE_AND_LINE = Layer(
    "one", (Mention("m", SemanticType.PERSON, 0, 3, "Mr\n", IdentifierType.DIRECT, "x"),)
)


def naive_figures(document, spans):
    """The same measures, letter by letter, without anything clever."""
    text = document.text
    masked = {place for start, end in spans for place in range(start, end)}
    hits = {name: [] for name in ("recall", "mention_recall", "er_di", "er_qi", "PERSON", "LOC")}
    wanted = []
    for layer in document.layers:
        wanted.append([(m.start, m.end) for m in layer.mentions if m.identifier_type != "NO_MASK"])
        for entity in dict.fromkeys(mention.entity_id for mention in layer.mentions):
            every = [mention for mention in layer.mentions if mention.entity_id == entity]
            some = [mention for mention in every if mention.identifier_type != "NO_MASK"]
            if not some:
                continue
            hits["mention_recall"] += [naive_is_hidden(text, masked, m.start, m.end) for m in every]
            hidden = [naive_is_hidden(text, masked, m.start, m.end) for m in some]
            is_direct = every[0].identifier_type == "DIRECT"
            hits["er_di" if is_direct else "er_qi"].append(all(hidden))
            for mention in every:
                for token in naive_tokens(text, range(mention.start, mention.end)):
                    hit = naive_is_hidden(text, masked, *token)
                    hits["recall"].append(hit)
                    hits[every[0].entity_type.value].append(hit)
    for name, units in (
        ("precision", naive_tokens(text, masked)),
        ("mention_precision", sorted(set(spans))),
    ):
        hits[name] = [
            any(first <= start and end <= last for first, last in mentions)
            for start, end in units
            for mentions in wanted
        ]
    return {name: sum(some) / len(some) if some else None for name, some in hits.items()}


@given(annotated_documents())
@example((Document("d", "Mr\n", (TITLE_AND_LINE,)), []))
def test_scores_are_those_of_counting_letter_by_letter(given_document):
    document, spans = given_document
    found = figures(document, spans)
    expected = naive_figures(document, spans)
    for kind in ("PERSON", "LOC"):
        assert found["recall_per_type"].get(kind) == expected.pop(kind)
    assert {name: found[name] for name in expected} == expected
    assert found["weighted_precision"] == found["precision"]
