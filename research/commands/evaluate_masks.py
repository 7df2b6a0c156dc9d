"""`palimpsest evaluate-masks`: how good what suggests masks is, on documents with masks."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from annotation.formats import detect_format, read_documents
from annotation.reading.text import read_document
from annotation.records import Document, Json
from masking.recognizers.trained import Resources
from palimpsest.models import open_detector, open_encoder
from research.commands.opening import SearchSettings, open_indicator_resources
from research.commands.seeds import seed_options
from research.masking import indicators as indicating
from research.masking.candidates import candidates
from research.masking.deciding import averaged, evaluate_indicators
from research.masking.plans import Plan
from research.masking.recognizing import evaluate
from research.masking.search.collection import build_collection, read_folder
from webapp.cli.output import opened, table
from webapp.platform.config import Config
from webapp.platform.errors import DomainError

FOLDS = 5
_file = click.Path(exists=True, dir_okay=False, path_type=Path)
_say = partial(click.echo, err=True)

PARTS = ("recognizers", "indicators")
Metrics = Mapping[str, Json]


@click.command("evaluate-masks")
@click.argument("data", metavar="DATA", type=_file)
@click.option("--train", type=_file, help="Train on this file, test on DATA.")
@click.option(
    "--folds", type=click.IntRange(min=2), help=f"Without --train: so many folds ({FOLDS})."
)
@seed_options(repeats=1)
@click.option(
    "--part",
    "parts",
    multiple=True,
    type=click.Choice(PARTS),
    help="Only this part; repeatable.",
)
@click.option(
    "--model",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="A language model for the indicators that need one, in place of the settings'.",
)
@click.option(
    "--collection",
    metavar="PATH",
    type=click.Path(exists=True, path_type=Path),
    help="Texts that stand in for a web search: a folder of them, or a file of `collection`.",
)
@click.option("--json", "as_json", is_flag=True, help="Print all metrics as JSON.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file for the JSON."
)
def evaluate_masks(
    *,
    data: Path,
    train: Path | None,
    folds: int | None,
    seeds: Iterable[int],
    parts: tuple[str, ...],
    as_json: bool,
    output: Path | None,
    **needed: Path | None,
) -> None:
    """Measure what suggests masks on the masks in DATA, a TAB, WikiReplace or marked text file."""
    if train and folds:
        raise click.UsageError("--train and --folds exclude each other.")
    if output is not None and not os.access(output.parent, os.W_OK | os.X_OK):
        raise DomainError(f"Nothing can be written into {output.parent}.")
    training_documents = _read(train) if train else None
    plan = Plan(_read(data), training_documents, folds or FOLDS, tuple(seeds))
    config = Config.read()
    detector = open_detector(config.assets)
    resources = Resources(detector.pipeline, open_encoder(config.assets), detector)
    wanted = parts or PARTS
    is_deciding = "indicators" in wanted
    found: dict[str, Mapping[str, Metrics]] = {}
    with _indicators(config, resources, **needed) if is_deciding else nullcontext() as indicators:
        if "recognizers" in wanted:
            found |= _measure_recognizers(plan, resources)
        if indicators is not None:
            found |= _measure_indicators(plan, indicators)
    value = json.dumps(found, ensure_ascii=False, indent=2)
    if output is not None:
        with opened(output) as stream:
            stream.write(f"{value}\n".encode())
    click.echo(value if as_json else _lines(found))


def _measure_recognizers(plan: Plan, resources: Resources) -> dict[str, Mapping[str, Metrics]]:
    """Measure each recognizer; raises LearningError."""
    measured = {each.name: evaluate(each, plan, _say).to_json() for each in candidates(resources)}
    return {"recognizers": measured}


def _measure_indicators(
    plan: Plan, resources: indicating.Resources
) -> dict[str, Mapping[str, Metrics]]:
    """Measure the indicators that can work, and their combinations; raises LearningError."""
    reports = []
    for seed in plan.seeds:
        _say(f"indicators: seed {seed}")
        reports.append(evaluate_indicators(plan, resources, seed))
    for sentence in reports[0].lacking.values():
        _say(sentence)
    return {
        "indicators": averaged([report.indicators for report in reports]),
        "combinations": averaged([report.combinations for report in reports]),
    }


@contextmanager
def _indicators(
    config: Config, resources: Resources, *, model: Path | None, collection: Path | None
) -> Iterator[indicating.Resources]:
    """Open what indicators work with, and say if words of documents are going to be sent."""
    with (
        _collection(collection) as index,
        open_indicator_resources(
            config,
            resources,
            SearchSettings.from_environment(os.environ),
            warn=_say,
            language_model=model,
            collection=index,
        ) as opened_resources,
    ):
        yield opened_resources


@contextmanager
def _collection(path: Path | None) -> Iterator[Path | None]:
    """Index the texts of a folder for this run only; a file is an index."""
    if path is None or path.is_file():
        yield path
        return
    with TemporaryDirectory() as place:
        index = Path(place) / "collection.sqlite3"
        build_collection(index, read_folder(path))
        yield index


def _read(file: Path) -> tuple[Document, ...]:
    """Read the documents that somebody annotated; raises DomainError and RecordError."""
    if not detect_format(file).marks_mentions:
        raise DomainError(
            f"{file} carries no masks: it must be a TAB, WikiReplace or marked text file."
        )
    return tuple(read_document(document) for document in read_documents(file) if document.layers)


def _lines(found: Mapping[str, Mapping[str, Metrics]]) -> str:
    """Lay each section out as a table; metrics inside metrics are rows of their own."""
    return "\n\n".join(_section(name, entries) for name, entries in found.items())


def _section(name: str, entries: Mapping[str, Metrics]) -> str:
    rows = [row for title, metrics in entries.items() for row in _rows(title, metrics)]
    columns = list(dict.fromkeys(key for _, metrics in rows for key in metrics))
    shown = [(title, *(_shown(metrics.get(key)) for key in columns)) for title, metrics in rows]
    return table((name.capitalize(), *columns), shown)


def _rows(title: str, metrics: Metrics) -> Iterator[tuple[str, Metrics]]:
    yield title, {key: value for key, value in metrics.items() if not isinstance(value, dict)}
    for key, value in metrics.items():
        if isinstance(value, dict):
            yield from _rows(f"{title}, {key.replace('_', ' ')}", value)


def _shown(value: Json) -> str:
    return f"{value:.4f}" if isinstance(value, float) else "–"
