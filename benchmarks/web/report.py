"""The measurements as tables in Markdown; the spread over the rounds in parentheses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.processes import Memory
from benchmarks.web.browsing import Browsing
from benchmarks.web.measures import BESIDE, FLOOR, Cost, Spread


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything that one run measured."""

    machine: str
    documents: int
    spans: int
    first_start_seconds: float
    start_seconds: Spread
    costs: list[Cost]
    browsing: Browsing | None
    web_memory: Memory
    """The processes of the web server, after all the work."""
    whole_memory: Memory
    """A whole installation just started: these, the supervisor and the background worker."""


def lines(findings: Findings) -> Iterator[str]:
    """Yield the report line by line."""
    yield f"{findings.documents} documents, {findings.spans} spans; {findings.machine}"
    yield ""
    yield "| | users | p50, ms | p95, ms | requests/s | server CPU, ms | others, % |"
    yield "|---|---|---|---|---|---|---|"
    for cost in findings.costs:
        cells = " | ".join(
            map(_formatted, (cost.p50, cost.p95, cost.per_second, cost.cpu, cost.others))
        )
        yield f"| {cost.operation} | {cost.users} | {cells} |"
    yield ""
    yield from _ratio_lines(findings.costs)
    yield from _browser_lines(findings.browsing)
    first, again = findings.first_start_seconds, _formatted(findings.start_seconds)
    yield f"- start until the first page: {first:.1f} s on an empty home, then {again} s"
    for name, memory in (("web server", findings.web_memory), ("all", findings.whole_memory)):
        sizes = f"{memory.proportional:.0f} MiB PSS, {memory.resident:.0f} MiB RSS"
        yield f"- memory, {name}: {sizes}, {memory.processes} processes"


def _ratio_lines(costs: list[Cost]) -> Iterator[str]:
    """Yield the ratio to the floor, with and without a model at work, on whatever machine."""
    rates = {(cost.operation, cost.users): cost.per_second.median for cost in costs}
    for (operation, users), floor in rates.items():
        name = operation.removeprefix(FLOOR)
        if name != operation:
            quiet, beside = rates[name, users] / floor, rates[name + BESIDE, users] / floor
            yield (
                f"- {name}, {users} users: {quiet:.2f} of the floor's requests, "
                f"{beside:.2f} with a model at work"
            )


def _browser_lines(browsing: Browsing | None) -> Iterator[str]:
    if browsing is None:
        yield "- no Chromium on this machine: first load and clicks were not measured"
        return
    load = browsing.first_load
    yield (
        f"- cold first load of a document: {load.script_and_style / 1000:.1f} kB of JavaScript "
        f"and CSS, {sum(load.bytes_by_type.values()) / 1000:.1f} kB in {load.requests} requests"
    )
    yield f"- Submit → the next document's text painted: {_formatted(browsing.after_submit)} ms"
    yield f"- Continue → the document's text painted: {_formatted(browsing.after_continue)} ms"
    yield f"- a key in 60,000 characters → its effect painted: {_formatted(browsing.after_key)} ms"


def _formatted(spread: Spread) -> str:
    digits = 0 if spread.median >= 100 else 1  # noqa: PLR2004 - three figures are enough
    return f"{spread.median:,.{digits}f} ({spread.least:,.{digits}f}–{spread.most:,.{digits}f})"
