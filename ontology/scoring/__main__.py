"""`python -m ontology.scoring train`: make the scorer's weights anew."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from annotation.formats import read_documents
from ontology.layers import Ontology
from ontology.scoring.judged import JudgedSpan, judged_of, read_judged, read_verdicts
from ontology.scoring.model import WEIGHTS
from ontology.scoring.training import Examples, Fitted, calibration, fit, gather_examples, measure

SPANS = Path(__file__).parent / "spans"
VERDICTS = "verdicts.csv"
STRENGTHS = (0.1, 0.2, 0.4, 0.8)


@click.group()
def main() -> None:
    """Make or try the scorer of readings."""


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
    """Fit the weights to the judged spans beside this file, and to a corpus if there is one."""
    ontology = Ontology.open(index)
    sets = {name: [*gather_examples(spans, ontology)] for name, spans in _judged(corpus)}
    examples = [each for some in sets.values() for each in some]
    fitted = min((fit(examples, strength) for strength in STRENGTHS), key=lambda each: each.loss)
    stored = {
        "made": datetime.now(UTC).date().isoformat(),
        "from": _describe(examples, corpus),
        "strength": fitted.strength,
        "loss": round(fitted.loss, 4),
        "calibration": calibration(examples, fitted.held_out),
        "bias": fitted.bias,
        "weights": fitted.weights,
    }
    output.write_text(json.dumps(stored, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    click.echo(f"{len(fitted.weights):,} weights, loss {fitted.loss:.4f} on documents held out")
    for line in _report(sets, fitted):
        click.echo(line)


def _report(sets: Mapping[str, Sequence[Examples]], fitted: Fitted) -> Iterator[str]:
    """Yield a line for each set: what its lists would be, its documents held out."""
    position = 0
    for name, some in sets.items():
        count = sum(len(each.readings) for each in some)
        shares = measure(some, fitted.held_out[position : position + count])
        position += count
        yield (
            f"{name:<28} {len(some):>4} spans   a right one exists {shares.right:.0%}   "
            f"the first is right {shares.first:.0%}   with a wrong one {shares.wrong:.0%}"
        )


def _judged(corpus: Path | None) -> Iterator[tuple[str, Iterable[JudgedSpan]]]:
    verdicts = read_verdicts(SPANS / VERDICTS)
    for path in sorted(SPANS.glob("*.jsonl")):
        yield path.stem, read_judged(path, verdicts)
    if corpus is not None:
        documents = [*read_documents(corpus)][::2]
        yield "corpus", judged_of(documents, verdicts, with_choices=True)


def _describe(examples: list[Examples], corpus: Path | None) -> dict[str, object]:
    return {
        "documents": len({each.judged.document for each in examples}),
        "spans": len(examples),
        "readings": sum(len(each.readings) for each in examples),
        "corpus": corpus.name if corpus else None,
    }


if __name__ == "__main__":
    main()
