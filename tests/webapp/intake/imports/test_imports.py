"""A file comes in whole or, unless somebody wishes otherwise, not at all."""

import re
import tracemalloc

import pytest
from sqlalchemy import select

from tests.factories import Factory
from tests.webapp.intake.imports.importing import (
    biography,
    bring,
    court_case,
    first_mention,
    import_job,
    row_counts,
    written,
)
from tests.webapp.statements import recorded_statements
from webapp.core import store_sync
from webapp.core.jobs.runner import run_here
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Choice,
    ChoiceOrigin,
    Document,
    Event,
    EventKind,
    JobState,
    Layer,
    ProjectKind,
    Role,
    User,
)

CHOSEN = {"Ada": {"PERSON 1": ["Kim", "Lou"]}, "Oslo": {"city": ["Lou"], "***": ["Kim"]}}


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def project(make):
    return make.project()


def people_named(*names):
    return db.session.scalars(select(User).where(User.name.in_(names)).order_by(User.name)).all()


def test_selections_become_submitted_work_of_annotators_with_those_names(project, tmp_path):
    job = bring(project, written(tmp_path, biography(chosen=CHOSEN)))
    assert (job.state, job.finished_at is None) == (JobState.DONE, False)
    kim, lou = people_named("Kim", "Lou")
    assert {kim.role, lou.role} == {Role.ANNOTATOR}
    assert {kim.password_hash, lou.password_hash} == {None}
    assert {kim, lou} == set(project.members)
    works = db.session.scalars(select(Assignment)).all()
    assert {(work.annotator_id, work.state) for work in works} == {
        (kim.id, AssignmentState.SUBMITTED),
        (lou.id, AssignmentState.SUBMITTED),
    }
    assert all(work.submitted_at for work in works)
    choices = db.session.scalars(select(Choice)).all()
    assert {choice.origin for choice in choices} == {ChoiceOrigin.OWN}
    assert sorted(choice.text for choice in choices) == ["***", "PERSON 1", "PERSON 1", "city"]


def test_the_message_counts_what_came(project, tmp_path):
    job = bring(project, written(tmp_path, biography("a"), biography("b", chosen=CHOSEN)))
    assert job.message == (
        "2 documents with 4 mentions and 4 choices; 2 annotators created; 2 members added."
    )
    assert job.progress == job.total > 0


def test_people_of_these_names_are_used_as_they_are(make, tmp_path):
    kim = make.user("Kim", role=Role.REVIEWER)
    project = make.project(kim)
    bring(project, written(tmp_path, biography(chosen=CHOSEN)))
    assert people_named("Kim") == [kim]
    assert kim.role is Role.REVIEWER
    assert len(project.members) == 2


def test_the_audit_trail_tells_of_the_import_by_ids_and_counts(make, project, tmp_path):
    admin = make.user("Root", role=Role.ADMIN)
    job = import_job(project, written(tmp_path, biography(chosen=CHOSEN)))
    job.created_by_id = admin.id
    run_here(db.session(), job)
    [line] = db.session.scalars(select(Event).where(Event.kind == EventKind.IMPORTED))
    assert (line.actor_id, line.project_id) == (admin.id, project.id)
    assert line.details == {"job_id": job.id, "documents": 1, "left_out": 0}
    kinds = [line.kind for line in db.session.scalars(select(Event).order_by(Event.id))]
    assert kinds == [EventKind.USER_ADDED] * 2 + [EventKind.MEMBER_ADDED] * 2 + [EventKind.IMPORTED]


def test_no_added_person_is_read_by_itself(project, tmp_path):
    with recorded_statements() as statements:
        bring(project, written(tmp_path, biography(chosen=CHOSEN)))
    assert not [each for each in statements if re.search(r'WHERE "?user"?\.id = ', each)]


def test_later_files_stand_behind_earlier_ones(project, tmp_path):
    bring(project, written(tmp_path, biography("b"), biography("a")))
    bring(project, written(tmp_path, biography("d"), biography("c")))
    documents = db.session.scalars(select(Document).order_by(Document.position)).all()
    assert [(d.position, d.doc_id) for d in documents] == [(0, "b"), (1, "a"), (2, "d"), (3, "c")]


