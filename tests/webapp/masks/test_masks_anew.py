"""Suggested masks are decided anew where nobody has touched them, and nowhere else."""

import pytest
from sqlalchemy import select

from annotation.overlaying import SUGGESTIONS
from annotation.types import IdentifierType
from masking.operating_points import ALL_STEPS, BALANCED
from tests.factories import Factory
from tests.webapp.submissions import work_off_the_queue
from webapp.masks import tasks
from webapp.masks.operations import decide, renew_masks, request_masks
from webapp.platform.errors import ForbiddenError
from webapp.platform.extensions import db
from webapp.platform.models import (
    AssignmentState,
    AssignmentSuggestions,
    Event,
    EventKind,
    Flag,
    Job,
    JobKind,
    JobState,
    Layer,
    Mention,
    ProjectKind,
    Purpose,
    Role,
    utc_now,
)
from webapp.versions.operations import promote
from webapp.versions.queries import policy_of

PRIVACY, *_, UTILITY = ALL_STEPS
TEXT = "Ada Berg left it the week after the landslide."
"""The event's time is hidden for privacy alone, whatever the judge has learnt."""


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def project(make, tiny_ontology):  # noqa: ARG001 - the index must be there
    return make.project(kind=ProjectKind.ONE_PASS)


@pytest.fixture
def admin(make):
    return make.user("Root", role=Role.ADMIN)


def found(make, project, number=1):
    """Add a document whose masks were found at the step where the project stands."""
    document = make.document(project, text=TEXT + " It rained." * number, spans=[])
    request_masks(db.session(), project, person=None, at=utc_now())
    db.session.commit()
    work_off_the_queue(JobKind.MASK)
    return document


def move(project, admin, step):
    """Move the project to a step and let the worker follow; return the job, if there is one."""
    job = decide(db.session(), project, step, person=admin, at=utc_now())
    db.session.commit()
    work_off_the_queue(JobKind.MASK)
    return job


def hidden(document):
    query = select(Mention.span_text).where(
        Mention.document_id == document.id, Mention.identifier_type != IdentifierType.NO_MASK
    )
    return set(db.session.scalars(query))


def test_moving_the_step_decides_untouched_documents_anew(make, project, admin):
    move(project, admin, UTILITY)
    document = found(make, project)
    assert hidden(document) == {"Ada Berg"}
    job = move(project, admin, PRIVACY)
    assert db.session.get_one(Job, job.id).message == "2 spans to hide in 1 document."
    assert hidden(document) == {"Ada Berg", "week after the landslide"}
    lists = select(Mention.generalizations).where(Mention.span_text == "week after the landslide")
    assert all(db.session.scalars(lists))
    assert policy_of(project).mask_step == PRIVACY.number


def test_staying_where_one_is_decides_nothing(make, project, admin):
    found(make, project)
    assert move(project, admin, BALANCED) is None
    assert (
        db.session.scalars(select(Event).where(Event.kind == EventKind.PROJECT_CHANGED)).all() == []
    )


def test_only_admins_say_how_much(make, project):
    with pytest.raises(ForbiddenError):
        decide(db.session(), project, PRIVACY, person=make.user(role=Role.REVIEWER), at=utc_now())


def test_a_masking_project_gets_spans_without_lists(make, tiny_ontology, admin):  # noqa: ARG001 - as above
    project = make.project(kind=ProjectKind.MASKING)
    move(project, admin, PRIVACY)
    document = found(make, project)
    assert hidden(document) == {"Ada Berg", "week after the landslide"}
    lists = select(Mention.generalizations).where(Mention.document_id == document.id)
    assert set(db.session.scalars(lists)) == {None}


def begin(make, document):
    make.assignment(document, make.user()).state = AssignmentState.IN_PROGRESS


def mark(make, document):
    """Somebody marks something of their own, and takes the assignment back again."""
    layer = Layer(document_id=document.id, position=1, name="Nora", layout={})
    layer.annotator_id = make.user().id
    db.session.add(layer)


