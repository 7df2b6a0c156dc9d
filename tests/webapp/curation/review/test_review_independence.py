"""Nobody decides on their own work, or reads what others chose before choosing themselves."""

import pytest
from sqlalchemy import select

from tests.factories import sign_in
from tests.webapp.curation.review.reviewing import address_of, read_sanitized
from tests.webapp.submissions import compute_agreement, submitted, town
from webapp.curation.review import operations
from webapp.platform.errors import ForbiddenError
from webapp.platform.extensions import db
from webapp.platform.models import AssignmentState, Flag, Role, utc_now

OPEN = ["assigned", "in_progress", "skipped"]
OWN = "This is your own work: somebody else decides on it."
SUBMIT_FIRST = "You annotate this document yourself: submit it first, then read what others chose."
SECRET = "city in Norway"


@pytest.fixture(params=Role)
def ria(request, make, client):
    """Whoever reviews and annotates as well: peers, reviewers, admins."""
    person = make.user("Ria", role=request.param)
    sign_in(client, person)
    return person


@pytest.fixture
def project(make, ria):
    project = make.project(ria)
    project.has_peer_review = ria.role is Role.ANNOTATOR
    return project


@pytest.fixture
def document(make, project):
    return town(make, project)


@pytest.fixture
def theirs(make, document):
    """Ada's submitted work, with a question about it."""
    ada = make.user("Ada")
    work = submitted(make, document, ada, SECRET)
    raise_flag(work, ada, "Is the city too much?")
    return work


def raise_flag(work, author, comment):
    flag = Flag(assignment_id=work.id, author_id=author.id, comment=comment, created_at=utc_now())
    db.session.add(flag)
    db.session.commit()
    return flag


def lists_of(person):
    """Return the pages that list submitted work to somebody."""
    return ["review"] if person.role is Role.ANNOTATOR else ["review", "documents"]


def verbs(client, work):
    """Yield the answers to all that a reviewer can do with work."""
    form = {"version": work.version, "comment": "Less, please."}
    yield client.post(address_of(work, "approve"), data=form)
    yield client.post(address_of(work, "send-back"), data=form)
    [flag] = db.session.scalars(select(Flag.id).where(Flag.assignment_id == work.id))
    yield client.post(address_of(work, "flags", flag, "resolve"))


@pytest.fixture(params=OPEN)
def own_open(request, make, ria, document):
    """Ria's own work on the document, that she has not submitted."""
    work = make.assignment(document, ria)
    work.state = AssignmentState(request.param)
    db.session.commit()
    return work


@pytest.mark.usefixtures("own_open")
def test_others_work_on_a_document_still_open_to_the_reader_is_not_shown(client, theirs):
    answer = client.get(address_of(theirs))
    assert answer.status_code == 403
    assert SUBMIT_FIRST in answer.text
    assert SECRET not in answer.text


def test_ones_own_open_work_is_not_shown_beside_what_others_chose(client, own_open, theirs):
    answer = client.get(address_of(own_open))
    assert (answer.status_code, theirs.state) == (403, AssignmentState.SUBMITTED)
    assert SUBMIT_FIRST in answer.text


@pytest.mark.usefixtures("own_open")
def test_nothing_is_decided_on_a_document_still_open_to_the_reader(client, theirs):
    for answer in verbs(client, theirs):
        assert answer.status_code == 403
        assert SUBMIT_FIRST in answer.text
        assert SECRET not in answer.text
    assert theirs.state is AssignmentState.SUBMITTED
    assert db.session.scalars(select(Flag.resolved_at)).all() == [None]


@pytest.mark.usefixtures("own_open")
def test_lists_lead_to_nothing_that_is_withheld(client, project, ria, theirs):
    for page in ("review?queue=flagged", *lists_of(ria)):
        listed = client.get(f"/projects/{project.id}/{page}").text
        assert "Ada" in listed
        assert address_of(theirs) not in listed
        assert "Is the city too much?" not in listed


