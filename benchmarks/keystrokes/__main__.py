"""`python -m benchmarks.keystrokes`: how many keys an expert presses to anonymize raw texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median, quantiles

import click
from playwright.sync_api import Page

from benchmarks.installation import Installation, serve, temporary_installation
from benchmarks.keystrokes.driver import anonymize, open_page
from benchmarks.keystrokes.expert import GoldSpan, gold_spans, on_former_page
from benchmarks.masking.texts import Domain, Part, read_texts
from benchmarks.web.browsing import chromium, find_chromium
from webapp.platform.resources import ROOT

BY_HAND, SUGGESTED = "Nothing suggested", "Masks suggested"
PATIENCE_MS = 300_000
ANOTHER = "name => document.querySelector('#workbench h1')?.textContent.trim() !== name"

Texts = Mapping[str, tuple[str, Sequence[GoldSpan]]]
"""By name: the text and its gold spans."""


@click.command()
@click.option(
    "--part",
    "parts",
    multiple=True,
    type=click.Choice([*map(str, Part)]),
    default=[Part.COUNTING.value, Part.FRESH.value],
    show_default=True,
    help="Of the invented texts with gold marks.",
)
@click.option("--domain", "domains", multiple=True, type=click.Choice([*map(str, Domain)]))
@click.option(
    "--ontology",
    default=ROOT / "instance" / "ontology",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The index, as `make ontology` builds it.",
)
def main(*, parts: tuple[str, ...], domains: tuple[str, ...], ontology: Path) -> None:
    """Count the keys and selections of an expert who makes no mistake, in two projects.

    In one masks are suggested, in the other nothing is. Both are compared with the page of
    version 0.1 with marking in a tool of its own, which is reckoned.
    """
    executable = find_chromium()
    if executable is None:
        raise click.ClickException("There is no Chromium on the path.")
    texts = dict(_texts(parts, domains))
    with temporary_installation() as made:
        installation = Installation(
            made.home, {**made.environment, "PALIMPSEST_ONTOLOGY": str(ontology)}
        )
        link = installation.add_user("admin", "admin")
        files = [_write(installation, name, text) for name, (text, _) in texts.items()]
        for project in (BY_HAND, SUGGESTED):
            _import(installation, project, files)
        with serve(installation) as server, chromium(executable) as opened:
            page = open_page(opened, server.port)
            page.set_default_timeout(PATIENCE_MS)
            page.context.request.get(link)
            counts = {}
            for project in (BY_HAND, SUGGESTED):
                _open(page, project, find=project is SUGGESTED)
                counts[project] = _work(page, texts)
    _report(texts, counts)


def _report(texts: Texts, ways: Mapping[str, Mapping[str, Counter[str]]]) -> None:
    former = {name: on_former_page(gold) for name, (_, gold) in texts.items()}
    spans = sum(len(gold) for _, gold in texts.values())
    click.echo(f"{len(texts)} texts, {spans:,} spans to hide\n\n{_heading(former)}")
    for label, counts in ways.items():
        click.echo(_row(label, counts, former))
    for label, counts in ways.items():
        click.echo(f"\n{_for_what(label, counts)}")


def _texts(
    parts: Sequence[str], domains: Sequence[str]
) -> Iterator[tuple[str, tuple[str, Sequence[GoldSpan]]]]:
    for part in parts:
        for text in read_texts(Part(part)):
            if text.domain in (domains or Domain):
                document = text.document
                yield f"{part}-{document.doc_id}", (document.text, gold_spans(document))


def _write(installation: Installation, name: str, text: str) -> Path:
    path = installation.home / f"{name}.txt"
    path.write_text(text, encoding="utf-8")
    return path


def _import(installation: Installation, project: str, files: Sequence[Path]) -> None:
    """Take the files in as they are: one that looks like a mail is not read as one."""
    installation.palimpsest("project", "create", project)
    named = ("--project", project, "--format", "text")
    installation.palimpsest("import", *map(str, files), *named, "--json")


def _open(page: Page, project: str, *, find: bool) -> None:
    """Go to the first document, after what to hide was found where that is wished."""
    page.goto("/")
    page.get_by_role("link", name=project, exact=True).click()
    page.get_by_role("link", name="Import", exact=True).click()
    if find:
        page.get_by_role("button", name="Find what to hide").click()
        page.locator("#masking").get_by_text("spans to hide in").wait_for()
    page.get_by_role("button", name="Annotate them yourself").click()


def _work(page: Page, texts: Texts) -> dict[str, Counter[str]]:
    """Go through all documents as they come; return what was pressed in each."""
    heading = page.locator("#workbench h1")
    counts: dict[str, Counter[str]] = {}
    for _ in texts:
        heading.wait_for()
        name = heading.inner_text()
        counts[name] = anonymize(page, texts[name][1])
        page.wait_for_function(ANOTHER, arg=name)
    return counts


def _heading(former: Mapping[str, int]) -> str:
    number = sum(former.values())
    return (
        "| | pressed | a text: median (least–most) | share of 0.1: all (quartiles of texts) |\n"
        "|---|---:|---:|---:|\n"
        f"| 0.1 and marking elsewhere, reckoned | {number:,} | {_spread(former.values())} | 1 |"
    )


def _row(label: str, counts: Mapping[str, Counter[str]], former: Mapping[str, int]) -> str:
    totals = {name: each.total() for name, each in counts.items()}
    shares = [totals[name] / former[name] for name in totals]
    low, _, high = quantiles(shares, n=4)
    share = sum(totals.values()) / sum(former[name] for name in totals)
    return (
        f"| {label} | {sum(totals.values()):,} | {_spread(totals.values())} | "
        f"{share:.2f} ({low:.2f}–{high:.2f}) |"
    )


def _spread(values: Collection[int]) -> str:
    return f"{median(values):.0f} ({min(values)}–{max(values)})"


def _for_what(label: str, counts: Mapping[str, Counter[str]]) -> str:
    total = sum(counts.values(), Counter[str]())
    return f"{label}: " + ", ".join(f"{what} {number:,}" for what, number in total.most_common())


if __name__ == "__main__":
    main()
