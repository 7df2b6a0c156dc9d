"""A project that can be attacked: a document, people like its own, and texts about them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from annotation.types import SemanticType
from privacy.background import Person, build
from tests.factories import Factory, Span
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.core.jobs.runner import run_here
from webapp.insight.risk.measures import measures_of
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import (
    Background,
    Document,
    Job,
    JobKind,
    JobState,
    Project,
    RiskCheck,
    utc_now,
)

TEXT = (
    "Ada Berg was born in Oslo in 1986. Berg, a geologist, tames falcons in Bergen. "
    "In her garden the falcons are admired by neighbours."
)
SPANS: list[Span] = [
    ("Ada Berg", SemanticType.PERSON, "e1", ["PERSON 1", "***"]),
    ("Oslo", SemanticType.LOC, "e2", ["city in Norway", "city", "***"]),
    ("1986", SemanticType.DATETIME, "e3", ["date in the 1980s", "***"]),
    ("Berg", SemanticType.PERSON, "e1", ["PERSON 1", "***"]),
    ("geologist", SemanticType.DEM, "e4", ["scientist", "person", "***"]),
    ("Bergen", SemanticType.LOC, "e5", ["city in Norway", "city", "***"]),
]
CHOSEN = {
    0: "PERSON 1",
    1: "city in Norway",
    2: "date in the 1980s",
    4: "scientist",
    5: "city in Norway",
}
"""What is chosen for the spans, by their place; the later Berg follows."""
OTHER_TEXT = "Ole Dal was born in Malmö in 1951. Dal, a painter, paints boats in a garden."
OTHER_SPANS: list[Span] = [
    ("Ole Dal", SemanticType.PERSON, "e1", ["PERSON 1", "***"]),
    ("Malmö", SemanticType.LOC, "e2", ["city in Sweden", "city", "***"]),
    ("1951", SemanticType.DATETIME, "e3", ["date in the 1950s", "***"]),
    ("painter", SemanticType.DEM, "e4", ["artist", "person", "***"]),
]
HOBBIES = "falcons boats chess stamps violins roses bees kites drums maps owls clocks".split()
TOWNS = "Oslo Malmö Bergen Lund Turku Aarhus".split()


def pages(person: str) -> dict[str, str]:
    """Return texts about people, one of whom tames falcons as nobody else does."""
    made = {
        f"likes-{hobby}": f"{TOWNS[number % len(TOWNS)]} is where somebody likes {hobby}."
        for number, hobby in enumerate(HOBBIES[1:])
    }
    about = "Of Bergen, where rare falcons fly, a geologist is known. Oslo had her since 1986."
    return {person: about} | made


def give_background(config: Config, project: Project, texts: dict[str, str]) -> Background:
    """Let the attacker of a project know texts about people."""
    folder = config.home / "backgrounds" / f"job-{project.id}"
    folder.parent.mkdir(exist_ok=True)
    people = (Person(key, text) for key, text in texts.items())
    summary = build(people, folder, protected=[TEXT])
    row = Background(
        project_id=project.id,
        folder=folder.name,
        people=summary.people,
        texts=summary.texts,
        made_at=utc_now(),
    )
    db.session.add(row)
    db.session.commit()
    return row


def compute(project: Project) -> Job:
    """Let the worker compute the figures of a project."""
    job = Job(project_id=project.id, kind=JobKind.RISK, created_at=utc_now())
    run_here(db.session(), job)
    assert job.state is JobState.DONE, job.message
    return job


def check(document: Document, **facts: Any) -> RiskCheck:
    """Let a document have been checked; without facts, nothing is known of it."""
    report = {
        "k": {"project": None, "people": 9},
        "attacks": [],
        "gives_away": [],
        "mentions": [],
        "hiding_helps": False,
        "kept": None,
    }
    row = RiskCheck(
        document_id=document.id, text_digest="0" * 64, report=report | facts, checked_at=utc_now()
    )
    measure(row)
    db.session.add(row)
    db.session.commit()
    return row


def measure(row: RiskCheck) -> None:
    """Bring a check into accord with its report, as the worker writes it."""
    for name, value in measures_of(row.report).items():
        setattr(row, name, value)


def risky(make: Factory, workbench: WorkbenchClient) -> WorkbenchClient:
    """Give the workbench the document above, beside a document about somebody else."""
    document = make.document(workbench.project, doc_id="falconer", text=TEXT, spans=SPANS)
    other = make.document(workbench.project, doc_id="painter", text=OTHER_TEXT, spans=OTHER_SPANS)
    document.task, other.task = "Hide the falconer", "Hide the painter"
    db.session.commit()
    assignment = make.assignment(document, workbench.annotator)
    return replace(workbench, document=document, assignment=assignment)


def handed_in(make: Factory, workbench: WorkbenchClient) -> WorkbenchClient:
    """Give the workbench that document and submit it."""
    document = risky(make, workbench)
    document.post(texts=CHOSEN)
    assert document.post("submit").status_code == 303
    return document


def change_report(document: WorkbenchClient, **fields: object) -> None:
    """Let a check have found something else."""
    check = db.session.get_one(RiskCheck, document.document.id)
    check.report = check.report | fields
    measure(check)
    db.session.commit()


def by(name: str, rank: int | None, confidence: float, people: int = 553) -> dict[str, object]:
    """Return what an attack found, as reports have it."""
    return {"by": name, "people": people, "rank": rank, "confidence": confidence}
