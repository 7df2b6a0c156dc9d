"""What became of suggested spans in submitted work is counted by who suggested them."""

from dataclasses import dataclass
from random import Random

import pytest
from sqlalchemy import select

from annotation.overlaying import SUGGESTIONS, untouched
from annotation.rendering import clusters, overlap
from annotation.types import EditType, IdentifierType, SemanticType
from tests.factories import Factory
from tests.webapp.submissions import submitted
from webapp.masks.acceptance import AcceptanceCounts, acceptance_of
from webapp.platform.extensions import db
from webapp.platform.models import (
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
    fill(document, layer, *spans)


def fill(document, layer, *spans):
    """Add spans to a layer: (start, end, how)."""
    for number, (start, end, identifier_type) in enumerate(spans):
        mention = Mention(
            document_id=document.id,
            layer_id=layer.id,
            position=number,
            mention_id=f"own{number}",
            entity_id=f"own{number}",
            entity_type=SemanticType.MISC,
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
    found = acceptance_of(db.session(), project)
    assert found.overall == AcceptanceCounts(accepted=3, corrected=1, rejected=2, inserted=1)
    assert found.by_version == ((None, found.overall),)
    assert found.overall.acceptance_rate == 0.5


def test_each_annotator_counts_and_only_what_is_submitted(make, project, suggested):
    document = suggested()
    for name in ("Nora", "Olav"):
        submitted(make, document, make.user(name), *CHOSEN)
    make.assignment(document, make.user()).state = AssignmentState.IN_PROGRESS
    db.session.commit()
    assert acceptance_of(db.session(), project).overall == AcceptanceCounts(accepted=12)


def test_versions_stand_apart_the_newest_first(make, project, suggested):
    first, second = (make.version(project, purpose=Purpose.MASKS) for _ in range(2))
    nora = make.user()
    for version in (first, None, second):
        submitted(make, suggested(version), nora, *CHOSEN)
    found = acceptance_of(db.session(), project)
    assert [version and version.id for version, _ in found.by_version] == [
        second.id,
        first.id,
        None,
    ]
    assert found.overall == AcceptanceCounts(accepted=18)


def test_spans_that_people_gave_are_no_suggestions(make, project):
    submitted(make, make.document(project), make.user(), *CHOSEN)
    found = acceptance_of(db.session(), project)
    assert (found.overall, found.by_version) == (AcceptanceCounts(), ())


def test_what_people_marked_without_seeing_it_is_counted_apart(make, project, suggested):
    document, nora = suggested(), make.user()
    masked = IdentifierType.QUASI
    start, end = place(document, "Ada Berg")
    own(
        document,
        nora,
        (start, end - 1, masked),
        (*place(document, "Oslo"), masked),
        (*place(document, "moved"), masked),
    )
    assignment = make.assignment(document, nora)
    assignment.is_blind = True
    assignment.state, assignment.submitted_at = AssignmentState.SUBMITTED, utc_now()
    db.session.commit()
    submitted(make, suggested(), nora, *CHOSEN)
    found = acceptance_of(db.session(), project, is_blind=True).overall
    assert found == AcceptanceCounts(accepted=1, corrected=1, rejected=4, inserted=1)
    assert (found.precision, found.recall) == (pytest.approx(2 / 6), pytest.approx(2 / 3))
    assert acceptance_of(db.session(), project).overall == AcceptanceCounts(accepted=6)


@dataclass(frozen=True)
class Drawn:
    """A span that was drawn by lot."""

    start: int
    end: int
    identifier_type: IdentifierType

    @property
    def is_masked(self):
        return self.identifier_type is not IdentifierType.NO_MASK


def drawn(random):
    """Draw spans of a short text, which may overlap."""
    starts = random.sample(range(13), random.randint(0, 4))
    kinds = (IdentifierType.QUASI, IdentifierType.QUASI, IdentifierType.NO_MASK)
    return [Drawn(each, each + random.randint(1, 3), random.choice(kinds)) for each in starts]


def defined(suggested, marked, *, is_blind):
    """Count as annotation.overlaying says of a document."""
    masked = [each for each in marked if each.is_masked]
    standing = {id(each) for each in untouched(suggested, marked)}
    expected = AcceptanceCounts()
    for cluster in clusters([each for each in suggested if each.is_masked]):
        borders = min(each.start for each in cluster), max(each.end for each in cluster)
        is_hit = any(overlap(each, span) for each in masked for span in cluster)
        if is_blind:
            is_kept = borders in {(each.start, each.end) for each in masked}
        else:
            is_kept = all(id(each) in standing for each in cluster)
        expected += AcceptanceCounts(
            accepted=int(is_kept),
            corrected=int(is_hit and not is_kept),
            rejected=int(not is_hit and not is_kept),
        )
    hidden = [each for each in suggested if each.is_masked]
    added = [each for each in masked if not any(overlap(each, span) for span in hidden)]
    return expected + AcceptanceCounts(inserted=len(added))


@pytest.mark.parametrize("is_blind", [False, True])
def test_what_is_counted_is_what_overlaying_says(make, project, is_blind):
    random, expected = Random(16), AcceptanceCounts()  # noqa: S311 - draws examples, no secret
    nora = make.user()
    for _ in range(50):
        document = make.document(project, text="x" * 16, spans=[])
        found, marked = drawn(random), drawn(random)
        document.layers[0].name = SUGGESTIONS
        fill(document, document.layers[0], *as_rows(found))
        own(document, nora, *as_rows(marked))
        work = make.assignment(document, nora)
        work.is_blind, work.state, work.submitted_at = is_blind, "submitted", utc_now()
        db.session.commit()
        expected += defined(found, marked, is_blind=is_blind)
    assert acceptance_of(db.session(), project, is_blind=is_blind).overall == expected
    assert min(expected.accepted, expected.corrected, expected.rejected, expected.inserted) > 1


def as_rows(spans):
    return [(each.start, each.end, each.identifier_type) for each in spans]
