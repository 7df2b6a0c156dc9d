"""Two projects with people in every relation to them, and one of every object in each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from annotation.adjudication import Rule
from tests.factories import Factory
from tests.webapp.publication.export.exporting import exported_before
from tests.webapp.publication.release.releasing import accepted_before, released_before
from webapp.insight.statistics.report import Report
from webapp.insight.statistics.tables import Column, Group, Table
from webapp.people.auth import links
from webapp.people.operations import issue_link
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import (
    AppliedStrategy,
    AssignmentState,
    Base,
    Document,
    Flag,
    Job,
    JobKind,
    ModelVersion,
    Project,
    ProjectKind,
    Role,
    StatisticsSnapshot,
    User,
    utc_now,
)

ACTORS = {
    "anonymous": None,
    "stranger": Role.ANNOTATOR,
    "colleague": Role.ANNOTATOR,
    "annotator": Role.ANNOTATOR,
    "strange reviewer": Role.REVIEWER,
    "reviewer": Role.REVIEWER,
    "admin": Role.ADMIN,
    "annotator here": Role.REVIEWER,
    "reviewer here": Role.ANNOTATOR,
    "admin here": Role.ANNOTATOR,
    "admin there": Role.ANNOTATOR,
}
"""Who may come, with what they do everywhere: strangers belong to the other project, the colleague
has no document here, and the last were made something else in one of the projects."""
MADE = {
    "annotator here": Role.ANNOTATOR,
    "reviewer here": Role.REVIEWER,
    "admin here": Role.ADMIN,
    "admin there": Role.ADMIN,
}

Ids = dict[str, Any]
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"/>'


@dataclass(frozen=True)
class TwoProjects:
    """The people, and the ids in this project and the other, by the parameters of addresses."""

    people: dict[str, User | None]
    this_project: Ids
    other_project: Ids

    @classmethod
    def build(cls, make: Factory, config: Config) -> TwoProjects:
        """Make the people and both projects."""
        people = {
            name: None if role is None else make.user(name, role=role)
            for name, role in ACTORS.items()
        }
        here = [people[name] for name in ("annotator", "colleague", "reviewer")]
        there = [people[name] for name in ("stranger", "strange reviewer")]
        both = cls(
            people,
            this_project=_project(make, config, "confusion", *here),
            other_project=_project(make, config, "importance", *there),
        )
        for name, role in MADE.items():
            ids = both.other_project if name == "admin there" else both.this_project
            make.member(people[name], ids["project_id"], role=role)
        return both


def _project(make: Factory, config: Config, figure: str, annotator: User, *others: User) -> Ids:
    """Make a project whose first person works on one document and has submitted another.

    Of its two versions of a model, one figure was drawn of the one not in use.
    """
    bystander = make.user()
    project = make.project(annotator, bystander, *others, kind=ProjectKind.ONE_PASS)
    document = make.document(project)
    make.assignment(document, annotator)
    submitted = make.assignment(make.document(project), annotator)
    submitted.state, submitted.submitted_at = AssignmentState.SUBMITTED, utc_now()
    flag = Flag(assignment_id=submitted.id, author=annotator, comment="?", created_at=utc_now())
    link = issue_link(db.session(), bystander, days=1, actor=None, at=utc_now())
    db.session.add(flag)
    job = make.job(project)
    shown = _shown(job)
    version = _version(make, project, figure)
    _statistics(project, figure)
    return {
        "project_id": project.id,
        "document_id": document.id,
        "mention_id": document.layers[0].mentions[0].id,
        "assignment_id": submitted.id,
        "span_id": submitted.document.layers[0].mentions[0].id,
        "flag_id": flag.id,
        "job_id": job.id,
        "text_id": shown.id,
        "masking_id": make.job(project, kind=JobKind.MASK).id,
        "training_id": make.job(project, kind=JobKind.TRAIN).id,
        "version_id": version.id,
        "export_id": exported_before(make, config, project).id,
        **_released(make, config, document, bystander),
        "figure": figure,
        "table": figure,
        "generalization_id": make.rule(project).id,
        "applied_id": _applied(project, bystander).id,
        "user_id": bystander.id,
        "link_id": link.id,
        "token": links.token_of(config, link),
    }


def _released(make: Factory, config: Config, document: Document, person: User) -> Ids:
    """Let a project have been released, and a person answer for something in a document."""
    project = db.session.get_one(Project, document.project_id)
    return {
        "release_id": released_before(make, config, project).id,
        "acceptance_id": accepted_before(document, person).id,
    }


def _shown(job: Job) -> Document:
    """Let an import show a text before it is taken in."""
    shown = Document(import_id=job.id, position=0, doc_id="shown", text="Look.", layout={})
    db.session.add(shown)
    db.session.commit()
    return shown


def _applied(project: Project, person: User) -> AppliedStrategy:
    """Let somebody have applied a strategy that settled nothing."""
    applied = AppliedStrategy(
        project_id=project.id,
        rule=Rule.UNANIMOUS,
        votes=2,
        share=50,
        person_id=person.id,
        applied_at=utc_now(),
        settled=0,
    )
    db.session.add(applied)
    db.session.commit()
    return applied


def _version(make: Factory, project: Project, figure: str) -> ModelVersion:
    """Add two versions of a model; of the one that is not in use one figure was drawn."""
    version: ModelVersion = make.version(project, figures={figure: PICTURE})
    make.version(project)
    return version


def _statistics(project: Project, key: str) -> None:
    """Let a project have statistics of one table."""
    table = Table(
        key=key,
        group=Group.WORK,
        title="Work",
        help="It goes on.",
        columns=(Column("Documents"),),
        rows=((1,),),
        svg=PICTURE,
    )
    snapshot = StatisticsSnapshot(
        project_id=project.id,
        fingerprint="",
        report=Report((), (table,)).to_json(),
        computed_at=utc_now(),
    )
    db.session.add(snapshot)
    db.session.commit()


def everything() -> dict[str, list[Any]]:
    """Return all that the database holds, to see whether something changed."""
    db.session.rollback()
    return {
        table.name: sorted(map(repr, db.session.execute(select(table))))
        for table in Base.metadata.sorted_tables
    }
