"""The trainer of masks: `python -m masking train …`, see `learning.trainer`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from learning.trainer import MessageWriter, add_plan_options, plan_options, run
from masking.training import Plan, train


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    return run(_parser(), arguments)


def _train(options: Namespace, messages: MessageWriter) -> dict[str, Any]:
    plan = Plan(**plan_options(options), pipeline=options.pipeline, ontology=options.ontology)
    summary: dict[str, Any] = train(plan, messages.progress).summary().to_json()
    return summary


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m masking", description=__doc__)
    commands = parser.add_subparsers(required=True)
    training = commands.add_parser("train", help="train a version from a snapshot")
    training.set_defaults(run=_train)
    add_plan_options(training)
    training.add_argument("--pipeline", help="default: the one that comes along")
    training.add_argument("--ontology", type=Path, help="the folder of the compiled ontology")
    return parser


if __name__ == "__main__":
    sys.exit(main())
