"""The sample that comes along as annotated documents: what the first model learns from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace

from annotation.formats import read_documents
from selection.examples import ExampleDocument, load_examples
from webapp.platform import resources

SAMPLE = resources.data("sample.json")
CHOICES = SAMPLE.with_name("sample-choices.json")
AUTHORS = "sample-authors"
"""The annotator that the authors' choices stand under, beside those in the sample itself."""


def load_sample() -> list[ExampleDocument]:
    """Return the documents of the sample with what the authors chose for every masked mention."""
    chosen = json.loads(CHOICES.read_text(encoding="utf-8"))
    return [
        _with_choices(document, chosen[document.doc_id])
        for document in load_examples(read_documents(SAMPLE))
    ]


def checksum() -> str:
    """Return the SHA-256 of sample and choices, to tell when either has changed."""
    return hashlib.sha256(SAMPLE.read_bytes() + CHOICES.read_bytes()).hexdigest()


def _with_choices(document: ExampleDocument, chosen: Mapping[str, str]) -> ExampleDocument:
    examples = tuple(
        replace(example, choices={**example.choices, AUTHORS: chosen[example.mention_id]})
        if example.mention_id in chosen
        else example
        for example in document.examples
    )
    return replace(document, examples=examples)
