"""Projects as each role sees them: the home page and the overview."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.factories import Factory, sign_in
from tests.webapp.statements import recorded_statements
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Flag,
    Membership,
    Project,
    Role,
    User,
    utc_now,
)


@pytest.fixture
def annotator(make: Factory) -> User:
    return make.user("Ada")


@pytest.fixture
def admin(make: Factory) -> User:
    return make.user("Root", role=Role.ADMIN)


def _submit(assignment: Assignment) -> None:
    assignment.state = AssignmentState.SUBMITTED
    assignment.submitted_at = utc_now()
    db.session.commit()


class TestHome:
    def test_an_annotator_sees_only_own_projects_and_goes_straight_to_the_next_document(
        self, client: FlaskClient, make: Factory, annotator: User
    ) -> None:
        project = make.project(annotator, name="Letters")
        make.project(name="Secret cases")
        done, following = make.document(project), make.document(project)
        _submit(make.assignment(done, annotator))
        make.assignment(following, annotator)
        sign_in(client, annotator)
        page = client.get("/").text
        assert "Letters" in page
        assert "Secret cases" not in page
        assert "1 of 2" in page
        assert f'href="/projects/{project.id}/documents/{following.id}"' in page

    def test_what_is_in_progress_is_continued_and_counted_though_nothing_is_submitted(
        self, client: FlaskClient, make: Factory, annotator: User
    ) -> None:
        project = make.project(annotator)
        begun = [make.assignment(make.document(project), annotator) for _ in range(3)]
        sign_in(client, annotator)
        for address in ("/", f"/projects/{project.id}"):
            page = client.get(address).text
            assert ">Start<" in page
            assert "in progress" not in page
        for work in begun[:2]:
            work.state = AssignmentState.IN_PROGRESS
        db.session.commit()
        for address in ("/", f"/projects/{project.id}"):
            page = client.get(address).text
            assert ">Continue<" in page
            assert "0 of 3" in page
            assert "2 in progress" in page

    def test_what_needs_the_annotator_comes_first_with_the_document_by_its_name(
        self, client: FlaskClient, make: Factory, annotator: User
    ) -> None:
        states = {
            "A": AssignmentState.SUBMITTED,
            "B": AssignmentState.SKIPPED,
            "C": AssignmentState.ASSIGNED,
            "D": AssignmentState.IN_PROGRESS,
            "E": AssignmentState.IN_PROGRESS,  # sent back
        }
        for name, state in states.items():
            document = make.document(make.project(annotator, name=name), doc_id=f"life of {name}")
            work = make.assignment(document, annotator)
            work.state, work.returned_at = state, utc_now() if name == "E" else None
            work.submitted_at = utc_now() if name == "A" else None
        db.session.commit()
        sign_in(client, annotator)
        page = client.get("/").text
        assert re.findall(r"<h2><a[^>]*>(\w)</a>", page) == ["E", "D", "C", "B", "A"]
        ways_on = page.split('class="way-on"')[1:]
        named = ["life of" in way.partition("</p>")[0] for way in ways_on]
        assert named == [True] * 4 + [False]

    def test_of_equally_urgent_projects_those_with_work_to_review_come_first(
        self, client: FlaskClient, make: Factory, annotator: User
    ) -> None:
        make.project(name="Almanac")
        _submit(make.assignment(make.document(make.project(name="Zoo")), annotator))
        make.project(name="Middle")
        sign_in(client, make.user(role=Role.ADMIN))
        page = client.get("/").text
        assert re.findall(r"<h2><a[^>]*>(\w+)</a>", page) == ["Zoo", "Almanac", "Middle"]

    def test_it_says_when_all_is_done_or_nothing_is_assigned(
        self, client: FlaskClient, make: Factory, annotator: User
    ) -> None:
        finished = make.project(annotator)
        make.project(annotator)
        _submit(make.assignment(make.document(finished), annotator))
        sign_in(client, annotator)
        page = client.get("/").text
        assert "All done." in page
        assert "Nothing is assigned to you yet." in page
        assert "Continue" not in page

    def test_without_projects_everybody_is_told_what_to_do(
        self, client: FlaskClient, annotator: User, admin: User
    ) -> None:
        sign_in(client, annotator)
        page = client.get("/").text
        assert "not a member of a project yet" in page
        assert "New project" not in page
        sign_in(client, admin)
        assert "New project" in client.get("/").text

    def test_an_admin_sees_all_projects_with_their_counts(
        self, client: FlaskClient, make: Factory, annotator: User, admin: User
    ) -> None:
        project = make.project(annotator)
        _submit(make.assignment(make.document(project), annotator))
        sign_in(client, admin)
        page = client.get("/").text
        assert project.name in page
        assert "1 of 1 submitted" in page
        assert "1 waiting" in page
        assert f'<a class="button" href="/projects/{project.id}/review">Review<' in page

    def test_nobody_is_asked_to_review_their_own_work(
        self, client: FlaskClient, make: Factory, annotator: User, admin: User
    ) -> None:
        project = make.project(annotator)
        _submit(make.assignment(make.document(project), admin))
        sign_in(client, admin)
        page = client.get("/").text
        assert "waiting" not in page
        assert "/review" not in page
        _submit(make.assignment(make.document(project), annotator))
        assert "1 waiting" in client.get("/").text


def _step(page: str, title: str) -> tuple[str, str]:
    """Return the status and the detail of a step of the checklist."""
    [step] = [each for each in page.split('<li class="card ') if f">{title}</a></h3>" in each]
    status, detail = re.findall(r"<p[^>]*>([^<]*)</p>", step)[:2]
    return status, detail


class TestWorkingAlone:
    def test_an_admin_who_annotates_alone_is_told_what_is_true(
        self, client: FlaskClient, make: Factory, admin: User
    ) -> None:
        project = make.project()
        _submit(make.assignment(make.document(project), admin))
        sign_in(client, admin)
        page = client.get(f"/projects/{project.id}").text
        assert _step(page, "Add members") == ("Done", "1 annotator; each document needs 1.")
        alone = "Nobody else can review your own work: export takes it as submitted."
        assert _step(page, "Review") == ("Optional", alone)
        assert _step(page, "Export")[0] == "Next"

    def test_where_somebody_else_can_review_that_is_next(
        self, client: FlaskClient, make: Factory, annotator: User, admin: User
    ) -> None:
        project = make.project(annotator, make.user(role=Role.REVIEWER))
        for person in (admin, annotator):
            _submit(make.assignment(make.document(project), person))
        sign_in(client, admin)
        status, detail = _step(client.get(f"/projects/{project.id}").text, "Review")
        assert status == "Next"
        assert detail == "0 approved, 1 waiting. Somebody else decides on 1 of your own."


class TestOverview:
    def test_an_annotator_sees_the_queue_and_the_guidelines(
        self, client: FlaskClient, make: Factory, annotator: User
    ) -> None:
        project = make.project(annotator)
        project.guidelines = "Choose *one*. <script>alert(1)</script>"
        assignment = make.assignment(make.document(project), annotator)
        make.choice(assignment, assignment.document.layers[0].mentions[0], "***")
        sign_in(client, annotator)
        page = client.get(f"/projects/{project.id}").text
        assert "1 of 6 spans chosen" in page
        assert "Choose <em>one</em>." in page
        assert "<script>alert" not in page
        assert "Add members" not in page

    def test_a_flagged_and_a_submitted_document_say_so_and_stay_open_to_a_look(
        self, client: FlaskClient, make: Factory, annotator: User
    ) -> None:
        project = make.project(annotator)
        assignment = make.assignment(make.document(project), annotator)
        _submit(assignment)
        _flag(assignment)
        sign_in(client, annotator)
        page = client.get(f"/projects/{project.id}").text
        assert "Flagged" in page
        assert "Submitted" in page
        assert "All done." in page
        assert f'href="/projects/{project.id}/documents/{assignment.document_id}"' in page

    def test_the_checklist_points_to_the_first_step_that_is_not_done(
        self, client: FlaskClient, make: Factory, annotator: User, admin: User
    ) -> None:
        project = make.project()
        sign_in(client, admin)
        assert _next_step(client, project) == "Import documents"
        document = make.document(project)
        assert _next_step(client, project) == "Add members"
        db.session.add(Membership(project_id=project.id, user_id=annotator.id))
        db.session.commit()
        assert _next_step(client, project) == "Assign documents"
        assignment = make.assignment(document, annotator)
        assert _next_step(client, project) == "Annotate"
        _submit(assignment)
        assert _next_step(client, project) == "Review"
        assignment.state = AssignmentState.REVIEWED
        db.session.commit()
        assert _next_step(client, project) == "Export"

    def test_a_reviewer_sees_progress_but_no_way_to_change_the_project(
        self, client: FlaskClient, make: Factory, annotator: User
    ) -> None:
        reviewer = make.user(role=Role.REVIEWER)
        project = make.project(reviewer, annotator)
        _flag(make.assignment(make.document(project), annotator))
        sign_in(client, reviewer)
        page = client.get(f"/projects/{project.id}").text
        assert "1 open comment by annotators" in page
        assert f"/projects/{project.id}/documents" in page
        for path in ("members", "assign", "import", "settings"):
            assert f'"/projects/{project.id}/{path}"' not in page
            assert client.get(f"/projects/{project.id}/{path}").status_code == 403

    def test_somebody_who_left_is_shown_as_not_a_member(
        self, client: FlaskClient, make: Factory, annotator: User, admin: User
    ) -> None:
        project = make.project()
        make.assignment(make.document(project), annotator)
        sign_in(client, admin)
        for path in ("", "/members"):
            assert "not a member" in client.get(f"/projects/{project.id}{path}").text

    def test_many_documents_take_no_more_queries_than_few(
        self, client: FlaskClient, make: Factory, annotator: User, admin: User
    ) -> None:
        project = make.project(annotator)
        sign_in(client, admin)
        paths = [f"/projects/{project.id}", f"/projects/{project.id}/documents", "/"]
        few = [_count_queries(client, path) for path in paths]
        for _ in range(5):
            colleague = make.user()
            for _ in range(3):
                make.assignment(make.document(project), colleague)
        assert [_count_queries(client, path) for path in paths] == few


def _flag(assignment: Assignment) -> None:
    db.session.add(
        Flag(
            assignment_id=assignment.id,
            author_id=assignment.annotator_id,
            comment="Is this the same person?",
            created_at=utc_now(),
        )
    )
    db.session.commit()


def _next_step(client: FlaskClient, project: Project) -> str:
    page = client.get(f"/projects/{project.id}").text
    step = page.split('aria-current="step"')[1].split("</li>")[0]
    return step.split("</a>")[0].rsplit(">", 1)[1]


def _count_queries(client: FlaskClient, path: str) -> int:
    with recorded_statements() as statements:
        assert client.get(path).status_code == 200
    return len(statements)
