"""A warm process that turns into programs of tests: `python -m tests.forking DESCRIPTOR MODULE…`.

The modules are imported once; each program is then a fork of a fork of this process. The fork in
between ends at once, so the kernel makes the program a child of the process that runs the tests,
which asked to adopt orphans (`tests.forked`) and waits for it as for any child. A program starts as
in a new interpreter: it has its own `__main__`, the descriptors, folder, environment and signals
that it was given, and the exit of any other program.
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import signal
import socket
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from learning.trainer import SETTINGS
from webapp.versions import guard

LARGEST_REQUEST = 1 << 17
"""The most bytes of a program's command and environment."""
NUMBER_BYTES = 32
STREAMS = 3
FIRST_OTHER_DESCRIPTOR, ALL_DESCRIPTORS = 3, 1 << 16


@dataclass(frozen=True)
class Program:
    """The module, arguments and process settings of one `python -m MODULE ARGUMENTS`."""

    module: str
    arguments: Sequence[str]
    folder: str
    environment: dict[str, str]
    umask: int
    in_new_session: bool
    limits: tuple[int, int] | None
    """The parent and niceness that the guard of a trainer is given."""

    def begin(self, streams: Sequence[int], begun: int) -> None:
        """Apply the settings to this process; write its id once it leads its session."""
        if self.in_new_session:
            os.setsid()
        os.write(begun, str(os.getpid()).encode())
        os.chdir(self.folder)
        os.umask(self.umask)
        os.environ.clear()
        os.environ.update(self.environment)
        time.tzset()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        os.closerange(FIRST_OTHER_DESCRIPTOR, ALL_DESCRIPTORS)
        if self.limits:
            guard.limit(*self.limits)
        sys.path[:0] = [self.folder, *filter(None, os.environ.get("PYTHONPATH", "").split(":"))]
        sys.argv = ["-m", *self.arguments]
        signal.signal(signal.SIGINT, signal.default_int_handler)


def awaited_program(asking: socket.socket) -> Program:
    """Fork a process for each request and answer with its id; return its program in it."""
    while True:
        request, streams, *_ = socket.recv_fds(asking, LARGEST_REQUEST, STREAMS)
        if not request:  # the tests are over
            sys.exit()
        reading, writing = os.pipe()
        if (between := os.fork()) == 0:
            between = os.getpid()
            if os.fork():
                os._exit(0)
            while os.getppid() == between:
                time.sleep(0.0005)
            program = Program(**json.loads(request))
            program.begin(streams, writing)
            return program
        os.waitpid(between, 0)
        os.close(writing)
        number = os.read(reading, NUMBER_BYTES)
        for descriptor in (reading, *streams):
            os.close(descriptor)
        asking.send(number)


def main() -> None:
    """Import the modules, then become the requested program."""
    number, *modules = sys.argv[1:]
    os.environ |= SETTINGS  # libraries read them when they are loaded
    for module in modules:
        import_module(module)
    gc.freeze()  # pages that no collection touches stay shared
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a word
    program = awaited_program(socket.socket(fileno=int(number)))
    if not hasattr(sys.modules.get(program.module), "__path__"):
        sys.modules.pop(program.module, None)  # others may need it under its name
    runpy.run_module(program.module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
