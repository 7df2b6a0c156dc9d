"""The weights of the privacy figures: `python -m privacy fit` fits them anew."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from annotation.errors import AnnotationError
from privacy.attacks.words import NAME
from privacy.confidence import weights_file
from privacy.fitting import fit


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    options = _parser().parse_args(arguments)
    try:
        weights = fit(options.documents, options.background, options.out)
    except AnnotationError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{json.dumps(weights, indent=2)}\n")
    return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m privacy", description=__doc__)
    commands = parser.add_subparsers(required=True)
    fitting = commands.add_parser("fit", help="fit how sure an attack can be")
    fitting.add_argument("--documents", type=Path, required=True, help="annotated documents")
    fitting.add_argument(
        "--background", type=Path, required=True, help="texts about their people, by doc_id"
    )
    fitting.add_argument("--out", type=Path, default=weights_file(NAME), help="default: in place")
    return parser


if __name__ == "__main__":
    sys.exit(main())
