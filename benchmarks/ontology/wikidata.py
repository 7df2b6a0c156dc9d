"""`python -m benchmarks.ontology.wikidata`: a dump made of the real sample, built into a layer."""

from __future__ import annotations

import bz2
import gzip
import json
import os
import resource
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

import click

from benchmarks.installation import PALIMPSEST
from benchmarks.processes import descendants, memory_of

SAMPLE = Path(__file__).resolve().parents[3] / "shared" / "data" / "wikidata-sample.json.bz2"
MB = 1_000_000
FIRST_NUMBER = 200_000_000
WATCH_SECONDS = 0.1
SHRUNK_TO = 10
"""One in so many labels, links and statements: entities of the size that the dump's have."""

OPENERS: dict[str, Callable[[Path], Any]] = {
    "plain": partial(open, mode="wb"),
    "gz": partial(gzip.open, mode="wb", compresslevel=6),
    "bz2": partial(bz2.open, mode="wb"),
}


@click.command()
@click.option("--megabytes", default=1000, show_default=True, type=click.IntRange(min=1))
@click.option("--packed", type=click.Choice(list(OPENERS)), multiple=True, default=list(OPENERS))
@click.option("--small", is_flag=True, help="Entities as small as those of the whole dump.")
@click.option("--full-megabytes", default=1_700_000, show_default=True, help="The whole dump.")
def main(*, megabytes: int, packed: tuple[str, ...], small: bool, full_megabytes: int) -> None:
    """Build a layer from copies of the sample and print what it cost."""
    entities = list(_sample(small=small))
    with TemporaryDirectory(prefix="palimpsest-wikidata-") as name:
        for kind in packed:
            dump = Path(name) / f"dump.{kind}"
            with OPENERS[kind](dump) as file:
                count, size = _write(file, entities, megabytes * MB)
            before = _cpu_seconds()
            seconds, peak = _build(dump, Path(name) / "ontology")
            cpu = _cpu_seconds() - before
            speed = size / MB / seconds
            click.echo(
                f"- {kind}: {size / MB:,.0f} MB of JSON in {count:,} items "
                f"({size / count / 1000:.0f} kB each), file of {dump.stat().st_size / MB:,.0f} MB: "
                f"{seconds:.1f} s, {speed:.0f} MB/s; {cpu:.1f} s of CPU time, "
                f"{size / MB / cpu:.0f} MB/s a core; peak {peak:.0f} MiB PSS; "
                f"{full_megabytes:,} MB would take {full_megabytes / speed / 3600:.1f} h"
            )
            dump.unlink()


def _sample(*, small: bool) -> Iterator[dict[str, Any]]:
    for line in bz2.decompress(SAMPLE.read_bytes()).splitlines()[1:-1]:
        entity = json.loads(line.rstrip(b","))
        yield _shrink(entity) if small else entity


def _shrink(entity: dict[str, Any]) -> dict[str, Any]:
    for part in ("labels", "descriptions", "aliases", "claims", "sitelinks"):
        kept = dict(islice(entity[part].items(), None, None, SHRUNK_TO))
        for key in ("en", "P31", "P279", "P361"):
            if key in entity[part]:
                kept[key] = entity[part][key]
        entity[part] = kept
    return entity


def _write(file: BinaryIO, entities: list[dict[str, Any]], size: int) -> tuple[int, int]:
    """Write copies, each an item of its own, until there are so many bytes."""
    written, count = file.write(b"[\n"), 0
    names = [entity["labels"].get("en", {}).get("value", "Thing") for entity in entities]
    for number, (name, entity) in enumerate(cycle(zip(names, entities, strict=True)), FIRST_NUMBER):
        entity["id"] = f"Q{number}"
        entity["labels"]["en"] = {"language": "en", "value": f"{name} {number}"}
        written += file.write(json.dumps(entity, separators=(",", ":")).encode() + b",\n")
        count += 1
        if written >= size:
            break
    file.write(b"{}\n]\n")
    return count, written


def _build(dump: Path, folder: Path) -> tuple[float, float]:
    """Build with the real command; returns the seconds and the most memory at once, in MiB."""
    begin, peak = time.perf_counter(), 0.0
    process = subprocess.Popen(  # noqa: S603 - a command of ours
        [*PALIMPSEST, "ontology", "build", "--wikidata", dump, "-o", folder],
        env=os.environ | {"PALIMPSEST_HOME": str(folder / "home")},
        stdout=subprocess.DEVNULL,
    )
    while process.poll() is None:
        peak = max(peak, _memory(process.pid))
        time.sleep(WATCH_SECONDS)
    if process.returncode:
        raise click.ClickException(f"the build ended with {process.returncode}")
    return time.perf_counter() - begin, peak


def _cpu_seconds() -> float:
    """Return the CPU time of all processes that we started and that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _memory(pid: int) -> float:
    try:
        return memory_of(descendants(pid)).proportional
    except (KeyError, OSError):  # a process ended while we looked
        return 0.0


if __name__ == "__main__":
    main()
