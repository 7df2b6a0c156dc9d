"""How often suggestions were kept, with and without having been seen, and how sure that is."""

import pytest
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from annotation.types import SemanticType
from tests.factories import Factory, sign_in
from tests.webapp.submissions import submitted, town
from webapp.extensions import db
from webapp.models import Assignment, AssignmentState, Choice, ChoiceOrigin, Role
from webapp.versions.kept import FEWEST, KeptRates, Rates, Tally, kept_rates

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


def test_it_counts_what_was_kept_shown_and_blind(make, project):
    version = make.version(project)
    for chosen in ("city", "city", "***"):
        choose(make, project, version, chosen, "city")
    choose(make, project, version, "***", "city", was_shown=False)
    overall = kept_rates(db.session(), project).overall
    assert overall == Rates(shown=Tally(2, 3), blind=Tally(0, 1))


def test_it_tells_types_and_versions_apart(make, project):
    old, new = make.version(None), make.version(project)
    choose(make, project, old, "***", "city")
    choose(make, project, new, "city", "city", was_shown=False)
    year = make.document(project, text="1986", spans=WHEN)
    suggest(make, year, new, "***", "***")
    rates = kept_rates(db.session(), project)
    assert rates.by_type == (
        (SemanticType.LOC, Rates(Tally(0, 1), Tally(1, 1))),
        (SemanticType.DATETIME, Rates(Tally(1, 1), Tally())),
    )
    assert rates.by_version == (
        (new, Rates(Tally(1, 1), Tally(1, 1))),
        (old, Rates(Tally(0, 1), Tally())),
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
    assert kept_rates(db.session(), project) == KeptRates(Rates(), (), ())


def test_both_databases_count_the_same(any_app):  # noqa: ARG001 - the context must be there
    make = Factory(db.session)
    project = make.project()
    version = make.version(project)
    choose(make, project, version, "city", "city", was_shown=False)
    choose(make, project, version, "***", "city")
    overall = kept_rates(db.session(), project).overall
    assert overall == Rates(shown=Tally(0, 1), blind=Tally(1, 1))


@pytest.mark.parametrize(("kept", "suggested"), [(0, 7), (7, 7), (81, 100), (1, 3), (500, 777)])
def test_the_interval_is_wilsons(kept, suggested):
    expected = proportion_confint(kept, suggested, method="wilson")
    assert Tally(kept, suggested).interval == pytest.approx(expected, abs=1e-6)


def test_without_suggestions_any_share_is_possible():
    assert Tally().share is None
    assert Tally().interval == (0.0, 1.0)


@pytest.mark.parametrize(
    "rates", [Rates(Tally(88, 100), Tally(70, 100)), Rates(Tally(30, 31), Tally(40, 40))]
)
def test_the_interval_of_the_difference_is_newcombes(rates):
    shown, blind = rates.shown, rates.blind
    expected = confint_proportions_2indep(
        shown.kept, shown.suggested, blind.kept, blind.suggested, method="newcomb"
    )
    difference, *ends = rates.difference
    assert difference == pytest.approx(shown.share - blind.share)
    assert ends == pytest.approx(expected, abs=1e-6)


def test_few_choices_are_not_compared():
    assert not Rates(Tally(1, FEWEST), Tally(1, FEWEST - 1)).is_comparable
    assert Rates(Tally(1, FEWEST), Tally(1, FEWEST)).is_comparable


def test_the_page_of_the_model_asks_for_the_rates_once_it_is_there(client, make):
    reviewer = make.user(role=Role.REVIEWER)
    project = make.project(reviewer)
    version = make.version(project)
    for _ in range(3):
        choose(make, project, version, "city", "city")
    sign_in(client, reviewer)
    address = f"/projects/{project.id}/model/kept"
    assert f'hx-get="{address}"' in client.get(f"/projects/{project.id}/model").text
    for headers in ({}, {"HX-Request": "true"}):
        page = client.get(address, headers=headers).text
        assert "3 of 3" in page
        assert ("<html" in page) is not bool(headers)
