"""What processes cost, as the kernel counts it: CPU time and memory, read from /proc."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
STOP_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Memory:
    """Memory of some processes in MiB; `proportional` counts shared pages once."""

    processes: int
    proportional: float
    resident: float


def descendants(pid: int) -> list[int]:
    """Return a process and all that descend from it."""
    found, waiting = [], [pid]
    while waiting:
        found.append(waiting.pop())
        waiting.extend(_children(found[-1]))
    return found


def running(pids: list[int], word: str) -> list[int]:
    """Return those of the processes whose command line has this word."""
    return [pid for pid in pids if word in _read(pid, "cmdline").split("\0")]


def cpu_seconds(pids: list[int], *, with_ended: bool = False) -> float:
    """Sum the CPU time, user and system, of processes; the kernel counts in ticks of 10 ms.

    On request with that of their ended children. A process that ends meanwhile counts as nothing.
    """
    fields = slice(11, 15 if with_ended else 13)  # utime, stime, cutime, cstime: proc_pid_stat(5)
    stats = (_read(pid, "stat").rpartition(")")[2].split() for pid in pids)
    return sum(sum(map(int, stat[fields])) for stat in stats) / TICKS_PER_SECOND


def busy_seconds() -> float:
    """Return the CPU time that the whole machine has spent on anything."""
    user, nice, system, _idle, _iowait, irq, softirq, *_ = map(
        int, Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    )
    return (user + nice + system + irq + softirq) / TICKS_PER_SECOND


def memory_of(pids: list[int]) -> Memory:
    """Sum the memory of processes."""
    proportional = resident = 0
    for pid in pids:
        sizes = {
            line.split(":")[0]: int(line.split()[1])
            for line in _read(pid, "smaps_rollup").splitlines()[1:]
        }
        proportional += sizes["Pss"]
        resident += sizes["Rss"]
    return Memory(len(pids), proportional / 1024, resident / 1024)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ask a process to stop, and kill its group if it does not."""
    if process.poll() is None:
        process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _children(pid: int) -> list[int]:
    """Return what the threads of a process have started; none of a process that is gone."""
    children: list[int] = []
    with suppress(FileNotFoundError, ProcessLookupError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            children.extend(map(int, _read(pid, f"task/{task.name}/children").split()))
    return children


def _read(pid: int, name: str) -> str:
    try:
        return Path(f"/proc/{pid}/{name}").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""
