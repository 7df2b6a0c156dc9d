"""The queue of an annotator: order, counts and how many queries it takes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask

from tests.factories import Factory
from tests.webapp.statements import recorded_statements
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Flag,
    Project,
    User,
    utc_now,
)
from webapp.projects import queries
from webapp.projects.members import list_people
from webapp.projects.queries import Progress, next_open_assignment, progress_of, queue

MOST_STEPS = 40
"""Of the database for one more document: counting takes 22, looking for work in it 87 more."""

Work = tuple[Project, User, list[Assignment]]


@pytest.fixture
def work(any_app: Flask) -> Work:  # noqa: ARG001 - on both databases
    """Five documents of one annotator, another annotator's, and a project of the same person."""
    make = Factory(db.session)
    annotator, colleague = make.user(), make.user()
    project = make.project(annotator, colleague)
    assignments = [make.assignment(make.document(project), annotator) for _ in range(5)]
    make.assignment(make.document(project), colleague)
    make.assignment(make.document(make.project(annotator)), annotator)
    return project, annotator, assignments


def _become(assignment: Assignment, state: AssignmentState, *, minutes: int = 0) -> None:
    assignment.state = state
    assignment.changed_at = utc_now() + timedelta(minutes=minutes)
    assignment.submitted_at = assignment.changed_at if state.is_final else None
    db.session.commit()


def test_documents_come_in_the_order_of_the_file(work: Work) -> None:
    project, annotator, assignments = work
    assert next_open_assignment(db.session, project, annotator) == assignments[0]
    ids = [item.document_id for item in queue(db.session, project, annotator).rows]
    assert ids == [assignment.document_id for assignment in assignments]


def test_what_needs_its_annotator_stands_first_and_what_is_over_last(work: Work) -> None:
    project, annotator, (first, second, third, fourth, fifth) = work
    _become(first, AssignmentState.REVIEWED)
    _become(second, AssignmentState.SUBMITTED)
    _become(third, AssignmentState.SKIPPED)
    _become(fifth, AssignmentState.IN_PROGRESS)
    rows = queue(db.session, project, annotator).rows
    assert [row.document_id for row in rows] == [
        assignment.document_id for assignment in (fifth, fourth, third, second, first)
    ]


def test_begun_documents_come_first_and_skipped_ones_last_in_the_order_of_skipping(
    work: Work,
) -> None:
    project, annotator, (first, second, third, fourth, fifth) = work
    _become(second, AssignmentState.SKIPPED, minutes=5)
    _become(third, AssignmentState.SKIPPED, minutes=1)
    _become(fifth, AssignmentState.IN_PROGRESS)
    _become(first, AssignmentState.SUBMITTED)
    seen = []
    while assignment := next_open_assignment(db.session, project, annotator):
        seen.append(assignment)
        _become(assignment, AssignmentState.SUBMITTED)
    assert seen == [fifth, fourth, third, second]


def test_the_document_just_left_comes_again_only_when_no_other_is_open(work: Work) -> None:
    project, annotator, assignments = work
    left = assignments[0]
    _become(left, AssignmentState.IN_PROGRESS)
    assert next_open_assignment(db.session, project, annotator, after=left) == assignments[1]
    for assignment in assignments[1:]:
        _become(assignment, AssignmentState.SUBMITTED)
    assert next_open_assignment(db.session, project, annotator, after=left) == left
    _become(left, AssignmentState.SUBMITTED)
    assert next_open_assignment(db.session, project, annotator, after=left) is None


def test_progress_counts_submitted_and_reviewed_of_this_project_only(work: Work) -> None:
    project, annotator, assignments = work
    assert progress_of(db.session, project, annotator) == Progress(done=0, total=5)
    _become(assignments[0], AssignmentState.SUBMITTED)
    _become(assignments[1], AssignmentState.REVIEWED)
    assert progress_of(db.session, project, annotator) == Progress(done=2, total=5)
    _become(assignments[2], AssignmentState.IN_PROGRESS)
    assert progress_of(db.session, project, annotator) == Progress(done=2, total=5, begun=1)


def test_somebody_without_documents_has_done_nothing_of_nothing(work: Work) -> None:
    project = work[0]
    stranger = Factory(db.session).user("somebody new")
    assert progress_of(db.session, project, stranger) == Progress(done=0, total=0)
    assert not progress_of(db.session, project, stranger).is_complete
    assert next_open_assignment(db.session, project, stranger) is None
    assert queue(db.session, project, stranger).rows == []


def test_the_queue_counts_spans_choices_and_open_flags(work: Work) -> None:
    project, annotator, assignments = work
    mentions = assignments[1].document.layers[0].mentions
    Factory(db.session).choice(assignments[1], mentions[0], "***")
    _flag(assignments[2], annotator, is_resolved=False)
    _flag(assignments[3], annotator, is_resolved=True)
    items = queue(db.session, project, annotator).rows
    assert [item.spans for item in items] == [6] * 5
    assert [item.chosen for item in items] == [0, 1, 0, 0, 0]
    assert [item.open_flags for item in items] == [0, 0, 1, 0, 0]


def test_the_queue_comes_in_pages_and_by_state(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    project, annotator, assignments = work
    _become(assignments[0], AssignmentState.SUBMITTED)
    monkeypatch.setattr(queries, "ROWS_A_PAGE", 2)
    pages = [queue(db.session, project, annotator, page=number) for number in (1, 2, 3, 4)]
    assert [(page.total, page.pages) for page in pages] == [(5, 3)] * 4
    ids = [item.document_id for page in pages for item in page.rows]
    assert ids == [each.document_id for each in [*assignments[1:], assignments[0]]]
    submitted = queue(db.session, project, annotator, state=AssignmentState.SUBMITTED)
    assert [item.document_id for item in submitted.rows] == [assignments[0].document_id]
    assert submitted.total == 1


def test_the_queue_takes_three_queries_however_long_it_is(work: Work) -> None:
    project, annotator, _ = work
    db.session.refresh(project)
    db.session.refresh(annotator)
    with recorded_statements() as statements:
        queue(db.session, project, annotator)
    assert len(statements) == 3
    assert not any("document.text" in statement for statement in statements)


def test_members_are_listed_without_looking_into_all_that_they_have(
    app: Flask,  # noqa: ARG001 - SQLite alone counts its steps
) -> None:
    make = Factory(db.session)
    annotator = make.user()
    project = make.project(annotator)
    steps = []
    for _ in range(2):
        for _ in range(40):
            make.assignment(make.document(project), annotator)
        db.session.commit()
        steps.append(_steps_of(lambda: list_people(db.session(), project)))
    [person] = list_people(db.session(), project)
    assert (person.left_open, person.has_empty) == (80, True)
    assert (steps[1] - steps[0]) / 40 < MOST_STEPS


def _steps_of(read: Callable[[], object]) -> int:
    """Return how many steps SQLite takes."""
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    connection = db.session.connection().connection.driver_connection
    assert connection is not None
    connection.set_progress_handler(count, 1)
    read()
    connection.set_progress_handler(None, 1)
    return steps


def _flag(assignment: Assignment, author: User, *, is_resolved: bool) -> None:
    db.session.add(
        Flag(
            assignment_id=assignment.id,
            author_id=author.id,
            comment="Is this the same person?",
            created_at=utc_now(),
            resolved_at=utc_now() if is_resolved else None,
        )
    )
    db.session.commit()
