"""Taking uploaded files in: several are one batch, and one job."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from flask import current_app
from flask_login import current_user
from sqlalchemy.orm import Session
from werkzeug.datastructures import FileStorage

from annotation.formats import MAX_MEMBER_BYTES
from annotation.formatting import counted
from webapp.core import uploads
from webapp.intake.imports.operations import ImportOptions, request_import
from webapp.platform.config import Config
from webapp.platform.models import Job, Project, utc_now


def take_in(
    session: Session,
    project: Project,
    files: Iterable[FileStorage],
    options: ImportOptions,
) -> list[Job]:
    """Keep files and ask for their import.

    Several are packed as one, but for those too large to lie in an archive, and where people say
    what they are, unless that is something whose files belong together: each of these has a job
    of its own.
    """
    are_alone = options.format and not options.format.comes_in_archives
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
        for name, upload in (kept if are_alone else _batched(config, kept))
    ]


def _batched(config: Config, kept: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield name and upload of what is imported by itself, then of the batch of the others."""
    together: dict[str, str] = {}
    for name, upload in kept:
        if uploads.path_of(config, upload).stat().st_size > MAX_MEMBER_BYTES:
            yield name, upload
        else:
            together[_distinct(name, together)] = upload
    if len(together) > 1:
        yield counted(len(together), "file"), uploads.keep_together(config, together)
    else:
        yield from together.items()


def _distinct(name: str, taken: Iterable[str]) -> str:
    """Return a name that no other file of the batch has."""
    path, number, names = PurePosixPath(name), 2, set(taken)
    while name in names:
        name = f"{path.stem} ({number}){path.suffix}"
        number += 1
    return name
