"""Small files to import, and their import in the foreground."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from webapp.core.jobs.runner import run_here
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    Base,
    Choice,
    Document,
    Job,
    JobKind,
    Layer,
    Membership,
    Mention,
    Project,
    User,
    utc_now,
)

OF_A_FILE = (Document, Layer, Mention, Assignment, Choice, Membership, User)
"""The tables in which an import writes."""

TEXT = "Ada moved to Oslo."
LISTS = {"Ada": ["PERSON 1", "***"], "Oslo": ["city in Norway", "city", "***"]}


def biography(doc_id: str = "ada", **others: Any) -> dict[str, Any]:
    """Make a WikiReplace record of two masked spans; `chosen` is {span text: selection}."""
    chosen = others.pop("chosen", {})
    mentions = [
        {
            "entity_type": "PERSON" if span_text == "Ada" else "LOC",
            "entity_mention_id": f"{doc_id}_em{number}",
            "start_offset": TEXT.index(span_text),
            "end_offset": TEXT.index(span_text) + len(span_text),
            "span_text": span_text,
            "edit_type": "check",
            "identifier_type": "QUASI",
            "entity_id": f"{doc_id}_e{number}",
            "replacement": {
                "generalizations": {"heuristics": options},
                "generalization_selection": chosen.get(span_text, {}),
            },
        }
        for number, (span_text, options) in enumerate(LISTS.items(), start=1)
    ]
    record = {"annotations": {"spans": {"entity_mentions": mentions}}, "text": TEXT}
    return record | {"task": "Hide Ada", "doc_id": doc_id, "dataset_type": "train"} | others


def court_case(doc_id: str, *annotators: str) -> dict[str, Any]:
    """Make a TAB record in which each annotator marked both spans."""
    record = biography(doc_id, quality_checked=[])
    [layer] = record.pop("annotations").values()
    for mention in layer["entity_mentions"]:
        del mention["replacement"]
        mention["confidential_status"] = "NOT_CONFIDENTIAL"
    return {"annotations": dict.fromkeys(annotators, layer)} | record


def first_mention(record: dict[str, Any]) -> dict[str, Any]:
    """Return the first mention of a record's first layer."""
    layer = next(iter(record["annotations"].values()))
    mention: dict[str, Any] = layer["entity_mentions"][0]
    return mention


def written(folder: Path, *records: Any, name: str = "file.json") -> Path:
    """Write records as a JSON list."""
    path = folder / name
    path.write_text(json.dumps(records, ensure_ascii=False), encoding="utf-8")
    return path


def import_job(project: Project, path: Path, **arguments: Any) -> Job:
    """Make the job that imports a file; it is not in the database yet."""
    settings = {"path": str(path), "file": path.name, "format": None} | arguments
    return Job(project_id=project.id, kind=JobKind.IMPORT, arguments=settings, created_at=utc_now())


def bring(project: Project, path: Path, on_progress: Any = None) -> Job:
    """Import a file here and now."""
    job = import_job(project, path)
    run_here(db.session(), job, on_progress)
    return job


def row_counts() -> dict[str, int]:
    """Count what is in the tables of OF_A_FILE."""
    return {table.__tablename__: _count(table) for table in OF_A_FILE}


def _count(table: type[Base]) -> int:
    return db.session.scalar(select(func.count()).select_from(table)) or 0
