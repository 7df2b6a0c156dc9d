"""The Word files of documents: kept as they came, gone with their documents."""

import pytest
from sqlalchemy import select

from tests.annotation.people_files import docx, packed, paragraphs
from tests.factories import Factory
from tests.webapp.intake.imports.importing import biography, bring, import_job, written
from tests.webapp.projects.deletion.removable import tidy, undo
from webapp.core.jobs.runner import run_here
from webapp.intake.imports import original_files, staging
from webapp.platform.extensions import db
from webapp.platform.models import Document, DocumentFile, JobState, Role
from webapp.projects.deletion.deleting import delete_documents

ANNA, BO = docx(paragraphs("Anna")), docx(paragraphs("Bo"))


def kept():
    rows = select(Document.doc_id, DocumentFile.content).join(DocumentFile)
    return dict(db.session.execute(rows).all())


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def admin(make):
    return make.user("Root", role=Role.ADMIN)


@pytest.fixture
def project(make):
    return make.project(make.user("Ann"))


@pytest.fixture
def take_in(project, tmp_path):
    def take_in(content, name):
        path = tmp_path / name
        path.write_bytes(content)
        return bring(project, path)

    return take_in


def test_a_word_file_is_kept_byte_for_byte(take_in):
    take_in(ANNA, "anna.docx")
    assert kept() == {"anna": ANNA}


def test_so_are_those_in_an_archive_and_no_other_file_is(take_in, project, tmp_path):
    take_in(packed({"anna.docx": ANNA, "b/bo.docx": BO, "c.txt": "Cy"}), "files.zip")
    bring(project, written(tmp_path, biography()))
    assert kept() == {"anna": ANNA, "b/bo": BO}


def test_a_file_in_an_archive_that_is_not_taken_leaves_none(take_in, project, tmp_path):
    take_in(ANNA, "anna.docx")
    both = packed({"anna.docx": BO, "bo.docx": BO})
    job = take_in(both, "files.zip")
    assert job.state is JobState.FAILED
    assert kept() == {"anna": ANNA}
    path = tmp_path / "files.zip"
    run_here(db.session(), import_job(project, path, skip_invalid=True), None)
    assert kept() == {"anna": ANNA, "bo": BO}


def test_files_that_wait_bound_a_transaction(take_in, monkeypatch):
    monkeypatch.setattr(staging, "BATCH_BYTES", len(ANNA) + 1)
    sizes = []
    write = staging.write
    monkeypatch.setattr(
        staging, "write", lambda *a, **k: (sizes.append(len(k["files"])), write(*a, **k))
    )
    files = {f"{number}.docx": ANNA for number in range(5)}
    take_in(packed(files), "files.zip")
    assert sizes == [2, 2, 1]
    assert len(kept()) == 5


def test_one_that_is_too_large_is_read_and_said_not_to_be_kept(take_in, monkeypatch):
    monkeypatch.setattr(original_files, "MAX_ORIGINAL_BYTES", len(ANNA) - 1)
    job = take_in(ANNA, "anna.docx")
    assert (job.state, kept()) == (JobState.DONE, {})
    assert job.message.count("anna.docx: over 0 MiB: anonymized, it will not have its layout") == 1


def test_it_goes_with_its_document_and_with_its_import(take_in, project, admin):
    job = take_in(ANNA, "anna.docx")
    undo(project, job, admin)
    db.session.commit()
    tidy(job)
    assert kept() == {}
    take_in(BO, "bo.docx")
    delete_documents(db.session(), Document.doc_id == "bo")
    assert db.session.scalars(select(DocumentFile)).all() == []
