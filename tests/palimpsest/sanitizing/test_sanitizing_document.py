"""One document through all steps: what comes out leaks nothing, or does not come out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotation.records import Document
from masking.detecting import Detector
from masking.pipelines import Pipeline
from ontology.layers import Ontology
from ontology.overrides import Addition, Overrides
from palimpsest.sanitizing.document import State, Style, Tools, sanitize
from palimpsest.sanitizing.suggesting import MaskSuggester

TEXT = "Tuva Lind was born in Oslo on 12 March 1951. She lived in Bergen; tuva lind is a geologist."


PIPELINE = Pipeline.open()
"""Loaded with the first text, once for all tests."""


@pytest.fixture
def tools(config, tiny_ontology):  # noqa: ARG001 - the ontology is built for its effect
    ontology = Ontology.open(config.ontology)
    return Tools(MaskSuggester(Detector.zero_shot(PIPELINE, ontology)), ontology)


def text_of(text, tools):
    return sanitize(Document("d", text), 7, tools).text


def test_names_codes_and_places_are_replaced_and_the_record_knows_a_number_alone(tools):
    outcome = sanitize(Document("tuva-lind", TEXT), 7, tools)
    assert outcome.state is State.WRITTEN
    assert outcome.text.startswith("[PERSON 1] was born in [a city in Norway] in [March 1951].")
    assert outcome.record["document"] == 7
    for hidden in ("tuva", "lind", "oslo", "bergen", "12"):
        assert hidden not in str(outcome.record).lower()


def test_masks_alone_are_stars(tools):
    masked = text_of(TEXT, replace(tools, style=Style.MASK))
    assert masked.startswith("*** was born in *** on ***.")
    assert "[" not in masked


def test_the_rules_of_a_project_hold(tools):
    overrides = Overrides((Addition("Oslo", "Nordic town", position=1),))
    assert "Nordic town" in text_of(TEXT, replace(tools, overrides=overrides))


@pytest.mark.parametrize("text", ["It rained.", "and so on"])
def test_where_nothing_is_found_to_hide_the_text_is_held_back(text, tools):
    outcome = sanitize(Document("d", text), 1, tools)
    assert outcome.state is State.HELD_BACK
    assert "nothing is marked" in outcome.problems[0]


def test_what_the_scan_can_still_read_is_hidden_wherever_it_stands(tools, monkeypatch):
    def deaf(_text, _spans, _is_common, _protect=()):
        return iter(())

    monkeypatch.setattr("masking.detecting.repetitions", deaf)
    monkeypatch.setattr("masking.detecting.forms_of_names", lambda *_: iter(()))
    outcome = sanitize(Document("d", f"{TEXT} Lind's tale."), 1, tools)
    assert outcome.state in {State.WRITTEN, State.MASKED}
    assert "lind" not in outcome.text.lower()


def test_a_document_says_the_same_twice(tools):
    assert text_of(TEXT, tools) == text_of(TEXT, tools)
