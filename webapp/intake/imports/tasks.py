"""Importing a file: checked as a whole, written unseen, published at once.

Nobody waits long for an import: it writes in many small transactions and one short one at the end,
and until that one nothing of the file is in the project. Whatever stops it, the staged rows go; so
they do when it is undone, which makes its documents staged ones again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from flask import current_app
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from annotation.errors import RecordError, locating
from annotation.formats import Format, Source, read_documents, refuse
from annotation.formats.csv_table import TextColumnError
from annotation.formatting import shortened
from annotation.records import Document as Record
from webapp.core import audit, store_sync, uploads
from webapp.core.jobs.running import RunningJob
from webapp.core.jobs.tasks import JobHandler
from webapp.intake.backgrounds.operations import renew_background
from webapp.intake.imports import publishing, staging
from webapp.intake.imports.adapting import Adapted
from webapp.intake.imports.checking import Survey, iter_checked, taken_ids
from webapp.intake.imports.messages import preview_message, refusal_message, result_message
from webapp.intake.imports.operations import forget_waiting, is_staged_by
from webapp.intake.imports.original_files import OriginalFiles, check_size
from webapp.intake.imports.staging import Stage
from webapp.masks.operations import request_masks
from webapp.platform.config import Config
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import (
    Document,
    EventKind,
    Job,
    JobState,
    Project,
    ProjectKind,
    Role,
    User,
    utc_now,
)
from webapp.projects.deletion.deleting import delete_documents
from webapp.replacements.filling import Filler
from webapp.replacements.opening import opened_ontology
from webapp.replacements.queries import overrides_of
from webapp.versions import hooks

MOST_SHOWN = 100
"""So many texts are shown before they are imported; a page has to stay readable."""


class _File:
    """The file of an import, read twice: to check it and to write what it holds."""

    def __init__(self, job: RunningJob, project: Project, taken: set[str]) -> None:
        self._job = job
        self._kind = project.kind
        self._taken = taken
        self.name: str = job.arguments["file"]
        self._path = _path(job)
        self._text_columns = {
            tuple(columns): answer for columns, answer in job.arguments.get("text_columns", ())
        }
        self.originals = OriginalFiles()
        self._go_on: Callable[[], None] = lambda: None
        """Looks whether the job may go on; raises JobCancelledError."""
        try:
            self._size = self._path.stat().st_size
        except OSError as error:
            raise DomainError(f"{self.name} can't be read: {error.strerror}.") from error

    def survey(self) -> Survey:
        """Read the file for the first time; raises RecordError."""
        survey = Survey(self.name)
        with locating(file=self.name):
            checked = self._checked(
                "Checking the file",
                survey.leave_out,
                half=0,
                on_note=survey.note,
                on_file=partial(check_size, survey.note),
            )
            survey.take(checked, self._kind)
        return survey

    def documents(self, filler: Filler | None) -> Iterator[Record]:
        """Yield the documents to be written, with lists where the filler is there to give them.

        What is wrong with others is known by now.
        """
        step = "Proposing replacements and writing" if filler else "Writing the documents"
        passes_over = any(map(self._job.arguments.get, ("skip_invalid", "looks_first")))
        on_fault = _pass_over if passes_over else refuse
        keep = (
            None if self._job.arguments.get("looks_first") else self.originals.keep
        )  # to be read only
        for adapted in self._checked(step, on_fault, half=1, on_file=keep):
            yield filler.fill(adapted.document, self._go_on) if filler else adapted.document

    def _checked(
        self,
        message: str,
        on_fault: Callable[[RecordError], None],
        *,
        half: int,
        on_file: Callable[[str, Source], None] | None,
        on_note: Callable[[str], None] | None = None,
    ) -> Iterator[Adapted]:
        """Read the checked documents; the progress is the first or second half of the whole."""
        file_format = self._job.arguments["format"]
        on_progress = self._progress(message, half * self._size)
        on_progress(0)
        with locating(file=self.name):
            documents = read_documents(
                self._path,
                format=Format(file_format) if file_format else None,
                name=self.name,
                text_column=self._job.arguments.get("text_column"),
                text_columns=self._text_columns,
                on_progress=on_progress,
                on_note=on_note,
                on_fault=on_fault,
                on_file=on_file,
            )
            for adapted in iter_checked(
                documents, kind=self._kind, taken=self._taken, on_fault=on_fault
            ):
                self._go_on()
                yield adapted

    def _progress(self, message: str, before: int) -> Callable[[int], None]:
        def on_progress(read: int) -> None:
            self._go_on = partial(self._job.heartbeat, before + read, 2 * self._size, message)
            self._go_on()

        return on_progress


def _pass_over(_fault: RecordError) -> None:
    pass


def run(job: RunningJob) -> str:
    """Import the file of a job, or refuse it and say why."""
    at = utc_now()
    with Session(db.engine, expire_on_commit=False) as session:
        project = session.get_one(Project, job.project_id)
        file = _File(job, project, taken_ids(session, project))
        session.rollback()  # nothing is held while the file is read
        try:
            survey = file.survey()
        except TextColumnError as fault:
            return _ask_for_column(session, job, file.name, fault)
        if job.arguments.get("looks_first") and survey.documents:
            return _show(session, job, file, survey, project.kind)
        if survey.faulty and not (survey.documents and job.arguments.get("skip_invalid")):
            return _refuse(session, job, file.name, survey)
        filler = _filler(session, project) if survey.gaps else None
        named = survey.annotators | survey.reviewers
        known = publishing.find_people(session, named)
        added = publishing.add_people(session, survey.annotators.keys() - known, at=at)
        reviewers = survey.reviewers.keys() - {*known, *added}
        added |= publishing.add_people(session, reviewers, at=at, role=Role.REVIEWER)
        job.remember(session, added_people=list(added.values()), unmasked=len(survey.unmasked))
        session.commit()
        people = publishing.find_people(session, named)
        stage = Stage(job.id, project.kind, people, at)
        staging.write_all(session, stage, file.documents(filler), file.originals)
        return _publish(session, job, project, stage, survey, filler)


def _refuse(session: Session, job: RunningJob, name: str, survey: Survey) -> str:
    """Fail the job, or let it wait where people can help: some documents of an upload are sound."""
    message = refusal_message(name, survey)
    if survey.documents + survey.faulty > 1:
        job.remember(session, faulty=survey.faulty, faults=survey.faults)
    can_go_on = bool(survey.documents or survey.unclear)
    if can_go_on:
        job.remember(session, offer=survey.documents, **_question(survey.unclear))
    waits = can_go_on and "upload" in job.arguments
    job.decide(session, JobState.WAITING if waits else JobState.FAILED, message)
    session.commit()
    return message


def _ask_for_column(session: Session, job: RunningJob, name: str, fault: TextColumnError) -> str:
    """Let an uploaded table wait until somebody says which column is the text."""
    if "upload" not in job.arguments:
        raise fault
    message = f"{name} is a table: which of its columns holds the text?"
    job.remember(session, offer=0, **_question(fault))
    job.decide(session, JobState.WAITING, message)
    session.commit()
    return message


def _question(fault: TextColumnError | None) -> dict[str, Any]:
    """Return what the page needs to ask for the column of a table: the likely one has most text."""
    if fault is None:
        return {}
    return {
        "table": (fault.file or "").rpartition(" / ")[2],
        "columns": {name: shortened(value) for name, value in fault.columns.items()},
        "likely_column": max(fault.columns, key=lambda name: len(fault.columns[name])),
    }


def _show(session: Session, job: RunningJob, file: _File, survey: Survey, kind: ProjectKind) -> str:
    """Let people look at the texts before anything is imported: the first ones, without spans."""
    stage = Stage(job.id, kind, {}, utc_now())
    texts = (replace(document, layers=()) for document in file.documents(None))
    staging.write_all(session, stage, islice(texts, MOST_SHOWN), file.originals)
    message = preview_message(survey)
    unmasked, question = len(survey.unmasked), _question(survey.unclear)
    job.remember(session, offer=survey.documents, unmasked=unmasked, **question)
    if survey.faulty:
        job.remember(session, faulty=survey.faulty, faults=survey.faults)
    job.decide(session, JobState.WAITING, message)
    session.commit()
    return message


def _filler(session: Session, project: Project) -> Filler | None:
    """Get ready to propose lists; raises OntologyUnavailableError before anything is written."""
    if not project.kind.chooses:
        return None
    overrides = overrides_of(session, project)
    session.rollback()
    return Filler(opened_ontology(current_app.extensions["palimpsest"]), overrides)


def _publish(
    session: Session,
    job: RunningJob,
    project: Project,
    stage: Stage,
    survey: Survey,
    filler: Filler | None,
) -> str:
    added = job.arguments["added_people"]
    if survey.faulty:
        job.remember(session, faulty=survey.faulty, faults=survey.faults)
    members = publishing.add_members(session, project, stage.people.values())
    new = [user_id for user_id in members if user_id in added]
    job.remember(session, added_members=new, text_columns=[])  # a first row may be text
    message = result_message(
        survey,
        filler,
        added=len(added),
        members=len(members),
        finds_masks=bool(job.arguments.get("finds_masks")),
    )
    job.decide(session, JobState.DONE, message)
    if source := job.arguments.get("files_of"):
        publishing.take_files_along(session, source, job.id)
    try:
        publishing.publish(session, project, job.id)
    except IntegrityError as error:
        raise DomainError("A doc_id of the file came into the project meanwhile.") from error
    person = session.get(User, job.person_id) if job.person_id else None
    note = partial(audit.record, session, at=stage.at, actor=person, project=project)
    roles = select(User.id, User.role).where(User.id.in_(added)).order_by(User.id)
    for user_id, role in session.execute(roles):
        note(EventKind.USER_ADDED, user=user_id, role=role)
    for user_id in members:
        note(EventKind.MEMBER_ADDED, user_id=user_id)
    came, left = survey.documents, survey.faulty
    note(EventKind.IMPORTED, job_id=job.id, documents=came, left_out=left)
    session.commit()
    return message


def close(job: RunningJob) -> None:
    """Write the store for what was published, or take back what was staged; drop the upload."""
    ids: Sequence[int] = ()
    with Session(db.engine) as session:
        if job.state is JobState.DONE:
            published = select(Document.id).where(Document.import_id == job.id)
            ids = session.scalars(published.order_by(Document.position)).all()
        elif job.state is not JobState.WAITING:
            delete_documents(session, *is_staged_by(job.id), records_of=job.project_id)
            members = job.arguments.get("added_members", ())
            publishing.remove_members(session, job.project_id, members)
            publishing.remove_people(session, job.arguments.get("added_people", ()))
            session.commit()
        forget_waiting(session, before=utc_now() - uploads.FORGOTTEN_AFTER)
        unfinished = select(Job.arguments).where(Job.finished_at.is_(None), Job.id != job.id)
        wanted = {arguments.get("upload") for arguments in session.scalars(unfinished)}
    store_sync.write_all(job.project_id, ids, lambda done: job.heartbeat(done, len(ids)))
    if job.state is JobState.DONE:
        hooks.after_change(job.project_id)
        _find_masks(job)
        _take_out_of_background(job)
    if "upload" in job.arguments and "offer" not in job.arguments:
        _path(job).unlink(missing_ok=True)
    uploads.remove_forgotten(current_app.extensions["palimpsest"], wanted)


def _find_masks(job: RunningJob) -> None:
    """Go on with what to hide, where people wished it; asking twice is asking once."""
    if not (job.arguments.get("finds_masks") and job.arguments.get("unmasked")):
        return
    with Session(db.engine) as session:
        project = session.get_one(Project, job.project_id)
        person = session.get(User, job.person_id) if job.person_id else None
        request_masks(session, project, person=person, at=utc_now())
        session.commit()


def _take_out_of_background(job: RunningJob) -> None:
    """Let the background be read anew: it may hold the very texts that came in."""
    with Session(db.engine) as session:
        project = session.get_one(Project, job.project_id)
        renew_background(session, project, at=utc_now())
        session.commit()


HANDLER = JobHandler(run, close)


def _path(job: RunningJob) -> Path:
    """Return where the file lies: an upload of ours, or a path of the command line's."""
    config: Config = current_app.extensions["palimpsest"]
    upload = job.arguments.get("upload")
    return uploads.path_of(config, upload) if upload else Path(job.arguments["path"])
