"""Suggestions on the annotation page: shown, accepted, preselected, by the forms of the page."""

from __future__ import annotations

import logging

import pytest
from sqlalchemy import select

from selection.suggesting import Suggester, Suggestion
from tests.webapp.statements import recorded_statements
from tests.webapp.versions.suggestions.suggestible import (
    HTMX,
    LIKELY,
    fields_of,
    page_of,
    promoted,
    records,
    send,
    suggest,
    want,
)
from tests.webapp.workbench.workbench_client import ALL, WorkbenchClient
from webapp.platform.extensions import db
from webapp.platform.models import AssignmentSuggestions, Edit, ModelVersion, SuggestionMode
from webapp.versions.queries import folder_of
from webapp.versions.suggestions import reading


@pytest.mark.usefixtures("version")
def test_the_suggested_option_is_marked_in_words_and_not_chosen(workbench: WorkbenchClient):
    page = page_of(workbench)
    assert 'Suggested for Oslo: </span><bdi>city</bdi> <span class="percent">84 %' in page
    assert '<option value="" disabled selected>Oslo<' in page
    assert "Accept 2 " in page
    assert workbench.texts() == [None] * 6


@pytest.mark.usefixtures("version")
def test_a_span_without_a_suggestion_is_as_it_always_was(workbench: WorkbenchClient):
    page = page_of(workbench)
    assert f"shown-{workbench.mentions[5].id}" not in page
    assert '<option value="date in the 2000s">date in the 2000s</option>' in page


@pytest.mark.usefixtures("version")
def test_off_asks_for_no_sheet_and_shows_nothing(workbench: WorkbenchClient):
    want(workbench.project.id, SuggestionMode.OFF)
    with recorded_statements() as statements:
        page = page_of(workbench)
        workbench.post(texts={1: "city"})
    assert not [each for each in statements if "suggestion_payload" in each or "model_ver" in each]
    assert "suggest" not in page
    assert records(workbench) == {}


@pytest.mark.usefixtures("version")
def test_each_answer_carries_the_suggestions_that_changed(workbench: WorkbenchClient, monkeypatch):
    fields = fields_of(page_of(workbench))
    monkeypatch.setattr(reading, "_suggester", lambda _folder, _part: Taught())
    response = workbench.post(texts={1: "city"}, headers=HTMX, **fields)
    bergen = workbench.mentions[4].id
    assert f'id="suggestion-{bergen}" data-percents=""><input type="hidden"' in response.text
    assert f'name="shown-{bergen}" value="51 ***"' in response.text
    assert f'id="suggestion-{workbench.mentions[1].id}"></span>' in response.text
    assert f'id="suggestion-{workbench.mentions[0].id}"' not in response.text
    assert "Accept 1 " in response.text
    assert "<select" not in response.text


@pytest.mark.usefixtures("version")
def test_every_candidate_says_how_likely_it_is_and_a_change_sends_what_it_moved(
    workbench: WorkbenchClient, monkeypatch
):
    page, fields = page_of(workbench), fields_of(page_of(workbench))
    oslo, bergen = workbench.mentions[1].id, workbench.mentions[4].id
    assert f'id="suggestion-{oslo}" data-percents="8 84 8"' in page
    monkeypatch.setattr(reading, "_suggester", lambda _folder, _part: Wavering())
    response = workbench.post(texts={2: "***"}, headers=HTMX, **fields)
    assert f'id="suggestion-{bergen}" data-percents="3 95 2"' in response.text
    assert f'id="suggestion-{oslo}"' not in response.text


class Wavering:
    """Says what the payload says, but for Bergen's lesser candidates once something is chosen."""

    def suggest(self, payload, chosen):
        found = Suggester().suggest(payload, chosen)
        if chosen:
            last = max(found, key=int)
            shares = {"city in Norway": 0.03, "city": 0.95, "***": 0.02}
            found[last] = Suggestion("city", found[last].confidence, shares)
        return found


class Taught:
    """Says what the payload says, but otherwise for Bergen once something is chosen for Oslo."""

    def suggest(self, payload, chosen):
        found = Suggester().suggest(payload, chosen)
        if "city" in chosen.values():
            bergen = sorted(found, key=int)[-1]
            found[bergen] = Suggestion("***", 0.51)
        return found


@pytest.mark.usefixtures("version")
def test_one_suggestion_is_accepted_by_its_button(workbench: WorkbenchClient):
    response = send(workbench, "accept", {2: "***"}, accept=workbench.mentions[1].id)
    assert response.status_code == 303
    assert workbench.texts() == [None, "city", "***", None, None, None]
    assert set(records(workbench)) == {1, 2}


@pytest.mark.usefixtures("version")
def test_all_above_90_percent_are_accepted_in_one_step_and_taken_back_in_one(
    workbench: WorkbenchClient,
):
    send(workbench, "accept", {1: "***"}, above=90)
    assert workbench.texts() == ["PERSON 1", "***", None, "PERSON 1", "city", None]
    workbench.post("undo")
    assert workbench.texts() == [None, "***", None, None, None, None]
    assert records(workbench) == {1: ("city", 0.84, True)}


def test_a_follower_takes_its_first_mentions_text_whatever_was_suggested_for_it(
    workbench: WorkbenchClient,
):
    want(workbench.project.id, SuggestionMode.HINT)
    suggest(workbench.assignment, {"Ada Berg": ("PERSON 1", 0.95), "Berg": ("***", 0.99)})
    assert "Accept 1 " in page_of(workbench)
    send(workbench, "accept", above=90)
    assert workbench.texts()[0] == workbench.texts()[3] == "PERSON 1"


