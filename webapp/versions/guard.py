"""Becomes another program: one that gives way to pages and ends with the process it works for.

Run as `python -I -S guard.py PARENT NICENESS PROGRAM…`, in a session of its own; imports nothing of
ours. It stands between, because the worker has threads: no Python of ours may run in its fork.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from pathlib import Path

AUTOGROUP = Path("/proc/self/autogroup")
TRIES = 50
PAUSE_SECONDS = 0.1
"""The kernel takes one such change in so many seconds, from all processes of the machine."""


def become(parent: int, niceness: int, program: list[str]) -> None:
    """Replace this process; the kernel kills it when its parent is killed."""
    limit(parent, niceness)
    os.execv(program[0], program)  # noqa: S606 - a command of ours


def limit(parent: int, niceness: int) -> None:
    """Lower the priority of this process, and end it when its parent ends."""
    if niceness:
        give_way(niceness)
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit("the process that started this one is gone")


def give_way(niceness: int) -> None:
    """Let every other process go first, and with them every other session.

    Linux shares the processors between sessions first, where they have groups of their own, and
    between the processes of a session afterwards: niceness alone means nothing to other sessions.
    """
    os.setpriority(os.PRIO_PROCESS, 0, niceness)
    if os.getsid(0) != os.getpid():  # the group is shared with whoever started this
        return
    for _ in range(TRIES):
        try:
            AUTOGROUP.write_text(str(niceness))
        except BlockingIOError:
            time.sleep(PAUSE_SECONDS)
        except OSError:  # no Linux, or one without such groups
            return
        else:
            return


if __name__ == "__main__":
    become(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
