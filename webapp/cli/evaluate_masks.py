"""`palimpsest evaluate-masks`: how good what suggests masks is, on documents with masks."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

import click

from annotation.formats import detect_format, read_documents
from annotation.records import Document, Json
from learning.encoding import Encoder
from masking.evaluation.candidates import candidates
from masking.evaluation.masks import WITH_MENTIONS
from masking.evaluation.plans import Plan
from masking.evaluation.recognizing import evaluate
from masking.recognizers.trained import Resources
from webapp.cli.output import opened, table
from webapp.config import Config
from webapp.errors import DomainError
from webapp.sanitizing.opening import open_detector

FOLDS = 5
_file = click.Path(exists=True, dir_okay=False, path_type=Path)
_say = partial(click.echo, err=True)

Figures = Mapping[str, Json]
Section = Callable[[Plan, Resources], Mapping[str, Figures]]
"""Measures the things of one kind: the figures of each by its name."""


def measure_recognizers(plan: Plan, resources: Resources) -> Mapping[str, Figures]:
    """Measure each recognizer; raises LearningError."""
    return {each.name: evaluate(each, plan, _say).to_json() for each in candidates(resources)}


SECTIONS: Mapping[str, Section] = {"recognizers": measure_recognizers}
"""What is measured, by the key that it has in the answer."""


@click.command("evaluate-masks")
@click.argument("data", metavar="DATA", type=_file)
@click.option("--train", type=_file, help="Train on this file, test on DATA.")
@click.option(
    "--folds", type=click.IntRange(min=2), help=f"Without --train: so many folds ({FOLDS})."
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0))
@click.option(
    "--repeats",
    default=1,
    show_default=True,
    type=click.IntRange(min=1),
    help="How many seeds, from --seed on.",
)
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file for the JSON."
)
def evaluate_masks(
    *,
    data: Path,
    train: Path | None,
    folds: int | None,
    seed: int,
    repeats: int,
    as_json: bool,
    output: Path | None,
) -> None:
    """Measure what suggests masks on the masks in DATA, a TAB or WikiReplace file."""
    if train and folds:
        raise click.UsageError("--train and --folds exclude each other.")
    if output is not None and not os.access(output.parent, os.W_OK | os.X_OK):
        raise DomainError(f"Nothing can be written into {output.parent}.")
    learnt = _read(train) if train else None
    plan = Plan(_read(data), learnt, folds or FOLDS, tuple(range(seed, seed + repeats)))
    resources = _open_resources(Config.from_environment())
    found = {name: measure(plan, resources) for name, measure in SECTIONS.items()}
    value = json.dumps(found, ensure_ascii=False, indent=2)
    if output is not None:
        with opened(output) as stream:
            stream.write(f"{value}\n".encode())
    click.echo(value if as_json else _lines(found))


def _read(file: Path) -> tuple[Document, ...]:
    """Read the documents that somebody annotated; raises DomainError and RecordError."""
    if detect_format(file) not in WITH_MENTIONS:
        raise DomainError(f"{file} carries no masks: it must be a TAB or WikiReplace file.")
    return tuple(document for document in read_documents(file) if document.layers)


def _open_resources(config: Config) -> Resources:
    detector = open_detector(config)
    return Resources(detector.pipeline, Encoder.open(config.encoder_folder), detector)


def _lines(found: Mapping[str, Mapping[str, Figures]]) -> str:
    """Lay each section out as a table; figures inside figures are rows of their own."""
    return "\n\n".join(_section(name, entries) for name, entries in found.items())


def _section(name: str, entries: Mapping[str, Figures]) -> str:
    rows = [row for title, figures in entries.items() for row in _rows(title, figures)]
    columns = list(dict.fromkeys(key for _, figures in rows for key in figures))
    shown = [(title, *(_shown(figures.get(key)) for key in columns)) for title, figures in rows]
    return table((name.capitalize(), *columns), shown)


def _rows(title: str, figures: Figures) -> Iterator[tuple[str, Figures]]:
    yield title, {key: value for key, value in figures.items() if not isinstance(value, dict)}
    for key, value in figures.items():
        if isinstance(value, dict):
            yield from _rows(f"{title}, {key.replace('_', ' ')}", value)


def _shown(value: Json) -> str:
    return f"{value:.4f}" if isinstance(value, float) else "–"
