"""What became of suggested spans in submitted work is counted by who suggested them."""

import pytest
from sqlalchemy import select

from annotation.overlaying import SUGGESTIONS
from annotation.types import EditType, IdentifierType
from tests.factories import Factory
from tests.webapp.submissions import submitted
from webapp.extensions import db
from webapp.masks.kept import Fates, fates_of
from webapp.models import (
    AssignmentState,
    ChoiceOrigin,
    Layer,
    Mention,
    ProjectKind,
    Purpose,
    utc_now,
)

CHOSEN = ["a person", "a town", "a year", "PERSON 1", "a town", "a year"]


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def project(make):
    return make.project(kind=ProjectKind.ONE_PASS)


@pytest.fixture
def suggested(make, project):
    """Six suggested spans, all masked: Ada Berg, Oslo, 1986, Berg, Bergen, 2004."""

    def suggested(version=None):
        document = make.document(project)
        [layer] = document.layers
        layer.name, layer.version_id = SUGGESTIONS, version and version.id
        db.session.commit()
        return document

    return suggested


def own(document, annotator, *spans):
    """Let an annotator have marked stretches: (start, end, how)."""
    layer = Layer(
        document_id=document.id,
        position=1,
        name=annotator.name,
        annotator_id=annotator.id,
        layout={},
    )
    db.session.add(layer)
    db.session.flush()
    model = document.layers[0].mentions[0]
    for number, (start, end, identifier_type) in enumerate(spans):
        mention = Mention(
            document_id=document.id,
            layer_id=layer.id,
            position=number,
            mention_id=f"own{number}",
            entity_id=f"own{number}",
            entity_type=model.entity_type,
            start_offset=start,
            end_offset=end,
            span_text=document.text[start:end],
            identifier_type=identifier_type,
            edit_type=EditType.CORRECT,
            layout={"keys": [], "extra": {}},
        )
        db.session.add(mention)
    db.session.commit()


def place(document, words):
    start = document.text.index(words)
    return start, start + len(words)


def test_kept_corrected_taken_back_and_added_are_told_apart(make, project, suggested):
    document, nora = suggested(), make.user()
    masked, bare = IdentifierType.QUASI, IdentifierType.NO_MASK
    start, end = place(document, "Ada Berg")
    own(
        document,
        nora,
        (start, end - 1, masked),
        (*place(document, "1986"), bare),
        (*place(document, "moved"), masked),
    )
    assignment = make.assignment(document, nora)
    town = db.session.scalars(select(Mention).where(Mention.span_text == "Oslo")).one()
    make.choice(assignment, town, "Oslo").origin = ChoiceOrigin.LEFT
    assignment.state, assignment.submitted_at = AssignmentState.SUBMITTED, utc_now()
    db.session.commit()
    found = fates_of(db.session(), project)
    assert found.overall == Fates(kept=3, corrected=1, taken_back=2, inserted=1)
    assert found.by_version == ((None, found.overall),)
    assert found.overall.kept_share == 0.5


def test_each_annotator_counts_and_only_what_is_submitted(make, project, suggested):
    document = suggested()
    for name in ("Nora", "Olav"):
        submitted(make, document, make.user(name), *CHOSEN)
    make.assignment(document, make.user()).state = AssignmentState.IN_PROGRESS
    db.session.commit()
    assert fates_of(db.session(), project).overall == Fates(kept=12)


def test_versions_stand_apart_the_newest_first(make, project, suggested):
    first, second = (make.version(project, purpose=Purpose.MASKS) for _ in range(2))
    nora = make.user()
    for version in (first, None, second):
        submitted(make, suggested(version), nora, *CHOSEN)
    found = fates_of(db.session(), project)
    assert [version and version.id for version, _ in found.by_version] == [
        second.id,
        first.id,
        None,
    ]
    assert found.overall == Fates(kept=18)


def test_spans_that_people_gave_are_no_suggestions(make, project):
    submitted(make, make.document(project), make.user(), *CHOSEN)
    found = fates_of(db.session(), project)
    assert (found.overall, found.by_version) == (Fates(), ())
