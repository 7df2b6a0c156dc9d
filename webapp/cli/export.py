"""`palimpsest export`: the dataset of a project out."""

from __future__ import annotations

from pathlib import Path

import click
from sqlalchemy.orm import Session

from annotation.formats import WRITABLE, Format
from webapp.cli.context import application, project_named
from webapp.cli.output import opened
from webapp.errors import DomainError
from webapp.export.operations import Wanted, iter_export, record_export
from webapp.export.queries import count_splits
from webapp.extensions import db
from webapp.models import Project, utc_now
from webapp.records import TEST_SPLIT, snapshot


@click.command()
@click.option("--project", "name", required=True, help="Name of the project.")
@click.option(
    "--format",
    "file_format",
    default=Format.WIKIREPLACE.value,
    show_default=True,
    type=click.Choice(sorted(member.value for member in WRITABLE)),
)
@click.option("--split", help="Only the documents of this split, such as train, dev or test.")
@click.option("--all", "with_open", is_flag=True, help="Open work too, not only what is submitted.")
@click.option("--without-originals", is_flag=True, help="Leave out the text and that of the spans.")
@click.option(
    "--fit-grammar",
    "fits_grammar",
    is_flag=True,
    help="Fit the generalized texts into their sentences.",
)
@click.option(
    "--multi-to-test",
    is_flag=True,
    help="Count what several annotators submitted as test.",
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Instead of stdout."
)
def export(
    *,
    name: str,
    file_format: str,
    split: str | None,
    with_open: bool,
    without_originals: bool,
    fits_grammar: bool,
    multi_to_test: bool,
    output: Path | None,
) -> None:
    """Write a project's documents as a JSON list; a file is replaced whole or not at all."""
    wanted = Wanted(
        format=Format(file_format),
        split=split,
        only_final=not with_open,
        multi_to_test=multi_to_test,
        without_originals=without_originals,
        fits_grammar=fits_grammar,
    )
    with application():
        _export(name, wanted, output)


def _export(name: str, wanted: Wanted, output: Path | None) -> None:
    session = db.session()
    project = project_named(session, name)
    _check_split(session, project, wanted)
    record_export(session, project, wanted, person=None, at=utc_now())
    session.commit()
    with snapshot(db.engine) as reading, opened(output) as stream:
        for piece in iter_export(reading, project, wanted):
            stream.write(piece.encode())


def _check_split(session: Session, project: Project, wanted: Wanted) -> None:
    there = {count.split for count in count_splits(session, project) if count.split}
    if wanted.multi_to_test:
        there.add(TEST_SPLIT)
    if wanted.split is not None and wanted.split not in there:
        known = ", ".join(sorted(there)) or "none"
        raise DomainError(f"There is no split {wanted.split!r} in the project; there is: {known}.")
