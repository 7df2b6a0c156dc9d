"""What is found in the text of one work: beside it for its reviewer, above it for its annotator."""

from __future__ import annotations

from tests.webapp.reviewing import IN_PAGE, address_of, decide, read_sanitized
from tests.webapp.risky import CHOSEN, admin, by, change_report, checked, config, submitted
from webapp.extensions import db
from webapp.models import RiskCheck

__all__ = ["admin", "checked", "config", "submitted"]  # fixtures


def test_the_line_beside_a_work_comes_after_its_text_was_read(admin, checked):
    address = address_of(checked.assignment, "risk")
    assert admin.get(address).status_code == 204
    read_sanitized(admin, checked.assignment)
    page = admin.get(address).text
    assert "The attack finds the person: 1st of 12" in page
    assert "falcons" in page
    show = admin.get(address_of(checked.assignment)).text
    assert address in show


def test_a_correction_lets_the_figures_beside_the_work_be_read_anew(admin, checked):
    read_sanitized(admin, checked.assignment)
    beside = address_of(checked.assignment, "risk")
    assert "By its words alone" not in admin.get(beside).text
    oslo = checked.mentions[1].id
    kept = decide(admin, checked.assignment, oslo, CHOSEN[1], headers=IN_PAGE)
    corrected = decide(admin, checked.assignment, oslo, "city", seen=CHOSEN[1], headers=IN_PAGE)
    assert "HX-Trigger" not in kept.headers
    page = admin.get(beside).text
    assert f'hx-get="{beside}" hx-trigger="{corrected.headers["HX-Trigger"]} from:body"' in page
    assert "By its words alone" in page


def test_above_submitted_work_stands_the_surest_attack_as_long_as_its_check_is_current(
    admin, checked
):
    change_report(checked, attacks=[by("words", 1, 0.2), by("meaning", 1, 0.99)])
    read_sanitized(admin, checked.assignment)
    own, card = f"{checked.address}/risk", address_of(checked.assignment, "risk")
    for client, address in ((checked.client, own), (admin, card)):
        assert "The attack finds the person: 1st of 553, sure." in client.get(address).text
    assert "1st of 553, sure" in admin.get(f"/projects/{checked.project.id}/risk").text
    db.session.get(RiskCheck, checked.document.id).background_at = None
    db.session.commit()
    for client, address in ((checked.client, own), (admin, card)):
        page = client.get(address).text
        assert "By its words alone the attack finds the person: 1st of 12" in page
        assert "553" not in page
    assert "A fuller attack follows with the next check." in checked.client.get(own).text
