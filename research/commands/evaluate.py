"""`palimpsest evaluate`: how good the families of models are on documents with choices."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import click

from annotation.formats import Format, detect_format, read_documents
from learning.errors import LearningError
from learning.folds import check_folds, refuse_leaks
from research.commands.seeds import seed_options
from research.selection.evaluation.evaluating import evaluate as evaluate_family
from research.selection.evaluation.report import Report
from research.selection.evaluation.running import Plan
from research.selection.evaluation.tables import lines_of
from selection.catalogue import catalogue
from selection.evaluation.figures import draw_all
from selection.examples import ExampleDocument, annotated, load_examples
from selection.families import family_named
from selection.resources import Resources
from webapp.cli.output import opened
from webapp.platform.config import Config
from webapp.platform.errors import DomainError

ALL = "all"
FOLDS = 5
_file = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("data", metavar="DATA", type=_file)
@click.option("--train", type=_file, help="Train on this file, test on DATA.")
@click.option(
    "--folds", type=click.IntRange(min=2), help=f"Without --train: so many folds ({FOLDS})."
)
@click.option(
    "--family",
    "families",
    multiple=True,
    type=click.Choice([ALL, *catalogue()]),
    help="Only this family; repeatable.",
)
@seed_options(repeats=8)
@click.option("--ablate", is_flag=True, help="Drop each group of features in turn.")
@click.option("--json", "as_json", is_flag=True, help="Print all metrics as JSON.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="A .json file for the metrics, or a folder for them and the pictures.",
)
def evaluate(
    *,
    data: Path,
    train: Path | None,
    folds: int | None,
    families: tuple[str, ...],
    seeds: Iterable[int],
    ablate: bool,
    as_json: bool,
    output: Path | None,
) -> None:
    """Measure families of models on the choices in DATA, a WikiReplace file."""
    if train and folds:
        raise click.UsageError("--train and --folds exclude each other.")
    _check_output(output)
    plan = _planned(data, train, folds or FOLDS, seeds)
    drawing = output is not None and not _is_file(output)
    report = _measured(plan, families, ablating=ablate, drawing=drawing)
    value = json.dumps(report.to_json(), ensure_ascii=False, indent=2)
    if output is not None:
        _write(report, value, output)
    click.echo(value if as_json else "\n".join(lines_of(report)))


def _is_file(output: Path) -> bool:
    return output.suffix == ".json"


def _check_output(output: Path | None) -> None:
    """Refuse what can't be written before hours of work; raises DomainError."""
    if output is None:
        return
    folder = output.parent if _is_file(output) else output
    try:
        if not _is_file(output):
            folder.mkdir(exist_ok=True)
    except OSError as error:
        raise DomainError(f"{folder} can't be made: {error.strerror}.") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise DomainError(f"Nothing can be written into {folder}.")


def _planned(data: Path, train: Path | None, folds: int, seeds: Iterable[int]) -> Plan:
    """Read what is to be evaluated; raises DomainError, RecordError or LearningError."""
    documents = _read(data)
    training_documents = _read(train) if train else None
    if training_documents is None:
        check_folds(documents, folds)
    else:
        refuse_leaks(training_documents, documents)
    config = Config.read()
    resources = Resources.open(config.encoder_folder, config.ontology)
    return Plan(
        tuple(map(resources.known, documents)),
        resources.encoder,
        training_documents and tuple(map(resources.known, training_documents)),
        folds,
        tuple(seeds),
    )


def _read(file: Path) -> tuple[ExampleDocument, ...]:
    if detect_format(file) is not Format.WIKIREPLACE:
        raise DomainError(f"{file} carries no choices: it must be a WikiReplace file.")
    documents = load_examples(read_documents(file))
    chosen = tuple(annotated(documents))
    if not chosen:
        raise DomainError(f"{file} carries no choices: nobody chose a replacement in it.")
    return chosen


def _measured(plan: Plan, families: tuple[str, ...], *, ablating: bool, drawing: bool) -> Report:
    """Measure the families named, or all that work here; raises LearningError."""
    chosen = catalogue() if not families or ALL in families else dict.fromkeys(families)
    report = Report(plan)
    for name in chosen:
        say = partial(_say, name)
        try:
            report.families[name] = evaluate_family(
                family_named(name), plan, ablating=ablating, drawing=drawing, on_progress=say
            )
        except LearningError as error:
            if name in families:
                raise
            report.skipped[name] = str(error)
    if not report.families:
        raise LearningError("; ".join(report.skipped.values()))
    return report


def _say(name: str, doing: str) -> None:
    click.echo(f"{name}: {doing}", err=True)


def _write(report: Report, value: str, output: Path) -> None:
    """Write the metrics, and into a folder the figures as well, each whole or not at all."""
    files = {}
    if _is_file(output):
        files[output] = value
    else:
        for name, each in report.families.items():
            pictures = draw_all(each.scores, importance=each.importance, curve=each.curve)
            files |= {output / f"{name}-{kind}.svg": svg for kind, svg in pictures.items()}
        files[output / "report.json"] = value
    for path, content in files.items():
        with opened(path) as stream:
            stream.write(f"{content.rstrip()}\n".encode())
