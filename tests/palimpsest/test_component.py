"""The component of spaCy marks what the library masks, on whichever tokens there are."""

from __future__ import annotations

import spacy

import palimpsest
from palimpsest.component import NAME

TEXT = "Yesterday Tuva Lind left Oslo."


def test_the_component_is_found_by_its_name_and_marks_what_is_masked(assets, monkeypatch):
    monkeypatch.setenv("PALIMPSEST_ONTOLOGY", str(assets.ontology))
    nlp = spacy.blank("en")
    nlp.add_pipe("palimpsest", config={"operating_point": "privacy"})
    nlp.add_pipe("palimpsest", name="few", config={"operating_point": 1.0, "spans_key": "few"})
    doc = nlp(TEXT)
    marked = palimpsest.mask(TEXT, operating_point="privacy")
    assert {(span.start_char, span.end_char, span.label_) for span in doc.spans[NAME]} == {
        (each.start, each.end, each.entity_type)
        for each in marked.iter_mentions()
        if each.is_masked
    }
    assert len(doc.spans["few"]) < len(doc.spans[NAME])
