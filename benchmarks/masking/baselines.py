"""Recognizers of others, to compare ours with."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.masking.recall import Recognizer
from masking.pipelines import Pipeline


def spacy_entities(pipeline: Pipeline) -> Recognizer:
    """Return a recognizer that masks every entity a spaCy pipeline names."""

    def recognize(text: str, _protected: Sequence[str]) -> list[tuple[int, int]]:
        return [(entity.start_char, entity.end_char) for entity in pipeline.parse(text).ents]

    return recognize
