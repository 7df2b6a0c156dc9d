"""How often suggestions were accepted, with and without having been seen, and how sure that is."""

import pytest
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from annotation.types import SemanticType
from tests.factories import Factory, sign_in
from tests.webapp.submissions import submitted, town
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, AssignmentState, Choice, ChoiceOrigin, Role
from webapp.versions.acceptance import (
    FEWEST,
    AcceptanceCounts,
    AcceptanceRates,
    Rates,
    acceptance_rates,
)

WHEN = [("1986", SemanticType.DATETIME, "e1", ["the 1980s", "***"])]


@pytest.fixture
def project(make):
    return make.project()


def choose(make, project, version, chosen, suggested, **facts):
    """Let a new annotator have chosen a text for the one mention of a new document."""
    return suggest(make, town(make, project), version, chosen, suggested, **facts)


def suggest(make, document, version, chosen, suggested, **facts):
    work = submitted(make, document, make.user(), chosen)
    choice = db.session.query(Choice).filter_by(assignment_id=work.id).one()
    make.suggestion(choice, version, suggested, **facts)
    return choice


def test_it_counts_what_was_accepted_shown_and_blind(make, project):
    version = make.version(project)
    for chosen in ("city", "city", "***"):
        choose(make, project, version, chosen, "city")
    choose(make, project, version, "***", "city", was_shown=False)
    overall = acceptance_rates(db.session(), project).overall
    assert overall == Rates(shown=AcceptanceCounts(2, 3), blind=AcceptanceCounts(0, 1))


def test_it_tells_types_and_versions_apart(make, project):
    old, new = make.version(None), make.version(project)
    choose(make, project, old, "***", "city")
    choose(make, project, new, "city", "city", was_shown=False)
    year = make.document(project, text="1986", spans=WHEN)
    suggest(make, year, new, "***", "***")
    rates = acceptance_rates(db.session(), project)
    assert rates.by_type == (
        (SemanticType.LOC, Rates(AcceptanceCounts(0, 1), AcceptanceCounts(1, 1))),
        (SemanticType.DATETIME, Rates(AcceptanceCounts(1, 1), AcceptanceCounts())),
    )
    assert rates.by_version == (
        (new, Rates(AcceptanceCounts(1, 1), AcceptanceCounts(1, 1))),
        (old, Rates(AcceptanceCounts(0, 1), AcceptanceCounts())),
    )


def test_open_work_other_projects_and_followers_do_not_count(make, project):
    version = make.version(project)
    follower = choose(make, project, version, "city", "city")
    follower.origin = ChoiceOrigin.FOLLOWED
    is_open = choose(make, project, version, "city", "city")
    work = db.session.get(Assignment, is_open.assignment_id)
    work.state = AssignmentState.IN_PROGRESS
    choose(make, make.project(), version, "city", "city")
    db.session.commit()
    assert acceptance_rates(db.session(), project) == AcceptanceRates(Rates(), (), ())


def test_both_databases_count_the_same(any_app):  # noqa: ARG001 - the context must be there
    make = Factory(db.session)
    project = make.project()
    version = make.version(project)
    choose(make, project, version, "city", "city", was_shown=False)
    choose(make, project, version, "***", "city")
    overall = acceptance_rates(db.session(), project).overall
    assert overall == Rates(shown=AcceptanceCounts(0, 1), blind=AcceptanceCounts(1, 1))


@pytest.mark.parametrize(("accepted", "suggested"), [(0, 7), (7, 7), (81, 100), (1, 3), (500, 777)])
def test_the_interval_is_wilsons(accepted, suggested):
    expected = proportion_confint(accepted, suggested, method="wilson")
    assert AcceptanceCounts(accepted, suggested).interval == pytest.approx(expected, abs=1e-6)


def test_without_suggestions_any_share_is_possible():
    assert AcceptanceCounts().share is None
    assert AcceptanceCounts().interval == (0.0, 1.0)


@pytest.mark.parametrize(
    "rates",
    [
        Rates(AcceptanceCounts(88, 100), AcceptanceCounts(70, 100)),
        Rates(AcceptanceCounts(30, 31), AcceptanceCounts(40, 40)),
    ],
)
def test_the_interval_of_the_difference_is_newcombes(rates):
    shown, blind = rates.shown, rates.blind
    expected = confint_proportions_2indep(
        shown.accepted, shown.suggested, blind.accepted, blind.suggested, method="newcomb"
    )
    difference, *ends = rates.difference
    assert difference == pytest.approx(shown.share - blind.share)
    assert ends == pytest.approx(expected, abs=1e-6)


def test_few_choices_are_not_compared():
    assert not Rates(AcceptanceCounts(1, FEWEST), AcceptanceCounts(1, FEWEST - 1)).is_comparable
    assert Rates(AcceptanceCounts(1, FEWEST), AcceptanceCounts(1, FEWEST)).is_comparable


def test_the_page_of_the_model_asks_for_the_rates_once_it_is_there(client, make):
    reviewer = make.user(role=Role.REVIEWER)
    project = make.project(reviewer)
    version = make.version(project)
    for _ in range(3):
        choose(make, project, version, "city", "city")
    sign_in(client, reviewer)
    address = f"/projects/{project.id}/model/acceptance"
    assert f'hx-get="{address}"' in client.get(f"/projects/{project.id}/model").text
    for headers in ({}, {"HX-Request": "true"}):
        page = client.get(address, headers=headers).text
        assert "3 of 3" in page
        assert ("<html" in page) is not bool(headers)
