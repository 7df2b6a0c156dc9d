"""Agreement counts final work only, and its figures do not depend on how it is stored."""

import json

import pytest
from sqlalchemy import select

from tests.factories import Factory
from tests.webapp.submissions import TOWN, submitted, take_in, town, towns
from webapp.insight.agreement.computing import compute_report, fingerprint_of
from webapp.insight.agreement.formatting import Cell, heatmap, reasons
from webapp.insight.agreement.queries import with_names
from webapp.insight.agreement.stored import report_from_json
from webapp.platform.extensions import db
from webapp.platform.models import AssignmentState, Layer, Mention, utc_now


@pytest.fixture
def project(make):
    return make.project()


def test_the_published_choices_give_the_published_figures(project, shared_data):
    take_in(project, shared_data / "wikireplace.json")
    report = compute_report(db.session(), project)
    levels = report.levels.overall
    assert levels.items == 222
    assert levels.light_kappa == pytest.approx(0.6256, abs=5e-5)
    assert levels.fleiss_kappa == pytest.approx(0.6229, abs=5e-5)
    assert levels.nominal_alpha == pytest.approx(0.6231, abs=5e-5)
    assert levels.ordinal_alpha == pytest.approx(0.7385, abs=5e-5)
    assert levels.raw_agreement == pytest.approx(0.759, abs=5e-4)
    assert report.texts.overall.light_kappa == pytest.approx(0.7093, abs=5e-5)
    kappas = [pair.kappa for pair in report.levels.pairs if pair.kappa is not None]
    assert (round(min(kappas), 3), round(max(kappas), 3)) == (0.497, 0.844)


def test_both_databases_give_the_same_figures(any_app):  # noqa: ARG001 - the context must be there
    make = Factory(db.session)
    project = make.project()
    towns(make, project, ("city", "city"), ("city", "***"), ("***", "***"))
    report = compute_report(db.session(), project)
    assert report.levels.overall.light_kappa == pytest.approx(0.4)
    assert fingerprint_of(db.session(), project) == fingerprint_of(db.session(), project)


@pytest.mark.parametrize("state", [s for s in AssignmentState if not s.is_final])
def test_work_that_is_not_submitted_does_not_count(make, project, state):
    towns(make, project, ("city", "***"), state=state)
    report = compute_report(db.session(), project)
    assert report.annotators == ()
    assert report.levels.overall.items == 0


def test_reviewed_work_counts(make, project):
    towns(make, project, ("city", "***"), state=AssignmentState.REVIEWED)
    assert compute_report(db.session(), project).levels.overall.items == 1


def test_the_work_of_other_projects_does_not_count(make, project):
    towns(make, make.project(), ("city", "***"))
    assert compute_report(db.session(), project).levels.overall.items == 0


def test_mentions_named_alike_in_two_layers_are_kept_apart(make, project):
    document = make.document(project, text="Oslo Oslo", spans=[*TOWN, *TOWN])
    other = Layer(document_id=document.id, position=1, name="other", layout={})
    db.session.add(other)
    db.session.flush()
    first, second = db.session.scalars(select(Mention).order_by(Mention.position))
    second.layer_id, second.mention_id = other.id, first.mention_id
    db.session.commit()
    submitted(make, document, make.user(), "city", "***")
    submitted(make, document, make.user(), "city", "city")
    assert compute_report(db.session(), project).levels.overall.items == 2


def test_a_report_survives_its_storage(make, project):
    towns(make, project, ("city", "city", "***"), ("***", "city in Norway", "city"))
    report = compute_report(db.session(), project)
    assert report_from_json(json.loads(json.dumps(report.to_json()))) == report


def test_it_holds_while_nothing_final_changes(make, project):
    [[work, _]] = towns(make, project, ("city", "***"))
    before = fingerprint_of(db.session(), project)
    make.assignment(make.document(project), work.annotator)
    work.state, work.reviewed_at = AssignmentState.REVIEWED, utc_now()
    db.session.commit()
    assert fingerprint_of(db.session(), project) == before


def test_it_changes_when_work_is_taken_back_and_when_it_is_submitted_anew(make, project):
    [[work, _]] = towns(make, project, ("city", "***"))
    submitted_at = work.submitted_at
    seen = [fingerprint_of(db.session(), project)]
    for state in (AssignmentState.IN_PROGRESS, AssignmentState.SUBMITTED):
        work.state, work.submitted_at = state, submitted_at
        db.session.commit()
        seen.append(fingerprint_of(db.session(), project))
    assert len(set(seen)) == 3


def test_it_changes_with_every_new_submission(make, project):
    towns(make, project, ("city", "***"))
    before = fingerprint_of(db.session(), project)
    submitted(make, town(make, project), make.user(), "***")
    assert fingerprint_of(db.session(), project) != before


@pytest.mark.parametrize(
    ("kappa", "heat"), [(-0.4, 0), (0.0, 0), (0.04, 0), (0.46, 5), (0.96, 10), (1.0, 10)]
)
def test_the_shade_follows_the_figure(kappa, heat):
    assert Cell(kappa, 3).heat == heat


def test_the_heatmap_is_square_and_says_why_a_cell_is_empty(make, project):
    ada, ben, cleo = (make.user(name) for name in ("Ada", "Ben", "Cleo"))
    for document, person, text in [
        (shared := town(make, project), ada, "city"),
        (shared, ben, "***"),
        (town(make, project), cleo, "***"),
    ]:
        submitted(make, document, person, text)
    report = compute_report(db.session(), project)
    rows = heatmap(report.levels)
    assert [name for name, _ in rows] == ["Ada", "Ben", "Cleo"]
    assert [cell.words for cell in rows[0][1]] == ["same person", "", "nothing shared"]
    assert any("no mention has choices of both" in reason for _, reason in reasons(report))


def test_names_come_with_the_disputes_that_still_stand(make, project):
    towns(make, project, ("city", "***"))
    report = compute_report(db.session(), project)
    assert with_names(db.session(), project, report).disputed[0].mention_id.endswith("_em1")
