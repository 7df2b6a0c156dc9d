"""`palimpsest ontology build --wikidata`: a dump becomes the layer over the embedded index."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from ontology.layers import WIKIDATA
from ontology.wikidata.building import Options, Report, build_layer
from ontology.wikidata.vocabulary import ROOTS

_SHOWN_LINES = 20
MOST_WORKERS = 8
"""Each takes some 100 MiB; what unpacks the file keeps no more of them busy."""


@dataclass(frozen=True, slots=True)
class WikidataRequest:
    """The request that the options of `build` make."""

    dump: Path
    options: Options


def _numbers(_context: click.Context, _parameter: click.Parameter, roots: tuple[str, ...]) -> Any:  # noqa: ANN401 - signature of click
    words = [word for root in roots for word in re.split(r"[\s,]+", root) if word]
    for word in words:
        if not re.fullmatch(r"Q[1-9][0-9]{0,8}", word):
            raise click.BadParameter(f"{word!r} is no Wikidata id such as Q5.")
    return tuple(int(word[1:]) for word in words)


_OPTIONS = (
    click.option(
        "--wikidata",
        "dump",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar="DUMP",
        help="Build the layer of this dump (.gz, .bz2 or plain; or a file of --thesis-json).",
    ),
    click.option(
        "--roots",
        multiple=True,
        callback=_numbers,
        metavar="Q...",
        help=f"Classes to keep, instead of {' '.join(f'Q{root}' for root in ROOTS)}.",
    ),
    click.argument("more_roots", nargs=-1, callback=_numbers, metavar=""),
    click.option(
        "--workers", type=click.IntRange(min=0), help="Processes; one for each core, up to 8."
    ),
    click.option(
        "--thesis-json",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Also write the layer as JSON in the form of the thesis.",
    ),
)


def wikidata_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a dump, as one argument `wikidata`, None without a dump."""

    @functools.wraps(command)
    def wrapped(
        *,
        dump: Path | None,
        roots: tuple[int, ...],
        more_roots: tuple[int, ...],
        workers: int | None,
        thesis_json: Path | None,
        **rest: object,
    ) -> None:
        request = None
        if dump is not None:
            options = Options(
                roots=(*roots, *more_roots) or ROOTS,
                workers=min(os.cpu_count() or 1, MOST_WORKERS) if workers is None else workers,
                thesis_json=thesis_json,
            )
            request = WikidataRequest(dump, options)
        elif roots or more_roots or thesis_json or workers is not None:
            raise click.UsageError("--roots, --workers and --thesis-json need --wikidata DUMP.")
        command(wikidata=request, **rest)

    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def build_wikidata(request: WikidataRequest, folder: Path) -> None:
    """Build the layer in a folder of the ontology and say what came of it."""
    with click.progressbar(length=request.dump.stat().st_size, label="reading") as bar:

        def show(step: str, done: int) -> None:
            bar.label = f"{step:<12}"
            bar.update(done - bar.pos)

        report = build_layer(request.dump, folder / WIKIDATA, request.options, show)
    click.echo("\n".join(_lines(report, folder / WIKIDATA)))


def _lines(report: Report, folder: Path) -> Iterator[str]:
    counts = report.counts
    if counts.lines:
        yield (
            f"Read {counts.lines:,} lines: {counts.items:,} items ({counts.humans:,} humans, "
            f"{counts.left_out - counts.humans:,} pages, articles and names, {counts.nameless:,} "
            f"without an English label), {counts.others:,} properties and lexemes, "
            f"{counts.broken:,} broken lines."
        )
    if counts.broken:
        shown = ", ".join(f"{number:,}" for number in counts.broken_lines[:_SHOWN_LINES])
        yield f"Broken lines: {shown}{', …' if counts.broken > _SHOWN_LINES else ''}"
    if report.is_everything:
        yield "No humans in it: an excerpt, of which everything is kept."
    if report.thesis_terms is not None:
        yield f"{report.thesis_terms:,} terms in the thesis' form."
    terms = sum(int(part["terms"]) for part in report.manifests)
    entries = sum(int(part["entries"]) for part in report.manifests)
    yield f"{terms:,} terms, {entries:,} entries in {folder}"
