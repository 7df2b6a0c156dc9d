"""`python -m benchmarks.commands`: the CPU seconds that it takes to start."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from webapp.platform.resources import ROOT

PALIMPSEST = (sys.executable, "-m", "webapp.cli")
TEXT = "Tuva Lind was born in Oslo on 12 March 1951."


@click.command()
@click.option("--times", default=5, show_default=True, type=click.IntRange(min=1))
@click.option(
    "--ontology",
    default=ROOT / "instance" / "ontology",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The index, as `make ontology` builds it.",
)
def main(*, times: int, ontology: Path) -> None:
    """Print the least and the most CPU seconds of each start, modules compiled beforehand."""
    with TemporaryDirectory() as made:
        text = Path(made) / "letter.txt"
        text.write_text(TEXT, encoding="utf-8")
        environment = os.environ | {
            "PALIMPSEST_HOME": str(Path(made) / "home"),
            "PALIMPSEST_ONTOLOGY": str(ontology),
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for name, command in {
            "import palimpsest": (sys.executable, "-c", "import palimpsest"),
            "palimpsest --version": (*PALIMPSEST, "--version"),
            "palimpsest --help": (*PALIMPSEST, "--help"),
            "palimpsest project list": (*PALIMPSEST, "project", "list"),
            "palimpsest mask": (*PALIMPSEST, "mask", str(text), "-o", f"{made}/masked.json"),
        }.items():
            _seconds(command, environment)
            taken = [_seconds(command, environment) for _ in range(times)]
            click.echo(f"{name:<24} {min(taken):5.2f} to {max(taken):5.2f} s")


def _seconds(command: Sequence[str], environment: dict[str, str]) -> float:
    """Run a command and return the CPU seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, check=True, capture_output=True)  # noqa: S603 - commands of ours
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
