"""`python -m privacy attack` attacks texts: a program of the worker, as trainers are.

See `learning.trainer` for what it writes.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from learning.trainer import MessageWriter, run
from privacy.attacking import attack_file


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit code."""
    return run(_parser(), arguments)


def _attack(options: Namespace, messages: MessageWriter) -> dict[str, Any]:
    texts = attack_file(
        options.background,
        options.texts,
        options.out,
        encoder=options.encoder,
        on_progress=messages.progress,
    )
    return {"texts": texts}


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m privacy", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    attacking = commands.add_parser("attack", help="say of whom texts are, by all attacks")
    attacking.set_defaults(run=_attack)
    attacking.add_argument("--background", type=Path, required=True, help="a compiled one's folder")
    attacking.add_argument("--texts", type=Path, required=True, help="the file of targets")
    attacking.add_argument("--out", type=Path, required=True, help="the file of what is found")
    attacking.add_argument("--encoder", type=Path, help="default: the one that comes along")
    return parser


if __name__ == "__main__":
    sys.exit(main())
