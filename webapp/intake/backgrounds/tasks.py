"""Reading a background: built beside the one in use, which it replaces whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from pathlib import Path

from flask import current_app
from sqlalchemy import select
from sqlalchemy.orm import Session

from annotation.formatting import counted
from annotation.records import Document as Record
from privacy.background import Background as Opened
from privacy.background import Person, Summary, build, read_people
from privacy.errors import BackgroundError
from privacy.facts import person_of
from webapp.core import audit, uploads
from webapp.core.jobs.reports import last_deletion, lock_reports, request_report
from webapp.core.jobs.running import RunningJob
from webapp.core.jobs.tasks import JobHandler
from webapp.intake.backgrounds import folders
from webapp.intake.backgrounds.queries import DELETION, iter_texts
from webapp.platform.config import Config
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import (
    Background,
    Document,
    EventKind,
    JobKind,
    JobState,
    Project,
    User,
    utc_now,
)

MANY = 1_000_000
"""More texts than a background may have: how many there are is known in the end."""
LONGEST_NAME_BYTES = 200
INDEX = "index"


def run(job: RunningJob) -> str:
    """Build the background of a project from a file, another project or the one it has."""
    config: Config = current_app.extensions["palimpsest"]
    folder = folders.prepare(config, job.id)
    with Session(db.engine) as session:
        former = session.get(Background, job.project_id)
        source = job.arguments.get("of_project")
        deletion = last_deletion(session, source) if source is not None else None
        if former is not None:
            session.expunge(former)
    people = _going_on(job, _people_of(job, config, folder, former))
    protected = (row.text for row in iter_texts(job.project_id))
    try:
        summary = build(people, folder / INDEX, protected=protected, name=_name(job))
    except BackgroundError as error:
        kept = " The background so far stays as it is." if former else ""
        raise BackgroundError(f"{error}{kept}") from error
    if job.arguments.get("is_anew") and source is None and former is not None:
        if not summary.near_copies:
            return "Nothing of the new documents stands in it."
        summary = _together(former, summary)
    known = _count_known(job.project_id, folder / INDEX)
    return _publish(job, config, summary, known, deletion=deletion)


def _name(job: RunningJob) -> str:
    """Return what messages call the texts that are read."""
    name: str = job.arguments.get("file", "The background")
    return name


def _people_of(
    job: RunningJob, config: Config, folder: Path, former: Background | None
) -> Iterator[Person]:
    if source_id := job.arguments.get("of_project"):
        return _people_of_project(source_id)
    if job.arguments.get("is_anew"):
        return _people_again(config, former)
    if "path" in job.arguments:
        return read_people(Path(job.arguments["path"]))
    return read_people(_shown_path(job, config, folder))


def _people_of_project(project_id: int) -> Iterator[Person]:
    """Yield the texts of a project, those about one person under the name of their first."""
    names: dict[str, str] = {}
    for row in iter_texts(project_id):
        person = person_of(Record(row.doc_id, row.text, (), task=row.task))
        yield Person(names.setdefault(person, row.doc_id), row.text)


def _people_again(config: Config, former: Background | None) -> Iterator[Person]:
    if former is None:
        raise DomainError("The background was taken away meanwhile.")
    opened = Opened.open(folders.folder_of(config, former))
    for key in opened.keys:
        yield Person(key, opened.text_of(key))


def _shown_path(job: RunningJob, config: Config, folder: Path) -> Path:
    """Give an upload the name that people know it by, so that messages name it, too."""
    name = job.arguments["file"].lstrip(".").encode()[-LONGEST_NAME_BYTES:].decode(errors="ignore")
    path = folder / "file" / (name or "file")
    path.parent.mkdir(mode=0o700)
    try:
        os.link(uploads.path_of(config, job.arguments["upload"]), path)
    except FileNotFoundError as error:
        raise DomainError("The file is gone: it waited for too long. Give it again.") from error
    return path


def _going_on(job: RunningJob, people: Iterable[Person]) -> Iterator[Person]:
    for number, person in enumerate(people):
        job.heartbeat(number, MANY, "Reading the texts")
        yield person
    job.heartbeat(0, MANY, "Counting words")


def _together(former: Background, summary: Summary) -> Summary:
    """Return the counts of a background that was read anew: what was left out stays so."""
    return replace(
        summary,
        texts=former.texts,
        empty=former.empty,
        near_copies=former.near_copies + summary.near_copies,
    )


def _count_known(project_id: int, index: Path) -> int:
    """Count the documents about whose people the background has texts."""
    keys = set(Opened.open(index).keys)
    with Session(db.engine) as session:
        in_project = select(Document.doc_id).where(Document.project_id == project_id)
        return sum(doc_id in keys for doc_id in session.scalars(in_project))


def _publish(
    job: RunningJob, config: Config, summary: Summary, known: int, *, deletion: int | None
) -> str:
    """Put what was built in the place of what was, unless its source lost documents meanwhile."""
    name, at = folders.name_of(job.id), utc_now()
    (folders.unfinished(config, job.id) / INDEX).rename(folders.root_of(config) / name)
    message = f"{counted(summary.people, 'person', 'people')} in {counted(summary.texts, 'text')}."
    with Session(db.engine) as session:
        if source := job.arguments.get("of_project"):
            lock_reports(session, source)
            if last_deletion(session, source) != deletion:
                raise DomainError("Something was deleted meanwhile. Nothing was kept: try again.")
        former = session.get(Background, job.project_id)
        if job.arguments.get("is_anew") and former is None:
            raise DomainError("The background was taken away meanwhile.")
        facts = {"known": known, "former": former.folder if former else None}
        job.remember(session, **facts, **{DELETION: deletion})
        made = asdict(summary) | {"folder": name, "made_at": at}
        session.merge(Background(project_id=job.project_id, **made))
        project = session.get_one(Project, job.project_id)
        person = session.get(User, job.person_id) if job.person_id else None
        if not job.arguments.get("is_anew"):
            audit.record(session, EventKind.BACKGROUND_ADDED, at=at, actor=person, project=project)
        request_report(session, JobKind.RISK, project, person=None, at=at)
        job.decide(session, JobState.DONE, message)
        session.commit()
    return message


def close(job: RunningJob) -> None:
    """Remove the file, and what is not in use: what was replaced, or could not be finished."""
    config: Config = current_app.extensions["palimpsest"]
    with Session(db.engine) as session:
        in_use = session.scalar(
            select(Background.folder).where(Background.project_id == job.project_id)
        )
    left = {folders.unfinished(config, job.id).name, folders.name_of(job.id)}
    for name in {*left, job.arguments.get("former") or ""} - {in_use, ""}:
        folders.remove_folder(config, name)
    if upload := job.arguments.get("upload"):
        uploads.remove(config, upload)


HANDLER = JobHandler(run, close)
