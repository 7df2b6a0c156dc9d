"""What is deleted is nowhere any more: not in a table, not in a file of the home folder."""

from __future__ import annotations

from importlib import import_module

import pytest
from sqlalchemy import select
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from tests.webapp.intake.imports.importing import biography, bring, import_job, written
from tests.webapp.projects.deletion.removable import CHOSEN, delete, delete_one, tidy, undo
from webapp.core import store_sync, uploads
from webapp.core.jobs.reports import OUTDATED
from webapp.core.jobs.runner import run_here
from webapp.core.work.loading import load_work
from webapp.platform.config import Config
from webapp.platform.database import empty_write_ahead_log
from webapp.platform.extensions import db
from webapp.platform.models import Base, Document, Job, JobKind, JobState, Snapshot, User, utc_now
from webapp.projects.deletion.deleting import GONE
from webapp.publication.export.operations import request_export
from webapp.publication.export.wanted import Wanted, Work
from webapp.versions.folders import prepare
from webapp.workbench import choosing
from webapp.workbench import operations as annotating

WORD = "Quaggendorf"
"""A word of the texts and of all that is written about them."""


def traces(engine: Engine, config: Config) -> set[str]:
    """Return where the word stands: tables, and files of the home folder."""
    with engine.connect() as connection:
        found = {
            table.name
            for table in Base.metadata.sorted_tables
            if WORD in repr(connection.execute(select(table)).all())
        }
    contents = {path: path.read_bytes() for path in config.home.rglob("*") if path.is_file()}
    spellings = WORD.encode(), WORD.encode("utf-16-le")
    named = {path for path in contents if WORD in str(path)}
    held = {path for path, content in contents.items() if any(map(content.__contains__, spellings))}
    return found | {path.name for path in named | held}


def a_life(make, project, annotator, *, doc_id):
    """Make a document about the word, and work of every kind in it."""
    spans = [("Ada", "PERSON", "e1", [WORD, "***"]), (WORD, "LOC", "e2", ["city", "***"])]
    document = make.document(project, doc_id=doc_id, text=f"Ada of {WORD}. " * 500, spans=spans)
    assignment = make.assignment(document, annotator)
    work = load_work(db.session(), assignment)
    by = {"person": annotator, "at": utc_now()}
    choices = {mention.id: WORD if mention.span_text == "Ada" else "city" for mention in work}
    choosing.choose(db.session(), work, choices, version=1, **by)
    annotating.flag(db.session(), assignment, f"Is {WORD} a place?", **by)
    db.session.commit()
    return document


def wait_with_texts(project, config, tmp_path):
    """Let an import wait for somebody to look at its texts."""
    path = written(tmp_path, biography(WORD, text=f"Ada moved to Oslo. {WORD}", chosen=CHOSEN))
    upload = uploads.keep_pasted(config, path.read_bytes())
    job = import_job(project, path, upload=upload, looks_first=True)
    run_here(db.session(), job)
    assert job.state is JobState.WAITING
    return job


def quote(make, project):
    """Let reports and jobs that are over speak of the word, which is the name of a document."""
    for report in Snapshot.__subclasses__():
        values = {"fingerprint": "0", "report": {"votes": WORD}, "computed_at": utc_now()}
        make.session.add(report(project_id=project.id, **values))
    masking = make.job(project, kind=JobKind.MASK, state=JobState.DONE)
    masking.message = f"1 span to hide in 1 document.\nNothing was found in “{WORD}”."
    refused = make.job(project, kind=JobKind.IMPORT, state=JobState.FAILED)
    refused.message = f"{WORD}.json: the project has '{WORD}' already"
    refused.arguments = {"file": f"{WORD}.json", "faults": [f"document '{WORD}': no", "Oslo: no"]}
    return masking, refused


@pytest.mark.usefixtures("any_app")
class TestNothingIsLeft:
    def test_of_a_project(self, make, project, admin, annotator, config, tmp_path):
        for number in range(30):
            a_life(make, project, annotator, doc_id=f"{WORD}-{number}")
        wait_with_texts(project, config, tmp_path)
        make.rule(project, term=WORD)
        make.version(project, verdict=f"{WORD} was right.")
        training = make.job(project, kind=JobKind.TRAIN, state=JobState.FAILED)
        training.message, training.finished_at = f"{WORD} could not be read.", utc_now()
        folder = prepare(config, training.id)
        (folder / "log").write_text(WORD)
        killed = config.models / f".unfinished-job-{training.id}"
        killed.mkdir()
        (killed / "vocabulary").write_text(WORD)
        db.session.commit()
        with_all = Wanted(work=Work.ALL)
        request_export(db.session(), project, with_all, person=admin, at=utc_now())
        run_here(db.session(), db.session.scalars(select(Job).order_by(Job.id.desc())).first())
        store_sync.rebuild(project)
        assert {"dataset.json", "document", "job", "event", "choice", "flag"} <= traces(
            db.engine, config
        )
        tidy(delete(project, admin))
        db.session.rollback()
        assert traces(db.engine, config) == set()

    def test_of_a_document(self, make, project, admin, annotator, config):
        document = a_life(make, project, annotator, doc_id=WORD)
        masking, refused = quote(make, project)
        db.session.commit()
        quoting = {"job", *(report.__tablename__ for report in Snapshot.__subclasses__())}
        assert {"document", "event", "choice", "flag"} | quoting <= traces(db.engine, config)
        delete_one(document, admin, typed=WORD)
        db.session.commit()
        empty_write_ahead_log(db.engine)
        assert traces(db.engine, config) == set()
        db.session.refresh(masking)
        db.session.refresh(refused)
        assert masking.message == "1 span to hide in 1 document."
        assert refused.arguments == {"file": GONE, "faults": ["Oslo: no"]}

    def test_of_an_import_that_is_undone(self, make, project, admin, config, tmp_path):
        path = written(
            tmp_path, biography(WORD, text=f"Ada moved to Oslo. {WORD}"), name=f"{WORD}.json"
        )
        job = bring(project, path)
        quote(make, project)
        db.session.commit()
        undo(project, job, admin)
        tidy(job)
        db.session.rollback()
        assert traces(db.engine, config) == set()

    @pytest.mark.parametrize("module", ["agreement", "statistics"])
    def test_of_a_document_that_goes_while_a_report_is_computed(
        self, make, project, admin, annotator, monkeypatch, module
    ):
        document = a_life(make, project, annotator, doc_id=WORD)
        tasks = import_module(f"webapp.insight.{module}.tasks")
        compute = tasks.compute_report

        def compute_and_delete(*args, **options):
            report = compute(*args, **options)
            with Session(db.engine) as session:
                here = session.get_one(Document, document.id)
                delete_one(here, session.get_one(User, admin.id), typed=WORD, session=session)
                session.commit()
            return report

        monkeypatch.setattr(tasks, "compute_report", compute_and_delete)
        job = Job(project_id=project.id, kind=JobKind(module), created_at=utc_now())
        run_here(db.session(), job)
        assert job.message == OUTDATED
        for table in Snapshot.__subclasses__():
            assert not db.session.scalars(select(table)).all()
