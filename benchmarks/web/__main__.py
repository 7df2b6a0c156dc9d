"""`python -m benchmarks.web`: what pages and saving cost on this machine."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path

import click

from benchmarks.documents import count_spans, iter_copies, usual_file
from benchmarks.installation import serve, temporary_installation
from benchmarks.processes import memory_of
from benchmarks.web.browsing import measure_browsing
from benchmarks.web.measures import (
    DOCUMENTS,
    Cost,
    LoadSettings,
    Testbed,
    measure_beside_a_model,
    measure_floor,
    measure_operations,
    measure_starts,
    set_up,
)
from benchmarks.web.report import Findings, lines


@click.command()
@click.option(
    "--data",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Documents in WikiReplace format; repeated until there are 100.",
)
@click.option("--users", multiple=True, type=click.IntRange(min=1), default=(1, 8))
@click.option("--seconds", default=1.0, show_default=True, help="How long a round takes.")
@click.option("--rounds", default=7, show_default=True, type=click.IntRange(min=1))
@click.option("--database-url", help="An address on a PostgreSQL server, instead of SQLite.")
@click.option("--json", "as_json", is_flag=True, help="Print the measurements as JSON.")
def main(
    *,
    data: Path | None,
    users: tuple[int, ...],
    seconds: float,
    rounds: int,
    database_url: str | None,
    as_json: bool,
) -> None:
    """Measure a throw-away installation over the loopback interface."""
    file, settings = data or usual_file(), LoadSettings(users, seconds, rounds)
    with temporary_installation(database_url) as installation:
        with serve(installation) as server:
            first_start = server.start_seconds
        testbed = set_up(installation, file, max(users) + 1)
        findings = _measure(testbed, file, settings, first_start)
    if as_json:
        click.echo(json.dumps(asdict(findings), indent=1))
    else:
        click.echo("\n".join(lines(findings)))


def _measure(testbed: Testbed, file: Path, settings: LoadSettings, first_start: float) -> Findings:
    start_seconds = measure_starts(testbed.installation)
    with serve(testbed.installation, "--no-worker") as server:  # no model works unless this says so
        beside = list(
            _reported(measure_beside_a_model(testbed, server, settings))
        )  # before the submitting
        costs = [*_reported(measure_operations(testbed, server, settings)), *beside]
        web_memory = memory_of(server.web_processes())
        browsing = measure_browsing(testbed, server)
    with serve(testbed.installation) as server:
        whole_memory = memory_of(server.all_processes())
    return Findings(
        machine=f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}",
        documents=DOCUMENTS,
        spans=sum(map(count_spans, islice(iter_copies(file), DOCUMENTS))),
        first_start_seconds=first_start,
        start_seconds=start_seconds,
        costs=costs + list(_reported(measure_floor(testbed, file, settings))),
        browsing=browsing,
        web_memory=web_memory,
        whole_memory=whole_memory,
    )


def _reported(costs: Iterator[Cost]) -> Iterator[Cost]:
    """Report each cost on stderr while it passes."""
    for cost in costs:
        times = f"p50 {cost.p50.median:.1f} ms, {cost.per_second.median:.0f}/s"
        click.echo(f"{cost.operation}, {cost.users}: {times}", err=True)
        yield cost


if __name__ == "__main__":
    main()
