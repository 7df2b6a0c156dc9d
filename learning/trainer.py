"""A trainer as a program of its own, whatever it trains.

It reports in JSON lines on its standard output: `{"progress": 0.42, "doing": "…"}`, at last
`{"done": {…}}` or `{"error": "a sentence"}` with exit code 1. Whatever libraries print goes to the
standard error output. Of errors that are not ours only type and place are reported, because their
messages may quote documents. It may be killed at any time, and ends when nobody reads any more.
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

from annotation.errors import AnnotationError
from learning.errors import LearningError
from learning.plans import Plan
from learning.promotion import CURRENT
from ontology.errors import OntologyError

PROJECT_ROOT = Path(__file__).resolve().parents[1]
SETTINGS = {
    "HF_HUB_OFFLINE": "1",
    "TOKENIZERS_PARALLELISM": "false",
    # Threads that wait for each other in circles cost more than they bring where pages are served.
    "OMP_WAIT_POLICY": "passive",
}
"""For libraries, which read them when they are loaded: with the first text or tree."""
PROGRESS_INTERVAL_SECONDS = 0.2
"""The least time between two lines of progress, unless something else is being done."""


class MessageWriter:
    """Writes messages to a stream, as JSON lines."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._doing = ""
        self._written_at = 0.0

    def write(self, **message: object) -> None:
        """Write one message and flush it."""
        self._stream.write(json.dumps(message, ensure_ascii=False) + "\n")
        self._stream.flush()

    def progress(self, share: float, doing: str) -> None:
        """Write the share done, 0…1, and what is being done."""
        now = time.monotonic()
        if doing != self._doing or now - self._written_at >= PROGRESS_INTERVAL_SECONDS:
            self._doing, self._written_at = doing, now
            self.write(progress=round(share, 3), doing=doing)


def run(parser: ArgumentParser, arguments: Sequence[str] | None) -> int:
    """Run the parsed command, `options.run(options, messages)`, and return the exit code.

    What the command returns becomes the message `done`.
    """
    options = parser.parse_args(arguments)
    messages = _claim_stdout()
    os.environ |= SETTINGS
    try:
        messages.write(done=options.run(options, messages))
    except (LearningError, OntologyError, AnnotationError) as error:
        messages.write(error=str(error))
        return 1
    except Exception as error:
        messages.write(error=f"The trainer failed: {type(error).__name__} in {_place_of(error)}.")
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


def _claim_stdout() -> MessageWriter:
    """Take standard output for our messages alone; end silently when nobody reads them."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    stream = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return MessageWriter(stream)


def _place_of(error: Exception) -> str:
    """Return the innermost line of ours that an error went through."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [each for each in frames if _is_ours(Path(each.filename))]
    last = (ours or frames)[-1]
    path = Path(last.filename)
    place = path.relative_to(PROJECT_ROOT) if path.is_relative_to(PROJECT_ROOT) else path.name
    return f"{place}, line {last.lineno}"


def _is_ours(path: Path) -> bool:
    """Whether a file belongs to the project, not to a library that is installed in its folder."""
    packages = {
        "annotation",
        "ontology",
        "learning",
        "masking",
        "selection",
        "privacy",
        "palimpsest",
    }
    return path.is_relative_to(PROJECT_ROOT) and path.relative_to(PROJECT_ROOT).parts[0] in packages