def test_once_submitted_others_work_is_open_and_listed(client, project, ria, own_open, theirs):
    own_open.state, own_open.submitted_at = AssignmentState.SUBMITTED, utc_now()
    db.session.commit()
    assert SECRET in client.get(address_of(theirs)).text
    read_sanitized(client, theirs)
    for page in lists_of(ria):
        assert address_of(theirs) in client.get(f"/projects/{project.id}/{page}").text
    assert "Is the city too much?" in client.get(f"/projects/{project.id}/review").text
    assert next(verbs(client, theirs)).status_code == 303


def test_ones_own_work_is_shown_without_a_decision_and_cannot_be_decided_on(
    client, make, ria, document
):
    own = submitted(make, document, ria, "***")
    raise_flag(own, make.user("Ben", role=Role.REVIEWER), "Too little is left.")
    page = client.get(address_of(own)).text
    assert OWN in page
    for step in ("approve", "send-back", "resolve"):
        assert f"/{step}" not in page
    for answer in verbs(client, own):
        assert answer.status_code == 403
        assert OWN in answer.text
    assert own.state is AssignmentState.SUBMITTED


def test_a_question_of_ones_own_can_be_taken_back(client, make, ria, document):
    own = submitted(make, document, ria, "***")
    question = raise_flag(own, ria, "Is this enough?")
    assert client.post(address_of(own, "flags", question.id, "resolve")).status_code == 303
    assert question.resolved_at is not None


def test_the_next_to_decide_on_is_neither_ones_own_nor_withheld(client, make, ria, project):
    ada = make.user("Ada")
    first, own, withheld, last = (town(make, project) for _ in range(4))
    read = submitted(make, first, ada, SECRET)
    submitted(make, own, ria, "***")
    submitted(make, withheld, ada, SECRET)
    make.assignment(withheld, ria)
    following = submitted(make, last, ada, SECRET)
    read_sanitized(client, read)
    read_sanitized(client, following)
    answer = client.post(address_of(read, "approve"), data={"version": read.version})
    assert answer.location == address_of(following)
    answer = client.post(address_of(following, "approve"), data={"version": following.version})
    assert answer.location == f"/projects/{project.id}/review"
    assert "No submitted work is waiting for you." in client.get(answer.location).text


@pytest.mark.usefixtures("theirs")
def test_work_is_not_taken_back_by_who_can_read_what_others_chose(client, make, ria, document):
    own = submitted(make, document, ria, "***")
    address = f"/projects/{document.project_id}/documents/{document.id}"
    page = client.get(address).text
    assert "another reviewer can send yours back" in page
    assert "/reopen" not in page
    answer = client.post(f"{address}/reopen")
    assert answer.status_code == 403
    assert "another reviewer can send this back to you" in answer.text
    assert own.state is AssignmentState.SUBMITTED


def test_work_can_be_taken_back_while_nobody_else_has_submitted(client, make, ria, document):
    own = submitted(make, document, ria, "***")
    make.assignment(document, make.user("Ada"))
    address = f"/projects/{document.project_id}/documents/{document.id}"
    assert "/reopen" in client.get(address).text
    assert client.post(f"{address}/reopen").status_code == 303
    assert own.state is AssignmentState.IN_PROGRESS


@pytest.mark.parametrize("ria", [Role.REVIEWER, Role.ADMIN], indirect=True)
def test_disputes_in_a_document_still_open_to_the_reader_are_not_shown(
    client, make, project, document, theirs, own_open
):
    submitted(make, document, make.user("Ben"), "***")
    compute_agreement(make, project)
    page = client.get(f"/projects/{project.id}/agreement").text
    assert "documents that you annotate yourself" in page
    assert "Ada, " not in page.split("Most disputed mentions")[1]
    assert SECRET not in page
    own_open.state, own_open.submitted_at = AssignmentState.SUBMITTED, utc_now()
    db.session.commit()
    page = client.get(f"/projects/{project.id}/agreement").text
    assert "documents that you annotate yourself" not in page
    assert SECRET in page
    assert theirs.id


def test_the_verbs_themselves_refuse_whoever_calls_them(make, ria, document):
    own = submitted(make, document, ria, "***")
    with pytest.raises(ForbiddenError, match="somebody else decides"):
        operations.approve(db.session(), own, version=own.version, person=ria, at=utc_now())
