"""The page about what suggests masks: what serves, how much is hidden, training, versions."""

import re

import pytest
from sqlalchemy import select

from annotation.overlaying import SUGGESTIONS
from learning.summaries import VersionSummary
from masking.operating_points import ALL_STEPS, MetricsByStep
from tests.factories import sign_in
from tests.webapp.submissions import submitted
from tests.webapp.workbench.marking import mark
from webapp.masks.scale import scale_of
from webapp.platform.extensions import db
from webapp.platform.models import (
    Job,
    JobKind,
    JobState,
    ModelVersion,
    ProjectKind,
    Purpose,
    Role,
    utc_now,
)
from webapp.versions.queries import current_version, policy_of

HTMX = {"HX-Request": "true"}


@pytest.fixture(params=[ProjectKind.ONE_PASS, ProjectKind.MASKING])
def project(make, request):
    return make.project(kind=request.param)


@pytest.fixture
def admin(make):
    return make.user("Alma", role=Role.ADMIN)


@pytest.fixture
def browser(client, admin):
    sign_in(client, admin)
    return client


@pytest.fixture
def page(browser, project):
    def page(path="", **options):
        text = browser.get(f"/projects/{project.id}/masks{path}", **options).text
        return " ".join(text.split())

    return page


@pytest.fixture
def post(browser, project):
    def post(path, **fields):
        return browser.post(f"/projects/{project.id}{path}", data=fields)

    return post


def figures(share):
    return {"recall": share, "precision": 0.9, "f1": 0.88, "er_di": 1.0, "er_qi": None}


def scores(**more):
    points = {"privacy": figures(0.95), "balanced": figures(0.91), "utility": figures(0.8)}
    measures = {"points": points, "untrained": points | {"balanced": figures(0.77)}}
    return {
        "trained_on": 21,
        "held_out": 5,
        "scores": {"choices": 500, "new": 0.88, "baseline": 0.84, "current": None},
        "measures": measures | more,
    }


def masks(make, project, **facts):
    facts = {"summary": VersionSummary.from_json(scores()), "family": "masks"} | facts
    return make.version(project, purpose=Purpose.MASKS, **facts)


def test_without_a_version_what_comes_along_serves_and_says_how_well(page):
    text = page()
    assert "The recognizers that come along are in use" in text
    assert "0 of 20 different documents" in text
    balanced = MetricsByStep.shipped().steps[4]
    assert f"Step 5 of 9, balanced: hides about {100 * balanced.recall:.0f} %" in text
    assert "There is no version yet" in text


def test_a_version_in_use_stands_with_its_figures(page, make, project):
    version = masks(make, project, verdict="F1 of 88.0 % over 500 held-out words.")
    text = page()
    assert f"Version {version.number} is in use" in text
    assert "hides about 91 %" in text
    assert "5 documents that version" in text
    for share in ("91.0 %", "90.0 %", "88.0 %", "84.0 %"):
        assert share in text
    assert "F1 of 88.0 % over 500 held-out words." in text


def test_steps_have_the_figures_of_the_version_as_far_as_it_was_tried(app, make, project):  # noqa: ARG001 - the context must be there
    masks(make, project)
    rows = scale_of(db.session(), project).rows
    assert [row.expected.recall for row in rows] == [0.95, *[None] * 3, 0.91, *[None] * 3, 0.8]
    assert rows[1].sentence == "Step 2 of 9."
    steps = [figures(1 - step.number / 100) for step in ALL_STEPS]
    masks(make, project, summary=VersionSummary.from_json(scores(steps=steps)))
    rows = scale_of(db.session(), project).rows
    assert [row.expected.recall for row in rows] == [each["recall"] for each in steps]


def test_a_version_has_a_page_with_every_point(browser, make, project):
    version = masks(make, project)
    text = browser.get(f"/projects/{project.id}/model/versions/{version.id}").text
    for words in ("Privacy", "Balanced", "Utility", "Without training", "77.0 %", "All about"):
        assert words in text
    assert "The version then in use" not in text


def test_a_training_is_asked_for_shown_and_cancelled(page, post, project):
    assert post("/masks/train").location.endswith("/masks")
    [job] = db.session.scalars(select(Job).where(Job.kind == JobKind.TRAIN_MASKS))
    text = page()
    assert "It waits for the background worker." in text
    assert f'hx-get="/projects/{project.id}/masks"' in text
    assert "Last training" in page(headers=HTMX)
    answer = post(f"/model/trainings/{job.id}/cancel")
    assert answer.location.endswith(f"/projects/{project.id}/masks")
    db.session.refresh(job)
    assert job.state is JobState.CANCELLED
    job.finished_at = utc_now()
    db.session.commit()
    assert 'hx-trigger="every' not in page()


