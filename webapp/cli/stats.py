"""`palimpsest stats`: the statistics of a project, counted here and now."""

from __future__ import annotations

import json
from pathlib import Path

import click

from annotation.formatting import counted
from webapp.cli.context import application, project_named
from webapp.cli.output import opened, report_progress, table
from webapp.insight.statistics.drawing import drawn
from webapp.insight.statistics.report import Report, compute_report
from webapp.insight.statistics.tables import Table
from webapp.platform.extensions import db
from webapp.platform.models import utc_now


@click.command()
@click.option("--project", "name", required=True, help="Name of the project.")
@click.option("--json", "as_json", is_flag=True, help="Print all tables as JSON.")
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Write each table to this folder, too: CSV, and SVG where it can be drawn.",
)
def stats(*, name: str, as_json: bool, output: Path | None) -> None:
    """Print the statistics of a project: progress, time, choices, spans, agreement.

    Nothing is withheld, not even what annotators have yet to choose for.
    """
    with application():
        session = db.session()
        project = project_named(session, name)
        report = compute_report(
            session, project, at=utc_now(), on_document=lambda number, _: report_progress(number)
        )
    if as_json:
        click.echo(json.dumps(_value(report), ensure_ascii=False, indent=2))
    else:
        click.echo("\n\n".join(["\n".join(report.summary), *map(_lines, report.tables)]))
    if output:
        files = [_write(drawn(each), output) for each in report.tables]
        click.echo(f"{counted(sum(files), 'file')} in {output}.", err=True)


def _value(report: Report) -> dict[str, object]:
    tables = {each.key: each.records() for each in report.tables}
    return {"summary": list(report.summary), "tables": tables}


def _lines(each: Table) -> str:
    heads = [column.head for column in each.columns]
    return f"{each.title}\n{table(heads, each.shown())}"


def _write(each: Table, folder: Path) -> int:
    """Write the files of a table; return how many."""
    contents = {"csv": each.to_csv(), "svg": each.svg}
    for suffix, content in contents.items():
        if content:
            with opened(folder / f"{each.key}.{suffix}") as file:
                file.write(content.encode())
    return sum(map(bool, contents.values()))
