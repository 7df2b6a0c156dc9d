"""`python -m benchmarks.imports`: a large file comes in while somebody annotates."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from statistics import quantiles

import click

from benchmarks.documents import iter_copies, usual_file
from benchmarks.installation import PALIMPSEST, Installation, Server, serve, temporary_installation
from benchmarks.web.annotator import Annotator
from benchmarks.web.measures import document_paths

BYTES_PER_MB = 1_000_000
BEFORE = 100
"""How many saves are measured before the import, for comparison."""
PAUSE_SECONDS = 0.05
"""Between two saves: a quick annotator has several colleagues."""


@dataclass(frozen=True, slots=True)
class Waits:
    """How long saves took, in milliseconds."""

    saves: int
    p50: float
    p95: float
    longest: float

    @classmethod
    def of(cls, milliseconds: list[float]) -> Waits:
        """Sum up single saves."""
        cuts = quantiles(milliseconds, n=20)
        return cls(len(milliseconds), cuts[9], cuts[18], max(milliseconds))

    def __str__(self) -> str:
        return (
            f"p50 {self.p50:.1f} ms, p95 {self.p95:.1f} ms, "
            f"longest {self.longest:.0f} ms of {self.saves}"
        )


@click.command()
@click.option("--megabytes", default=200, show_default=True, type=click.IntRange(min=1))
@click.option("--database-url", help="An address on a PostgreSQL server, instead of SQLite.")
def main(*, megabytes: int, database_url: str | None) -> None:
    """Import a file on the command line and save choices meanwhile."""
    with temporary_installation(database_url) as installation:
        link = installation.add_user("annotator", "annotator")
        number = installation.add_project(
            "usual", ["annotator"], islice(iter_copies(usual_file()), 20)
        )
        installation.palimpsest("project", "create", "large")
        file = installation.home / "large.json"
        documents = _write(file, megabytes * BYTES_PER_MB)
        with serve(installation, "--no-worker") as server:
            changes = _changes(server, link, number)
            before = Waits.of([next(changes) for _ in range(BEFORE)])
            _report(installation, file, documents, changes)
        click.echo(f"- saves before: {before}")


def _report(
    installation: Installation, file: Path, documents: int, changes: Iterator[float]
) -> None:
    begin = time.perf_counter()
    process = subprocess.Popen(  # noqa: S603 - a command of ours
        [*PALIMPSEST, "import", str(file), "--project", "large", "--json"],
        env=installation.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    during = []
    while (ended := os.wait4(process.pid, os.WNOHANG))[0] == 0:
        during.append(next(changes))
        time.sleep(PAUSE_SECONDS)
    seconds, (_, status, usage) = time.perf_counter() - begin, ended
    process.returncode = os.waitstatus_to_exitcode(status)
    size = file.stat().st_size / BYTES_PER_MB
    click.echo(
        f"- {size:.0f} MB, {documents:,} documents in {seconds:.0f} s: {size / seconds:.1f} MB/s"
    )
    click.echo(
        f"- exit code {process.returncode}, {usage.ru_utime + usage.ru_stime:.0f} s of CPU time"
    )
    click.echo(f"- peak memory of the import: {usage.ru_maxrss / 1024:.0f} MiB RSS")
    click.echo(f"- saves during the import: {Waits.of(during)}")


def _changes(server: Server, link: str, project_id: int) -> Iterator[float]:
    """Save one choice after the other, yielding the milliseconds that each took."""
    annotator = Annotator(server.port, link)
    forms = map(annotator.open, document_paths(server, link, project_id))
    saves: list[tuple[Callable[..., None], object, str]] = [
        (annotator.save, form, name) for form in forms for name in form.options
    ]
    for save, form, name in cycle(saves):
        begin = time.perf_counter()
        save(form, name)
        yield (time.perf_counter() - begin) * 1000


def _write(file: Path, size: int) -> int:
    """Write documents until the file has the size; return how many."""
    with file.open("w", encoding="utf-8") as target:
        target.write("[")
        for number, record in enumerate(iter_copies(usual_file())):
            target.write((",\n" if number else "") + json.dumps(record, ensure_ascii=False))
            if target.tell() >= size:
                break
        target.write("]\n")
    return number + 1


if __name__ == "__main__":
    main()
