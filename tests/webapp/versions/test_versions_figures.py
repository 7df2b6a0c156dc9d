"""The figures of a version: pictures with their numbers, versions side by side, rates in words."""

import re

import pytest
from sqlalchemy import select

from tests.factories import sign_in
from tests.webapp.submissions import submitted, town
from tests.webapp.versions.trained import PICTURE, summary, trained
from webapp.platform.extensions import db
from webapp.platform.http import security
from webapp.platform.models import Choice, Role
from webapp.versions.acceptance import AcceptanceCounts, Rates
from webapp.versions.figures import FIGURES, described, numbers_of
from webapp.versions.formatting import bias_of


@pytest.fixture
def project(make):
    return make.project()


@pytest.fixture
def get(client, make, project):
    sign_in(client, make.user(role=Role.ADMIN))
    return lambda path="": client.get(f"/projects/{project.id}/model{path}")


def test_a_picture_comes_as_svg_for_good_and_under_the_strict_policy(get, make, project):
    version = trained(make, project)
    answer = get(f"/versions/{version.id}/figures/confusion.svg")
    assert answer.text == PICTURE
    assert answer.content_type == "image/svg+xml; charset=utf-8"
    assert answer.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    for name, value in security.HEADERS.items():
        assert answer.headers[name] == value


@pytest.mark.parametrize("name", ["manifest", "..", "../manifest", "%2e%2e%2fmanifest", "other"])
def test_nothing_else_of_the_folder_is_sent(get, make, project, config, name):
    version = trained(make, project)
    folder = config.models / version.folder
    for path in (folder / "manifest.svg", folder / "figures" / "other.svg"):
        path.write_text(PICTURE)
    assert get(f"/versions/{version.id}/figures/{name}.svg").status_code == 404


def test_a_version_of_another_project_shows_nothing(get, make):
    version = trained(make, make.project())
    assert get(f"/versions/{version.id}").status_code == 404
    assert get(f"/versions/{version.id}/figures/confusion.svg").status_code == 404
    assert get(f"/compare?one={version.id}").status_code == 404


def test_the_page_shows_the_pictures_of_the_version_in_use_with_words(get, make, project):
    trained(make, project)
    current = trained(make, project)
    pictures = re.findall(r'<img src="([^"]+)" alt="([^"]+)"', get().text)
    assert [address.rpartition("/")[2] for address, _ in pictures] == [
        f"{name}.svg" for name in FIGURES
    ]
    assert all(f"/versions/{current.id}/" in address for address, _ in pictures)
    assert "Levels: 118 of 142 choices are on the diagonal." in dict(pictures).values()
    assert len(set(dict(pictures).values())) == len(FIGURES)


def test_pictures_that_were_not_drawn_are_not_shown(get, make, project):
    version = make.version(project, summary=summary())
    assert "<img" not in get().text
    assert "<img" not in get(f"/versions/{version.id}").text


def test_each_picture_has_its_numbers(make, project):
    facts = make.version(project, summary=summary()).summary
    assert numbers_of("confusion", facts).rows == (("Level 1", "70", "12"), ("Level 2", "12", "48"))
    assert numbers_of("learning", facts).rows[0] == ("5", "61.0 %", "3.0 %")
    assert numbers_of("reliability", facts).rows[1] == ("92.0 %", "95.0 %", "102")
    assert numbers_of("importance", facts).rows == (("level", "75.0 %"), ("source", "25.0 %"))


@pytest.mark.parametrize("name", FIGURES)
def test_without_numbers_a_picture_says_how_to_read_it(make, project, name):
    facts = make.version(project).summary
    assert numbers_of(name, facts).rows == ()
    assert described(name, facts) == FIGURES[name][1]


def test_a_version_has_a_page_with_its_settings(get, make, project):
    version = trained(make, project, number=7)
    text = get(f"/versions/{version.id}").text
    assert "<h1>Version 7" in text
    assert "<dt>Data</dt><dd>fedcba9876543210</dd>" in text
    assert "<dt>numpy</dt><dd>2.4.2</dd>" in text
    assert re.search(r"Place</th>\s*<td class=.number.>78 %", text)


def test_two_versions_stand_side_by_side(get, make, project):
    one = make.version(project, number=1, family="ranker", summary=summary(new=0.7, seed=1))
    other = make.version(project, number=2, summary=summary(), verdict="Better than version 1.")
    for query in ("", f"?one={one.id}&other={other.id}"):
        text = get(f"/compare{query}").text
        assert text.index("70.0 %") < text.index("83.0 %")
        assert "<q>Better than version 1.</q>" in text
        differing = text.partition("Settings that differ</h2>")[2]
        for name, first, second in (
            ("Kind of model", "Ranking", "Personal ranking"),
            ("Seed", 1, 0),
        ):
            row = rf"{name}</th><td>{first}</td><td>{second}</td>"
            assert re.search(row, differing), differing
        assert "numpy" not in differing


def test_one_version_is_nothing_to_compare(get, make, project):
    make.version(project)
    assert "it takes two versions" in get("/compare").text


@pytest.mark.parametrize(
    ("rates", "words"),
    [
        (Rates(), "Nothing was submitted yet for which there was a suggestion."),
        (
            Rates(AcceptanceCounts(88, 100)),
            "Annotators agreed with 88 % of suggestions they saw. "
            "No document was submitted yet that was shown without suggestions.",
        ),
        (
            Rates(blind=AcceptanceCounts(3, 4)),
            "No suggestion was shown yet. Without: 75 % of those they did not see.",
        ),
        (
            Rates(AcceptanceCounts(9, 10), AcceptanceCounts(8, 10)),
            "Annotators agreed with 90 % of suggestions they saw. They would have agreed with 80 % "
            "of those they did not see. These are too few to compare.",
        ),
    ],
)
def test_the_bias_is_said_in_words(rates, words):
    assert bias_of(rates) == words


@pytest.mark.parametrize(
    ("shown", "blind", "words"),
    [
        (950, 810, "So seeing a suggestion goes with 14 points more agreement"),
        (810, 950, "So seeing a suggestion goes with 14 points less agreement"),
        (820, 810, "The difference of 1 point may be chance (95 % interval: −2 to +4)."),
    ],
)
def test_the_difference_is_told_from_chance(shown, blind, words):
    assert words in bias_of(Rates(AcceptanceCounts(shown, 1000), AcceptanceCounts(blind, 1000)))


def test_the_page_shows_rates_of_seen_and_unseen_suggestions(get, make, project):
    version = make.version(project, number=4)
    for was_shown, is_accepted in ((True, True), (True, False), (False, True)):
        work = submitted(make, town(make, project), make.user(), "city" if is_accepted else "***")
        [choice] = db.session.scalars(select(Choice).where(Choice.assignment_id == work.id))
        make.suggestion(choice, version, "city", was_shown=was_shown)
    text = " ".join(re.sub("<[^>]+>", " ", get("/acceptance").text).split())
    assert "Place 50 % 1 of 2 100 % 1 of 1" in text
    assert "Version 4 50 % 1 of 2 100 % 1 of 1" in text
    assert "Annotators agreed with 50 % of suggestions they saw." in text
