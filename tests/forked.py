"""Programs of tests that start in a fraction of a second, forked from a warm process.

They are processes like any other, with an id, an exit code, signals and streams of their own; only
the imports that nearly all of them need are done once. A program starts in a new interpreter where
a fork can't replace it: on systems other than Linux, with another interpreter, or with options that
only a new process supports.
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
"""Warm processes by the modules that they have imported."""
GUARD = ["-I", "-S", str(processes.GUARD)]
TRAINERS = {"benchmarks", "masking", "privacy", "research", "selection"}
NEEDED = ("webapp.cli", "webapp.core.jobs.worker", "tests.conftest")
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
"""Both ends of the pipes of stdin, stdout and stderr, as Popen names them; -1 if inherited."""
CHILD_HANDLES = ("p2cread", "c2pwrite", "errwrite")
USUAL: dict[str, Any] = {"executable": None, "preexec_fn": None, "pass_fds": (), "shell": False}
USUAL |= {
    "close_fds": True,
    "restore_signals": True,
    "gid": None,
    "gids": None,
    "uid": None,
    "process_group": -1,
}
"""Defaults of the options that only a new process supports."""


class Forked(subprocess.Popen[str]):
    """A program forked from a warm process, where that is possible."""

    # Popen has no public seam between making the pipes and starting what is at their other ends.
    def _execute_child(self, *given: Any) -> None:
        anew = super()._execute_child
        options = inspect.signature(anew).bind(*given).arguments
        program = program_of(options)
        if program is None:
            anew(*given)
            return
        given_streams = enumerate(options[name] for name in CHILD_HANDLES)
        streams = [stream if stream >= 0 else number for number, stream in given_streams]
        self.pid = forked(program, streams)
        self._child_created = True
        self._close_pipe_fds(*(options[name] for name in HANDLES))


def fork_trainers() -> None:
    """Make the web application of this process fork its trainers, at normal priority."""
    processes.NICENESS = 0
    processes.subprocess = SimpleNamespace(**vars(subprocess) | {"Popen": Forked})


def program_of(options: Mapping[str, Any]) -> Program | None:
    """Return the program to fork, or None if it needs a new interpreter."""
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
    """Return the umask of this process without setting another one."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.partition("Umask:")[2].split()[0], 8)


def of_python(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the settings that an interpreter reads only at its start."""
    names = (name for name in environment if name.startswith("PYTHON") and name != "PYTHONPATH")
    return {name: environment[name] for name in names}


def forked(program: Program, streams: Sequence[int]) -> int:
    """Start a program as a child of this process; return its process id."""
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
    """Return the warm process with these modules, started if it is missing, and its socket."""
    if modules not in WARM:
        asking, answering = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with answering:
            number = answering.fileno()
            command = [sys.executable, "-m", "tests.forking", str(number), *modules]
            WARM[modules] = asking, subprocess.Popen(command, cwd=ROOT, pass_fds=[number])
    return WARM[modules]


def end_warm_process(modules: tuple[str, ...]) -> None:
    """Kill the warm process with these modules; the next request starts another one."""
    asking, process = WARM.pop(modules)
    asking.close()
    process.kill()
    process.wait()


@contextmanager
def reaper_of_orphans() -> Iterator[None]:
    """Make this process the parent of processes that its descendants orphan meanwhile."""
    prctl, pr_set_child_subreaper = ctypes.CDLL(None).prctl, 36
    if prctl(pr_set_child_subreaper, 1):
        raise OSError("the kernel makes nobody the parent of orphans")
    try:
        yield
    finally:
        prctl(pr_set_child_subreaper, 0)
