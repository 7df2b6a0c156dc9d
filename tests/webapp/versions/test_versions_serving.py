"""Nothing says that a version is in use when it is not."""

import shutil
from datetime import UTC, datetime, timedelta

import pytest

from selection.catalogue import RESEARCH_EXTRA
from tests.factories import sign_in
from tests.webapp.versions.suggestions.suggestible import promoted, want
from tests.webapp.versions.trainable import fake, lives, train, versions
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import Role, SuggestionMode, utc_now
from webapp.versions import training as trainings
from webapp.versions.operations import promote
from webapp.versions.promoting import problem_of
from webapp.versions.queries import current_version, folder_of

LONG_AGO = datetime(2001, 1, 1, tzinfo=UTC)


@pytest.fixture
def project(make):
    return make.project()


@pytest.fixture
def admin(make):
    return make.user(role=Role.ADMIN)


@pytest.fixture
def browser(client, admin):
    sign_in(client, admin)
    return client


def address(project):
    return f"/projects/{project.id}/model"


def damage(version):
    shutil.rmtree(folder_of(version))


def test_a_version_whose_files_are_damaged_can_not_be_put_to_use(browser, project):
    broken, serving = promoted(project.id), promoted(project.id)
    damage(broken)
    answer = browser.post(f"{address(project)}/versions/{broken.id}/use")
    assert answer.status_code == 422
    assert "is in use" not in answer.text
    assert f"Version {broken.number} can&#39;t be put to use." in answer.text
    db.session.expire_all()
    assert current_version(db.session(), project).id == serving.id


def test_the_page_says_that_a_promoted_version_can_not_be_used(browser, project):
    version = promoted(project.id)
    assert f"Version {version.number} is in use" in browser.get(address(project)).text
    damage(version)
    page = browser.get(address(project)).text
    assert f"Version {version.number} can't be used" in page
    assert "holds no version" in page
    assert "in use" not in page.partition('id="versions"')[2].partition("<tbody>")[2]


def test_where_suggestions_are_off_no_version_is_in_use(browser, project):
    first, second = promoted(project.id), promoted(project.id)
    want(project.id, SuggestionMode.OFF)
    page = browser.post(f"{address(project)}/versions/{first.id}/use", follow_redirects=True).text
    assert f"Version {first.number} will suggest once suggestions are switched on." in page
    assert "waits: suggestions are off" in page
    assert 'class="badge in-use"' not in page
    assert second.number != first.number


def test_a_training_says_that_suggestions_are_off(make, project, monkeypatch):
    fake(monkeypatch)
    lives(make, project, make.user())
    want(project.id, SuggestionMode.OFF)
    assert train(project).message == (
        "Version 1 was put to use: Right for 80 %. Suggestions are off in this project."
    )


def test_a_version_put_to_use_after_the_clock_was_set_back_is_the_one_in_use(project, admin):
    first, second = promoted(project.id), promoted(project.id)
    assert current_version(db.session(), project) is second
    promote(db.session(), project, first, person=admin, at=LONG_AGO)
    db.session.commit()
    assert current_version(db.session(), project) is first


def test_a_trained_version_does_not_push_aside_one_that_an_admin_chose_meanwhile(
    make, project, admin, monkeypatch
):
    lives(make, project, make.user())
    chosen, serving = promoted(project.id), promoted(project.id)
    fake(monkeypatch)

    def run_and_be_overtaken(*arguments, **others):
        summary = run_trainer(*arguments, **others)
        promote(db.session(), project, chosen, person=admin, at=utc_now() + timedelta(seconds=-60))
        db.session.commit()
        return summary

    run_trainer = trainings.run_trainer
    monkeypatch.setattr(trainings, "run_trainer", run_and_be_overtaken)
    message = train(project).message
    assert "was kept back" in message
    assert trainings.NOT_COMPARED in message
    assert versions()[-1].promoted_at is None
    assert current_version(db.session(), project).id == chosen.id != serving.id


def test_a_version_of_a_family_whose_library_is_missing_says_so(project, admin, monkeypatch):
    version, _serving = promoted(project.id), promoted(project.id)
    assert problem_of(version) is None
    monkeypatch.setattr("webapp.versions.promoting.missing_library", lambda _family: "xgboost")
    assert problem_of(version) == "Its library xgboost is not installed."
    with pytest.raises(DomainError, match=r"can't be put to use\. Its library xgboost"):
        promote(db.session(), project, version, person=admin, at=utc_now())


def test_a_version_of_a_family_that_is_not_installed_says_what_it_needs(project):
    version = promoted(project.id)
    version.family = "of-nobody"
    assert RESEARCH_EXTRA in problem_of(version)
