"""The text that an annotator sees before submitting is the one that goes out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from annotation.deciding import as_decided
from annotation.outgoing import Finding
from annotation.records import MASK, Document, Layer, Mention
from annotation.rendering import (
    as_chosen,
    chosen_text,
    generalized_text_of,
    leading_mentions,
    rendered,
    without_brackets,
)
from annotation.types import IdentifierType
from annotation.writing import Anonymizer, all_masked
from ontology.rules.grammar import fit
from tests.annotation.chosen_documents import REVIEWER, chosen_documents
from tests.annotation.masking import Dictionary
from webapp.core.work.loading import Work, leading
from webapp.core.work.mentions import Chosen, MentionWork
from webapp.core.work.readable import outgoing_document, still_readable
from webapp.platform.models import Assignment, ChoiceOrigin
from webapp.platform.models import Document as DocumentRow


def work_on(drawn: Document, *, fits_grammar: bool, chooses: bool = True) -> Work:
    """Return work on the one layer of a document, with its choices."""
    row = DocumentRow(text=drawn.text)
    work = Work(Assignment(document=row), fits_grammar, chooses=chooses)
    marks = [
        _mark(number, mention, is_replaced=chooses)
        for number, mention in enumerate(drawn.layers[0].mentions)
        if mention.is_masked
    ]
    end = 0
    for mention in leading(drawn.text, marks):
        mention.before, end = end, mention.end
        work.mentions[mention.id] = mention
    return work


def _mark(number: int, mention: Mention, *, is_replaced: bool) -> MentionWork:
    chosen = chosen_text(mention) if is_replaced else MASK
    return MentionWork(
        id=number,
        start=mention.start,
        end=mention.end,
        span_text=mention.span_text,
        entity_type=mention.entity_type,
        identifier_type=mention.identifier_type,
        entity_id=mention.entity_id,
        stored_generalizations=json.dumps({"rules": [MASK]}),
        stored_origins=None,
        is_replaced=is_replaced,
        choice=None if chosen is None else Chosen(chosen, ChoiceOrigin.OWN),
    )


def text_on_page(work: Work) -> str:
    """Return the text of the last look before submitting."""
    return "".join(
        segment.mentions[0].lead + (segment.mentions[0].rendered or MASK)
        if segment.mentions
        else segment.text
        for segment in work.reading()
    )


def told(findings: Sequence[Finding]) -> list[tuple[object, ...]]:
    """Return what is found but for ids, which are those of rows here and of a file there."""
    return [
        (
            each.readable,
            each.context,
            each.places,
            each.mention.span_text,
            each.owner and each.owner.span_text,
        )
        for each in findings
    ]


@given(drawn=chosen_documents(most_layers=1, is_decided=True), fits_grammar=st.booleans())
def test_the_page_the_check_and_the_file_have_the_same_text_and_findings(
    drawn: Document, *, fits_grammar: bool
):
    drawn = as_decided(drawn)
    work = work_on(drawn, fits_grammar=fits_grammar)
    fitter = fit if fits_grammar else as_chosen
    file = Anonymizer(Dictionary(), fitter).anonymize(drawn, may_be_unmasked=True)
    assert text_on_page(work) == file.text == generalized_text_of(drawn, fitter)
    assert rendered(outgoing_document(work), fitter).text == file.text
    bare = Anonymizer(Dictionary(), without_brackets(fitter)).anonymize(drawn)
    found = still_readable(work, Dictionary())
    assert told(found) == told(bare.leaks)
    assert all(work.mark(int(each.mention.mention_id)) for each in found)


@given(chosen_documents(most_layers=1), st.data())
def test_masks_within_one_that_a_reviewer_shows_stay_hidden_on_the_page_and_in_the_file(
    drawn: Document, data: st.DataObject
):
    drawn = replace(drawn, layers=(_without_corrections(drawn.layers[0]),))
    leading_ids = [each.mention_id for each in leading_mentions(drawn)]
    shown = data.draw(st.sets(st.sampled_from(leading_ids)) if leading_ids else st.just(set()))
    work = work_on(drawn, fits_grammar=True, chooses=False)
    for number, mention in enumerate(drawn.layers[0].mentions):
        if mention.mention_id in shown:
            work.mentions[number].corrected = MASK
            work.mentions[number].corrected_type = IdentifierType.NO_MASK
    file = Anonymizer(Dictionary(), fit).anonymize(
        all_masked(_corrected(drawn, shown)), may_be_unmasked=True
    )
    assert text_on_page(work) == file.text
    assert rendered(outgoing_document(work), work.fitter).text == file.text


def _without_corrections(layer: Layer) -> Layer:
    mentions = (replace(each, corrections={}, replacement=None) for each in layer.mentions)
    return replace(layer, mentions=tuple(mentions))


def _corrected(drawn: Document, shown: set[str]) -> Document:
    corrections = {IdentifierType.NO_MASK.value: {REVIEWER: ("ann",)}}
    [layer] = drawn.layers
    mentions = (
        replace(each, corrections=corrections) if each.mention_id in shown else each
        for each in layer.mentions
    )
    return replace(drawn, layers=(replace(layer, mentions=tuple(mentions)),))
