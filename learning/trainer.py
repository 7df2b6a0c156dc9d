"""A trainer as a program of its own, whatever it trains.

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
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from learning.errors import LearningError
from learning.plans import Plan
from learning.promotion import CURRENT
from ontology.errors import OntologyError

HOUSE = Path(__file__).resolve().parents[1]
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


def run(parser: ArgumentParser, arguments: Sequence[str] | None) -> int:
    """Run the command that the parser finds, `options.run(options, speaker)`; return the exit code.

    What it returns is said to be done.
    """
    options = parser.parse_args(arguments)
    speaker = _only_speaker()
    os.environ |= SETTINGS
    try:
        speaker.say(done=options.run(options, speaker))
    except (LearningError, OntologyError) as error:
        speaker.say(error=str(error))
        return 1
    except Exception as error:
        speaker.say(error=f"The trainer failed: {type(error).__name__} in {_place_of(error)}.")
        return 1
    return 0


def add_plan_options(parser: ArgumentParser) -> None:
    """Add the options of every training to a command."""
    parser.add_argument("--snapshot", type=Path, required=True, help="annotated documents")
    parser.add_argument("--out", type=Path, required=True, help="the version's folder, new")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--encoder", type=Path, help="default: the one that comes along")
    parser.add_argument("--current", type=Path, help="the version in use, not to be worse than")
    parser.add_argument("--current-name", default=CURRENT, help="what people call it")
    parser.add_argument("--first-needs", type=int, help="documents that a first version needs")
    parser.add_argument("--created-at", default=datetime.now(UTC).isoformat(timespec="seconds"))


def plan_options(options: Namespace) -> dict[str, Any]:
    """Return what a plan takes of the options."""
    return {field.name: getattr(options, field.name) for field in fields(Plan)}


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
    ours = [each for each in frames if _is_ours(Path(each.filename))]
    last = (ours or frames)[-1]
    path = Path(last.filename)
    place = path.relative_to(HOUSE) if path.is_relative_to(HOUSE) else path.name
    return f"{place}, line {last.lineno}"


def _is_ours(path: Path) -> bool:
    """Whether a file is one of the house, not of a library that is installed in it."""
    rooms = {"annotation", "ontology", "learning", "masking", "selection"}
    return path.is_relative_to(HOUSE) and path.relative_to(HOUSE).parts[0] in rooms
