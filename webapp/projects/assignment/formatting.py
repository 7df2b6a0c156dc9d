"""Formatting lists of numbers."""

from __future__ import annotations

from collections.abc import Iterable


def in_ranges(numbers: Iterable[int]) -> str:
    """Return rising numbers as text, with runs as ranges: "1–10, 14"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
