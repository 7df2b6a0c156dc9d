"""Keeps the web server and the background worker running, and stops both together.

Runs as a program of its own and imports nothing of ours: the supervisor must not weigh as much
as the application it only watches.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import NoReturn

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
GRACE_SECONDS = 20.0
"""What a child may take to finish its requests or its job before it is killed."""
SHORT_LIFE_SECONDS = 10.0
LONGEST_PAUSE_SECONDS = 60.0


@dataclass
class Child:
    """A process that is kept running; the pause before a restart doubles while lives are short."""

    name: str
    command: Sequence[str]
    pause: float = 1.0
    restart_at: float | None = None
    process: subprocess.Popen[bytes] = field(init=False)
    started_at: float = 0.0

    def start(self) -> None:
        """Start the process, away from the terminal's Ctrl-C: the supervisor passes that on."""
        self.process = subprocess.Popen(  # noqa: S603 - commands of ours
            self.command,
            start_new_session=True,
            preexec_fn=_end_with_parent,  # noqa: PLW1509 - the supervisor has no threads
        )
        self.started_at = time.monotonic()
        self.restart_at = None

    def plan_restart(self) -> float:
        """Choose when to start again and return the pause until then, in seconds."""
        lived = time.monotonic() - self.started_at
        self.pause = 1.0 if lived > SHORT_LIFE_SECONDS else min(self.pause, LONGEST_PAUSE_SECONDS)
        pause, self.pause = self.pause, self.pause * 2
        self.restart_at = time.monotonic() + pause
        return pause


def become_supervisor(web: Sequence[str], worker: Sequence[str] | None) -> NoReturn:
    """Replace this process, keeping its id, by one that supervises these two commands."""
    sys.stdout.flush()
    sys.stderr.flush()
    program = [sys.executable, "-I", "-S", __file__, json.dumps([web, worker])]
    os.execv(program[0], program)  # noqa: S606 - a command of ours


def supervise(web: Sequence[str], worker: Sequence[str] | None) -> int:
    """Run both commands until a signal asks to stop or the web server ends; return the exit code.

    A worker that ends is started again; a web server that ends, ends everything with its code.
    """
    wakeups: SimpleQueue[int] = SimpleQueue()
    for number in (*STOP_SIGNALS, signal.SIGCHLD):
        is_nohup = number == signal.SIGHUP and signal.getsignal(number) is signal.SIG_IGN
        if not is_nohup:
            signal.signal(number, lambda number, _frame: wakeups.put(number))
    children = [Child("web server", web)]
    if worker:
        children.append(Child("background worker", worker))
    for child in children:
        child.start()
    try:
        return _watch(children, wakeups)
    finally:
        _stop(children)


def _watch(children: list[Child], wakeups: SimpleQueue[int]) -> int:
    web, *workers = children
    while True:
        if _next(wakeups, workers) in STOP_SIGNALS:
            return 0
        code = web.process.poll()
        if code is not None:
            _say(f"The web server ended with exit code {code}: stopping.")
            return code if code >= 0 else 128 - code
        for worker in workers:
            _keep_running(worker)


def _next(wakeups: SimpleQueue[int], workers: list[Child]) -> int | None:
    """Wait for a signal, or until a restart is due."""
    due = [worker.restart_at for worker in workers if worker.restart_at is not None]
    try:
        return wakeups.get(timeout=max(0.0, min(due) - time.monotonic()) if due else None)
    except Empty:
        return None


def _keep_running(worker: Child) -> None:
    if worker.restart_at is not None:
        if time.monotonic() >= worker.restart_at:
            worker.start()
    elif (code := worker.process.poll()) is not None:
        pause = worker.plan_restart()
        _say(f"The {worker.name} ended with exit code {code}: next start in {pause:.0f} s.")


def _stop(children: list[Child]) -> None:
    """Ask all to finish, and kill who has not after the grace period."""
    for child in children:
        if child.process.poll() is None:
            child.process.terminate()
    deadline = time.monotonic() + GRACE_SECONDS
    for child in children:
        try:
            child.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            _say(f"The {child.name} did not stop within {GRACE_SECONDS:.0f} s: killed.")
            child.process.kill()
            child.process.wait()


def _end_with_parent() -> None:
    """Have the kernel stop this child when its supervisor is killed: none is left behind."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)


def _say(message: str) -> None:
    sys.stderr.write(message + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(supervise(*json.loads(sys.argv[1])))
