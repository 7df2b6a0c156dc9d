"""The recognizers that are compared: our detector, plain spaCy and Presidio."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

from annotation.records import Document
from benchmarks.masking.recall import Recognizer
from masking.detecting import Detector
from masking.evaluation.coverage import Span
from masking.operating_points import Point
from masking.pipelines import Pipeline

SCRIPT = Path(__file__).with_name("presidio.py")
ORGANIZATION = "ORGANIZATION"
"""The entity type that Presidio leaves out by default."""
HOW_TO_GET_PRESIDIO = (
    "For Presidio, make an environment of its own and name its interpreter:\n"
    "  python -m venv FOLDER && FOLDER/bin/pip install presidio-analyzer\n"
    "  … --presidio-python FOLDER/bin/python"
)


class PresidioError(Exception):
    """Presidio's process gave no answer; its messages stand on stderr."""


def suggested_masks(detector: Detector, operating_point: Point) -> Recognizer:
    """Return a recognizer that masks what a detector suggests at an operating point."""

    def recognize(document: Document, protected: Sequence[str]) -> list[Span]:
        found = detector.detect(document, point=operating_point, protect=protected)
        return [(each.start, each.end) for each in found.iter_mentions() if each.is_masked]

    return recognize


def spacy_entities(pipeline: Pipeline) -> Recognizer:
    """Return a recognizer that masks every entity a spaCy pipeline names in the text as written."""

    def recognize(document: Document, _protected: Sequence[str]) -> list[Span]:
        entities = pipeline.language(document.text).ents
        return [(entity.start_char, entity.end_char) for entity in entities]

    return recognize


class Presidio:
    """Presidio's analyzer in a process of another interpreter."""

    def __init__(self, requests: IO[str], answers: IO[str]) -> None:
        self._requests = requests
        self._answers = answers

    def analyze(self, text: str) -> tuple[list[tuple[int, int, str]], float]:
        """Return what is found, with the types that Presidio has, and the CPU seconds that took.

        Raises PresidioError.
        """
        self._requests.write(json.dumps(text) + "\n")
        self._requests.flush()
        line = self._answers.readline()
        if not line:
            raise PresidioError("Presidio's process ended without an answer.")
        answer = json.loads(line)
        return [(start, end, kind) for start, end, kind in answer["found"]], answer["cpu"]

    def cpu_seconds(self, document: Document) -> float:
        """Return the CPU time that the analysis of a document takes."""
        return self.analyze(document.text)[1]

    def recognizer(self, *, has_organizations: bool) -> Recognizer:
        """Return a recognizer that masks what Presidio does, with or without organizations."""

        def recognize(document: Document, _protected: Sequence[str]) -> list[Span]:
            found, _ = self.analyze(document.text)
            return [
                (start, end)
                for start, end, kind in found
                if has_organizations or kind != ORGANIZATION
            ]

        return recognize


@contextmanager
def started_presidio(python: Path, pipeline: Pipeline) -> Iterator[Presidio]:
    """Start Presidio by an interpreter that has it, with the same spaCy pipeline as ours."""
    # -I: neither this folder nor PYTHONPATH stands in the way of that interpreter's packages.
    command = [python, "-I", SCRIPT, pipeline.language.path]
    with subprocess.Popen(  # noqa: S603 - an interpreter that the caller names
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        # Both are pipes, as asked for.
        yield Presidio(cast("IO[str]", process.stdin), cast("IO[str]", process.stdout))
