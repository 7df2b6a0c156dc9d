"""A program that reports how it was started, then ends in one WAY: `python -m … WAY`."""

from __future__ import annotations

import atexit
import ctypes
import json
import os
import signal
import sys
from pathlib import Path


def killed_with_its_parent() -> bool:
    """Return whether the kernel kills this process when its parent ends."""
    signal_of_death, pr_get_pdeathsig = ctypes.c_int(), 2
    ctypes.CDLL(None).prctl(pr_get_pdeathsig, ctypes.byref(signal_of_death))
    return signal_of_death.value == signal.SIGKILL


def main(way: str) -> None:
    """Report all that a program can know of its start, then end."""
    mask = os.umask(0)
    os.umask(mask)
    begun = {
        "number": os.getpid(),
        "warm": "webapp.cli" in sys.modules,
        "killed with its parent": killed_with_its_parent(),
        "parent": os.getppid(),
        "session": os.getsid(0),
        "folder": str(Path.cwd()),
        "environment": dict(os.environ),
        "arguments": sys.argv,
        "path": sys.path[:2],
        "module": sys.modules["__main__"].__spec__.name,
        "mask": mask,
        "read": sys.stdin.read(),
        "descriptors": sorted(path.name for path in Path("/proc/self/fd").iterdir()),
        "signals": [str(signal.getsignal(number)) for number in signal.valid_signals()],
        "encodings": [sys.stdout.encoding, sys.stdout.errors, sys.stderr.errors],
    }
    print(json.dumps(begun))  # noqa: T201 - for the test to read
    atexit.register(os.write, 2, b"left\n")
    match way:
        case "message":
            sys.exit("a message")
        case "code":
            sys.exit(3)
        case "error":
            raise ValueError("an error")
        case "interrupt":
            os.kill(os.getpid(), signal.SIGINT)
        case "kill":
            sys.stdout.flush()
            os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1])