@pytest.mark.usefixtures("version")
@pytest.mark.parametrize("fields", [{}, {"accept": 999}, {"accept": "x"}, {"above": "x"}])
def test_accepting_nothing_changes_nothing(workbench: WorkbenchClient, fields):
    assert send(workbench, "accept", **fields).status_code == 303
    assert workbench.texts() == [None] * 6
    assert db.session.scalars(select(Edit)).all() == []


def test_only_what_the_page_showed_is_accepted(workbench: WorkbenchClient, version):
    workbench.post("accept", above=90, suggested_by=version.id)
    assert workbench.texts() == [None] * 6


@pytest.mark.usefixtures("version")
def test_a_stale_page_accepts_nothing(workbench: WorkbenchClient):
    fields = fields_of(page_of(workbench))
    workbench.post(texts={1: "***"})
    assert workbench.post("accept", version=1, above=90, **fields).status_code == 409
    assert workbench.texts() == [None, "***", None, None, None, None]


@pytest.mark.usefixtures("preselecting")
def test_what_is_preselected_is_neither_stored_nor_counted(workbench: WorkbenchClient):
    page = page_of(workbench)
    assert '<option value="city" selected>city</option>' in page
    assert "0 of 6" in page
    assert "Submitting accepts what is still preselected." in page
    for verb in ("choices", "skip", "preview", "flag"):
        send(workbench, verb, comment="?")
    assert workbench.texts() == [None] * 6


@pytest.mark.usefixtures("preselecting")
def test_a_changed_preselection_is_stored_alone(workbench: WorkbenchClient):
    send(workbench, **{f"preselected-{workbench.mentions[1].id}": "***"})
    assert workbench.texts() == [None, "***", None, None, None, None]
    assert records(workbench) == {1: ("city", 0.84, True)}


@pytest.mark.usefixtures("preselecting")
def test_all_that_is_preselected_is_accepted_in_one_step(workbench: WorkbenchClient):
    send(workbench, "accept", above=0)
    assert workbench.texts() == ["PERSON 1", "city", "date in the 1980s", "PERSON 1", "city", None]
    workbench.post("undo")
    assert workbench.texts() == [None] * 6


@pytest.mark.usefixtures("preselecting")
def test_submitting_stores_what_is_preselected(workbench: WorkbenchClient):
    assert send(workbench, "submit", {5: "***"}).status_code == 303
    assert workbench.texts() == ["PERSON 1", "city", "date in the 1980s", "PERSON 1", "city", "***"]
    assert workbench.assignment.state.is_final
    assert len(records(workbench)) == 5


@pytest.mark.usefixtures("preselecting")
def test_what_is_less_than_70_percent_likely_is_not_taken_unseen(workbench: WorkbenchClient):
    suggest(workbench.assignment, {**LIKELY, "Bergen": ("city", 0.69), "Oslo": ("city", 0.7)})
    assert "Less than 70 % likely" in page_of(workbench)
    answer = send(workbench, "submit", {5: "***"})
    assert answer.status_code == 422
    assert "1 span still needs a choice" in answer.text
    stored = ["PERSON 1", "city", "date in the 1980s", "PERSON 1", None, "***"]
    assert workbench.texts() == stored
    send(workbench, "accept", above=0)
    assert workbench.texts() == stored
    assert send(workbench, "submit", {4: "city"}).status_code == 303


@pytest.mark.usefixtures("version")
def test_a_submitted_document_shows_no_suggestions(workbench: WorkbenchClient):
    workbench.post("submit", texts=ALL)
    assert "suggest" not in page_of(workbench)


def test_the_cold_start_serves_until_the_project_has_payloads_of_its_own(
    workbench: WorkbenchClient,
):
    want(workbench.project.id, SuggestionMode.HINT)
    cold = suggest(workbench.assignment, LIKELY, version=promoted(None))
    promoted(workbench.project.id)  # no payloads yet
    assert fields_of(page_of(workbench))["suggested_by"] == str(cold.id)
    own = suggest(workbench.assignment, LIKELY)
    suggest(workbench.assignment, LIKELY, version=promoted(None))
    assert fields_of(page_of(workbench))["suggested_by"] == str(own.id)


def test_a_refused_version_suggests_nothing(workbench: WorkbenchClient, version):
    version.promoted_at = None
    db.session.commit()
    assert fields_of(page_of(workbench)) == {"suggested_by": ""}


@pytest.mark.usefixtures("version")
def test_a_text_that_is_no_longer_offered_is_not_suggested(workbench: WorkbenchClient):
    workbench.mentions[1].generalizations = {"heuristics": ["town", "***"]}
    db.session.commit()
    assert f"shown-{workbench.mentions[1].id}" not in page_of(workbench)


def lose(version: ModelVersion) -> None:
    folder_of(version).rename(folder_of(version).with_name("elsewhere"))


def damage(version: ModelVersion) -> None:
    manifest = folder_of(version) / "manifest.json"
    manifest.chmod(0o600)
    manifest.write_text("{")


def damage_payload(_version: ModelVersion) -> None:
    payload = db.session.scalars(select(AssignmentSuggestions)).one()
    payload.payload = {"mentions": 1}
    db.session.commit()


@pytest.mark.parametrize("spoil", [lose, damage, damage_payload])
def test_a_model_that_ails_is_in_the_log_and_the_page_works_without(
    workbench: WorkbenchClient, version: ModelVersion, caplog, spoil
):
    spoil(version)
    with caplog.at_level(logging.ERROR):
        page = page_of(workbench)
    assert "can't be asked" in caplog.text
    assert "shown-" not in page
    assert workbench.post(texts={1: "city"}, suggested_by=version.id).status_code == 303
    assert workbench.texts()[1] == "city"
