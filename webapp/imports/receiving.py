"""Taking uploaded files in: several are one batch, and one job."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from flask import current_app
from flask_login import current_user
from sqlalchemy.orm import Session
from werkzeug.datastructures import FileStorage

from annotation.errors import RecordError
from annotation.formats import MAX_MEMBER_BYTES, Format, detect_format
from annotation.formatting import counted
from webapp.config import Config
from webapp.imports import uploads
from webapp.imports.operations import ImportOptions, request_import
from webapp.models import Job, Project, utc_now


def take_in(
    session: Session,
    project: Project,
    files: Iterable[FileStorage],
    options: ImportOptions,
) -> list[Job]:
    """Keep files and ask for their import.

    Several are packed as one, but for archives, large ones, and where people say what they are:
    each of these has a job of its own.
    """
    config: Config = current_app.extensions["palimpsest"]
    kept = [(uploads.shown_name(file), uploads.keep(config, file)) for file in files]
    return [
        request_import(
            session,
            project,
            upload=upload,
            file_name=name,
            options=options,
            person=current_user,
            at=utc_now(),
        )
        for name, upload in (kept if options.format else _batched(config, kept))
    ]


def _batched(config: Config, kept: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield name and upload of what is imported by itself, then of the batch of the others."""
    together: dict[str, str] = {}
    for name, upload in kept:
        if _stands_alone(config, name, upload):
            yield name, upload
        else:
            together[_distinct(name, together)] = upload
    if len(together) > 1:
        yield counted(len(together), "file"), uploads.keep_together(config, together)
    else:
        yield from together.items()


def _stands_alone(config: Config, name: str, upload: str) -> bool:
    path = uploads.path_of(config, upload)
    try:
        is_archive = detect_format(path, name=name) is Format.ZIP
    except RecordError:  # what is wrong with it is reported with the others
        is_archive = False
    return is_archive or path.stat().st_size > MAX_MEMBER_BYTES


def _distinct(name: str, taken: Iterable[str]) -> str:
    """Return a name that no other file of the batch has."""
    path, number, names = PurePosixPath(name), 2, set(taken)
    while name in names:
        name = f"{path.stem} ({number}){path.suffix}"
        number += 1
    return name
