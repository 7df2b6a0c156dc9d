"""`python -m research.ontology train`: make the scorer's weights anew."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from annotation.formats import read_documents
from ontology.index.reading import Index
from ontology.layers import Ontology
from ontology.scoring.model import WEIGHTS
from ontology.wikidata.building import Options, build_layer
from research.ontology.drawn import draw_places
from research.ontology.facts import read_facts, write_dump
from research.ontology.judged import JudgedSpan, judged_of, read_judged, read_verdicts
from research.ontology.training import (
    Examples,
    Fitted,
    FittedScorer,
    fit_scorer,
    gather_examples,
    measure,
)

SPANS = Path(__file__).parent / "spans"
VERDICTS = "verdicts.csv"
COSTS = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0)


@click.group()
def main() -> None:
    """Make the scorer of readings and candidates."""


@main.command("train")
@click.option(
    "--index",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path("instance/ontology"),
    help="Folder of the index.",
)
@click.option(
    "--corpus",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Annotated documents; every second one is trained on, beginning with the first.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), default=WEIGHTS)
def train(*, index: Path, corpus: Path | None, output: Path) -> None:
    """Fit the weights to the judged spans beside this file, and to a corpus if there is one.

    Each span is read twice: with the index alone, and with a layer of Wikidata over it.
    """
    judged = {name: [*spans] for name, spans in _judged(corpus)}
    judged["drawn places"] = [*draw_places(Index(index))]
    sets = {name: [*gather_examples(spans, Ontology.open(index))] for name, spans in judged.items()}
    with _under_facts(index) as ontology:
        for name, spans in judged.items():
            sets[f"{name} + Wikidata"] = [*gather_examples(spans, ontology)]
    examples = [each for some in sets.values() for each in some]
    fitted = fit_scorer(examples)
    stored = {
        "made": datetime.now(UTC).date().isoformat(),
        "from": _describe(judged, examples, corpus),
        "readings": _to_json(fitted.readings),
        "candidates": _to_json(fitted.candidates),
    }
    output.write_text(json.dumps(stored, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    for name, each in (("readings", fitted.readings), ("candidates", fitted.candidates)):
        count = len(each.model.weights)
        click.echo(f"{name}: {count:,} weights, loss {each.loss:.4f} on documents held out")
    for line in (*_report(sets, fitted), *_compare(examples, fitted)):
        click.echo(line)


@main.command("facts")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True)
def write_facts(*, output: Path) -> None:
    """Write the facts beside this file as a dump, for `palimpsest ontology build --wikidata`."""
    write_dump(read_facts(), output)


@contextmanager
def _under_facts(index: Path) -> Iterator[Ontology]:
    """Yield the index with a layer of the facts over it, in a folder that goes afterwards."""
    with TemporaryDirectory(prefix="palimpsest-facts-") as name:
        dump = Path(name) / "facts.json"
        write_dump(read_facts(), dump)
        report = build_layer(dump, Path(name) / "layer", Options(workers=1), lambda *_: None)
        yield Ontology([report.index, Index(index)])


def _to_json(fitted: Fitted) -> dict[str, object]:
    return {
        "strength": fitted.strength,
        "loss": round(fitted.loss, 4),
        "calibration": fitted.calibration,
        "bias": fitted.model.bias,
        "weights": fitted.model.weights,
    }


def _report(sets: Mapping[str, Sequence[Examples]], fitted: FittedScorer) -> Iterator[str]:
    """Yield a line for each set: what its lists would be, its documents held out."""
    position = 0
    for name, some in sets.items():
        if not some:
            continue
        shares = measure(some, fitted.held_out[position : position + len(some)])
        position += len(some)
        yield (
            f"{name:<40} {len(some):>4} spans   readable {shares.readable:.0%}   "
            f"a right one exists {shares.right:.0%}   the first is right {shares.first:.0%}   "
            f"with a wrong one {shares.wrong:.0%}   levels {shares.right_texts:.2f}   "
            f"bits {shares.bits:.2f}"
        )


def _compare(examples: Sequence[Examples], fitted: FittedScorer) -> Iterator[str]:
    """Yield a line for each cost that a wrong text may have."""
    for cost in COSTS:
        shares = measure(examples, fitted.held_out, cost)
        yield (
            f"a wrong text costs {cost}: a right one exists {shares.right:.1%}   "
            f"the first is right {shares.first:.1%}   with a wrong one {shares.wrong:.1%}   "
            f"texts right {shares.right_texts:.2f}   wrong {shares.wrong_texts:.2f}   "
            f"bits {shares.bits:.2f}"
        )


def _judged(corpus: Path | None) -> Iterator[tuple[str, Iterable[JudgedSpan]]]:
    verdicts = read_verdicts(SPANS / VERDICTS)
    for path in sorted(SPANS.glob("*.jsonl")):
        yield path.stem, read_judged(path, verdicts)
    if corpus is not None:
        documents = [*read_documents(corpus)][::2]
        yield "corpus", judged_of(documents, verdicts, with_choices=True)


def _describe(
    judged: Mapping[str, Sequence[JudgedSpan]], examples: Sequence[Examples], corpus: Path | None
) -> dict[str, object]:
    spans = [span for some in judged.values() for span in some]
    return {
        "documents": len({span.document for span in spans}),
        "spans": len(spans),
        "readings": sum(len(each.readings) for each in examples),
        "corpus": corpus.name if corpus else None,
    }


if __name__ == "__main__":
    main()
