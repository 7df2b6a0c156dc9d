"""`palimpsest export`: the dataset of a project out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Any

import click
from click.core import ParameterSource
from flask import current_app
from sqlalchemy.orm import Session

from annotation.formats.exchange.registry import ExportFormat
from annotation.formatting import counted
from privacy.release import ReleaseForm
from webapp.application import create_app
from webapp.cli import release
from webapp.cli.context import application, project_named
from webapp.cli.output import opened
from webapp.core.records import TEST_SPLIT, Confirmed, Layers, snapshot
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import Project, utc_now
from webapp.publication.export.card import card_of
from webapp.publication.export.operations import record_export
from webapp.publication.export.queries import count_splits, find_documents
from webapp.publication.export.scan import LISTED, Scan
from webapp.publication.export.wanted import Wanted, Work
from webapp.publication.export.writing import DatasetFolder, Outcome, write_documents
from webapp.publication.release.wanted import WantedRelease
from webapp.replacements.opening import opened_lexicon

_RELEASE = "release"
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.option("--project", "name", required=True, help="Name of the project.")
@click.option(
    "--format",
    "file_format",
    default=ExportFormat.WIKIREPLACE.value,
    show_default=True,
    type=click.Choice([member.value for member in ExportFormat]),
)
@click.option(
    "--split", help='Only the documents of this split, such as train; "" for those without.'
)
@click.option(
    "--all", "work", flag_value=Work.ALL.value, help="Open work too, not only what is submitted."
)
@click.option("--reviewed", "work", flag_value=Work.REVIEWED.value, help="Reviewed work alone.")
@click.option(
    "--layers",
    default=Layers.BOTH.value,
    show_default=True,
    type=click.Choice([layers.value for layers in Layers]),
    help="Those of annotators, the adjudicated gold layer, both, or gold where there is one.",
)
@click.option(
    "--pseudonyms", "with_pseudonyms", is_flag=True, help="Number annotators instead of names."
)
@click.option(
    "--without-originals",
    is_flag=True,
    help="Numbered documents with generalized texts and choices alone, scanned before.",
)
@click.option(
    "--skip-leaking",
    is_flag=True,
    help="Leave out the documents in which that scan finds something, or that the gate stops.",
)
@click.option(
    "--fit-grammar",
    "fits_grammar",
    is_flag=True,
    help="Fit the generalized texts into their sentences.",
)
@click.option("--without-brackets", is_flag=True, help="No brackets around replacements.")
@click.option(
    "--multi-to-test",
    is_flag=True,
    help="Count what several annotators submitted as test.",
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Instead of stdout."
)
@click.option(
    "--for",
    "purpose",
    type=click.Choice([_RELEASE]),
    help="release: sanitized texts with random ids and nothing else, if the gate lets them out.",
)
@click.option(
    "--as",
    "release_form",
    default=ReleaseForm.JSONL.value,
    show_default=True,
    type=click.Choice([form.value for form in ReleaseForm]),
    help="What sanitized texts are written as: JSON lines, or a ZIP archive of files.",
)
@click.option("--key", type=_FILE, help="Which released text is which document: CSV, or .json.")
@click.option("--report", type=_FILE, help="The report of a release: a page, or .json.")
def export(
    *,
    name: str,
    work: str | None,
    output: Path | None,
    purpose: str | None,
    release_form: str,
    key: Path | None,
    report: Path | None,
    **details: Any,  # noqa: ANN401 - the other options are the fields of Wanted
) -> None:
    """Write a project's documents: a file, or a ZIP archive where the format has several.

    A file is replaced whole or not at all.
    """
    if purpose == _RELEASE:
        wanted = WantedRelease(form=ReleaseForm(release_form), **_of_release(work, details))
        with application(create_app):
            release.write(name, wanted, output=output, key=key, report=report)
        return
    if key or report:
        raise click.UsageError("--key and --report belong to --for release.")
    with application():
        _export(name, _wanted(work, **details), output)


def _wanted(work: str | None, *, file_format: str, layers: str, **details: Any) -> Wanted:  # noqa: ANN401 - as above
    form, counting = ExportFormat(file_format), Work(work or Work.SUBMITTED)
    return Wanted(format=form, work=counting, layers=Layers(layers), **details)


def _of_release(work: str | None, details: dict[str, Any]) -> dict[str, bool]:
    """Return the options that a release has; raises UsageError where others are given."""
    context = click.get_current_context()
    given = {
        name
        for name in details.keys() - {"without_brackets", "skip_leaking"}
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT
    }
    if given or work == Work.ALL:
        raise click.UsageError(
            "A release takes --reviewed, --without-brackets and --skip-leaking alone: grammar and"
            " layers are the project's, and nothing else goes out."
        )
    return {
        "only_reviewed": work == Work.REVIEWED,
        "without_brackets": details["without_brackets"],
        "skip_stopped": details["skip_leaking"],
    }


def _export(name: str, wanted: Wanted, output: Path | None) -> None:
    """Write all that is wanted, and scan it, before a byte of it is handed out."""
    session = db.session()
    project = project_named(session, name)
    _check_split(session, project, wanted)
    with TemporaryDirectory() as folder:
        path, outcome = _write(project, wanted, Path(folder))
        scan = outcome.scan
        if scan.leaking:
            report_findings(session, project, scan, skip_leaking=wanted.skip_leaking)
        if scan.unmasked:
            report_unmasked(scan.unmasked)
        _report_faults(outcome)
        record_export(session, project, wanted, person=None, at=utc_now(), left_out=scan.leaking)
        session.commit()
        with path.open("rb") as written, opened(output) as stream:
            copyfileobj(written, stream)
    if not outcome.tally.documents:
        _report_empty(wanted)


def _write(project: Project, wanted: Wanted, folder: Path) -> tuple[Path, Outcome]:
    lexicon = opened_lexicon(current_app.extensions["palimpsest"])
    with snapshot(db.engine) as reading, DatasetFolder(folder, wanted) as target:
        outcome = write_documents(reading, project, wanted, target, lexicon)
        card = card_of(reading, project, wanted, outcome.tally, at=utc_now())
        return target.finish(card), outcome


def _report_faults(outcome: Outcome) -> None:
    for fault in outcome.faults:
        click.echo(f"Document {fault.number} is left out: {fault.reason}", err=True)
    if more := outcome.faulty - len(outcome.faults):
        click.echo(f"So are {counted(more, 'more document')}.", err=True)


def _report_empty(wanted: Wanted) -> None:
    why = {
        Work.SUBMITTED: "is submitted; --all takes open work, too",
        Work.REVIEWED: "is reviewed",
        Work.ALL: "is there",
    }[wanted.work]
    click.echo(f"The list is empty: no document that is wanted {why}.", err=True)


def report_findings(session: Session, project: Project, scan: Scan, *, skip_leaking: bool) -> None:
    """Say what the scan found; raises DomainError unless these documents may be left out."""
    places = find_documents(session, project, {document.doc_id for document in scan.listed})
    for document in scan.listed:
        for problem in document.problems:
            number = places[document.doc_id].number
            click.echo(f"Document {number} ({document.doc_id!r}), {problem}", err=True)
    if scan.leaking > len(scan.listed):
        more = counted(scan.leaking - len(scan.listed), "more document")
        click.echo(f"And {more}.", err=True)
    leaking = f"{counted(scan.leaking, 'document')} with findings"
    if not skip_leaking:
        them = "it" if scan.leaking == 1 else "them"
        raise DomainError(f"Nothing was exported: {leaking}. --skip-leaking leaves {them} out.")
    if not scan.clean:
        raise DomainError(f"Nothing was exported: {leaking}, none without.")
    click.echo(f"Left out {leaking}.", err=True)


def report_unmasked(unmasked: Sequence[Confirmed]) -> None:
    """Say which texts go out as they are, and who says that they may."""
    number = len(unmasked)
    documents = counted(number, "document has", "documents have")
    click.echo(
        f"{documents} no spans to hide; {'it goes' if number == 1 else 'they go'} out whole:",
        err=True,
    )
    for each in unmasked[:LISTED]:
        click.echo(f"Document {each.number} ({each.doc_id!r}), {each.by}.", err=True)
    if number > LISTED:
        click.echo(f"And {number - LISTED} more documents.", err=True)


def _check_split(session: Session, project: Project, wanted: Wanted) -> None:
    there = {count.split or "" for count in count_splits(session, project)}
    if wanted.multi_to_test:
        there.add(TEST_SPLIT)
    if wanted.split is not None and wanted.split not in there:
        known = ", ".join(filter(None, sorted(there)))
        there_is = f"there is: {known}" if known else "its documents have none"
        raise DomainError(f"There is no split {wanted.split!r} in the project; {there_is}.")
