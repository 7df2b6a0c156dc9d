"""Programs of tests that begin in a fraction of a second: forked from a process that is warm.

They are processes like any other, with a number, an exit code, signals and streams of their own;
only what nearly all of them import is imported once. What can't be had so (on another system than
Linux, by another interpreter, with options that only a new process knows) is started anew.
"""

from __future__ import annotations

import ctypes
import inspect
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from threading import Lock
from types import SimpleNamespace
from typing import Any

from tests.forking import NUMBER_BYTES, Program
from webapp.versions import processes

ROOT = Path(__file__).parents[1]
LOCK = Lock()
WARM: dict[tuple[str, ...], tuple[socket.socket, subprocess.Popen[bytes]]] = {}
"""Processes that are warm, by the modules that they have imported."""
GUARD = ["-I", "-S", str(processes.GUARD)]
TRAINERS = {"benchmarks", "masking", "privacy", "selection"}
NEEDED = ("webapp.cli", "webapp.jobs.worker", "tests.conftest")
"""Modules that import most of what programs need."""
NEEDED_BY_TRAINERS = (
    "selection.training",
    "masking.training",
    "privacy.attacking",
    "torch",
    "transformers.models.bert.modeling_bert",
    "sklearn.linear_model",
    "scipy.stats",
    "lightgbm",
    "matplotlib.figure",
    "spacy",
)
HANDLES = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
"""Both ends of the pipes of stdin, stdout and stderr, as Popen names them; -1: inherited."""
USUAL: dict[str, Any] = {"executable": None, "preexec_fn": None, "pass_fds": (), "shell": False}
USUAL |= {
    "close_fds": True,
    "restore_signals": True,
    "gid": None,
    "gids": None,
    "uid": None,
    "process_group": -1,
}
"""Options that only a new process knows, as they are where nobody asks for anything."""


class Forked(subprocess.Popen[str]):
    """A program that is forked from the warm process of these tests, if it can be."""

    # Popen has no public seam between making the pipes and starting what is at their other ends.
    def _execute_child(self, *given: Any) -> None:
        anew = super()._execute_child
        options = inspect.signature(anew).bind(*given).arguments
        program = program_of(options)
        if program is None:
            anew(*given)
            return
        handles = [options[name] for name in HANDLES]
        theirs = (handles[0], handles[3], handles[5])
        own = [stream if stream >= 0 else number for number, stream in enumerate(theirs)]
        self.pid = forked(program, own)
        self._child_created = True
        self._close_pipe_fds(*handles)


def fork_trainers() -> None:
    """Let the web application of this process fork its trainers, which have no niceness then."""
    processes.NICENESS = 0
    processes.subprocess = SimpleNamespace(**vars(subprocess) | {"Popen": Forked})


def program_of(options: Mapping[str, Any]) -> Program | None:
    """Return what is to be forked, None for what must be started anew."""
    command, limits = options["args"], None
    if command[1:4] == GUARD:
        (parent, niceness), command = command[4:6], command[6:]
        limits = (int(parent), int(niceness))
    plain = all(options[name] == usual for name, usual in USUAL.items())
    if sys.platform != "linux" or not plain or list(command[:2]) != [sys.executable, "-m"]:
        return None
    environment = dict(os.environ if options["env"] is None else options["env"])
    if of_python(environment) != of_python(os.environ):
        return None
    return Program(
        module=command[2],
        arguments=[os.fspath(argument) for argument in command[3:]],
        folder=str(Path(options["cwd"] or ".").absolute()),
        environment=environment,
        umask=current_umask() if options["umask"] < 0 else options["umask"],
        in_new_session=options["start_new_session"],
        limits=limits,
    )


def current_umask() -> int:
    """Return this process's mask, which only setting another one would tell besides."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.partition("Umask:")[2].split()[0], 8)


def of_python(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the settings that an interpreter reads when it starts; its path can follow later."""
    names = (name for name in environment if name.startswith("PYTHON") and name != "PYTHONPATH")
    return {name: environment[name] for name in names}


def forked(program: Program, streams: Sequence[int]) -> int:
    """Begin a program as a child of this process; return its number."""
    trains = program.module.partition(".")[0] in TRAINERS
    modules = NEEDED_BY_TRAINERS if trains else NEEDED
    with LOCK:
        asking, _ = warm_process(modules)
        try:
            with reaper_of_orphans():
                socket.send_fds(asking, [json.dumps(asdict(program)).encode()], streams)
                return int(asking.recv(NUMBER_BYTES))
        except BaseException as error:
            end_warm_process(modules)  # an answer that comes late is not for who asks next
            if isinstance(error, (OSError, ValueError)):
                message = "no program was forked; stderr may say why"
                raise ChildProcessError(message) from error
            raise


def warm_process(modules: tuple[str, ...]) -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """Return what programs are forked from, started at first; it ends with this process."""
    if modules not in WARM:
        asking, answering = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with answering:
            number = answering.fileno()
            command = [sys.executable, "-m", "tests.forking", str(number), *modules]
            WARM[modules] = asking, subprocess.Popen(command, cwd=ROOT, pass_fds=[number])
    return WARM[modules]


def end_warm_process(modules: tuple[str, ...]) -> None:
    """End what programs are forked from; who asks next starts another one."""
    asking, process = WARM.pop(modules)
    asking.close()
    process.kill()
    process.wait()


@contextmanager
def reaper_of_orphans() -> Iterator[None]:
    """Let this process become the parent of whom its descendants leave behind meanwhile."""
    prctl, pr_set_child_subreaper = ctypes.CDLL(None).prctl, 36
    if prctl(pr_set_child_subreaper, 1):
        raise OSError("the kernel makes nobody the parent of orphans")
    try:
        yield
    finally:
        prctl(pr_set_child_subreaper, 0)
