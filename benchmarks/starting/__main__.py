"""`python -m benchmarks.starting`: twenty interviews, from their files to the first one open."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import click
from playwright.sync_api import Page

from benchmarks.installation import Installation, serve, temporary_installation
from benchmarks.processes import cpu_seconds
from benchmarks.web.browsing import chromium, find_chromium
from webapp.platform.resources import ROOT

LETTERS = ROOT / "webapp" / "data" / "letters"
PATIENCE_MS = 300_000
CHARACTERS_A_PAGE = 1_800
"""Thirty lines of sixty characters."""


@click.command()
@click.option("--files", "number", default=20, show_default=True, type=click.IntRange(min=1))
@click.option("--pages", default=3, show_default=True, type=click.IntRange(min=1))
@click.option(
    "--ontology",
    default=ROOT / "instance" / "ontology",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The index, as `make ontology` builds it.",
)
def main(*, number: int, pages: int, ontology: Path) -> None:
    """Measure by the clock how long an expert waits who loses no time."""
    executable = find_chromium()
    if executable is None:
        raise click.ClickException("There is no Chromium on the path.")
    with temporary_installation() as made:
        installation = Installation(
            made.home, {**made.environment, "PALIMPSEST_ONTOLOGY": str(ontology)}
        )
        link = installation.add_user("admin", "admin")
        files = list(_interviews(installation, number, pages * CHARACTERS_A_PAGE))
        with serve(installation) as server, chromium(executable) as opened:
            page = opened.new_page(base_url=f"http://127.0.0.1:{server.port}")
            page.set_default_timeout(PATIENCE_MS)
            page.context.request.get(link)
            page.goto("/")
            before = cpu_seconds(server.all_processes())
            for label, seconds in _way(page, files):
                click.echo(f"- {label}: {seconds:.1f} s")
            used = cpu_seconds(server.all_processes()) - before
            click.echo(f"- CPU time of all processes: {used:.1f} s")


def _interviews(installation: Installation, number: int, length: int) -> Iterator[Path]:
    """Write texts of a length, each of the sample's letters again and again, one numbered."""
    letters = [path.read_text(encoding="utf-8") for path in sorted(LETTERS.iterdir())]
    for index in range(number):
        path = installation.home / f"interview-{index + 1}.txt"
        pieces = islice(cycle(letters), index % len(letters), None)
        text = f"Interview {index + 1}\n\n"
        while len(text) < length:
            text += next(pieces) + "\n\n"
        path.write_text(text[:length], encoding="utf-8")
        yield path


def _way(page: Page, files: list[Path]) -> Iterator[tuple[str, float]]:
    """Go the way, yielding what was reached and how long after the files were dropped."""
    button = page.get_by_role("button", name=f"Import the {len(files)} texts")
    begin = time.perf_counter()
    page.get_by_label("Files").set_input_files(files)
    button.wait_for()
    yield "their texts are shown", time.perf_counter() - begin
    button.click()
    page.get_by_role("button", name="Annotate them yourself").wait_for()
    yield "what to hide is found, replacements are proposed", time.perf_counter() - begin
    page.get_by_role("button", name="Annotate them yourself").click()
    page.locator("#panel").wait_for()
    yield "the first one is open", time.perf_counter() - begin


if __name__ == "__main__":
    main()
