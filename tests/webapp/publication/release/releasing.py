"""Releases as people get them: asked for on the page, written as the worker does, downloaded."""

from __future__ import annotations

import re
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from privacy.gate import digest_of_text
from tests.factories import Factory
from webapp.core import downloads
from webapp.core.jobs.runner import run_job
from webapp.insight.risk.measures import measures_of
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import (
    Background,
    Choice,
    Document,
    Job,
    JobKind,
    JobState,
    Mention,
    Project,
    RiskAcceptance,
    RiskCheck,
    RiskKind,
    User,
    utc_now,
)
from webapp.publication.release.wanted import WantedRelease

TOLD = "?told=yes"
"""For who has yet to read the texts alone, which a release of imported work has not."""
CHOSEN = {"Ada": {"PERSON 1": ["Kim", "Lou"]}, "Oslo": {"city": ["Kim", "Lou"]}}
"""What two annotators chose for the spans of a biography."""
USUAL = {"form": "jsonl", "documents": "submitted"}


def release(client: FlaskClient, project: Project, **options: Any) -> Job:
    """Ask for a release and let it be written."""
    answer = client.post(f"/projects/{project.id}/release", data=USUAL | options)
    assert answer.status_code == 303
    return written_last(project)


def written_last(project: Project) -> Job:
    """Let the release that was asked for last be written."""
    of_project = select(Job).where(Job.project_id == project.id, Job.kind == JobKind.RELEASE)
    job = db.session.scalars(of_project.order_by(Job.id.desc()).limit(1)).one()
    run_job(job.id)
    db.session.refresh(job)
    return job


def address_of(job: Job, what: str = "") -> str:
    """Return the address of a release, or of something of it."""
    return f"/projects/{job.project_id}/release/{job.id}{what}"


def accept_first(
    client: FlaskClient, job: Job, document: Document, reason: str = "It is a mountain."
) -> TestResponse:
    """Accept the first finding of the first document that the page of a release shows."""
    page = client.get(address_of(job, TOLD)).text
    kind, digest = re.search(
        r'name="kind" value="(\w+)">\s*<input[^>]*value="(\w{64})"', page
    ).groups()
    data = {"kind": kind, "digest": digest, "reason": reason}
    return client.post(address_of(job, f"/documents/{document.id}/accept{TOLD}"), data=data)


def attacked(
    document: Document, text: str, confidence: float, *, k: int | None = None, rank: int = 1
) -> None:
    """Let a text of a document have been attacked with the background of its project."""
    background = db.session.get(Background, document.project_id)
    if background is None:
        background = Background(
            project_id=document.project_id,
            folder=f"background-{document.project_id}",
            people=553,
            texts=553,
            empty=2,
            near_copies=1,
            made_at=utc_now(),
        )
        db.session.add(background)
    attack = {
        "by": "words",
        "people": 553,
        "rank": rank,
        "confidence": confidence,
        "first_is_person": rank == 1,
    }
    report = {
        "k": {"project": k, "people": 2},
        "attacks": [attack],
        "kept": 0.6,
        "gives_away": [["moved", 4.2]],
        "mentions": [{"guessed": True}, {"guessed": False}],
    }
    check = RiskCheck(
        document_id=document.id,
        text_digest=digest_of_text(text),
        background_at=background.made_at,
        report=report,
        checked_at=utc_now(),
        **measures_of(report),
    )
    db.session.merge(check)
    db.session.commit()


def released_before(make: Factory, config: Config, project: Project) -> Job:
    """Make a release that was written already."""
    job = make.job(project, kind=JobKind.RELEASE, state=JobState.DONE)
    folder = downloads.prepare(config, job.id)
    for name in ("release.jsonl", "key.csv", "key.json", "report.html", "report.json"):
        (folder / name).write_text("[]")
    result = {
        "texts": 0,
        "accepted": 0,
        "stopped": 0,
        "listed": [],
        "file": "release.jsonl",
        "bytes": 2,
        "sha256": "0" * 64,
    }
    job.arguments = {
        "wanted": WantedRelease().to_json(),
        "result": result,
        downloads.DELETION: None,
    }
    job.finished_at = utc_now()
    db.session.commit()
    return job


def accepted_before(document: Document, person: User) -> RiskAcceptance:
    """Let somebody have accepted a leak in a text that a document had."""
    accepted = RiskAcceptance(
        document_id=document.id,
        kind=RiskKind.LEAK,
        digest="0" * 64,
        reason="A mountain.",
        person_id=person.id,
        accepted_at=utc_now(),
    )
    db.session.add(accepted)
    db.session.commit()
    return accepted


def named(project: Project, doc_id: str) -> Document:
    """Return a document of a project by its name."""
    wanted = select(Document).where(Document.project_id == project.id, Document.doc_id == doc_id)
    return db.session.scalars(wanted).one()


def leak(project: Project, doc_id: str = "first") -> Document:
    """Let a chosen text of a document say again what it stands for."""
    document = named(project, doc_id)
    texts = select(Choice).join(Mention, Mention.id == Choice.mention_id)
    for choice in db.session.scalars(
        texts.where(Choice.document_id == document.id, Mention.span_text == "Oslo")
    ):
        choice.text = "oslo"
        mention = db.session.get_one(Mention, choice.mention_id)
        mention.generalizations = {"heuristics": ["oslo", "city", "***"]}
    db.session.commit()
    return document
