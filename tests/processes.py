"""Processes of tests: nobody limits their time, and none outlives its test."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.forked import Forked

PALIMPSEST = [sys.executable, "-m", "tests.command"]
"""`palimpsest` as tests start it, in the root of the project or with it on PYTHONPATH."""


@contextmanager
def started(command: Sequence[str | Path], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a command in a session of its own; at the end kill whoever is left of it.

    A test waits for the process to end, however long that takes on a busy machine: one that hangs
    is stopped by the time limit of the suite, and this kills what it started.
    """
    with Forked(command, text=True, start_new_session=True, **options) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):  # nobody is left
                os.killpg(process.pid, signal.SIGKILL)


def finished(command: Sequence[str | Path], **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, whatever its exit code; keep what it prints."""
    printed = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(command, **(printed | options)) as process:
        output, errors = process.communicate()
    return subprocess.CompletedProcess(command, process.returncode, output, errors)
