"""What is found in the text of one work: beside it for its reviewer, above it for its annotator."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from privacy.attacks import Attacked
from tests.webapp.curation.review.reviewing import IN_PAGE, address_of, decide, read_sanitized
from tests.webapp.insight.risk.risky import (
    CHOSEN,
    by,
    change_report,
    compute,
    give_background,
    handed_in,
    pages,
)
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.insight.risk import tasks
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, AssignmentState, RiskCheck, SuggestionPolicy, utc_now


def lines_of(client, address: str) -> str:
    return re.sub(r"\s+", " ", client.get(address, headers=IN_PAGE).text)


def test_the_line_beside_a_work_comes_after_its_text_was_read(admin, checked):
    address = address_of(checked.assignment, "risk")
    assert admin.get(address).status_code == 204
    read_sanitized(admin, checked.assignment)
    page = admin.get(address).text
    assert "The full attack finds the person: 1st of 12" in page
    assert "falcons" in page
    show = admin.get(address_of(checked.assignment)).text
    assert address in show


def test_a_correction_lets_the_figures_beside_the_work_be_read_anew(admin, checked):
    read_sanitized(admin, checked.assignment)
    beside = address_of(checked.assignment, "risk")
    assert "by words alone" not in admin.get(beside).text
    oslo = checked.mentions[1].id
    kept = decide(admin, checked.assignment, oslo, CHOSEN[1], headers=IN_PAGE)
    corrected = decide(admin, checked.assignment, oslo, "city", seen=CHOSEN[1], headers=IN_PAGE)
    assert "HX-Trigger" not in kept.headers
    page = admin.get(beside).text
    assert f'hx-get="{beside}" hx-trigger="{corrected.headers["HX-Trigger"]} from:body"' in page
    assert "by words alone" in page


def test_above_submitted_work_stands_the_surest_attack_as_long_as_its_check_is_current(
    admin, checked
):
    change_report(checked, attacks=[by("words", 1, 0.2), by("meaning", 1, 0.99)])
    read_sanitized(admin, checked.assignment)
    own, card = f"{checked.address}/risk", address_of(checked.assignment, "risk")
    for client, address in ((checked.client, own), (admin, card)):
        assert "The full attack finds the person: 1st of 553, sure." in client.get(address).text
    assert "1st of 553, sure" in admin.get(f"/projects/{checked.project.id}/risk").text
    db.session.get(RiskCheck, checked.document.id).background_at = None
    db.session.commit()
    for client, address in ((checked.client, own), (admin, card)):
        page = client.get(address).text
        assert "So far, by words alone, the attack finds the person: 1st of 12" in page
        assert "553" not in page
    assert "The full attack comes with the next check." in checked.client.get(own).text


@pytest.mark.parametrize(
    ("state", "is_told"),
    [
        ({}, True),
        ({"sees_figures": False}, False),
        ({"state": AssignmentState.IN_PROGRESS}, False),
        ({"changed_at": utc_now() + timedelta(days=1)}, False),
    ],
)
def test_the_list_of_documents_says_what_the_full_attack_found(checked, state, is_told):
    change_report(checked, attacks=[by("words", 40, 0.2), by("meaning", 1, 0.99)])
    work = db.session.get(Assignment, checked.assignment.id)
    for name, value in state.items():
        setattr(work, name, value)
    db.session.commit()
    page = lines_of(checked.client, f"/projects/{checked.project.id}")
    assert ("Full attack: 1st of 553, sure" in page) is is_told


def test_a_project_that_shows_no_figures_tells_of_no_attack(checked):
    change_report(checked, attacks=[by("meaning", 1, 0.99)])
    db.session.merge(SuggestionPolicy(project_id=checked.project.id, shows_figures=False))
    db.session.commit()
    assert "Full attack" not in lines_of(checked.client, f"/projects/{checked.project.id}")


MEANT = {
    "falconer": "A tailor in Lund knows scientists.",
    "painter": "Boats in a garden in Norway.",
}
"""What an attacker knows who can't find the falconer by words."""


@pytest.fixture
def meant(make, workbench: WorkbenchClient, config, monkeypatch) -> WorkbenchClient:
    """A submitted document in which an attack finds the person that rests on three words."""
    document = handed_in(make, workbench)
    give_background(config, document.project, pages("smith") | MEANT)
    rests_on = (("scientists", 3.0), ("garden", 2.0), ("elsewhere", 1.0))
    found = Attacked("meaning", 14, 1, 0.95, "falconer", rests_on)

    def attack(_job_id, _folder, targets, _on_progress):
        return {target: [found] for target in targets}

    monkeypatch.setattr(tasks, "attack", attack)
    compute(document.project)
    return document


def test_where_no_word_leads_to_the_person_those_are_named_on_which_the_attack_rests(admin, meant):
    read_sanitized(admin, meant.assignment)
    check = db.session.get(RiskCheck, meant.document.id)
    assert check.report["gives_away"] == [["scientist", 0.0], ["garden", 0.0]]
    assert check.report["in_choices"] == ["scientist"]
    own = lines_of(meant.client, f"{meant.address}/risk")
    beside = lines_of(admin, address_of(meant.assignment, "risk"))
    span = meant.mentions[4].id
    assert f'<bdi>scientist</bdi> <small>chosen for <a href="#span-{span}"><bdi>geologist' in own
    assert (
        f'<bdi>scientist</bdi> <small>chosen for <a href="#mention-{span}"><bdi>geologist' in beside
    )
    for page in (own, beside):
        assert "The full attack finds the person: 1st of 14, sure." in page
        assert "<bdi>garden</bdi>" in page
        assert "elsewhere" not in page


def test_where_nothing_can_be_named_it_is_said(admin, meant):
    change_report(meant, gives_away=[])
    read_sanitized(admin, meant.assignment)
    for client, address in (
        (meant.client, f"{meant.address}/risk"),
        (admin, address_of(meant.assignment, "risk")),
    ):
        page = lines_of(client, address)
        assert "No word and no choice leads there by itself" in page
        assert "gives it away" not in page
