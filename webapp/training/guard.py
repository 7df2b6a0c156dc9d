"""Becomes another program: one that gives way to pages and ends with the process it works for.

Run as `python -I -S guard.py PARENT PROGRAM…`; imports nothing of ours. It stands between, because
the worker has threads: no Python of ours may run in its fork.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

NICENESS = 10


def become(parent: int, program: list[str]) -> None:
    """Replace this process; the kernel kills it when its parent is killed."""
    os.nice(NICENESS)
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit("the process that started this one is gone")
    os.execv(program[0], program)  # noqa: S606 - a command of ours


if __name__ == "__main__":
    become(int(sys.argv[1]), sys.argv[2:])
