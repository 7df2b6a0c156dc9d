"""`palimpsest agreement`: how far annotators agree, computed here and now."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
from sqlalchemy.orm import Session

from annotation.agreement import AgreementReport, LayerReport
from annotation.agreement.documents import measure_documents
from annotation.formats import read_documents
from annotation.formatting import counted
from webapp.cli.context import application, project_named
from webapp.cli.layer_tables import layer_lines
from webapp.insight.agreement.computing import (
    compute_layer_report,
    compute_report,
    compute_report_with_model,
)
from webapp.insight.agreement.formatting import MEASURES, reasons
from webapp.insight.agreement.queries import with_names
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import Project


@click.command()
@click.option("--project", "name", help="Name of the project.")
@click.option(
    "--file",
    metavar="DATA",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A WikiReplace or TAB file instead of a project.",
)
@click.option("--json", "as_json", is_flag=True, help="Print all metrics as JSON.")
@click.option("--with-model", is_flag=True, help="Take the model in as a further rater.")
def agreement(*, name: str | None, file: Path | None, as_json: bool, with_model: bool) -> None:
    """Print the agreement between annotators on submitted work."""
    if (name is None) == (file is None):
        raise click.UsageError("Give either --project or --file.")
    if file is not None:
        if with_model:
            raise click.UsageError("--with-model needs --project: a file holds no suggestions.")
        found = measure_documents(read_documents(file))
        report, layers = found.replacements, found.layers
    else:
        with application():
            session = db.session()
            project = project_named(session, str(name))
            report = with_names(session, project, _report(session, project, with_model=with_model))
            layers = compute_layer_report(session, project)
    if as_json:
        value = report.to_json() | {"layers": layers and layers.to_json()}
        click.echo(json.dumps(value, ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(_all_lines(report, layers)))


def _all_lines(report: AgreementReport, layers: LayerReport | None) -> Iterator[str]:
    """Yield what is known of choices, of layers, or of both."""
    if report.annotators or layers is None:
        yield from _lines(report)
    if layers is not None:
        if report.annotators:
            yield ""
        yield from layer_lines(layers)


def _report(session: Session, project: Project, *, with_model: bool) -> AgreementReport:
    if not with_model:
        return compute_report(session, project)
    report = compute_report_with_model(session, project)
    if report is None:
        raise DomainError("No suggestion was recorded with the submitted choices of this project.")
    return report


def _lines(report: AgreementReport) -> Iterator[str]:
    levels, texts = report.levels.overall, report.texts.overall
    yield f"{counted(levels.items, 'mention')}, {counted(len(report.annotators), 'annotator')}"
    if levels.items:
        metrics = [(measure.label, measure.of(levels), measure.of(texts)) for measure in MEASURES]
        pairs = [
            (f"{pair.a} – {pair.b}", pair.kappa, same.kappa)
            for pair, same in zip(report.levels.pairs, report.texts.pairs, strict=True)
        ]
        width = max(len(label) for label, *_ in metrics + pairs)
        yield f"{'':<{width}}{'levels':>11}{'texts':>11}"
        for label, *values in metrics + pairs:
            yield f"{label:<{width}}" + "".join(f"{_coefficient(value):>11}" for value in values)
    for about, reason in reasons(report):
        yield f"{about}: {reason}"


def _coefficient(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.4f}"
