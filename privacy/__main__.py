"""`python -m privacy fit` fits the weights of the privacy figures, `… attack` attacks texts.

Attacks are run by the worker, as trainers are: see `learning.trainer` for what they say.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from annotation.errors import AnnotationError
from annotation.records import Document
from learning.encoding import Encoder
from learning.errors import LearningError
from learning.trainer import MessageWriter, run
from ontology.layers import Ontology
from privacy import guessing
from privacy.attacking import attack_file
from privacy.attacks import meaning, words
from privacy.background import Background
from privacy.confidence import WEIGHTS, weights_file
from privacy.fitting import fit_words, opened, write
from privacy.fitting_guessing import fit_guessing, guess_all
from privacy.fitting_meaning import fit_meaning

INDEX = Path("instance/ontology")
ATTACK = "attack"
FITTED = (words.NAME, meaning.NAME, guessing.NAME)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    return run(parser, arguments) if options.command == ATTACK else _fit_all(options)


def _attack(options: Namespace, messages: MessageWriter) -> dict[str, Any]:
    texts = attack_file(
        options.background,
        options.texts,
        options.out,
        encoder=options.encoder,
        on_progress=messages.progress,
    )
    return {"texts": texts}


def _fit_all(options: Namespace) -> int:
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
    parser = ArgumentParser(prog="python -m privacy", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    fitting = commands.add_parser("fit", help="fit what attacks weigh, and how sure they can be")
    fitting.add_argument("--only", choices=FITTED, help="default: all")
    fitting.add_argument("--documents", type=Path, required=True, help="annotated documents")
    fitting.add_argument(
        "--background", type=Path, required=True, help="texts about their people, by doc_id"
    )
    fitting.add_argument(
        "--index", type=Path, default=INDEX, help="folder of the compiled ontology, for guessing"
    )
    fitting.add_argument("--out", type=Path, default=WEIGHTS, help="a folder; default: in place")
    attacking = commands.add_parser(ATTACK, help="say of whom texts are, by all attacks")
    attacking.set_defaults(run=_attack)
    attacking.add_argument("--background", type=Path, required=True, help="a compiled one's folder")
    attacking.add_argument("--texts", type=Path, required=True, help="the file of targets")
    attacking.add_argument("--out", type=Path, required=True, help="the file of what is found")
    attacking.add_argument("--encoder", type=Path, help="default: the one that comes along")
    return parser


if __name__ == "__main__":
    sys.exit(main())
