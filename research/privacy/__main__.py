"""`python -m research.privacy` fits the weights of the privacy figures."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from annotation.errors import AnnotationError
from annotation.records import Document
from learning.encoding import Encoder
from learning.errors import LearningError
from ontology.layers import Ontology
from privacy import guessing
from privacy.attacks import meaning, words
from privacy.background import Background
from privacy.confidence import WEIGHTS, weights_file
from research.privacy.guessing import fit_guessing, guess_all
from research.privacy.meaning import fit_meaning
from research.privacy.words import fit_words, opened, write

INDEX = Path("instance/ontology")
FITTED = (words.NAME, meaning.NAME, guessing.NAME)


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit what is asked for and return the exit code."""
    options = _parser().parse_args(arguments)
    try:
        sources = {"documents": options.documents, "background": options.background}
        with opened(*sources.values()) as (documents, background, _):
            for attack in [options.only] if options.only else FITTED:
                for name, weights in _fit(attack, documents, background, options.index):
                    write(weights, options.out / name, **sources)
                    sys.stdout.write(f"{name} {json.dumps(weights, indent=2)}\n")
    except (AnnotationError, LearningError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _fit(
    attack: str, documents: Sequence[Document], background: Background, index: Path
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the names of files with the weights to write there."""
    if attack == words.NAME:
        yield weights_file(attack).name, fit_words(documents, background)
        return
    if attack == guessing.NAME:
        guessed = guess_all(documents, background, Ontology.open(index))
        yield guessing.GUESSING.name, fit_guessing(list(guessed))
        return
    combination, confidence = fit_meaning(documents, background, Encoder.open())
    yield meaning.COMBINATION.name, combination
    yield weights_file(attack).name, confidence


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m research.privacy", description=__doc__)
    parser.add_argument("--only", choices=FITTED, help="default: all")
    parser.add_argument("--documents", type=Path, required=True, help="annotated documents")
    parser.add_argument(
        "--background", type=Path, required=True, help="texts about their people, by doc_id"
    )
    parser.add_argument(
        "--index", type=Path, default=INDEX, help="folder of the compiled ontology, for guessing"
    )
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="a folder; default: in place")
    return parser


if __name__ == "__main__":
    sys.exit(main())
