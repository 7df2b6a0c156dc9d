"""The page of all documents, the worker behind it, and what admins say of who sees figures."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from sqlalchemy import delete, select

from palimpsest.checking import is_found
from privacy.attacks import Attacked
from tests.factories import sign_in
from tests.webapp.curation.review.reviewing import read_sanitized
from tests.webapp.insight.risk.risky import (
    CHOSEN,
    OTHER_SPANS,
    OTHER_TEXT,
    by,
    change_report,
    compute,
    risky,
)
from webapp.core.work.corrections import load_corrected
from webapp.insight.risk import tasks
from webapp.insight.risk.measures import nearness, privacy_of
from webapp.insight.risk.overview import Order
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    DocumentRisk,
    Event,
    EventKind,
    Job,
    JobKind,
    Project,
    RiskCheck,
    SuggestionPolicy,
    utc_now,
)
from webapp.versions.acceptance import AcceptanceCounts, Rates
from webapp.versions.formatting import sway_of
from webapp.versions.swaying import masked_rates

HTMX = {"HX-Request": "true"}


def risk_page(client, project: Project, **arguments: object) -> str:
    answer = client.get(f"/projects/{project.id}/risk", query_string=arguments)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.text)


def test_the_worker_checks_what_would_go_out_and_keeps_no_original(checked):
    check = db.session.get(RiskCheck, checked.document.id)
    assert check.report["attacks"][0] | {"confidence": 0} == {
        "by": "words",
        "people": 12,
        "rank": 1,
        "confidence": 0,
        "first_is_person": True,
        "rests_on": ["falcons"],
    }
    assert check.report["k"] == {"project": 1, "people": 3}
    assert [word for word, _ in check.report["gives_away"]] == ["falcons"]
    assert check.report["in_choices"] == []
    assert check.report["hiding_helps"] is True
    assert not any(name in str(check.report) for name in ("Ada", "Berg", "Oslo", "1986"))


def test_what_is_checked_is_not_checked_again_until_it_changes(checked):
    assert compute(checked.project).message == "0 documents counted anew, 0 texts checked."
    db.session.get(RiskCheck, checked.document.id).text_digest = "of another text"
    db.session.commit()
    assert compute(checked.project).message == "0 documents counted anew, 1 text checked."


def test_a_new_background_and_new_people_make_all_figures_anew(checked, make):
    other = {"doc_id": "other", "text": OTHER_TEXT, "spans": OTHER_SPANS}
    make.document(checked.project, **other).task = "Hide somebody else"
    db.session.commit()
    assert compute(checked.project).message == "4 documents counted anew, 1 text checked."


def test_a_document_that_is_taken_back_has_no_check(checked):
    checked.post("reopen")
    compute(checked.project)
    assert db.session.get(RiskCheck, checked.document.id) is None


def test_payloads_are_told_by_their_background(submitted):
    compute(submitted.project)
    stored = db.session.scalars(select(DocumentRisk)).all()
    assert {each.background_at for each in stored} != {None}
    assert len(stored) == 3


def test_the_table_tells_the_words_to_who_has_read_the_text(admin, checked):
    page = risk_page(admin, checked.project)
    assert "1 of 3" in page
    assert "1st of 12" in page
    assert "falcons" not in page
    assert "falconer" not in page
    told = risk_page(admin, checked.project, told="yes")
    assert "falcons" in told
    assert "falconer" not in told
    read_sanitized(admin, checked.assignment)
    page = risk_page(admin, checked.project)
    assert "falconer" in page
    assert "hide <em><bdi>falcons</bdi></em>: no longer found" in page


def test_what_pages_count_by_stands_beside_the_report(checked):
    check = db.session.get(RiskCheck, checked.document.id)
    [attack] = check.report["attacks"]
    assert (check.fitting, check.words, check.guessed) == (1, 1, 0)
    assert (check.nearness, check.privacy) == (1 + attack["confidence"], 1 - attack["confidence"])
    assert check.kept == check.report["kept"]


def test_beside_it_stands_what_the_work_of_each_annotator_comes_to(checked):
    [work] = db.session.get(RiskCheck, checked.document.id).work
    assert work.assignment_id == checked.assignment.id
    assert (work.fitting, work.is_found, work.kept) == (1, True, None)
    check = db.session.get(RiskCheck, checked.document.id)
    assert 0 <= work.privacy == check.privacy < 1


def test_choices_of_an_annotator_that_do_not_go_out_have_figures_of_their_own(checked, make):
    person = make.user()
    make.member(person, checked.project.id)
    other = replace(checked, annotator=person, assignment=make.assignment(checked.document, person))
    sign_in(other.client, person)
    other.post(texts=dict.fromkeys(CHOSEN, "***"))
    assert other.post("submit").status_code == 303
    compute(checked.project)
    check = db.session.get(RiskCheck, checked.document.id)
    [first, second] = sorted(check.work, key=lambda work: work.assignment_id)
    assert first.privacy == check.privacy < second.privacy


def test_work_that_is_taken_away_while_its_check_is_written_is_left_out(submitted, monkeypatch):
    def load_and_take_away(*known):
        loaded = load_corrected(*known)
        with db.engine.begin() as connection:
            connection.execute(delete(Assignment).where(Assignment.id == submitted.assignment.id))
        return loaded

    monkeypatch.setattr(tasks, "load_corrected", load_and_take_away)
    compute(submitted.project)
    assert db.session.get(RiskCheck, submitted.document.id).work == []


@pytest.mark.parametrize("order", Order)
def test_the_table_can_be_put_in_every_order(admin, checked, order):
    assert order.label in risk_page(admin, checked.project, order=order.value)


def test_privacy_is_how_likely_whoever_looks_is_wrong():
    found = {"rank": 1, "confidence": 0.9}
    behind = {"rank": 4, "confidence": 0.9}
    assert privacy_of([found, behind], 5) == pytest.approx(0.1)
    assert privacy_of([behind], 5) == 1
    assert privacy_of([], 5) == 0.8
    assert privacy_of([], None) is None


def test_reviewers_ask_for_a_check_once(admin, checked):
    address = f"/projects/{checked.project.id}/risk"
    assert admin.post(address).status_code == 303
    anew = admin.post(f"{address}?order=words&told=yes", headers=HTMX).text
    assert "being checked anew" in anew
    again = unescape(re.search('hx-get="([^"]*)"', anew)[1])
    waiting = select(Job).where(Job.kind == JobKind.RISK, Job.finished_at.is_(None))
    [job] = db.session.scalars(waiting)
    assert "every 2s" in risk_page(admin, checked.project)
    job.finished_at, job.state = utc_now(), "done"
    db.session.commit()
    assert admin.get(address, headers=HTMX).headers["HX-Redirect"] == address
    again = admin.get(again, headers=HTMX).headers["HX-Redirect"]
    assert "order=words" in again
    assert "told=yes" in again


WHOLE = "choose more general texts: the text as a whole leads there"


@pytest.mark.parametrize(
    ("attacks", "words", "in_choices", "to_do"),
    [
        ([by("meaning", 1, 0.1)], [], [], WHOLE),
        ([by("meaning", None, 0.8)], [], [], WHOLE),
        ([by("meaning", 2, 0.8)], [], [], "nothing"),
        (
            [by("words", 1, 0.9)],
            ["falcons", "lute"],
            ["lute"],
            "hide <em><bdi>falcons</bdi></em>; choose more general texts for "
            "<em><bdi>lute</bdi></em>: no longer found",
        ),
        (
            [by("words", 1, 0.9)],
            ["lute"],
            ["lute"],
            "choose more general texts for <em><bdi>lute</bdi></em>: no longer found",
        ),
    ],
)
def test_what_to_do_tells_what_can_be_hidden_from_what_is_chosen(
    admin, checked, attacks, words, in_choices, to_do
):
    gives_away = [[word, 1.0] for word in words]
    change_report(checked, attacks=attacks, gives_away=gives_away, in_choices=in_choices)
    page = risk_page(admin, checked.project, told="yes")
    last = page[page.index("<tbody>") : page.index("</tbody>")].rpartition("<td>")[2]
    cell = last.replace('<span class="help">', "").replace("</span>", "")
    assert cell.partition("</td>")[0].strip() == to_do


def test_a_person_is_no_longer_found_only_if_no_attack_puts_them_first():
    found = Attacked("meaning", 12, 1, 0.1, None)
    lost = Attacked("words", 12, 4, 0.9, "somebody")
    assert is_found([lost, found])
    assert not is_found([lost])


def test_who_is_found_comes_first_the_surest_before_others_then_by_rank():
    attacks = [
        by("words", 1, 0.9),
        by("words", 1, 0.1),
        by("words", 2, 0.9),
        by("words", 40, 0.99),
        by("words", None, 0.1),
    ]
    mixed = attacks[::-1]
    assert sorted(mixed, key=nearness, reverse=True) == attacks


def test_texts_to_be_read_are_not_ordered_by_what_is_not_told(admin, checked):
    for order in ("guessed", "words"):
        page = risk_page(admin, checked.project, order=order)
        assert "order=guessed" not in page
        assert "order=words" not in page
        assert 'aria-sort="other" title="Where the surest attack' in page
    told = risk_page(admin, checked.project, told="yes", order="words")
    assert "order=guessed&amp;told=yes" in told or "told=yes&amp;order=guessed" in told
    read_sanitized(admin, checked.assignment)
    assert "order=words" in risk_page(admin, checked.project)


def test_what_annotators_are_found_by_is_said(admin, checked):
    assert "were attacked by words alone" in risk_page(admin, checked.project)


def test_submitting_and_assigning_ask_for_figures(make, workbench):
    document = risky(make, workbench)
    document.post(texts=CHOSEN)
    document.post("submit")
    jobs = db.session.scalars(select(Job).where(Job.kind == JobKind.RISK)).all()
    assert len(jobs) == 1


def test_admins_say_who_sees_figures_and_it_is_noted(admin, checked):
    address = f"/projects/{checked.project.id}/risk/figures"
    assert admin.post(address, data={"blind_figure_share": "25"}).status_code == 303
    db.session.expire_all()
    policy = db.session.get(SuggestionPolicy, checked.project.id)
    assert (policy.shows_figures, policy.blind_figure_share) == (False, 25)
    changed = db.session.scalars(select(Event).where(Event.kind == EventKind.PROJECT_CHANGED))
    assert changed.one().details["fields"] == ["blind_figure_share", "shows_figures"]
    answer = admin.post(address, data={"blind_figure_share": "101"})
    assert answer.status_code == 422
    assert "blind_figure_share-errors" in answer.text


def finish(make, project: Project, *texts: str, sees: bool | None) -> None:
    document = make.document(project)
    assignment: Assignment = make.assignment(document, project.members[0])
    db.session.refresh(document)
    mentions = [each for layer in document.layers for each in layer.mentions]
    for mention, text in zip(mentions, texts, strict=False):
        make.choice(assignment, mention, text)
    assignment.sees_figures = sees
    assignment.state, assignment.submitted_at = AssignmentState.SUBMITTED, utc_now()
    db.session.commit()


def test_choices_with_figures_are_compared_with_those_without(make):
    project = make.project(make.user())
    finish(make, project, "***", "city", sees=True)
    finish(make, project, "***", "***", sees=False)
    finish(make, project, "***", "***", "***", sees=None)
    rates = masked_rates(db.session(), project)
    assert rates == Rates(AcceptanceCounts(1, 2), AcceptanceCounts(2, 2))
    assert sway_of(rates) == (
        "With privacy figures in view 50 % of choices are ***, without them 100 %. "
        "These are too few to compare."
    )


@pytest.mark.parametrize(
    ("shown", "blind", "words"),
    [
        ((0, 9), (0, 0), ""),
        ((0, 0), (3, 9), "Without privacy figures 33 % of choices are ***."),
        ((300, 400), (100, 400), "So figures go with more that says nothing"),
        ((100, 400), (300, 400), "So figures go with less that says nothing"),
        ((100, 400), (101, 400), "The difference may be chance"),
    ],
)
def test_how_far_figures_sway_is_said_with_its_doubt(shown, blind, words):
    said = sway_of(Rates(AcceptanceCounts(*shown), AcceptanceCounts(*blind)))
    assert words in said
    assert words or not said


@pytest.mark.usefixtures("tiny_ontology")
def test_spans_whose_originals_are_read_in_the_background_are_named_with_the_text(checked, admin):
    db.session.query(RiskCheck).delete()
    db.session.commit()
    compute(checked.project)
    check = db.session.get(RiskCheck, checked.document.id)
    read = {each["chosen"]: each["read_in"] for each in check.report["mentions"] if each["read_in"]}
    assert "falconer" in read.values()
    read_sanitized(admin, checked.assignment)
    assert "read in <bdi>falconer" in risk_page(admin, checked.project)
