"""`python -m benchmarks.ontology`: what the index costs, and how much it answers."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from annotation.formats import read_documents
from benchmarks.ontology import coverage, judged, leaks, plain, speed, thesis
from benchmarks.ontology.processes import fresh
from ontology.index.reading import Index
from ontology.layers import Ontology
from ontology.telling import Telling
from webapp.platform.resources import ROOT

index_option = click.option(
    "--index",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=ROOT / "instance" / "ontology",
    help="Folder of the index.",
)


@click.group(invoke_without_command=True)
@index_option
@click.option("--build/--no-build", "is_built", default=True, help="Measure a build, too.")
@click.pass_context
def main(context: click.Context, *, folder: Path, is_built: bool) -> None:
    """Compare the index with the thesis' dict and scan, each in a process of its own."""
    if context.invoked_subcommand is None:
        _compare(folder)
        if is_built:
            with TemporaryDirectory() as scratch:
                seconds = fresh(speed.build_seconds, Path(scratch))
            click.echo(f"building: {seconds:.0f} s")


def _compare(folder: Path) -> None:
    index = Index(folder)
    size = sum(index.manifest["files"].values()) / 1e6
    names = speed.draw_names(folder)
    ours = fresh(speed.measure, folder, names)
    click.echo(f"{len(index):,} terms, {index.manifest['entries']:,} entries, {size:.0f} MB")
    click.echo(f"open: {ours.open_ms:.1f} ms")
    click.echo(
        f"memory: {ours.memory_mb:.0f} MiB after {len(names.exact):,} look-ups, "
        f"{ours.near_memory_mb:.0f} MiB with near terms"
    )
    click.echo("exact: median {:.1f} µs, p95 {:.1f} µs, longest {:.1f} µs".format(*ours.exact_us))
    click.echo("near: median {:.2f} ms, p95 {:.2f} ms, longest {:.2f} ms".format(*ours.near_ms))
    with TemporaryDirectory() as scratch:
        path = Path(scratch) / "ontology.json"
        thesis.write_json(index, path)
        theirs = fresh(thesis.measure, path, names.exact, names.near)
    click.echo(
        "the thesis' dict from JSON: {size_mb:.0f} MB, open {open_ms:,.0f} ms, memory "
        "{memory_mb:.0f} MiB, exact {exact_us:.2f} µs".format(**theirs)
    )
    click.echo(
        "its near terms: scan in pure Python {scan_s:.0f} s (extrapolated), "
        "loop with rapidfuzz {loop_ms:,.0f} ms".format(**theirs)
    )


@main.command("coverage")
@click.argument("data", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@index_option
def measure_coverage(*, data: Path, folder: Path) -> None:
    """Say how many strings get a candidate, and how many chosen texts are among ours."""
    ontology = Ontology.open(folder)
    documents = list(read_documents(data))
    for label, some in (
        ("all documents", documents),
        ("even documents", documents[::2]),
        ("odd documents", documents[1::2]),
    ):
        click.echo(f"{label} ({len(some)})")
        click.echo("\n".join(coverage.measure(some, ontology).lines()))


@main.command("leaks")
@click.argument("data", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@index_option
def measure_leaks(*, data: Path, folder: Path) -> None:
    """Count the lists that give back what other spans of their document hide."""
    click.echo(str(leaks.measure(list(read_documents(data)), Ontology.open(folder))))


@main.command("judged")
@click.option(
    "--corpus",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Annotated documents; counted are those that no weight is made from.",
)
@click.option("--open", "is_open", is_flag=True, help="Show what nobody has judged yet instead.")
@index_option
def measure_judged(*, corpus: Path | None, is_open: bool, folder: Path) -> None:
    """Say how often a right candidate exists and the first is right, by readers' verdicts."""
    ontology = Ontology.open(folder)
    bits = Telling(ontology).bits
    sets = {
        "ordinary texts": judged.own_spans("counted-ordinary"),
        "hard texts": judged.own_spans(),
        "names whose words say another kind": judged.own_spans("counted-names"),
    }
    if corpus is not None:
        sets["corpus"] = judged.corpus_spans(corpus)
    for name, spans in sets.items():
        found = [*judged.answers(spans, ontology)]
        lines = judged.still_open(found) if is_open else judged.report(found, bits)
        click.echo("\n".join([name, *lines]))


@main.command("plain")
@click.option("--seed", default=36, show_default=True)
@click.option("--show", is_flag=True, help="Show what was wrong, or vague in every sentence.")
@index_option
def measure_plain(*, seed: int, show: bool, folder: Path) -> None:
    """Measure the lists of well-known things in plain sentences."""
    terms = [*plain.draw(Index(folder), seed, plain.SIZES)]
    found = plain.measure(terms, Ontology.open(folder))
    click.echo("\n".join(plain.show(found) if show else plain.report(found)))


main()
