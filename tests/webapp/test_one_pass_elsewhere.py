"""What one annotator marks is theirs: nobody else sees it, learns from it or has it counted."""

import re

import pytest
from sqlalchemy import select

from annotation.agreement.layer_report import Attribute, Unit
from tests.factories import Factory, sign_in
from tests.webapp.submissions import compute_agreement
from tests.webapp.workbench.marking import TAKEN_BACK, choose, mark, submitted
from webapp.insight.agreement.computing import compute_layer_report, compute_report
from webapp.insight.agreement.queries import disputed_mentions
from webapp.masks.training import iter_marked
from webapp.platform.extensions import db
from webapp.platform.models import IS_SHARED, Assignment, Mention, ProjectKind, Role
from webapp.projects.deletion.beginnings import is_empty
from webapp.projects.documents import rows_of
from webapp.versions.examples import iter_submitted, open_documents


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def project(make):
    return make.project(kind=ProjectKind.ONE_PASS)


@pytest.fixture
def document(make, project):
    return make.document(project)


@pytest.fixture
def kim(make, document):
    return make.assignment(document, make.user("Kim"))


@pytest.fixture
def lou(make, document):
    return make.assignment(document, make.user("Lou"))


def shared(document):
    found = select(Mention).where(Mention.document_id == document.id, IS_SHARED)
    return list(db.session.scalars(found.order_by(Mention.start_offset)))


def choose_all(work, spans, text="***"):
    choose(work, dict.fromkeys(spans, text))


def spans_in(example_document):
    return [example.span_text for example in example_document.examples]


def test_documents_are_listed_with_the_spans_suggested_to_all(document, kim):
    mark(kim, "moved", choice="went")
    assert [row.spans for row in rows_of(db.session(), [document.id])] == [6]


def test_work_with_nothing_but_a_span_taken_back_is_not_empty(kim, lou):
    mark(kim, "Oslo", TAKEN_BACK)
    empty = db.session.scalars(select(Assignment.id).where(is_empty())).all()
    assert empty == [lou.id]


def test_what_one_adds_is_no_open_span_of_others(document, kim):
    mark(kim, "moved", choice="went")
    [found] = open_documents(db.session(), [document.id]).values()
    assert "moved" not in spans_in(found)
    assert len(found.examples) == 6


def test_what_one_adds_is_learnt_once_it_is_submitted(document, project, kim, lou):
    mark(kim, "moved", choice="went")
    for work in (kim, lou):
        choose_all(work, shared(document))
    submitted(lou, spans=6)
    [before] = iter_submitted(db.session(), project.id)
    assert "moved" not in spans_in(before)
    submitted(kim, spans=7)
    [after] = iter_submitted(db.session(), project.id)
    [learnt] = [example for example in after.examples if example.span_text == "moved"]
    assert learnt.choices == {"Kim": "went"}
    [of_lou] = iter_submitted(db.session(), project.id, annotators=[lou.annotator_id])
    assert "moved" not in spans_in(of_lou)


def test_masks_are_learnt_from_all_that_each_hides(document, project, kim, lou):
    spans = shared(document)
    mark(kim, "Oslo", TAKEN_BACK)
    mark(kim, "moved", choice="went")
    choose_all(kim, [span for span in spans if span.span_text != "Oslo"])
    choose_all(lou, spans)
    assert not list(iter_marked(db.session(), project))
    submitted(kim, spans=6)
    submitted(lou, spans=6)
    [marked] = iter_marked(db.session(), project)
    hidden = {
        layer.name: [each.span_text for each in layer.mentions if each.is_masked]
        for layer in marked.layers
    }
    assert hidden == {
        "Kim": ["Ada Berg", "1986", "Berg", "moved", "Bergen", "2004"],
        "Lou": ["Ada Berg", "Oslo", "1986", "Berg", "Bergen", "2004"],
    }


def test_agreement_is_that_on_choices_and_numbers_shared_spans(document, project, kim, lou):
    mark(kim, "was born", choice="came")
    spans = shared(document)
    for work, town in ((kim, "city"), (lou, "city in Norway")):
        choose_all(work, [span for span in spans if span.span_text != "Oslo"])
        choose(work, {spans[1]: town})
    submitted(kim, spans=7)
    submitted(lou, spans=6)
    report = compute_report(db.session(), project)
    [disputed] = disputed_mentions(db.session(), project, report.disputed)
    assert (disputed.span_text, disputed.number) == ("Oslo", 2)


def test_agreement_on_masks_is_that_on_all_that_each_hides(document, project, kim, lou):
    spans = shared(document)
    mark(kim, "Oslo", TAKEN_BACK)
    choose_all(kim, [span for span in spans if span.span_text != "Oslo"])
    choose_all(lou, spans)
    submitted(kim, spans=5)
    assert compute_layer_report(db.session(), project) is None
    submitted(lou, spans=6)
    report = compute_layer_report(db.session(), project)
    assert report is not None
    assert report.annotators == ("Kim", "Lou")
    exact = report.metrics[Attribute.IDENTIFIER_TYPE][Unit.EXACT]
    assert (exact.items, exact.observed_agreement) == (6, pytest.approx(5 / 6))


def test_the_page_of_agreement_shows_that_on_masks(any_app, make, document, project, kim, lou):
    spans = shared(document)
    mark(kim, "Oslo", TAKEN_BACK)
    choose_all(kim, [span for span in spans if span.span_text != "Oslo"])
    choose_all(lou, spans)
    submitted(kim, spans=5)
    submitted(lou, spans=6)
    compute_agreement(make, project)
    client = any_app.test_client()
    sign_in(client, make.user("Ada", role=Role.ADMIN))
    page = client.get(f"/projects/{project.id}/agreement").text
    assert "1 document that several submitted, 2 annotators: Kim, Lou." in page
    assert "they left 92 % as it was, corrected 8 % and inserted 0 %" in page
    row = r"Identifier type</th><td>([^<]+)</td>.*?([0-9]\.[0-9]+)"
    rows = re.findall(row, page, re.DOTALL)
    assert rows[0] == ("spans, same borders", "0.833")
