"""What processes cost, as the kernel counts it: CPU time and memory, read from /proc."""

from __future__ import annotations

import os
import signal
import subprocess
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
    children = _children_by_parent()
    found, waiting = [], [pid]
    while waiting:
        found.append(waiting.pop())
        waiting.extend(children.get(found[-1], ()))
    return found


def running(pids: list[int], word: str) -> list[int]:
    """Return those of the processes whose command line has this word."""
    return [pid for pid in pids if word in _read(pid, "cmdline").split("\0")]


def cpu_seconds(pids: list[int]) -> float:
    """Sum the CPU time, user and system, of processes; the kernel counts in ticks of 10 ms."""
    ticks = 0
    for pid in pids:
        fields = _read(pid, "stat").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS_PER_SECOND


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


def _children_by_parent() -> dict[int, list[int]]:
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (stat := _read(int(entry.name), "stat")):
            parent = int(stat.rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(entry.name))
    return children


def _read(pid: int, name: str) -> str:
    try:
        return Path(f"/proc/{pid}/{name}").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""
