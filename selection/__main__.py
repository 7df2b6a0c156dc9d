"""The trainer of replacements: `python -m selection train …` and `… suggest …`, see `learning`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from learning.trainer import MessageWriter, add_plan_options, plan_options, run
from selection.catalogue import DEFAULT, catalogue
from selection.precomputing import suggest
from selection.resources import Resources
from selection.training import Plan, train


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    return run(_parser(), arguments)


def _train(options: Namespace, messages: MessageWriter) -> dict[str, Any]:
    plan = Plan(
        **plan_options(options),
        family=options.family,
        ontology=options.ontology,
        on_everything=options.all,
    )
    summary: dict[str, Any] = train(plan, messages.progress).summary().to_json()
    return summary


def _suggest(options: Namespace, messages: MessageWriter) -> dict[str, Any]:
    payloads = suggest(
        options.model,
        options.snapshot,
        options.history,
        options.out,
        resources=Resources.open(options.encoder, options.ontology),
        on_progress=messages.progress,
    )
    return {"payloads": payloads}


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m selection", description=__doc__)
    commands = parser.add_subparsers(required=True)
    training = commands.add_parser("train", help="train a version from a snapshot")
    training.set_defaults(run=_train)
    add_plan_options(training)
    training.add_argument("--family", choices=[*catalogue()], default=DEFAULT)
    training.add_argument("--all", action="store_true", help="hold nothing out, try nothing")
    scoring = commands.add_parser("suggest", help="write suggestions for open documents")
    scoring.set_defaults(run=_suggest)
    scoring.add_argument("--model", type=Path, required=True, help="a version's folder")
    scoring.add_argument("--snapshot", type=Path, required=True, help="documents asked for")
    scoring.add_argument("--history", type=Path, required=True, help="documents that are done")
    scoring.add_argument("--out", type=Path, required=True, help="the file of payloads")
    scoring.add_argument("--encoder", type=Path, help="default: the one that comes along")
    for command in (training, scoring):
        command.add_argument("--ontology", type=Path, help="the folder of the compiled ontology")
    return parser


if __name__ == "__main__":
    sys.exit(main())
