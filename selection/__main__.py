"""The trainer as a program of its own: `python -m selection train …` and `… suggest …`.

It says what it does in JSON lines on its standard output: `{"progress": 0.42, "doing": "…"}`, at
last `{"done": {…}}` or `{"error": "a sentence"}` with exit code 1. Whatever libraries print goes to
the standard error output. Errors that are not ours are told by type and place only, because their
messages may quote documents. It may be killed at any time, and ends when nobody listens any more.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
import traceback
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from learning.errors import LearningError
from selection.families import DEFAULT, NAMES
from selection.promotion import CURRENT
from selection.scoring import suggest
from selection.training import Plan, train

PACKAGE = Path(__file__).resolve().parent
SETTINGS = {
    "HF_HUB_OFFLINE": "1",
    "TOKENIZERS_PARALLELISM": "false",
    # Threads that wait for each other in circles cost more than they bring where pages are served.
    "OMP_WAIT_POLICY": "passive",
}
"""For libraries, which read them when they are loaded: with the first text or tree."""
SPARING_SECONDS = 0.2
"""How long progress is kept to itself after a line of it, unless something else is being done."""


class Speaker:
    """Writes JSON lines to whoever listens."""

    def __init__(self, listener: IO[str]) -> None:
        self._listener = listener
        self._doing = ""
        self._said_at = 0.0

    def say(self, **value: object) -> None:
        """Write one line at once."""
        self._listener.write(json.dumps(value, ensure_ascii=False) + "\n")
        self._listener.flush()

    def progress(self, share: float, doing: str) -> None:
        """Tell the share done, 0…1, and what is being done."""
        now = time.monotonic()
        if doing != self._doing or now - self._said_at >= SPARING_SECONDS:
            self._doing, self._said_at = doing, now
            self.say(progress=round(share, 3), doing=doing)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    options = _parser().parse_args(arguments)
    speaker = _only_speaker()
    os.environ |= SETTINGS
    try:
        speaker.say(done=options.run(options, speaker))
    except LearningError as error:
        speaker.say(error=str(error))
        return 1
    except Exception as error:
        speaker.say(error=f"The trainer failed: {type(error).__name__} in {_place_of(error)}.")
        return 1
    return 0


def _train(options: Namespace, speaker: Speaker) -> dict[str, Any]:
    plan = Plan(
        snapshot=options.snapshot,
        out=options.out,
        created_at=options.created_at,
        family=options.family,
        seed=options.seed,
        encoder=options.encoder,
        current=options.current,
        current_name=options.current_name,
        first_needs=options.first_needs,
        on_everything=options.all,
    )
    return train(plan, speaker.progress).summary()


def _suggest(options: Namespace, speaker: Speaker) -> dict[str, Any]:
    sheets = suggest(
        options.model,
        options.snapshot,
        options.history,
        options.out,
        encoder=options.encoder,
        on_progress=speaker.progress,
    )
    return {"sheets": sheets}


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m selection", description=__doc__)
    commands = parser.add_subparsers(required=True)
    training = commands.add_parser("train", help="train a version from a snapshot")
    training.set_defaults(run=_train)
    training.add_argument("--snapshot", type=Path, required=True, help="annotated documents")
    training.add_argument("--out", type=Path, required=True, help="the version's folder, new")
    training.add_argument("--family", choices=NAMES, default=DEFAULT)
    training.add_argument("--seed", type=int, default=0)
    training.add_argument("--current", type=Path, help="the version in use, not to be worse than")
    training.add_argument("--current-name", default=CURRENT, help="what people call it")
    training.add_argument("--first-needs", type=int, help="documents that a first version needs")
    training.add_argument("--created-at", default=datetime.now(UTC).isoformat(timespec="seconds"))
    training.add_argument("--all", action="store_true", help="hold nothing out, try nothing")
    scoring = commands.add_parser("suggest", help="write suggestions for open documents")
    scoring.set_defaults(run=_suggest)
    scoring.add_argument("--model", type=Path, required=True, help="a version's folder")
    scoring.add_argument("--snapshot", type=Path, required=True, help="documents asked for")
    scoring.add_argument("--history", type=Path, required=True, help="documents that are done")
    scoring.add_argument("--out", type=Path, required=True, help="the file of sheets")
    for command in (training, scoring):
        command.add_argument("--encoder", type=Path, help="default: the one that comes along")
    return parser


def _only_speaker() -> Speaker:
    """Take standard output for our lines alone, and end without a word when nobody reads them."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    listener = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return Speaker(listener)


def _place_of(error: Exception) -> str:
    """Return the innermost line of ours that an error went through."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [each for each in frames if Path(each.filename).is_relative_to(PACKAGE)]
    last = (ours or frames)[-1]
    return f"{Path(last.filename).relative_to(PACKAGE.parent)}, line {last.lineno}"


if __name__ == "__main__":
    sys.exit(main())
