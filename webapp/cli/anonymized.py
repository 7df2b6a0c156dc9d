"""`palimpsest anonymized`: anonymized files of a project's documents out."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO
from zipfile import ZipFile

import click
from flask import current_app
from sqlalchemy.orm import Session

from annotation.formatting import counted
from annotation.writing import Form
from webapp.cli.context import application, project_named
from webapp.cli.export import report_findings, report_unmasked
from webapp.cli.output import opened
from webapp.core.records import snapshot
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import Project, utc_now
from webapp.publication.export.files import AS_IT_CAME, WantedFiles, record_files, write_files
from webapp.replacements.opening import opened_lexicon

_ARCHIVE = ".zip"


@click.command()
@click.option("--project", "name", required=True, help="Name of the project.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="A folder, made if it is not there, or a file whose name ends in .zip.",
)
@click.option(
    "--format",
    "file_format",
    default=AS_IT_CAME,
    show_default=True,
    type=click.Choice([AS_IT_CAME, *(form.value for form in Form)]),
    help="same: Word files stay Word files, others become text.",
)
@click.option("--reviewed-only", is_flag=True, help="Leave out what nobody has approved.")
@click.option("--without-brackets", is_flag=True, help="No brackets around replacements.")
@click.option(
    "--skip-leaking",
    is_flag=True,
    help="Leave out the documents in which something can still be read.",
)
def anonymized(
    *,
    name: str,
    output: Path,
    file_format: str,
    reviewed_only: bool,
    without_brackets: bool,
    skip_leaking: bool,
) -> None:
    """Write the submitted documents anonymized, a file each, by the choices of most annotators.

    Nothing is written while something can still be read in one of them, nor over what is there.
    """
    wanted = WantedFiles(
        form=None if file_format == AS_IT_CAME else Form(file_format),
        only_reviewed=reviewed_only,
        without_brackets=without_brackets,
        skip_leaking=skip_leaking,
    )
    _check_free(output)
    with application():
        session = db.session()
        project = project_named(session, name)
        _write(session, project, wanted, output)


def _write(session: Session, project: Project, wanted: WantedFiles, output: Path) -> None:
    """Scan all that is wanted before a byte of it is written; findings stop it."""
    with TemporaryFile() as stream:
        with snapshot(db.engine) as reading:
            lexicon = opened_lexicon(current_app.extensions["palimpsest"])
            scan = write_files(reading, project, wanted, stream, lexicon)
        if scan.leaking:
            report_findings(session, project, scan, skip_leaking=wanted.skip_leaking)
        if not scan.clean:
            raise DomainError("Nothing was written: no document is that far yet.")
        if scan.unmasked:
            report_unmasked(scan.unmasked)
        record_files(session, project, wanted, person=None, at=utc_now(), left_out=scan.leaking)
        session.commit()
        stream.seek(0)
        if _is_archive(output):
            with opened(output) as file:
                copyfileobj(stream, file)
        else:
            _unpack(stream, output)
    click.echo(f"{counted(scan.clean, 'anonymized file')} in {output}.")


def _is_archive(output: Path) -> bool:
    return output.suffix.lower() == _ARCHIVE and not output.is_dir()


def _check_free(output: Path) -> None:
    """Refuse to write over what is there; raises DomainError."""
    if output.exists() and not (output.is_dir() and not any(output.iterdir())):
        problem = "has files in it" if output.is_dir() else "is there"
        raise DomainError(f"{output} {problem} already: name a new folder, or a new .zip file.")


def _unpack(stream: IO[bytes], folder: Path) -> None:
    """Write the files of an archive into a folder, which only its owner can read."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        with ZipFile(stream) as archive:
            for name in archive.namelist():
                (folder / name).write_bytes(archive.read(name))
    except OSError as error:
        raise DomainError(f"{folder} can't be written: {error.strerror}.") from error
