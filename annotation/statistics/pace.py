"""How long the work takes, and when it will be done."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TypeVar

IDLE_AFTER = timedelta(minutes=5)
"""The longest time between two steps that counts as work.

Reading counts, and it leaves no trace: a text of 1,000 words takes somewhat over four minutes at
the usual 238 words a minute (Brysbaert, 2019). Who does nothing for longer is elsewhere.
"""
PACE_OVER = timedelta(weeks=4)
"""The time of which the pace is taken: long enough for a week off, short enough to be today's."""
FEWEST_DAYS = 3
"""A pace is told from so many days on: minutes of work say nothing of a week."""

FARTHEST = timedelta(days=3650)
"""What would take longer is no forecast."""

Task = TypeVar("Task", bound=Hashable)


def active_times(steps: Iterable[tuple[int, Task, datetime]]) -> dict[Task, timedelta]:
    """Add up the time that each task took, from the steps (annotator, task, time) of its work.

    Steps come annotator by annotator, each in the order of time. The time before a step belongs to
    the task of the step, as far as it is no break: whoever submits one text reads the next.
    """
    times: defaultdict[Task, timedelta] = defaultdict(timedelta)
    before: tuple[int, datetime] | None = None
    for annotator, task, at in steps:
        if before and before[0] == annotator and at - before[1] <= IDLE_AFTER:
            times[task] += at - before[1]
        before = annotator, at
    return dict(times)


@dataclass(frozen=True, slots=True)
class Work:
    """The documents that an annotator has, and when they submitted which they did.

    What a file brought is done, too, but nobody knows how fast.
    """

    documents: int
    done: int
    submitted_at: Sequence[datetime]

    @property
    def open(self) -> int:
        """The documents that are not submitted yet."""
        return self.documents - self.done


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast the work is done of late."""

    lately: int
    """Documents submitted within the time that the pace is taken of."""
    per_week: float | None
    """None in the first days."""
    finish: date | None
    """When all will be done if it goes on like this; None where it is, or nobody can tell."""


def pace_of(work: Work, at: datetime) -> Pace:
    """Tell the pace of somebody's work, from the first submission on or, later, of late."""
    begin = max(min(work.submitted_at, default=at), at - PACE_OVER)
    lately = sum(each >= begin for each in work.submitted_at)
    if not lately:
        return Pace(0, 0.0, None)
    days = (at - begin) / timedelta(days=1)
    if days < FEWEST_DAYS:
        return Pace(lately, None, None)
    left = days * work.open / lately
    is_known = work.open and left < FARTHEST.days
    return Pace(lately, 7 * lately / days, (at + timedelta(days=left)).date() if is_known else None)


def quartiles(values: Sequence[float]) -> tuple[float, float, float] | None:
    """Return the quartiles of some values; None without any."""
    if not values:
        return None
    if len(values) == 1:
        return values[0], values[0], values[0]
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, middle, high
