"""The model that serves projects before they have one of their own: trained on the sample.

It is made by the first job that needs it, in some seconds, and again where the sample, the encoder
or the way to make it has changed. Projects may hold the sample's texts, as the demo does: for these
it has models that have not learnt from them.
"""

from __future__ import annotations

import hashlib

from flask import current_app
from sqlalchemy.orm import Session

from learning.encoding import Encoder
from learning.summaries import Verdict, VersionSummary
from learning.versions import FORMAT
from selection import exchange
from selection.catalogue import DEFAULT
from selection.training import GENERATION, PARTS
from webapp.core.jobs.running import RunningJob
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import ModelVersion, utc_now
from webapp.versions import folders, sample
from webapp.versions.processes import encoder_argument, run_trainer
from webapp.versions.promoting import problem_of, take_in
from webapp.versions.queries import promoted_last

FAMILY = DEFAULT
VERDICT = Verdict(
    promoted=True,
    reason="Trained on the sample that comes along, for projects without a model of their own.",
)
STEPS = 100


def cold_start(job: RunningJob) -> ModelVersion:
    """Return the cold-start version, made first where there is none that fits.

    Raises TrainerError, or LearningError where the encoder is missing.
    """
    config: Config = current_app.extensions["palimpsest"]
    prefix = f"cold-start-{_fingerprint(config)}"
    with Session(db.engine) as session:
        version = promoted_last(session, None)
    if version and version.folder.startswith(prefix) and problem_of(version) is None:
        return version
    return _make(job, config, folders.name_of_version(prefix, job.id))


def _fingerprint(config: Config) -> str:
    """Return what tells one cold-start model from another before it is made."""
    encoder = Encoder.open(config.encoder_folder).identity
    made = (str(FORMAT), str(GENERATION), f"{PARTS} parts")
    parts = [sample.checksum(), FAMILY, *made, encoder]
    return hashlib.sha256("|".join(parts).encode()).hexdigest()[:12]


def _make(job: RunningJob, config: Config, name: str) -> ModelVersion:
    folder = folders.working_folder(config, job.id)
    exchange.write_documents(folder / "sample", sample.load_sample())
    message = "Training a first model on the sample"
    done = run_trainer(
        [
            "selection",
            "train",
            "--all",
            *("--snapshot", str(folder / "sample")),
            *("--out", str(config.models / name)),
            *("--family", FAMILY),
            *("--created-at", utc_now().isoformat(timespec="seconds")),
            *encoder_argument(config),
            *("--ontology", str(config.ontology)),
        ],
        what="The training on the sample",
        folder=folder,
        config=config,
        on_progress=lambda share, _doing: job.heartbeat(round(share * STEPS), STEPS, message),
    )
    with Session(db.engine, expire_on_commit=False) as session:
        version = take_in(
            session,
            VersionSummary.from_json(done),
            project_id=None,
            folder=name,
            job_id=job.id,
            verdict=VERDICT,
            at=utc_now(),
        )
        session.commit()
    return version
