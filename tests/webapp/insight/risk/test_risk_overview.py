"""The checked documents of a project in order, page by page, summed up and drawn, in SQL."""

from __future__ import annotations

from itertools import pairwise, product
from statistics import fmean

import pytest
from sqlalchemy import delete, select

from tests.factories import Factory, sign_in
from tests.webapp.insight.risk.risky import check
from webapp.insight.risk import overview
from webapp.insight.risk.overview import Order, Overview, Point
from webapp.insight.risk.queries import count_unchecked
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, AssignmentState, RiskCheck, RiskOfWork, Role, utc_now

ATTACKS = (
    [],
    [{"by": "words", "people": 12, "rank": 1, "confidence": 0.2}],
    [
        {"by": "words", "people": 12, "rank": 3, "confidence": 0.99},
        {"by": "meaning", "people": 12, "rank": 1, "confidence": 0.9},
    ],
    [{"by": "words", "people": 12, "rank": 2, "confidence": 0.9}],
    [{"by": "words", "people": 12, "rank": 12, "confidence": 0.9}],
    [{"by": "words", "people": 12, "rank": None, "confidence": 0.9}],
    [{"by": "words", "people": 12, "rank": None, "confidence": 0.1}],
)
DOCUMENTS = 46


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def reviewer(make):
    return make.user(role=Role.ADMIN)


@pytest.fixture
def annotator(make):
    return make.user("Ann")


@pytest.fixture
def project(make, annotator):
    return make.project(annotator)


@pytest.fixture
def submit(make, project, annotator):
    """Add a document that somebody submitted."""

    def submit(*people) -> list[Assignment]:
        document = make.document(project, spans=[])
        made = [make.assignment(document, person) for person in people or (annotator,)]
        for each in made:
            each.state, each.submitted_at = AssignmentState.SUBMITTED, utc_now()
        db.session.commit()
        return made

    return submit


@pytest.fixture
def reports(submit):
    """The reports of many checked documents, by id, in the order of the project."""
    facts = list(product((None, 1, 5), ATTACKS, (0, 2), (0, 1), (None, 0.0, 0.5, 1.0)))
    mixed = [facts[37 * number % len(facts)] for number in range(DOCUMENTS)]
    return {
        (assignment := submit()[0]).document_id: check(
            assignment.document,
            k={"project": fitting, "people": 9},
            attacks=attacks,
            mentions=[spelled(number < guessed) for number in range(3)],
            gives_away=[["word", 1.0]] * words,
            kept=kept,
        ).report
        for fitting, attacks, guessed, words, kept in mixed
    }


def spelled(guessed):
    return {"guessed": guessed, "chosen": "city", "read_in": None}


def nearness(attack):
    if attack["rank"] == 1 or (attack["rank"] is None and attack["confidence"] >= 0.7):
        return 1 + attack["confidence"]
    return 1 / attack["rank"] if attack["rank"] else 0


BY_DEFINITION = {
    Order.NUMBER: lambda _: 0,
    Order.PEOPLE: lambda report: report["k"]["project"] or 0,
    Order.ATTACK: lambda report: -max(map(nearness, report["attacks"]), default=-1),
    Order.GUESSED: lambda report: -sum(each["guessed"] for each in report["mentions"]),
    Order.WORDS: lambda report: -len(report["gives_away"]),
    Order.KEPT: lambda report: 1 if report["kept"] is None else report["kept"],
}


@pytest.mark.parametrize("order", Order)
def test_each_order_is_by_what_reports_say_then_that_of_the_project(
    monkeypatch, project, reviewer, reports, order
):
    key = BY_DEFINITION[order]
    expected = sorted(reports, key=lambda each: key(reports[each]))
    whole = Overview(db.session(), project, reviewer)
    assert [each.document_id for each in whole.page(order, 1)] == expected
    assert whole.count() == DOCUMENTS
    monkeypatch.setattr(overview, "ROWS_A_PAGE", 7)
    pages = [whole.page(order, number) for number in range(1, 9)]
    assert [len(page) for page in pages] == [7, 7, 7, 7, 7, 7, 4, 0]
    shown = [each for page in pages for each in page]
    assert [each.document_id for each in shown] == expected
    assert all(each.report == reports[each.document_id] for each in shown)


