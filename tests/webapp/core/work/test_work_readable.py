"""Who submits hears what can still be read of what they hide: hides it, or says it may stay."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from annotation.types import SemanticType
from tests.factories import Factory, Span, sign_in
from tests.webapp.workbench.marks import hidden, work_of
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.platform.extensions import db
from webapp.platform.models import AssignmentState, Event, EventKind, ProjectKind

TEXT = "Ada Berg was born in Oslo. Oslo is cold, says Ada."
SPANS: list[Span] = [
    ("Ada Berg", SemanticType.PERSON, "e1", ["PERSON 1", "***"]),
    ("Oslo", SemanticType.LOC, "e2", ["city in Norway", "city", "***"]),
]
CHOSEN = {0: "PERSON 1", 1: "city"}
ASKED = "you hide can still be read"


def named_again(
    kind: ProjectKind,
    make: Factory,
    client: FlaskClient,
    text: str = TEXT,
    spans: list[Span] = SPANS,
) -> WorkbenchClient:
    """Open a text that names again, in clear, what its spans hide."""
    annotator = make.user()
    project = make.project(annotator, kind=kind)
    document = make.document(project, text=text, spans=spans)
    assignment = make.assignment(document, annotator)
    sign_in(client, annotator)
    return WorkbenchClient(client, annotator, project, document, assignment)


@pytest.fixture(params=[ProjectKind.ONE_PASS, ProjectKind.REPLACEMENT])
def leaving(request, make: Factory, client: FlaskClient) -> WorkbenchClient:
    return named_again(request.param, make, client)


@pytest.fixture
def marking(make: Factory, client: FlaskClient) -> WorkbenchClient:
    return named_again(ProjectKind.ONE_PASS, make, client)


def found_in(page: str) -> list[str]:
    """Return what the buttons of a refused page would hide: each, then all."""
    return [
        " ".join(unescape(value).split())
        for value in re.findall(r'name="mark-found" value="([^"]*)"', page)
    ]


def version_in(page: str) -> str:
    """Return which version of the work the tick of a refused page confirms."""
    [version] = re.findall(r'name="may_stay" value="(\d+)"', page)
    return version


def test_a_submission_is_refused_with_what_can_be_read_and_where(leaving: WorkbenchClient):
    refused = leaving.post("submit", CHOSEN)
    assert refused.status_code == 422
    assert f"2 things that {ASKED}" in refused.text
    assert "city. Oslo is cold, says Ada" in refused.text
    assert leaving.assignment.state is AssignmentState.IN_PROGRESS
    assert leaving.texts() == ["PERSON 1", "city"]


def test_what_can_be_read_more_than_once_is_counted(make: Factory, client: FlaskClient):
    text = "A beekeeper came. Beekeeper or not, says a beekeeper."
    spans = [("beekeeper", SemanticType.DEM, "e1", ["worker", "***"])]
    bench = named_again(ProjectKind.ONE_PASS, make, client, text, spans)
    page = " ".join(bench.post("submit", {0: "worker"}).text.split())
    assert "A worker came. Beekeeper or not, says a" in page
    assert "and 1 more time" in page
    [found] = found_in(page)
    bench.post("spans", **{"mark-found": found})
    assert hidden(bench) == ["beekeeper", "Beekeeper", "beekeeper"]


def test_what_may_stay_is_submitted_and_counted_in_the_trail(leaving: WorkbenchClient):
    shown = version_in(leaving.post("submit", CHOSEN).text)
    assert leaving.post("submit", may_stay=shown).status_code == 303
    assert leaving.assignment.state is AssignmentState.SUBMITTED
    [event] = db.session.scalars(select(Event).where(Event.kind == EventKind.SUBMITTED))
    assert event.details == {"still_readable": 2}


def test_a_confirmation_holds_for_what_was_shown_alone(leaving: WorkbenchClient):
    shown = version_in(leaving.post("submit", CHOSEN).text)
    leaving.post("choices", {1: "***"})
    assert leaving.post("submit", may_stay=shown).status_code == 422
    leaving.post("choices", {1: "city"})
    changed_with_it = leaving.post("submit", {1: "***"}, may_stay=leaving.assignment.version)
    assert changed_with_it.status_code == 422
    assert leaving.assignment.state is AssignmentState.IN_PROGRESS


def test_one_press_hides_all_that_was_found_linked_to_what_it_names(marking: WorkbenchClient):
    *_, everything = found_in(marking.post("submit", CHOSEN).text)
    assert marking.post("spans", **{"mark-found": everything}).status_code == 303
    assert hidden(marking) == ["Ada Berg", "Oslo", "Oslo", "Ada"]
    assert [mention.entity_id for mention in work_of(marking)] == ["e1", "e2", "e2", "e1"]
    assert marking.post("submit", {2: "***", 3: "***"}).status_code == 303


def test_a_name_is_hidden_with_its_initials_and_then_these_alone(
    make: Factory, client: FlaskClient
):
    text = "Jens Halvorsen came. J. Halvorsen left. Halvorsen, J., signed as JH."
    spans = [("Jens Halvorsen", SemanticType.PERSON, "e1", ["PERSON 1", "***"])]
    bench = named_again(ProjectKind.ONE_PASS, make, client, text, spans)
    *_, everything = found_in(bench.post("submit", {0: "PERSON 1"}).text)
    bench.post("spans", **{"mark-found": everything})
    assert hidden(bench) == ["Jens Halvorsen", "J. Halvorsen", "Halvorsen, J.", "JH"]
    assert {mention.entity_id for mention in work_of(bench)} == {"e1"}


def test_each_is_hidden_by_itself_and_that_is_undone_as_other_steps(marking: WorkbenchClient):
    first, *_ = found_in(marking.post("submit", CHOSEN).text)
    marking.post("spans", **{"mark-found": first})
    assert hidden(marking) == ["Ada Berg", "Oslo", "Oslo"]
    marking.post("undo")
    assert hidden(marking) == ["Ada Berg", "Oslo"]


def test_where_spans_are_given_nothing_offers_to_hide_more(leaving: WorkbenchClient):
    refused = leaving.post("submit", CHOSEN)
    assert bool(found_in(refused.text)) is leaving.project.kind.marks


@pytest.mark.parametrize("found", ["0-3-4711", "nonsense", "0-999999-{}"])
def test_what_was_not_found_is_refused_and_hides_nothing(marking: WorkbenchClient, found: str):
    wanted = found.format(marking.mentions[0].id)
    assert marking.post("spans", **{"mark-found": wanted}).status_code == 422
    assert hidden(marking) == ["Ada Berg", "Oslo"]