def comment(make, document):
    assignment = make.assignment(document, make.user())
    mention = document.layers[0].mentions[0]
    flag = Flag(assignment_id=assignment.id, author_id=assignment.annotator_id, comment="?")
    flag.mention_id, flag.created_at = mention.id, utc_now()
    db.session.add(flag)


def choose(make, document):
    assignment = make.assignment(document, make.user())
    make.choice(assignment, document.layers[0].mentions[0], "***")


def rename(_make, document):
    document.layers[0].name = "gold"


def list_in_file(_make, document):
    document.layers[0].mentions[0].origins = None


@pytest.mark.parametrize("touch", [begin, mark, comment, choose, rename, list_in_file])
def test_what_somebody_touched_is_left_alone(make, project, admin, touch):
    move(project, admin, UTILITY)
    document, other = found(make, project), found(make, project, 2)
    touch(make, document)
    db.session.commit()
    before = db.session.scalars(select(Mention.id).where(Mention.document_id == document.id)).all()
    move(project, admin, PRIVACY)
    after = db.session.scalars(select(Mention.id).where(Mention.document_id == document.id)).all()
    assert after == before
    assert hidden(other) == {"Ada Berg", "week after the landslide"}


def test_a_document_in_which_nothing_was_ever_sought_stays_bare(make, project, admin):
    found(make, project)
    bare = make.document(project, text=TEXT + " It snowed.", spans=[])
    move(project, admin, PRIVACY)
    assert hidden(bare) == set()


def test_where_everything_is_touched_nobody_is_asked(make, project, admin):
    rename(make, found(make, project))
    db.session.commit()
    assert renew_masks(db.session(), project, person=admin, at=utc_now()) is None


def test_what_was_touched_while_the_job_waited_is_left_alone(make, project, admin):
    move(project, admin, UTILITY)
    document = found(make, project)
    job = decide(db.session(), project, PRIVACY, person=admin, at=utc_now())
    begin(make, document)
    db.session.commit()
    work_off_the_queue(JobKind.MASK)
    told = db.session.get_one(Job, job.id)
    assert (told.state, told.message) == (
        JobState.DONE,
        "Somebody has begun or marked every document.",
    )
    assert hidden(document) == {"Ada Berg"}


def test_payloads_of_former_lists_are_forgotten(make, project, admin):
    document = found(make, project)
    assignment = make.assignment(document, make.user())
    payload = AssignmentSuggestions(
        assignment_id=assignment.id, version_id=make.version(project).id, payload={}
    )
    payload.made_at = utc_now()
    db.session.add(payload)
    db.session.commit()
    version = assignment.version
    move(project, admin, PRIVACY)
    assert db.session.scalars(select(AssignmentSuggestions)).all() == []
    db.session.refresh(assignment)
    assert assignment.version > version  # a page that shows the former spans is a conflict
    assert assignment.spans == len(hidden(document))


def test_a_version_put_to_use_suggests_anew_and_is_named_by_what_it_found(
    make, project, admin, monkeypatch
):
    document = found(make, project)
    version = make.version(project, purpose=Purpose.MASKS, is_promoted=False)
    opened = []
    monkeypatch.setattr(tasks, "open_suggester", opening(opened))
    job = promote(db.session(), project, version, person=admin, at=utc_now())
    db.session.commit()
    assert (job.kind, job.arguments) == (JobKind.MASK, {"is_anew": True})
    work_off_the_queue(JobKind.MASK)
    [folder] = opened
    assert folder.name == version.folder
    [layer] = db.session.scalars(select(Layer).where(Layer.document_id == document.id))
    assert (layer.name, layer.version_id) == (SUGGESTIONS, version.id)


def opening(opened):
    """Open what comes along in the place of a version, and note which was asked for."""
    open_suggester = tasks.open_suggester

    def open_other(config, folder):
        opened.append(folder)
        return open_suggester(config)

    return open_other
