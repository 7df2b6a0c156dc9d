"""The model page: what serves, the way to a new version, and what annotators see."""

import re
from dataclasses import replace

import pytest
from sqlalchemy import select

from learning.requirements import EXTRA
from selection.catalogue import catalogue
from tests.factories import sign_in
from tests.webapp.submissions import submitted, towns
from tests.webapp.versions.trained import summary, trained
from webapp.platform.extensions import db
from webapp.platform.models import (
    Job,
    JobKind,
    JobState,
    ModelVersion,
    ProjectKind,
    Role,
    utc_now,
)
from webapp.versions.queries import current_version

HTMX = {"HX-Request": "true"}


@pytest.fixture
def project(make):
    return make.project()


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
        return browser.get(f"/projects/{project.id}/model{path}", **options).text

    return page


@pytest.fixture
def post(browser, project):
    def post(path, **fields):
        return browser.post(f"/projects/{project.id}/model{path}", data=fields)

    return post


def jobs(kind=JobKind.TRAIN):
    return db.session.scalars(select(Job).where(Job.kind == kind)).all()


def test_without_a_model_it_says_what_serves(page):
    assert "A model trained on the sample project serves until" in page()
    assert "The worker prepares it" in page()
    assert "There is no version yet" in page()
    assert "It needs 2 at least" in page()


def test_both_numbers_of_the_training_are_of_documents_with_submitted_choices(page, make, project):
    towns(make, project, ("city",))
    submitted(make, make.document(project, text="Rain.", spans=[]), make.user())
    text = " ".join(page().split())
    assert "It learns from the 1 document of this project with submitted choices" in text
    assert "1 of 20 different documents" in text
    assert "It needs 2 at least" in text


def test_the_sample_model_serves_until_there_is_an_own_one(page, make):
    make.version(None, summary=replace(summary(trained_on=20), scores=None))
    text = page()
    assert "A model trained on the sample project serves until" in text
    assert "trained on 20 documents with 1,203 choices" in text
    assert "Right for" not in text
    assert "in figures" not in text


def test_it_says_in_one_sentence_how_good_the_model_is(page, make, project):
    trained(make, project, number=3)
    text = page()
    assert "Version 3 is in use" in text
    assert (
        "Right for 83 % of 142 choices it had not seen; always taking the first replacement: "
        "52 %; the version before: 80 %."
    ) in text
    assert "Personal ranking, trained on 42 documents with 1,203 choices." in text


def test_a_version_without_a_trial_says_so(page, make, project):
    make.version(project, summary=replace(summary(), scores=None, held_out=0))
    assert "It was not tried on documents that it had not seen." in page()


def test_refused_versions_say_why_and_the_current_one_is_marked(page, make, project, admin):
    make.version(project, number=1, summary=summary(), promoted_by_id=admin.id)
    job = make.job(project, kind=JobKind.TRAIN, state=JobState.DONE)
    job.created_by_id = admin.id
    make.version(
        project, number=2, is_promoted=False, verdict="It does worse than version 1.", job_id=job.id
    )
    text = page()
    assert "Version 1 is in use" in text
    assert text.count('class="badge in-use"') == 1
    assert "It does worse than version 1." in text
    assert "by <bdi>Alma</bdi>" in text
    assert "Use it" in text


def test_the_button_asks_for_one_training(post, make, project, admin):
    towns(make, project, ("city",), ("city",))
    assert post("/train", family="ranker").status_code == 303
    post("/train", family="ranker")
    [job] = jobs()
    assert (job.arguments["family"], job.created_by_id) == ("ranker", admin.id)


@pytest.mark.parametrize("family", ["", "unheard of"])
def test_another_kind_of_model_is_refused(post, family):
    answer = post("/train", family=family)
    assert answer.status_code == 422
    assert jobs() == []


def test_a_family_without_its_library_says_so_and_is_refused(post, page, monkeypatch):
    monkeypatch.setattr(
        "webapp.versions.forms.missing_library",
        lambda name: "catboost" if name == "feature-based" else None,
    )
    assert "Feature-based (needs catboost, not installed)" in page()
    assert '<option disabled value="feature-based">' in page()
    assert "is not installed" in post("/train", family="feature-based").text
    assert jobs() == []


