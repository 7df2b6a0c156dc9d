"""`palimpsest demo`: a first look, with people, a project and texts that are already there."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import click
from flask import current_app
from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.cli import demo_people
from webapp.cli.serve import check_address, host_option, port_option, prepare, run
from webapp.core import uploads
from webapp.core.jobs.queries import latest_jobs
from webapp.core.jobs.runner import run_here, tidy_interrupted
from webapp.intake.backgrounds.queries import background_of
from webapp.people.auth.passwords import is_password_of
from webapp.people.operations import add_user
from webapp.platform import resources
from webapp.platform.config import Config
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import (
    Job,
    JobKind,
    JobState,
    Project,
    ProjectKind,
    Role,
    User,
    utc_now,
)
from webapp.projects.assignment.operations import apply_plan, plan
from webapp.projects.operations import Settings, add_member, create_project
from webapp.versions import hooks
from webapp.versions.policies import change_fields

DATA = resources.CODE / "data"
PROJECT = "Sample biographies"
LETTERS = "Sample letters"
"""Raw texts: what to hide in them is still to be found."""
MADE_UP = "Made-up people"
"""Texts about people whom an attacker knows something about: who could still be found?"""
LOGINS = "demo-logins.json"
LOADED = "demo-loaded"
"""Once this file is there the sample is never touched again, whatever became of it."""


@click.command()
@host_option
@port_option
def demo(*, host: str, port: int) -> None:
    """Load the sample project, once, then serve it to an admin, a reviewer and an annotator."""
    config = Config.read()
    check_address(host, port)
    config = config.opened()
    with prepare(config).app_context():
        logins = _logins(config.home / LOGINS)
        if not (config.home / LOADED).exists():
            _load(db.session(), logins)
            (config.home / LOADED).touch()
        _show(db.session(), logins, config.home)
        db.session.remove()
    run(host=host, port=port)


def _logins(path: Path) -> dict[str, str]:
    """Return the passwords by name, made at the first start; for the owner's eyes only."""
    if not path.exists():
        unfinished = path.with_suffix(".new")
        logins = {role.value: secrets.token_urlsafe(12) for role in reversed(Role)}
        unfinished.touch(mode=0o600)
        unfinished.write_text(json.dumps(logins, indent=1), encoding="utf-8")
        unfinished.replace(path)
    kept: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return kept


def _load(session: Session, logins: dict[str, str]) -> None:
    """Make what is missing; an interrupted first start is completed by the second."""
    tidy_interrupted()
    people = [_person(session, Role(name), password) for name, password in logins.items()]
    guidelines = (DATA / "guidelines.md").read_text("utf-8")
    settings = Settings(name=PROJECT, guidelines=guidelines)
    project = _project(session, settings, ProjectKind.REPLACEMENT, people)
    letters = _project(session, Settings(name=LETTERS), ProjectKind.ONE_PASS, people)
    made_up = Settings(name=MADE_UP, guidelines=guidelines)
    found = _project(session, made_up, ProjectKind.ONE_PASS, people)
    session.commit()
    _import(session, project, DATA / "sample.json")
    _import(session, letters, *sorted((DATA / "letters").iterdir()))
    _import(session, found, demo_people.FILE)
    _give_background(session, found)
    admin = next(person for person in people if person.role is Role.ADMIN)
    annotators = [person for person in people if person.role is Role.ANNOTATOR]
    for each in (project, found):
        # a first look at a document that was drawn to show no suggestions would tell nothing
        change_fields(session, each, {"blind_share": 0}, person=admin, at=utc_now())
        planned = plan(session, each, annotators, everybody=0)
        apply_plan(session, each, planned, actor=None, at=utc_now())
        session.commit()
        hooks.after_change(each.id)


def _person(session: Session, role: Role, password: str) -> User:
    present = session.scalar(select(User).where(User.name == role.value))
    return present or add_user(
        session, name=role.value, role=role, password=password, actor=None, at=utc_now()
    )


def _project(
    session: Session, settings: Settings, kind: ProjectKind, people: list[User]
) -> Project:
    project = session.scalar(select(Project).where(Project.name == settings.name))
    if project is None:
        project = create_project(session, settings, kind=kind, actor=None, at=utc_now())
    for person in people:
        add_member(session, project, person, actor=None, at=utc_now())
    return project


def _import(session: Session, project: Project, *paths: Path) -> None:
    """Import files of the sample that the project does not have yet."""
    imports = latest_jobs(session, project, JobKind.IMPORT)
    brought = {job.arguments["file"] for job in imports if job.state is JobState.DONE}
    for path in paths:
        if path.name in brought:
            continue
        job = Job(
            project_id=project.id,
            kind=JobKind.IMPORT,
            arguments={"path": str(path), "file": path.name, "format": None},
            created_at=utc_now(),
        )
        _run(session, job)


def _give_background(session: Session, project: Project) -> None:
    """Let an attacker know the public pages of all made-up people."""
    if background_of(session, project) is not None:
        return
    upload = uploads.keep_written(current_app.extensions["palimpsest"], demo_people.pages())
    job = Job(
        project_id=project.id,
        kind=JobKind.BACKGROUND,
        arguments={"upload": upload, "file": demo_people.PAGES},
        created_at=utc_now(),
    )
    _run(session, job)


def _run(session: Session, job: Job) -> None:
    run_here(session, job)
    if job.state is not JobState.DONE:
        raise DomainError(f"The sample could not be loaded: {job.message}")


def _show(session: Session, logins: dict[str, str], home: Path) -> None:
    click.echo(f"Palimpsest with the projects {PROJECT}, {LETTERS} and {MADE_UP}. Sign in as")
    for name, password in logins.items():
        user = session.scalar(select(User).where(User.name == name))
        shown = password if is_password_of(user, password) else "(the password was changed)"
        click.echo(f"  {name:<10} {shown}")
    click.echo(f"These logins are kept in {home / LOGINS}. Ctrl-C stops.")
