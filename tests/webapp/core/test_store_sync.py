"""The store follows the database, and can be compared with it and rebuilt from it."""

import json
import threading

import pytest
from click.testing import CliRunner
from sqlalchemy import update

from annotation.formats import document_to_json
from annotation.store import DocumentStore
from tests.webapp.submissions import submitted
from webapp.cli import main
from webapp.core import store_sync
from webapp.core.records import load_record
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, AssignmentState, Document

TEXTS = ["PERSON 1", "city", "***", "PERSON 1", "city", "***"]
HOSTILE = [
    "../../outside",
    "..",
    "/etc/passwd",
    "a/b",
    "con",
    "x" * 5_000,
    ".hidden",
    "\\",
    "🚢",
    "é",
]


@pytest.fixture
def project(make):
    return make.project()


@pytest.fixture
def document(make, project):
    return make.document(project)


def record_of(document):
    return store_sync.store_of(document.project_id).read(document.doc_id)


def set_state(assignment, state):
    assignment.state = state
    db.session.commit()


def test_a_submission_is_written_as_the_export_has_it(make, document):
    submitted(make, document, make.user("Ada"), *TEXTS)
    assert store_sync.rewrite(document.id)
    expected = document_to_json(load_record(db.session(), document.id, only_final=True))
    assert record_of(document) == expected
    assert record_of(document)["generalized_text"].startswith(
        "[PERSON 1] was born in [city] in ***"
    )


def test_a_document_without_submitted_work_has_no_record(make, document):
    work = submitted(make, document, make.user(), *TEXTS)
    store_sync.rewrite(document.id)
    set_state(work, AssignmentState.IN_PROGRESS)
    assert store_sync.rewrite(document.id)
    assert record_of(document) is None


def test_what_another_is_still_at_stays_out(make, document):
    submitted(make, document, make.user("Ada"), *TEXTS)
    submitted(make, document, make.user("Ben"), *TEXTS, state=AssignmentState.IN_PROGRESS)
    store_sync.rewrite(document.id)
    assert "Ada" in json.dumps(record_of(document))
    assert "Ben" not in json.dumps(record_of(document))


def test_the_store_lies_in_the_home_folder_by_project(document, config):
    root = store_sync.store_of(document.project_id).root
    assert root == config.home / "store" / str(document.project_id)


@pytest.mark.parametrize("doc_id", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_doc_id_stays_in_the_folder(make, project, config, doc_id):
    document = make.document(project, doc_id=doc_id)
    submitted(make, document, make.user(), *TEXTS)
    before = {path for path in config.home.rglob("*") if "store" not in path.parts}
    assert store_sync.rewrite(document.id)
    assert record_of(document)["doc_id"] == doc_id
    assert len(list(store_sync.store_of(project.id).root.glob("*.json"))) == 1
    assert {path for path in config.home.rglob("*") if "store" not in path.parts} == before


@pytest.mark.parametrize("error", [OSError("disk full"), TimeoutError("locked")])
def test_a_failure_to_write_is_reported_and_undoes_nothing(
    make, document, monkeypatch, caplog, error
):
    def fail(*_):
        raise error

    work = submitted(make, document, make.user(), *TEXTS)
    monkeypatch.setattr(DocumentStore, "write", fail)
    assert not store_sync.rewrite(document.id)
    db.session.expire_all()
    assert work.state is AssignmentState.SUBMITTED
    assert "palimpsest store rebuild" in caplog.text
    assert document.doc_id not in caplog.text


def test_a_document_that_is_gone_is_no_trouble(app):  # noqa: ARG001 - the context must be there
    assert store_sync.rewrite(404)


def test_of_two_writers_the_later_has_seen_what_the_earlier_committed(app, make, document):
    people = [make.user(f"Person {number}") for number in range(4)]
    works = [make.assignment(document, person).id for person in people]
    document_id = document.id

    def submit(work_id):
        with app.app_context():
            db.session.execute(
                update(Assignment)
                .where(Assignment.id == work_id)
                .values(state=AssignmentState.SUBMITTED, submitted_at=Assignment.changed_at)
            )
            db.session.commit()
            assert store_sync.rewrite(document_id)

    threads = [threading.Thread(target=submit, args=[work_id]) for work_id in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    db.session.rollback()
    assert record_of(document) == document_to_json(
        load_record(db.session(), document_id, only_final=True)
    )


@pytest.fixture
def written(make, project):
    """Three documents with submitted work, in the store."""
    documents = [make.document(project, doc_id=name) for name in ("one", "two", "three")]
    for document in documents:
        submitted(make, document, make.user(), *TEXTS)
    store_sync.rebuild(project)
    return documents


def spoil(store):
    """Lose one record, change one, break one, add one; a killed writer leaves its file, too."""
    store.delete("one")
    store.write(store.read("two") | {"task": "another"})
    store.path_of("three").write_text("{")
    store.write({"doc_id": "foreign"})
    (store.root / ".left.tmp").touch()


def test_verify_names_every_difference_and_rebuild_mends_them_all(project, written):  # noqa: ARG001 - in the store
    store = store_sync.store_of(project.id)
    assert store_sync.verify(project).is_clean
    spoil(store)
    report = store_sync.verify(project)
    assert (report.missing, report.different, report.unreadable) == (("one",), ("two",), ("three",))
    assert report.surplus == (store.path_of("foreign").name,)
    assert store_sync.rebuild(project) == 3
    assert store_sync.verify(project).is_clean
    assert not list(store.root.glob(".*.tmp"))


def test_what_is_submitted_while_verify_reads_is_no_difference(make, project, written, monkeypatch):
    late = make.document(project, doc_id="late")
    compare, compared = DocumentStore.compare, []

    def compare_and_submit(self, expected):
        pairs = list(expected)
        if not compared:
            compared.append(pairs)
            submitted(make, late, make.user(), *TEXTS)
            submitted(make, written[0], make.user(), *TEXTS)
            store_sync.rewrite(late.id)
            store_sync.rewrite(written[0].id)
        return compare(self, pairs)

    monkeypatch.setattr(DocumentStore, "compare", compare_and_submit)
    assert store_sync.verify(project).is_clean
    assert compared


def run(monkeypatch, config, *arguments):
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    return CliRunner().invoke(main, ["store", *arguments])


@pytest.mark.usefixtures("written")
def test_the_command_line_verifies_and_rebuilds(project, monkeypatch, config):
    clean = run(monkeypatch, config, "verify", "--project", project.name)
    assert (clean.exit_code, clean.output) == (0, "The store agrees with the database.\n")
    store_sync.store_of(project.id).delete("two")
    told = run(monkeypatch, config, "verify", "--project", project.name)
    assert (told.exit_code, told.output) == (1, "missing: two\n")
    as_json = run(monkeypatch, config, "verify", "--project", project.name, "--json")
    assert (as_json.exit_code, json.loads(as_json.output)["missing"]) == (1, ["two"])
    rebuilt = run(monkeypatch, config, "rebuild", "--project", project.name, "--json")
    assert json.loads(rebuilt.output) == {"records": 3}
    assert run(monkeypatch, config, "verify", "--project", project.name).exit_code == 0


def test_a_project_that_has_nothing_yet_is_clean(project):
    assert store_sync.verify(project).is_clean
    assert store_sync.rebuild(project) == 0
    assert not db.session.query(Document).count()
