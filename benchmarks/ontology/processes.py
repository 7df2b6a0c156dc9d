"""Measuring in a process of its own, so that nothing is warm and memory is what it costs."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

_Result = TypeVar("_Result")


def resident() -> float:
    """Return the resident memory of this process in MiB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("the kernel does not say")


def fresh(measure: Callable[..., _Result], *arguments: object) -> _Result:
    """Call a function in a new process."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(measure, arguments)
