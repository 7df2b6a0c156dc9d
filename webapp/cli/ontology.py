"""`palimpsest ontology`: building the index and asking it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from annotation.records import Document, Layer, Mention, Replacement
from annotation.types import IdentifierType, SemanticType
from ontology.building import WRITING, build, choose_sources
from ontology.entries import Sense
from ontology.index.layout import MANIFEST
from ontology.index.reading import Index
from ontology.layers import Ontology
from ontology.proposing import propose
from ontology.statistics import IndexStatistics, measure
from palimpsest.assets import packaged_ontology
from webapp.cli.ontology_wikidata import WikidataRequest, build_wikidata, wikidata_options
from webapp.platform.config import Config
from webapp.platform.errors import DomainError
from webapp.replacements.opening import open_ontology

as_json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


@click.group()
def ontology() -> None:
    """Build the ontology and ask it."""


@ontology.command("build")
@click.option("--source", "names", multiple=True, metavar="NAME", help="Only this one; repeatable.")
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Another folder."
)
@wikidata_options
def build_index(
    *, names: tuple[str, ...], output: Path | None, wikidata: WikidataRequest | None
) -> None:
    """Compile the sources into an index; the old one is in use until the new one is whole."""
    folder = output or Config.from_environment().built_ontology
    if wikidata is not None:
        _bring_index(folder)
        build_wikidata(wikidata, folder)
        return
    sources = choose_sources(names)
    steps = [*(source.name for source in sources), WRITING]
    with click.progressbar(length=len(steps), label="ontology", show_eta=False) as bar:

        def show(step: str) -> None:
            bar.label = f"{step:<16}"
            bar.update(steps.index(step) - bar.pos)

        manifest = build(folder, sources, show).manifest
        bar.update(1)
    click.echo(f"{manifest['terms']:,} terms, {manifest['entries']:,} entries in {folder}")


def _bring_index(folder: Path) -> None:
    """Copy the installed index to where a layer is to lie beside one, and none is yet."""
    packaged = packaged_ontology()
    if packaged is None or (folder / MANIFEST).exists():
        return
    # The manifest last: until it is there, the copy counts for nothing.
    others = shutil.ignore_patterns(MANIFEST, "__*")
    shutil.copytree(packaged, folder, dirs_exist_ok=True, ignore=others)
    shutil.copyfile(packaged / MANIFEST, folder / MANIFEST)


@ontology.command()
@click.argument("term")
@click.option("--type", "type_name", type=click.Choice(list(SemanticType)), help="As this type.")
@click.option("--sentence", metavar="S", help="A sentence in which the term stands.")
@as_json_option
def lookup(*, term: str, type_name: str | None, sentence: str | None, as_json: bool) -> None:
    """Show what a term may name, and the list that it gets as a span."""
    opened = open_ontology(Config.read())
    found: dict[str, Any] = {"term": term, "senses": list(map(_sense, opened.lookup(term)))}
    if type_name or sentence:
        proposed = _propose(term, SemanticType(type_name or SemanticType.MISC), sentence, opened)
        found["replacement"] = _replacement(proposed)
    click.echo(
        json.dumps(found, ensure_ascii=False, indent=1) if as_json else "\n".join(_lines(found))
    )


@ontology.command()
@as_json_option
def stats(*, as_json: bool) -> None:
    """Print how many concepts, terms and generalizations each source gives."""
    measured = {
        layer.folder.name: measure(layer)
        for layer in Ontology.open(Config.read().ontology).layers
        if isinstance(layer, Index)
    }
    if as_json:
        click.echo(
            json.dumps({name: table.to_json() for name, table in measured.items()}, indent=1)
        )
        return
    for name, table in measured.items():
        click.echo("\n".join(_rows(name, table)))


def _rows(name: str, table: IndexStatistics) -> Iterator[str]:
    """Lay out the columns of the thesis' table 3.3 with some of ours."""
    yield f"{name:<16}{'concepts':>12}{'terms':>12}{'# of gen.':>12}{'distinct':>12}" + (
        f"{'times used':>12}{'average':>9}"
    )
    for row in (*table.rows, table.total):
        counts = (row.concepts, row.terms, row.generalizations, row.distinct, row.used)
        yield (
            f"{row.source:<16}"
            + "".join(f"{count:>12,}" for count in counts)
            + (f"{row.average:>9.1f}")
        )
    yield f"{table.shared_terms:,} terms are known to more than one source."


def _propose(
    term: str, semantic_type: SemanticType, sentence: str | None, opened: Ontology
) -> Replacement:
    text = sentence or term
    start = text.find(term)
    if start < 0:
        raise DomainError(f"The term {term!r} does not stand in the sentence.")
    mention = Mention("m", semantic_type, start, start + len(term), term, IdentifierType.QUASI, "e")
    document = Document("lookup", text, (Layer("lookup", (mention,)),))
    (proposed,) = propose(document, opened).iter_mentions()
    if proposed.replacement is None:
        raise DomainError("Nothing was proposed.")
    return proposed.replacement


def _sense(sense: Sense) -> dict[str, object]:
    return {
        "term": sense.term,
        "source": sense.source,
        "kind": sense.kind,
        "sense": sense.sense,
        "generalizations": list(sense.generalizations),
        "weight": round(sense.weight, 3),
        "is_exact": sense.is_exact,
        "has_capital": sense.has_capital,
    }


def _replacement(replacement: Replacement) -> dict[str, object]:
    return {
        "generalizations": dict(replacement.generalizations),
        "origins": {
            text: {"source": origin.source, "sense": origin.sense}
            for text, origin in replacement.origins.items()
        },
    }


def _lines(found: dict[str, Any]) -> Iterator[str]:
    if not found["senses"]:
        yield f"{found['term']} is not in the ontology."
    for sense in found["senses"]:
        spelling = "" if sense["is_exact"] else ", other spelling"
        details = f"{sense['source']}, {sense['kind']}, {sense['weight']:g}{spelling}"
        yield f"{sense['term']}: {sense['sense']}  [{details}]"
        yield "    " + " → ".join(sense["generalizations"])
    if "replacement" in found:
        for source, texts in found["replacement"]["generalizations"].items():
            yield f"As a span ({source}): " + " → ".join(texts)
        for text, origin in found["replacement"]["origins"].items():
            yield f"    {text}: {origin['sense'] or origin['source']}"
