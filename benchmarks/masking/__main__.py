"""`python -m benchmarks.masking`: what recognizers find, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import click

from annotation.types import IdentifierType
from benchmarks.masking.baselines import spacy_entities
from benchmarks.masking.recall import Recall, measure
from benchmarks.masking.texts import Domain, Part, read_texts
from masking.evaluation import Miss, Share
from masking.pipelines import Pipeline

_ROW = "{:<10} {:>8} {:>8} {:>8} {:>8} {:>10}"


@click.group()
def main() -> None:
    """Judge the recognition of masks."""


@main.command("texts")
@click.option(
    "--part", type=click.Choice([*map(str, Part)]), help="Only this half; both without it."
)
@click.option("--pipeline", help="A spaCy pipeline by name or folder; without it, the usual one.")
@click.option("--quasi", "lists_quasi", is_flag=True, help="List missed QUASI mentions, too.")
def measure_texts(*, part: str | None, pipeline: str | None, lists_quasi: bool) -> None:
    """Measure on invented texts of other domains; misses are listed for the tuning half only."""
    recognize = spacy_entities(Pipeline.open(pipeline))
    for each in [Part(part)] if part else Part:
        recalls, misses = measure(read_texts(each), recognize)
        click.echo(f"{each}\n" + "\n".join(_table(recalls)))
        if each is Part.TUNING:
            click.echo("\n".join(_listed(misses, lists_quasi=lists_quasi)))


def _table(recalls: Mapping[Domain, Recall]) -> list[str]:
    """Return a row for each domain and one for all: recall of mentions, of entities, precision."""
    total = Recall()
    for recall in recalls.values():
        total.add(recall)
    lines = [_ROW.format("", "DIRECT", "ER_di", "QUASI", "ER_qi", "precision")]
    for name, recall in [*recalls.items(), ("all", total)]:
        direct, quasi = (
            recall.mentions[each] for each in (IdentifierType.DIRECT, IdentifierType.QUASI)
        )
        score = recall.score
        shares = (direct, score.er_di, quasi, score.er_qi, score.precision)
        lines.append(_ROW.format(name, *map(_percent, shares)))
    return lines


def _percent(share: Share) -> str:
    return "–" if share.value is None else f"{share.value:.1%}"


def _listed(misses: Iterable[Miss], *, lists_quasi: bool) -> list[str]:
    lines = []
    for miss in misses:
        mention = miss.mention
        if lists_quasi or mention.identifier_type is IdentifierType.DIRECT:
            context = f"{miss.before}[{mention.span_text}]{miss.after}".replace("\n", "⏎")
            kind = f"{mention.identifier_type} {mention.entity_type}"
            lines.append(f"{miss.doc_id}: {kind}: {context}")
    return lines


main()
