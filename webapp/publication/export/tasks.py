"""Writing a dataset in the worker, from one state of the database."""

from __future__ import annotations

from dataclasses import asdict
from shutil import rmtree
from typing import Any

from flask import current_app

from annotation.formatting import counted
from webapp.core import downloads
from webapp.core.jobs.reports import last_deletion
from webapp.core.jobs.running import RunningJob
from webapp.core.jobs.tasks import JobHandler
from webapp.core.records import snapshot
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import JobState, Project, utc_now
from webapp.publication.export.card import card_of
from webapp.publication.export.wanted import Wanted
from webapp.publication.export.writing import DatasetFolder, Outcome, write_documents
from webapp.replacements.opening import opened_lexicon


def run(job: RunningJob) -> str:
    """Write the dataset of a job, or say why there is none."""
    config: Config = current_app.extensions["palimpsest"]
    wanted = Wanted.from_json(job.arguments["wanted"])
    folder = downloads.prepare(config, job.id)
    with snapshot(db.engine) as session, DatasetFolder(folder, wanted) as target:
        project = session.get_one(Project, job.project_id)
        deletion = last_deletion(session, project.id)
        lexicon = opened_lexicon(config)
        outcome = write_documents(
            session, project, wanted, target, lexicon, on_progress=job.heartbeat
        )
        result = _result(outcome)
        if refusal := _refusal(outcome, wanted):
            downloads.refuse(job, result, refusal)
        card = card_of(session, project, wanted, outcome.tally, at=utc_now())
        documents = outcome.tally.documents
        job.heartbeat(documents, documents, "Packing")
        path = target.finish(card)
        result |= downloads.about_file(path) | {"name": wanted.file_name(project.name, path.suffix)}
    return downloads.publish(job, result, _message(result), deletion=deletion)


def _refusal(outcome: Outcome, wanted: Wanted) -> str:
    """Say why nothing goes out, if so."""
    leaking = outcome.scan.leaking
    if leaking and not (wanted.skip_leaking and outcome.tally.documents):
        return (
            f"Nothing was exported: {counted(leaking, 'document')} would still tell what should"
            " be hidden."
        )
    if not outcome.tally.documents:
        needs = f"Nothing was exported: there is no document {wanted.needs}".rstrip()
        why = f" ({counted(outcome.faulty, 'document')} could not be written)."
        return needs + (why if outcome.faulty else ".")
    return ""


def _result(outcome: Outcome) -> dict[str, Any]:
    """Return what pages show of it: numbers, and no text of a document."""
    return {
        "documents": outcome.tally.documents,
        "spans": outcome.tally.spans,
        "annotators": len(outcome.tally.annotators),
        "left_out": outcome.scan.leaking,
        "leaking": [document.document_id for document in outcome.scan.listed],
        "unmasked": len(outcome.scan.unmasked),
        "faulty": outcome.faulty,
        "faults": [asdict(fault) for fault in outcome.faults],
    }


def _message(result: dict[str, Any]) -> str:
    kinds = ("document", "span", "annotator")
    return ", ".join(counted(result[f"{kind}s"], kind) for kind in kinds) + "."


def close(job: RunningJob) -> None:
    """Keep the dataset and its card, if there is one, and nothing else of the work."""
    config: Config = current_app.extensions["palimpsest"]
    if job.state is JobState.DONE:
        rmtree(downloads.folder_of(config, job.id) / "files", ignore_errors=True)
    else:
        downloads.remove(config, [job.id])


HANDLER = JobHandler(run, close)
