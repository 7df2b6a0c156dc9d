"""The tables of what stays readable, and of what is hidden for nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from benchmarks.masking.kinds.counting import POINTS, Stays
from benchmarks.masking.kinds.frames import Group
from masking.evaluation import Share
from masking.operating_points import OperatingPoint
from webapp.cli.output import table


def stays_table(counts: Mapping[Group, Mapping[str, Stays]]) -> str:
    """Return a row for each kind under the total of its group: how many, and what stays."""
    headings = ("kind", "n", *(f"stays, {point}" for point in POINTS))
    rows = []
    for group, kinds in counts.items():
        total = Stays()
        for each in kinds.values():
            total.add(each)
        rows.append(_row(group.upper(), total))
        rows += [_row(f"  {kind}", each) for kind, each in kinds.items()]
    return table(headings, rows)


def hidden_table(shares: Mapping[str, Mapping[OperatingPoint, Share]]) -> str:
    """Return a row for each domain of neutral texts: its words, and the share that is hidden."""
    headings = ("neutral", "words", *(f"hidden, {point}" for point in POINTS))
    rows = [
        (domain, found[POINTS[0]].whole, *(_percent(found[point]) for point in POINTS))
        for domain, found in shares.items()
    ]
    return table(headings, rows)


def iter_shown(counts: Mapping[Group, Mapping[str, Stays]], count: int) -> Iterator[str]:
    """Yield up to so many lines of each kind, of all frames, in which it stays at balanced."""
    for group, kinds in counts.items():
        for kind, stays in kinds.items():
            lines = stays.shown
            for number in range(min(count, len(lines))):
                yield f"{group}, {kind}: {lines[number * len(lines) // min(count, len(lines))]}"


def _row(name: str, stays: Stays) -> tuple[object, ...]:
    shares = stays.shares
    return name, shares[POINTS[0]].whole, *(_percent(shares[point]) for point in POINTS)


def _percent(share: Share) -> str:
    return "–" if share.value is None else f"{share.value:.1%}"
