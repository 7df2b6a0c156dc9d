"""Trainers run in processes of their own: followed, limited and stopped from outside.

What they say comes as JSON lines: {"progress": 0…1, "doing": text}, at the end {"done": value} or
{"error": message}. Their stderr can quote documents: only places and types of errors are kept.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any

from learning.progress import OnProgress
from webapp.core.jobs.runner import INTERRUPTED
from webapp.core.jobs.running import is_stopping
from webapp.platform import resources
from webapp.platform.config import Config
from webapp.platform.errors import DomainError
from webapp.versions.folders import LOG

PYTHON: Sequence[str] = (sys.executable, "-m")
"""What runs a package's trainer; its modules are heavy and stay out of the worker."""
GUARD = Path(__file__).with_name("guard.py")
NICENESS = 19
"""The highest there is: where others want the processor, a trainer gets the least."""
LISTEN_SECONDS = 1.0
"""How long a silent trainer is waited for before the job shows that it lives."""
GRACE_SECONDS = 3.0
"""What a trainer may take to end when it is told to."""
LEAVE_SECONDS = 30.0
"""What it may take to leave after its last word; libraries have threads to end."""

_FRAME = re.compile(r'\s*File "([^"]+)", line (\d+), in (\w+|<\w+>)\s*')
_NUMBER = re.compile(r"\d+")
_TYPE = re.compile(r"[\w.]*(?:Error|Exception|Warning|Interrupt)\b")


class TrainerError(DomainError):
    """A trainer refused, failed or was stopped; the message says why."""


def encoder_argument(config: Config) -> list[str]:
    """Name the encoder to the program, if it is not the one that comes along."""
    return ["--encoder", str(config.encoder_folder)] if config.encoder_folder else []


def as_sentence(doing: str) -> str:
    """Write what a trainer says it is doing as the message of a job."""
    return doing[:1].upper() + doing[1:]


def run_trainer(
    command: Sequence[str], *, what: str, folder: Path, config: Config, on_progress: OnProgress
) -> dict[str, Any]:
    """Run a trainer, given as a package and its arguments, and return what it says at its end.

    The log is kept in the folder. Whatever `on_progress` raises stops the process and is passed on.
    Raises TrainerError.
    """
    limit = _Limit(what, config.training_seconds)
    log = (folder / LOG).open("a", encoding="utf-8")
    with log as journal, _started(command) as process:
        answers: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        readers = (
            threading.Thread(target=_read_answers, args=(process.stdout, answers), daemon=True),
            threading.Thread(target=_read_errors, args=(process.stderr, journal), daemon=True),
        )
        for reader in readers:
            reader.start()
        try:
            last = _listen(answers, limit, on_progress, journal)
            _wait(process, LEAVE_SECONDS)
        except BaseException:
            _kill_group(process, signal.SIGTERM)
            _wait(process, GRACE_SECONDS)
            raise
        finally:
            for reader in readers:
                reader.join(GRACE_SECONDS)
    return _result_of(last, process.returncode, what)


def guarded(command: Sequence[str]) -> list[str]:
    """Return a program that runs a trainer, gives way to pages and ends with this process."""
    guard = [sys.executable, "-I", "-S", str(GUARD), str(os.getpid()), str(NICENESS)]
    return [*guard, *PYTHON, *command]


def _started(command: Sequence[str]) -> subprocess.Popen[str]:
    # It needs no secret of ours: neither the key nor the address of the database.
    environment = {key: os.environ[key] for key in os.environ if not key.startswith("PALIMPSEST_")}
    return subprocess.Popen(  # noqa: S603 - commands of ours
        guarded(command),
        cwd=resources.CODE.parent,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
        encoding="utf-8",
        errors="replace",
    )


def _listen(
    answers: SimpleQueue[dict[str, Any] | None],
    limit: _Limit,
    on_progress: OnProgress,
    journal: IO[str],
) -> dict[str, Any]:
    """Pass on what is said until nothing more comes; return the last that was said."""
    said: dict[str, Any] = {}
    share, doing = 0.0, "Starting"
    while True:
        with suppress(Empty):
            answer = answers.get(timeout=LISTEN_SECONDS)
            if answer is None:
                return said
            said = answer
            share = float(said.get("progress", share))
            before, doing = doing, said.get("doing", doing)
            if _NUMBER.sub("", doing) != _NUMBER.sub("", before):  # no line for every document
                journal.write(f"{limit.elapsed:4.0f} s  {doing}\n")
                journal.flush()
        limit.check()
        on_progress(share, doing)


@dataclass(frozen=True, slots=True)
class _Limit:
    """How long a process may take."""

    what: str
    seconds: float
    started: float = field(default_factory=time.monotonic)

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.started

    def check(self) -> None:
        """Raise TrainerError when the time is over, or the worker's."""
        if self.elapsed > self.seconds:
            raise TrainerError(
                f"{self.what} took longer than {self.seconds:,.0f} seconds "
                "(PALIMPSEST_TRAINING_SECONDS) and was stopped."
            )
        if is_stopping():
            raise TrainerError(INTERRUPTED)


def _read_answers(stream: IO[str], answers: SimpleQueue[dict[str, Any] | None]) -> None:
    """Put every JSON object on a line of its own into the queue, None at the end."""
    for line in stream:
        with suppress(ValueError):
            answer = json.loads(line)
            if isinstance(answer, dict):
                answers.put(answer)
    answers.put(None)


def _read_errors(stream: IO[str], journal: IO[str]) -> None:
    for line in stream:
        if frame := _FRAME.fullmatch(line):
            path, number, function = frame.groups()
            journal.write(f"  {Path(path).name}, line {number}, in {function}\n")
        elif found := _TYPE.match(line):
            journal.write(f"{found[0]}\n")


def _wait(process: subprocess.Popen[str], seconds: float) -> None:
    """Wait for a process to end; then it is killed, and whatever it left behind."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    _kill_group(process, signal.SIGKILL)
    process.wait()


def _kill_group(process: subprocess.Popen[str], number: signal.Signals) -> None:
    with suppress(ProcessLookupError):  # nobody of the group is there any more
        os.killpg(process.pid, number)


def _result_of(said: dict[str, Any], code: int, what: str) -> dict[str, Any]:
    if "done" in said:
        result: dict[str, Any] = said["done"]
        return result
    if "error" in said:
        raise TrainerError(str(said["error"]))
    if code < 0:
        name = signal.Signals(-code).name
        raise TrainerError(
            f"{what} was killed ({name}), perhaps because memory ran out. Nothing of it was kept."
        )
    raise TrainerError(f"{what} ended with exit code {code} and no result. See its log.")
