"""Reporting how far a training is, to a callback."""

from __future__ import annotations

from collections.abc import Callable

OnProgress = Callable[[float, str], None]
"""Called with the share done, 0…1, and what is being done; may raise to stop the training."""


def silent(_share: float, _doing: str) -> None:
    """Ignore the progress."""


def part(on_progress: OnProgress, start: float, end: float) -> OnProgress:
    """Return a callback for a part of the work, which takes the share from `start` to `end`."""

    def scaled(share: float, doing: str) -> None:
        on_progress(start + (end - start) * min(max(share, 0.0), 1.0), doing)

    return scaled
