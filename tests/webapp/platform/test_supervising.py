"""The supervisor, as a program of its own, over two small stand-ins for web server and worker."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.processes import started
from webapp.platform import supervising

WAITING = "import os, signal; os.write(1, b'{name} %d\\n' % os.getpid()); signal.pause()"


def waiting(name: str) -> list[str]:
    """A command that says its name and process id and waits for a signal."""
    return [sys.executable, "-c", WAITING.format(name=name)]


@contextmanager
def supervisor(web: list[str], worker: list[str] | None) -> Iterator[subprocess.Popen[str]]:
    program = [sys.executable, "-I", "-S", supervising.__file__, json.dumps([web, worker])]
    with started(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        yield process


def heard_from(process: subprocess.Popen[str], count: int) -> dict[str, int]:
    """The process ids of the next children that report."""
    lines = [process.stdout.readline().split() for _ in range(count)]
    return {name: int(number) for name, number in lines}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_stop_signal_ends_both_children_and_the_exit_code_is_0(number):
    with supervisor(waiting("web"), waiting("worker")) as process:
        heard_from(process, 2)
        process.send_signal(number)
        out, err = process.communicate()  # ends once nobody holds the pipe any more
        assert (process.returncode, out, err) == (0, "", "")


def test_a_web_server_that_ends_takes_the_worker_along_and_lends_its_exit_code():
    web = [sys.executable, "-c", "raise SystemExit(3)"]
    with supervisor(web, waiting("worker")) as process:
        _, err = process.communicate()
        assert process.returncode == 3
        assert "web server ended with exit code 3" in err


def test_a_worker_that_dies_is_reported_and_started_again():
    with supervisor(waiting("web"), waiting("worker")) as process:
        first = heard_from(process, 2)
        os.kill(first["worker"], signal.SIGKILL)
        second = heard_from(process, 1)
        assert second["worker"] != first["worker"]
        process.terminate()
        _, err = process.communicate()
        assert re.search(r"background worker ended with exit code -9: next start in 1 s", err)


def test_pauses_between_restarts_double_up_to_a_minute():
    child = supervising.Child("worker", waiting("worker"), started_at=float("inf"))
    assert [child.plan_restart() for _ in range(8)] == [1, 2, 4, 8, 16, 32, 60, 60]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of a parent's death")
def test_a_killed_supervisor_leaves_nobody_behind():
    with supervisor(waiting("web"), waiting("worker")) as process:
        heard_from(process, 2)
        process.kill()
        out, _ = process.communicate()
        assert out == ""
