"""Starts `palimpsest serve` or `palimpsest demo` as a person would, on a free port."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.processes import PALIMPSEST, started
from webapp.platform.resources import ROOT


@dataclass
class Served:
    """A running Palimpsest: its process, what it printed until it was there, and where it is."""

    process: subprocess.Popen[str]
    printed: str
    address: str

    def stop(self) -> str:
        """Stop as a service manager would; return everything it had to say after its start."""
        self.process.terminate()
        return "".join(self.process.communicate())


@contextmanager
def serving(home: Path, command: str = "serve") -> Iterator[Served]:
    """Run a command that serves from a home folder of its own, and kill it at the end."""
    others = {name: value for name, value in os.environ.items() if "PALIMPSEST_" not in name}
    with started(
        [*PALIMPSEST, command, "--port", "0"],
        cwd=ROOT,
        env=others | {"PALIMPSEST_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        umask=0o022,  # as a person's shell has it
    ) as process:
        printed = ""
        while not (announced := re.search(r"^Palimpsest is at (http://\S+)", printed, re.M)):
            line = process.stdout.readline()
            assert line, process.stderr.read()
            printed += line
        yield Served(process, printed, announced[1])
