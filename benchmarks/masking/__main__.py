"""`python -m benchmarks.masking`: what recognizers find, and what it costs."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import click

from annotation.formats import read_documents
from benchmarks.masking import judge
from benchmarks.masking.comparing import CpuSeconds, cpu_seconds, masks_of, measure_costs
from benchmarks.masking.kinds.counting import count_stays, hidden_share, masker
from benchmarks.masking.kinds.drawing import PEOPLE, draw_texts
from benchmarks.masking.kinds.frames import (
    Group,
    read_kinds,
    read_names,
    read_neutral,
    read_passages,
)
from benchmarks.masking.kinds.report import hidden_table, iter_shown, stays_table
from benchmarks.masking.many import write_texts
from benchmarks.masking.recall import Recognizer, measure
from benchmarks.masking.recognizers import (
    HOW_TO_GET_PRESIDIO,
    Presidio,
    spacy_entities,
    started_presidio,
    suggested_masks,
)
from benchmarks.masking.tables import cost_table, listed_misses, recall_table, score_table
from benchmarks.masking.texts import Part, read_texts, without_names
from masking.detecting import Detector
from masking.judging.model import WEIGHTS
from masking.operating_points import SHIPPED, OperatingPoint
from masking.pipelines import Pipeline
from webapp.platform.config import Config
from webapp.replacements.opening import open_ontology

SPACY, ZERO_SHOT, PRESIDIO, PRESIDIO_ORG = "spacy", "zero-shot", "presidio", "presidio-org"
ROUNDS = 5
EACH = 12
"""People a frame: all kinds take some two minutes of CPU time."""

data_file = click.Path(exists=True, dir_okay=False, path_type=Path)
pipeline_option = click.option(
    "--pipeline",
    "pipeline_name",
    help="A spaCy pipeline by name or folder; without it, the usual one.",
)
presidio_option = click.option(
    "--presidio-python", type=data_file, help="An interpreter that has presidio-analyzer."
)


@click.group()
def main() -> None:
    """Judge the recognition of masks."""


@main.command("texts")
@click.option(
    "--part", type=click.Choice([*map(str, Part)]), help="Only this part; all without it."
)
@click.option(
    "--recognizer",
    "name",
    type=click.Choice([ZERO_SHOT, SPACY, PRESIDIO, PRESIDIO_ORG]),
    default=ZERO_SHOT,
    show_default=True,
)
@click.option(
    "--operating-point",
    type=click.Choice([point.value for point in OperatingPoint]),
    default=OperatingPoint.BALANCED.value,
    show_default=True,
    help="Of zero-shot.",
)
@pipeline_option
@presidio_option
@click.option("--unnamed", is_flag=True, help="Don't tell the recognizer whom to protect.")
@click.option("--quasi", "lists_quasi", is_flag=True, help="List missed QUASI mentions, too.")
def measure_texts(
    *,
    part: str | None,
    name: str,
    operating_point: str,
    pipeline_name: str | None,
    presidio_python: Path | None,
    unnamed: bool,
    lists_quasi: bool,
) -> None:
    """Measure on invented texts of other domains; misses are listed for the tuning part only."""
    pipeline = Pipeline.open(pipeline_name)
    with _presidio(presidio_python, pipeline) as presidio:
        recognize = _recognizer(name, pipeline, presidio, operating_point)
        for each in [Part(part)] if part else Part:
            texts = map(without_names, read_texts(each)) if unnamed else read_texts(each)
            recalls, misses = measure(texts, recognize)
            click.echo(f"{each}\n{recall_table(recalls)}")
            if each is Part.TUNING:
                click.echo(listed_misses(misses, lists_quasi=lists_quasi))


@main.command("judge")
@click.argument("data", type=data_file)
def write_judge(*, data: Path) -> None:
    """Train the judge of what zero-shot recognizers find; write masking/judging/weights.json.

    It learns from every second document of DATA, the invented texts to learn from and to tune
    on, and the texts with marked spans of the ontology. `steps` says what to expect of it.
    """
    learnt, _ = judge.split(read_documents(data))
    taught = judge.gather(_detector(Pipeline.open()), learnt)
    held_out = judge.hold_out(taught)
    click.echo(
        f"held out: {held_out.right_types:.1%} of types right, loss {held_out.loss:.3f}, "
        f"{held_out.examples:,} spans"
    )
    WEIGHTS.write_text(judge.to_json(judge.train(taught), taught, held_out), encoding="utf-8")


@main.command("steps")
@click.argument("data", type=data_file)
@click.option(
    "--check", "is_checked", is_flag=True, help="Only say whether the file is up to date."
)
def write_steps(*, data: Path, is_checked: bool) -> None:
    """Measure each step from privacy to utility; write masking/expected.json.

    On the documents of DATA that the judge did not learn from.
    """
    _, others = judge.split(read_documents(data))
    on = f"{len(others)} documents of {data.name} that nothing was learnt from"
    value = judge.expected_json(judge.measure_steps(_detector(Pipeline.open()), others, on))
    if not is_checked:
        SHIPPED.write_text(value, encoding="utf-8")
    elif value != SHIPPED.read_text(encoding="utf-8"):
        raise click.ClickException(f"{SHIPPED.name} is not what is measured now: leave out --check")


@main.command("compare")
@click.argument("data", type=data_file, nargs=-1, required=True)
@click.option("--rounds", type=click.IntRange(0), default=ROUNDS, show_default=True)
@pipeline_option
@presidio_option
def compare(
    *, data: tuple[Path, ...], rounds: int, pipeline_name: str | None, presidio_python: Path | None
) -> None:
    """Compare zero-shot recognition with plain spaCy and Presidio on annotated documents."""
    pipeline = Pipeline.open(pipeline_name)
    with _presidio(presidio_python, pipeline) as presidio:
        for file in data:
            _compare_on(file, pipeline, presidio, rounds)
    if presidio_python is None:
        click.echo(HOW_TO_GET_PRESIDIO)


@main.command("many")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("count", type=click.IntRange(min=1))
def write_many(*, folder: Path, count: int) -> None:
    """Write COUNT short made-up texts into FOLDER, the same ones every time."""
    write_texts(folder, count)


@main.command("kinds")
@click.option("--seed", type=int, default=1, show_default=True, help="Another one, other texts.")
@click.option(
    "--each",
    type=click.IntRange(1, PEOPLE),
    default=EACH,
    show_default=True,
    help="For how many people each frame is filled in.",
)
@click.option(
    "--group",
    "groups",
    type=click.Choice([*map(str, Group)]),
    multiple=True,
    help="Only this group of kinds, without neutral texts; may be repeated.",
)
@click.option("--show", type=click.IntRange(0), default=0, help="Lines of each kind that stay.")
def count_kinds(*, seed: int, each: int, groups: tuple[str, ...], show: int) -> None:
    """Count which names stay readable, kind by kind, and which words are hidden for nothing."""
    kinds = [kind for group in map(Group, groups or Group) for kind in read_kinds(group)]
    mask = masker(_detector(Pipeline.open()))
    texts = draw_texts(kinds, read_names(), read_passages(), seed=seed, each=each)
    counts = count_stays(texts, mask)
    click.echo(stays_table(counts))
    if not groups:
        shares = {domain: hidden_share(some, mask) for domain, some in read_neutral().items()}
        click.echo(f"\n{hidden_table(shares)}")
    for line in iter_shown(counts, show):
        click.echo(line)


def _compare_on(file: Path, pipeline: Pipeline, presidio: Presidio | None, rounds: int) -> None:
    documents = list(read_documents(file))
    learnt, others = judge.split(documents)
    if rounds and not others:
        raise click.UsageError(f"{file.name} holds one document: none is left to be timed.")
    masks = {
        name: masks_of(recognize, documents)
        for name, recognize in _compared(pipeline, presidio).items()
    }
    for label, some in (
        ("all documents", documents),
        ("those that nothing was learnt from", others),
    ):
        click.echo(f"\n{file.name}, {label} ({len(some)})\n{score_table(some, masks)}")
    if rounds:
        costs = measure_costs(learnt, others, lambda: _timed(pipeline, presidio), rounds)
        characters = sum(len(document.text) for document in others) / len(others)
        click.echo(f"\n{file.name}, {characters:,.0f} characters a document\n{cost_table(costs)}")


def _recognizer(
    name: str, pipeline: Pipeline, presidio: Presidio | None, operating_point: str
) -> Recognizer:
    """Return the recognizer of a name; raises UsageError for Presidio where there is none."""
    if name == ZERO_SHOT:
        return suggested_masks(_detector(pipeline), OperatingPoint(operating_point))
    if name == SPACY:
        return spacy_entities(pipeline)
    if presidio is None:
        raise click.UsageError(HOW_TO_GET_PRESIDIO)
    return presidio.recognizer(has_organizations=name == PRESIDIO_ORG)


def _compared(pipeline: Pipeline, presidio: Presidio | None) -> dict[str, Recognizer]:
    detector = _detector(pipeline)
    compared = {SPACY: spacy_entities(pipeline)} | {
        f"{ZERO_SHOT}, {point}": suggested_masks(detector, point) for point in OperatingPoint
    }
    if presidio is not None:
        compared[PRESIDIO] = presidio.recognizer(has_organizations=False)
        compared[PRESIDIO_ORG] = presidio.recognizer(has_organizations=True)
    return compared


def _timed(pipeline: Pipeline, presidio: Presidio | None) -> dict[str, CpuSeconds]:
    """Return what takes the time of each; operating points and organizations make none."""
    detect = suggested_masks(_detector(pipeline), OperatingPoint.BALANCED)
    timed = {SPACY: cpu_seconds(spacy_entities(pipeline)), ZERO_SHOT: cpu_seconds(detect)}
    return timed if presidio is None else timed | {PRESIDIO: presidio.cpu_seconds}


def _detector(pipeline: Pipeline) -> Detector:
    return Detector.zero_shot(pipeline, open_ontology(Config.read()))


def _presidio(python: Path | None, pipeline: Pipeline) -> AbstractContextManager[Presidio | None]:
    return nullcontext() if python is None else started_presidio(python, pipeline)


main()
