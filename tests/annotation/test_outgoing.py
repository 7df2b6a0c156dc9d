"""A document as it goes out: every view has the same text, and finds the same in it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from annotation.changes import changed
from annotation.deciding import as_decided
from annotation.outgoing import outgoing
from annotation.records import MASK, Document, Layer, Mention, Replacement
from annotation.rendering import (
    Fitter,
    as_chosen,
    chosen_text,
    generalized_text_of,
    overlap,
    rendered,
    rendered_mentions,
    without_brackets,
)
from annotation.sanitizing import Sanitizer
from annotation.types import IdentifierType, SemanticType
from annotation.writing import Anonymizer
from ontology.rules.grammar import fit
from tests.annotation.chosen_documents import chosen_documents
from tests.annotation.masking import Dictionary

FITTERS = st.sampled_from([as_chosen, fit])


@given(chosen_documents(is_decided=True), FITTERS)
def test_files_datasets_and_records_have_the_same_text_and_findings(drawn: Document, fit: Fitter):
    file = Anonymizer(Dictionary(), fit).anonymize(drawn, may_be_unmasked=True)
    sanitized = Sanitizer(Dictionary(), fit).sanitize(drawn, 1, may_be_unmasked=True)
    assert file.undecided == 0
    assert sanitized.record["generalized_text"] == file.text == generalized_text_of(drawn, fit)
    read = tuple(leak.readable for leak in file.leaks)
    assert sanitized.readable[: len(read)] == read
    assert file.leaks == outgoing(drawn, fit, Dictionary()).findings


@given(chosen_documents(), FITTERS)
def test_what_has_no_choice_reads_as_a_mask_in_datasets_and_changes_no_file(
    drawn: Document, fit: Fitter
):
    file = Anonymizer(Dictionary(), fit).anonymize(drawn)
    sanitized = Sanitizer(Dictionary(), fit).sanitize(drawn, 1)
    masked = Anonymizer(Dictionary(), fit).anonymize(_masked_where_open(drawn))
    assert sanitized.record["generalized_text"] == masked.text
    if file.undecided:
        assert (file.text, file.changes) == (drawn.text, ())
        assert generalized_text_of(drawn, fit) is None
    else:
        assert file.text == masked.text


def _masked_where_open(drawn: Document) -> Document:
    """Choose `***` wherever nothing is chosen."""
    layers = [
        replace(
            layer,
            mentions=tuple(
                replace(mention, replacement=Replacement({}, {MASK: ("ann",)}))
                if chosen_text(mention) is None
                else mention
                for mention in layer.mentions
            ),
        )
        for layer in as_decided(drawn).layers
    ]
    return replace(drawn, layers=tuple(layers))


@given(chosen_documents(), FITTERS)
def test_what_is_hidden_is_in_a_change_and_what_is_left_in_none(drawn: Document, fit: Fitter):
    whole = rendered(drawn, fit)
    assert changed(drawn.text, whole.changes) == whole.text
    assert all(one.end <= other.start for one, other in pairwise(whole.changes))
    for mention in rendered_mentions(whole.document):
        touching = [each for each in whole.changes if overlap(each, mention)]
        if chosen_text(mention) == mention.span_text:
            assert touching == []
        else:
            [change] = touching
            assert change.start <= mention.start
            assert mention.end <= change.end
    for piece in whole.pieces:
        if piece.start is not None:
            assert drawn.text.startswith(piece.text, piece.start)


@given(chosen_documents(), FITTERS)
def test_without_brackets_the_same_is_found(drawn: Document, fit: Fitter):
    found, bare = (
        [replace(each, context="") for each in outgoing(drawn, fitter, Dictionary()).findings]
        for fitter in (fit, without_brackets(fit))
    )
    assert found == bare


TEXT = "Ida Lund ran the Bank of Bergen branch."


def marked(*spans: tuple[str, SemanticType, str | None]) -> Document:
    """Mark spans of TEXT: the words, their type and the text that is chosen for them."""
    layer = Layer("spans", tuple(mention(number, *span) for number, span in enumerate(spans)))
    return Document("d", TEXT, (layer,))


def mention(number: int, words: str, semantic_type: SemanticType, chosen: str | None) -> Mention:
    start = TEXT.index(words)
    selection = {chosen: ("ann",)} if chosen else {}
    offered = Replacement({}, selection).admitting(selection)
    return Mention(
        f"m{number}",
        semantic_type,
        start,
        start + len(words),
        words,
        IdentifierType.QUASI,
        f"e{number}",
        replacement=offered,
    )


def read_in(drawn: Document) -> list[tuple[str, str]]:
    """Return what can be read, each with the id of the span that hides it."""
    found = outgoing(drawn, as_chosen, Dictionary()).findings
    return [(each.readable, each.mention.mention_id) for each in found]


def test_what_is_left_as_it_is_stands_in_no_view_in_brackets():
    left = marked(("Bergen", SemanticType.LOC, "Bergen"))
    assert Sanitizer(Dictionary()).sanitize(left, 1).record["generalized_text"] == TEXT
    assert generalized_text_of(left) == TEXT
    assert rendered(left).changes == ()
    assert read_in(left) == []


def test_spans_that_cross_are_left_together_and_the_name_of_one_is_not_all_of_them():
    bank, branch = ("Bank of Bergen", SemanticType.ORG), ("Bergen branch", SemanticType.LOC)
    left = marked((*bank, "Bank of Bergen branch"), (*branch, None))
    assert read_in(left) == [("Bergen branch", "m1")]
    named = marked((*bank, "Bank of Bergen"), (*branch, None))
    assert read_in(named) == [("Bank of Bergen", "m0"), ("Bergen", "m0")]


def test_what_stands_in_a_span_that_is_left_was_marked_for_itself():
    left = marked(
        ("Bank of Bergen", SemanticType.ORG, "Bank of Bergen"), ("Bergen", SemanticType.LOC, None)
    )
    assert generalized_text_of(left) == TEXT
    assert read_in(left) == [("Bergen", "m1")]


def test_a_name_of_a_person_may_not_be_left():
    left = marked(("Ida Lund", SemanticType.PERSON, "Ida Lund"))
    assert generalized_text_of(left) == TEXT
    assert read_in(left) == [("Ida Lund", "m0")]


def test_a_span_that_one_layer_leaves_does_not_lead_what_another_one_hides():
    left = marked(("Bank of Bergen branch", SemanticType.ORG, "Bank of Bergen branch"))
    other = marked(("Bergen", SemanticType.LOC, "town"))
    both = replace(left, layers=(left.layers[0], replace(other.layers[0], name="other")))
    record = Sanitizer(Dictionary()).sanitize(both, 1).record
    assert record["generalized_text"] == "Ida Lund ran the Bank of [town] branch."


def test_a_replacement_stands_for_the_span_as_it_is_marked_whatever_it_leads():
    crossing = marked(
        ("Bank of Bergen", SemanticType.ORG, "bank"), ("Bergen branch", SemanticType.LOC, None)
    )
    whole = rendered(crossing)
    [owner] = [piece.owner for piece in whole.pieces if piece.owner]
    assert owner is whole.document.layers[0].mentions[0]
    [numbered] = Sanitizer(Dictionary()).sanitize(crossing, 1).record["annotations"]
    assert [each.get("start_offset") for each in numbered["entity_mentions"]] == [17, None]
