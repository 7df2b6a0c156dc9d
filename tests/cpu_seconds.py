"""CPU seconds of tests: what they cost on a busy machine as on a quiet one."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pytest

PROPERTY = "cpu_seconds"
_TICKS = os.sysconf("SC_CLK_TCK")
_UTIME = 11
"""The place of `utime` behind the name of the program; three more follow, see proc_pid_stat(5)."""


def used() -> float:
    """Return the CPU seconds of this process and all that it started; PostgreSQL is not in it."""
    return sum(_ticks(pid) for pid in _with_descendants(os.getpid())) / _TICKS


def by_folder(reports: Iterable[pytest.TestReport]) -> dict[str, float]:
    """Return the CPU seconds of each folder of tests, the largest first."""
    seconds: Counter[str] = Counter()
    for report in reports:
        folder = Path(report.nodeid.partition("::")[0]).parent.as_posix()
        seconds[folder] += dict(report.user_properties).get(PROPERTY, 0.0)
    return dict(seconds.most_common())


def _with_descendants(pid: int) -> Iterable[int]:
    yield pid
    for child in _children(Path(f"/proc/{pid}/task")):
        yield from _with_descendants(child)


def _children(tasks: Path) -> list[int]:
    """Return what the threads of a process started; nothing of those that end meanwhile."""
    found: list[int] = []
    with suppress(OSError):
        for task in tasks.iterdir():
            with suppress(OSError):
                found.extend(map(int, (task / "children").read_text().split()))
    return found


def _ticks(pid: int) -> int:
    """Return the ticks of a process and of those that it has waited for."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:  # it ended meanwhile
        return 0
    return sum(map(int, stat.rpartition(")")[2].split()[_UTIME : _UTIME + 4]))