def test_only_documents_with_submitted_work_that_the_reader_may_see_are_told(
    make, project, submit, annotator, reviewer
):
    [told], [taken_back], _unchecked = submit(), submit(), submit(annotator, make.user())
    [open_to_reader] = submit()
    for each in (told, taken_back, open_to_reader):
        check(each.document)
    taken_back.state = AssignmentState.IN_PROGRESS
    make.assignment(open_to_reader.document, reviewer)
    whole = Overview(db.session(), project, reviewer)
    [row] = whole.page(Order.NUMBER, 1)
    assert (row.assignment_id, row.number) == (told.id, told.document.number)
    assert whole.count() == 1
    assert whole.has_unread()
    own = Overview(db.session(), project, annotator)
    assert not own.has_unread()
    assert count_unchecked(db.session(), project) == 1
    told.changed_at = utc_now()
    db.session.commit()
    assert count_unchecked(db.session(), project) == 2


def add_work(row, assignment, fitting, *, is_found=False, privacy=None, kept=None):
    row.work.append(
        RiskOfWork(
            assignment_id=assignment.id,
            fitting=fitting,
            is_found=is_found,
            privacy=privacy,
            kept=kept,
        )
    )
    db.session.commit()


def test_annotators_are_summed_up_over_what_they_submitted(
    make, project, submit, annotator, reviewer
):
    bo, cy = make.user("Bo"), make.user("Cy")
    for number in range(5):
        ann_s, bo_s = submit(annotator, bo)
        row = check(ann_s.document)
        add_work(row, ann_s, number, is_found=number > 2, privacy=number / 10, kept=number / 8)
        add_work(row, bo_s, 1, privacy=0.3 if number else None, kept=0.5 if number > 2 else None)
    [cy_s] = submit(cy)
    add_work(check(cy_s.document), cy_s, 2, kept=0.4)
    make.assignment(cy_s.document, annotator)  # so that Ann may not read it yet
    ann, bo, cy = Overview(db.session(), project, reviewer).annotators()
    assert (ann.number, ann.name, ann.documents, ann.alone, ann.found) == (1, "Ann", 5, 1, 2)
    assert ann.point.privacy == pytest.approx(fmean(number / 10 for number in range(5)))
    assert ann.point.kept == pytest.approx(fmean(number / 8 for number in range(5)))
    assert (bo.number, bo.documents, bo.alone, bo.found) == (2, 5, 5, 0)
    assert (bo.point.privacy, bo.point.kept) == (pytest.approx(0.3), pytest.approx(0.5))
    assert (cy.name, cy.documents, cy.alone, cy.point) == ("Cy", 1, 0, None)
    seen_by_ann = Overview(db.session(), project, annotator).annotators()
    assert [each.name for each in seen_by_ann] == ["Ann", "Bo"]


@pytest.mark.parametrize("model", [Assignment, RiskCheck])
def test_what_is_known_of_work_goes_with_it_and_with_the_check(submit, annotator, model):
    [assignment] = submit(annotator)
    add_work(check(assignment.document), assignment, 1)
    of_document = model.document_id == assignment.document_id
    db.session.execute(delete(model).where(of_document))
    assert db.session.scalars(select(RiskOfWork)).all() == []


def test_of_very_many_documents_some_are_drawn_at_even_distances(
    monkeypatch, any_app, project, submit, reviewer
):
    monkeypatch.setattr(overview, "MOST_DRAWN", 10)
    whole = Overview(db.session(), project, reviewer)
    assert whole.chart() == overview.Chart([], of=0)
    for number in range(10):
        check(submit()[0].document, k={"project": 2, "people": 9}, kept=number / 100)
    check(submit()[0].document, k={"project": 2, "people": 9}, kept=None)
    check(submit()[0].document, kept=0.5)
    assert whole.chart().points == [Point(0.5, number / 100) for number in range(10)]
    browser = any_app.test_client()
    sign_in(browser, reviewer)
    assert "are drawn" not in browser.get(f"/projects/{project.id}/risk").text
    for number in range(10, 37):
        check(submit()[0].document, k={"project": 2, "people": 9}, kept=number / 100)
    chart = whole.chart()
    drawn = [round(100 * point.kept) for point in chart.points]
    assert (len(drawn), chart.of) == (10, 37)
    assert {after - before for before, after in pairwise(drawn)} == {3, 4}
    assert whole.chart() == chart
    page = browser.get(f"/projects/{project.id}/risk").text
    assert "Of 37 documents 10 are drawn" in page
    assert page.count("<circle") == 10