def test_the_log_leads_back_to_the_page(browser, make, project):
    job = make.job(project, kind=JobKind.TRAIN_MASKS)
    text = browser.get(f"/projects/{project.id}/model/trainings/{job.id}/log").text
    assert f'href="/projects/{project.id}/masks"' in text


def test_any_version_can_be_put_to_use(post, make, project, admin):
    refused = masks(make, project, is_promoted=False)
    masks(make, project)
    answer = post(f"/model/versions/{refused.id}/use")
    assert answer.location.endswith("/masks")
    current = current_version(db.session(), project, Purpose.MASKS)
    assert (current.id, current.promoted_by_id) == (refused.id, admin.id)


def test_how_much_to_hide_is_kept(post, page, project):
    assert post("/masks/decision", step=0, retrain_after=7).status_code == 303
    stored = policy_of(project)
    assert (stored.mask_step, stored.retrain_after) == (0, 7)
    assert "Now: Step 1 of 9, privacy" in page()
    post("/masks/decision", step=8)  # as the settings send it
    db.session.expire_all()
    stored = policy_of(project)
    assert (stored.mask_step, stored.retrain_after) == (8, 7)


def test_the_share_without_suggestions_is_kept(post, page, project):
    assert re.search('name="blind_mask_share"[^>]*value="0"', page())
    assert post("/masks/decision", step=4, blind_mask_share=30).status_code == 303
    assert policy_of(project).blind_mask_share == 30
    assert post("/masks/decision", step=4, blind_mask_share=101).status_code == 422
    post("/masks/decision", step=4)  # as the settings send it
    db.session.expire_all()
    assert policy_of(project).blind_mask_share == 30
    assert policy_of(project).blind_share == 10


def test_work_done_without_suggestions_is_compared_with_them(page, make, project):
    assert "Nothing was submitted yet" in page("/acceptance")
    document, annotator = make.document(project), make.user()
    document.layers[0].name = SUGGESTIONS
    work = submitted(make, document, annotator, *["***"] * 6)
    assert "Everybody saw the suggestions" in page("/acceptance")
    work.is_blind = True
    db.session.commit()
    mark(work, "Oslo")
    mark(work, "moved")
    told = page("/acceptance", headers=HTMX)
    assert "marked 17 % of 6 spans the same, and 1 span where none was suggested" in told
    assert "precision of the suggestions is 17 %, their recall 50 %" in told
    assert "Everybody saw" not in told


@pytest.mark.parametrize(
    "wrong", [{"step": 9}, {"step": -1}, {"step": ""}, {"step": 4, "retrain_after": -1}]
)
def test_what_is_no_step_is_refused(post, project, wrong):
    answer = post("/masks/decision", **wrong)
    assert answer.status_code == 422
    assert 'class="errors"' in answer.text
    assert policy_of(project).mask_step == 4


def test_where_nothing_can_be_found_anew_the_button_is_off_and_the_verb_says_so(post, page):
    assert '<button class="secondary" disabled>Suggest anew</button>' in page()
    answer = post("/masks/anew")
    assert answer.status_code == 422
    assert "no document with suggested spans" in answer.text


def test_reviewers_read_and_have_no_buttons(client, make, project):
    reviewer = make.user(role=Role.REVIEWER)
    project.members.append(reviewer)
    db.session.commit()
    masks(make, project, is_promoted=False)
    sign_in(client, reviewer)
    text = client.get(f"/projects/{project.id}/masks").text
    assert "Train now" not in text
    assert "Suggest anew" not in text
    assert "Use it" not in text


def test_both_models_lead_to_each_other_where_there_are_both(browser, project):
    text = browser.get(f"/projects/{project.id}/masks").text
    chooses = project.kind.chooses
    assert (f'href="/projects/{project.id}/model"' in text) == chooses
    if chooses:
        model = browser.get(f"/projects/{project.id}/model").text
        assert f'href="/projects/{project.id}/masks"' in model


def test_versions_of_masks_are_not_among_those_of_replacements(browser, make):
    project = make.project()
    version = masks(make, project)
    assert version.verdict not in browser.get(f"/projects/{project.id}/model").text
    compare = browser.get(f"/projects/{project.id}/model/compare?one={version.id}")
    assert compare.status_code == 404
    assert db.session.scalars(select(ModelVersion)).all() == [version]