def test_layers_of_a_masking_project_belong_to_their_annotators(make, tmp_path):
    project = make.project(kind=ProjectKind.MASKING)
    job = bring(project, written(tmp_path, court_case("case", "Ada", "Ben")))
    assert job.state is JobState.DONE
    people = people_named("Ada", "Ben")
    layers = db.session.scalars(select(Layer).order_by(Layer.position)).all()
    assert [layer.annotator_id for layer in layers] == [person.id for person in people]
    works = db.session.scalars(select(Assignment)).all()
    assert {work.annotator_id for work in works} == {person.id for person in people}
    assert {work.state for work in works} == {AssignmentState.SUBMITTED}


def test_the_layer_of_a_replacement_project_is_shared(project, tmp_path):
    bring(project, written(tmp_path, biography(chosen=CHOSEN)))
    assert db.session.scalar(select(Layer.annotator_id)) is None


def test_the_store_holds_the_documents_with_submitted_work(project, tmp_path):
    bring(project, written(tmp_path, biography("a"), biography("b", chosen=CHOSEN)))
    store = store_sync.store_of(project.id)
    assert (store.read("a"), store.read("b")["doc_id"]) == (None, "b")
    assert store_sync.verify(project).is_clean


def spoiled(record, **values):
    first_mention(record).update(values)
    return record


def chosen_by(name):
    return biography(chosen={"Ada": {"PERSON 1": [name]}})


def with_two_layers(record):
    [layer] = record["annotations"].values()
    return record | {"annotations": {"a": layer, "b": {"entity_mentions": []}}}


BAD_FILES = {
    "a wrong span": ([spoiled(biography(), span_text="Eve")], "mention 'ada_em1': span_text"),
    "a doc_id twice": ([biography(), biography()], "document 'ada': the same doc_id"),
    "a second layer with lists": ([with_two_layers(biography())], "2 layers"),
    "spans without lists, and no ontology": (
        [biography(), court_case("case", "Ada")],
        "`palimpsest ontology build`",
    ),
    "a long name": ([chosen_by("x" * 121)], "can't be a person here"),
    "a name with a line end": ([chosen_by("Kim\nLou")], "can't be a person here"),
    "a name with blanks around": ([chosen_by(" Kim")], "blanks around"),
    "no document": ([], "no document"),
}  # fmt: skip


@pytest.mark.parametrize(("records", "message"), BAD_FILES.values(), ids=BAD_FILES)
def test_of_a_file_that_is_refused_nothing_stays(project, tmp_path, records, message):
    before = row_counts()
    good = [biography(f"good-{index}", chosen=CHOSEN) for index in range(3)]
    job = bring(project, written(tmp_path, *(good if records else []), *records))
    assert job.state is JobState.FAILED
    assert message in "\n".join([job.message, *job.arguments.get("faults", ())])
    assert row_counts() == before
    assert not store_sync.store_of(project.id).root.exists()


def test_a_doc_id_that_the_project_has_is_refused(project, tmp_path):
    bring(project, written(tmp_path, biography("ada")))
    before = row_counts()
    job = bring(project, written(tmp_path, biography("new"), biography("ada")))
    assert job.arguments["faults"] == [
        "document 'ada': the project has a document of this doc_id already"
    ]
    assert row_counts() == before


def test_two_projects_may_have_the_same_document(make, project, tmp_path):
    path = written(tmp_path, biography())
    assert {bring(project, path).state, bring(make.project(), path).state} == {JobState.DONE}


def test_too_many_annotators_are_refused(project, tmp_path):
    names = [f"person {number}" for number in range(1_001)]
    job = bring(project, written(tmp_path, biography(chosen={"Ada": {"***": names}})))
    assert job.message == "file.json: the file names more than 1,000 annotators"


def test_a_file_that_is_gone_is_said_so(project, tmp_path):
    assert bring(project, tmp_path / "gone.json").message.startswith("gone.json can't be read")


def test_progress_rises_over_both_readings(project, tmp_path):
    long_file = written(tmp_path, *(biography(f"doc-{n}", chosen=CHOSEN) for n in range(10)))
    heard = []
    bring(project, long_file, lambda *progress: heard.append(progress))
    size = long_file.stat().st_size
    assert (size, 2 * size, "Checking the file") in heard
    assert (2 * size, 2 * size, "Writing the documents") in heard
    assert heard[-1] == (10, 10, None)


def test_a_large_file_is_read_in_bounded_memory(project, tmp_path):
    records = [biography(f"doc-{number}", note="x" * 200_000) for number in range(100)]
    path = written(tmp_path, *records)
    del records
    tracemalloc.start()
    try:
        assert bring(project, path).state is JobState.DONE
        assert tracemalloc.get_traced_memory()[1] < path.stat().st_size
    finally:
        tracemalloc.stop()
