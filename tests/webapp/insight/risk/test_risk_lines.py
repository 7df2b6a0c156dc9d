"""The figures beside a document: options, the lines above the text, the words that give away."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from tests.webapp.insight.risk.risky import compute, give_background, pages, risky
from tests.webapp.statements import recorded_statements
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.core.work.loading import load_work
from webapp.insight.risk.reading import look_at
from webapp.platform.extensions import db
from webapp.platform.models import (
    Choice,
    DocumentRisk,
    Flag,
    JobKind,
    ProjectKind,
    SuggestionPolicy,
)
from webapp.versions.suggestions.payloads import forget_payloads

HTMX = {"HX-Request": "true"}
GENERAL = {0: "PERSON 1", 1: "city", 2: "***", 4: "person", 5: "city"}


@pytest.fixture
def document(make, workbench: WorkbenchClient) -> WorkbenchClient:
    return risky(make, workbench)


@pytest.fixture
def attacked(document: WorkbenchClient, config) -> WorkbenchClient:
    """The same, computed with a background in which the person is found by what stays in clear."""
    give_background(config, document.project, pages("falconer"))
    compute(document.project)
    return document


def lines_of(document: WorkbenchClient) -> str:
    answer = document.client.get(f"{document.address}/risk", headers=HTMX)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.text)


def test_the_lines_say_who_fits_what_the_attack_finds_and_what_is_kept(attacked):
    page = lines_of(attacked)
    assert "So far all choices fit" in page
    assert "of 3 people of this project" in page
    assert "So far, by words alone, the attack finds the person: 1st of 12" in page
    assert "Hide the words below. The full attack comes when you submit." in page
    assert "What still gives it away" in page
    assert "falcons" in page


def test_the_numbers_of_the_lines_are_those_of_the_domain_and_follow_each_choice(attacked, config):
    assert attacked.post(texts=GENERAL).status_code == 303
    page = lines_of(attacked)
    looked = look_at(db.session(), config, load_work(db.session(), attacked.assignment))
    assert looked.fitting == 2
    assert f"All choices fit {looked.fitting} of {looked.people} people" in page
    assert attacked.post(texts={4: "scientist"}).status_code == 303
    assert "All choices fit 1 of 3 people" in lines_of(attacked)


@pytest.mark.usefixtures("tiny_ontology")
def test_words_that_stand_in_chosen_texts_only_are_mended_by_choosing_otherwise(attacked):
    attacked.post(texts=GENERAL)
    attacked.project.kind = ProjectKind.ONE_PASS
    db.session.commit()
    [value] = re.findall(r'name="mark-clear" value="([^"]+ falcons)"', lines_of(attacked))
    assert attacked.post("spans", **{"mark-clear": value}).status_code == 303
    of_geologist = Choice.mention_id == attacked.mentions[4].id
    db.session.scalars(select(Choice).where(of_geologist)).one().text = "keeper of falcons"
    db.session.commit()
    page = lines_of(attacked)
    geologist = attacked.mentions[4].id
    assert f'chosen for <a href="#span-{geologist}"><bdi>geologist</bdi></a>' in page
    assert "Choose more general texts for these" in page
    assert "Choose more general texts. The full attack" in page
    assert "Hide the words below" not in page
    assert "Flag it for the reviewer" not in page


def test_without_a_background_nothing_is_attacked_and_no_number_says_otherwise(document):
    compute(document.project)
    page = lines_of(document)
    assert "No background, not attacked." in page
    assert "1st" not in page
    assert "gives it away" not in page


def test_a_document_whose_figures_are_not_computed_yet_says_so_and_waits_for_the_worker(
    document, make
):
    assert "were not computed yet" in lines_of(document)
    make.job(document.project, kind=JobKind.RISK)
    page = lines_of(document)
    assert "are being prepared" in page
    assert "data-awaited" in page


def test_where_spans_are_given_a_word_that_gives_away_is_flagged_for_the_reviewer(attacked):
    page = lines_of(attacked)
    assert 'name="flag-word" value="falcons"' in page
    answer = attacked.post("flag", **{"flag-word": "falcons"})
    assert answer.status_code == 303
    [comment] = db.session.scalars(select(Flag.comment))
    assert comment == "“falcons” still gives away who this is about."
    page = lines_of(attacked)
    assert 'value="falcons"' not in page
    assert "flagged" in page


@pytest.mark.usefixtures("tiny_ontology")
def test_where_spans_may_be_added_it_is_hidden_in_every_place_and_gives_away_no_more(attacked):
    attacked.project.kind = ProjectKind.ONE_PASS
    db.session.commit()
    [value] = re.findall(r'name="mark-clear" value="([^"]+ falcons)"', lines_of(attacked))
    answer = attacked.post("spans", **{"mark-clear": value})
    assert answer.status_code == 303
    hidden = [each.span_text for each in load_work(db.session(), attacked.assignment)]
    assert hidden.count("falcons") == 2
    assert "falcons" not in lines_of(attacked)


@pytest.mark.parametrize("value", ["falcons", "3-9 falcons", "0-99999 falcons", "5-2 falcons"])
def test_a_word_that_does_not_stand_where_the_page_says_is_not_hidden(attacked, value):
    attacked.project.kind = ProjectKind.ONE_PASS
    db.session.commit()
    answer = attacked.post("spans", headers=HTMX, **{"mark-clear": value})
    assert answer.status_code == 422
    assert "load it again" in answer.text


@pytest.mark.usefixtures("tiny_ontology")
def test_each_option_says_what_it_fits_and_keeps(document):
    said = document.client.get(f"{document.address}/figures").json
    oslo = said[str(document.mentions[1].id)]
    label, sentence = oslo["city in Norway"]
    assert label == "fits few"
    assert sentence.startswith("Fits few places that we know.")
    assert re.search(r"Keeps \d+\s% of what it told\.$", sentence)
    assert oslo["***"] == ["", "Keeps nothing of what it told."]


def test_without_an_ontology_options_say_nothing(document):
    assert document.client.get(f"{document.address}/figures").json == {}


def policy(document: WorkbenchClient, **fields: object) -> None:
    db.session.merge(SuggestionPolicy(project_id=document.project.id, **fields))
    db.session.commit()
    db.session.expire_all()


def test_whether_figures_are_seen_is_decided_at_the_first_look_for_good(document):
    policy(document, blind_figure_share=100)
    assert "data-lines" not in document.client.get(document.address).text
    db.session.expire_all()
    assert document.assignment.sees_figures is False
    policy(document, blind_figure_share=0)
    assert "data-lines" not in document.client.get(document.address).text
    assert document.client.get(f"{document.address}/risk").status_code == 404
    assert document.client.get(f"{document.address}/figures").status_code == 404


def test_a_project_may_show_none_which_decides_nothing(document):
    policy(document, shows_figures=False)
    assert "data-lines" not in document.client.get(document.address).text
    db.session.expire_all()
    assert document.assignment.sees_figures is None
    policy(document, shows_figures=True)
    assert "data-lines" in document.client.get(document.address).text
    db.session.expire_all()
    assert document.assignment.sees_figures is True


def test_a_save_asks_for_no_figure(attacked):
    with recorded_statements() as statements:
        attacked.post(texts={1: "city"}, headers=HTMX)
    assert attacked.texts()[1] == "city"
    assert not [each for each in statements if "document_risk" in each]


def test_a_document_with_new_lists_forgets_what_was_counted(attacked):
    forget_payloads(db.session(), attacked.document.id)
    db.session.commit()
    assert db.session.get(DocumentRisk, attacked.document.id) is None