@pytest.mark.parametrize("kind", ["versions", "masks"])
def test_where_nothing_can_be_trained_the_page_says_so_and_offers_nothing(
    browser, project, monkeypatch, kind
):
    monkeypatch.setattr(f"webapp.{kind}.pages.missing_for_training", lambda: "torch")
    path = {"versions": "model", "masks": "masks"}[kind]
    page = browser.get(f"/projects/{project.id}/{path}").text
    assert EXTRA in page
    assert "/train" not in page


def test_all_families_are_offered_the_default_first(page):
    offered = re.findall(r'<option (?:selected )?(?:disabled )?value="([^"]+)">', page())
    assert [name for name in offered if name in catalogue()] == [*catalogue()]


def test_the_page_follows_a_training_and_then_loads_anew(page, browser, make, project):
    job = make.job(project, kind=JobKind.TRAIN, state=JobState.RUNNING)
    job.started_at, job.message, job.progress, job.total = utc_now(), "trying it", 42, 100
    db.session.commit()
    part = page(headers=HTMX)
    assert "<html" not in part
    assert 'hx-trigger="every 2s"' in part
    assert "trying it" in part
    assert "42 %" in part
    job.state, job.finished_at = JobState.DONE, utc_now()
    db.session.commit()
    address = f"/projects/{project.id}/model"
    assert browser.get(address, headers=HTMX).headers["HX-Redirect"] == address
    assert 'hx-trigger="every' not in page()


def test_a_training_is_cancelled(post, make, project):
    job = make.job(project, kind=JobKind.TRAIN)
    assert post(f"/trainings/{job.id}/cancel").status_code == 303
    assert jobs()[0].state is JobState.CANCELLED


def test_a_failed_training_says_why(page, make, project):
    job = make.job(project, kind=JobKind.TRAIN, state=JobState.FAILED)
    job.message = "There is 1 annotated document; learning needs at least 2."
    db.session.commit()
    assert '<p class="notice error">There is 1 annotated document' in page()


def test_the_log_is_shown_on_demand(page, make, project, config):
    job = make.job(project, kind=JobKind.TRAIN, state=JobState.DONE)
    folder = config.home / "training" / str(job.id)
    folder.mkdir(parents=True)
    (folder / "log").write_text("   0 s  reading <the documents>\n")
    assert "reading &lt;the documents&gt;" in page(f"/trainings/{job.id}/log")


def test_a_training_without_a_log_says_so(page, make, project):
    job = make.job(project, kind=JobKind.TRAIN)
    assert "It wrote nothing" in page(f"/trainings/{job.id}/log")


def test_an_earlier_version_is_put_to_use_again(post, make, project, admin):
    first, second = make.version(project, number=1), make.version(project, number=2)
    assert current_version(db.session(), project) is second
    assert post(f"/versions/{first.id}/use").status_code == 303
    assert current_version(db.session(), project) is first
    assert db.session.get(ModelVersion, first.id).promoted_by_id == admin.id
    assert len(jobs(JobKind.SUGGEST)) == 1


def test_the_sample_model_can_not_be_put_to_use_by_a_project(post, make):
    assert post(f"/versions/{make.version(None).id}/use").status_code == 404


def test_reviewers_read_only(client, make):
    reviewer = make.user(role=Role.REVIEWER)
    project = make.project(reviewer)
    version = trained(make, project)
    make.version(project)
    make.job(project, kind=JobKind.TRAIN)
    sign_in(client, reviewer)
    for path in ("", f"/versions/{version.id}", "/compare"):
        text = client.get(f"/projects/{project.id}/model{path}").text
        main = text.partition("<main")[2]
        assert "<h1>" in main
        assert 'method="post"' not in main


def test_a_masking_project_has_no_model(browser, make):
    project = make.project(kind=ProjectKind.MASKING)
    assert browser.get(f"/projects/{project.id}/model").status_code == 404
    assert f"/projects/{project.id}/model" not in browser.get(f"/projects/{project.id}").text
