"""Documents of several annotators are settled; what the annotators did stays as it is."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import func, select

from tests.webapp.curation.adjudication.adjudicating import (
    CITY,
    DECADE,
    MASK,
    SPANS,
    TEXT,
    address,
    apply,
    loaded,
    settle,
    take,
    texts_settled,
)
from tests.webapp.curation.review.reviewing import IN_PAGE
from tests.webapp.submissions import compute_agreement, submitted
from webapp.core import store_sync
from webapp.platform.extensions import db
from webapp.platform.models import (
    Adjudication,
    AppliedStrategy,
    Assignment,
    AssignmentState,
    Choice,
    Event,
    EventKind,
    Verdict,
    utc_now,
)


def test_ties_and_disagreements_come_first_and_what_all_agree_on_is_folded(client, of_three):
    page = client.get(address(of_three)).text
    sections = [page.index(title) for title in ("A minority differs (2)", "All agree (1)")]
    assert sections == sorted(sections)
    assert "most: accept" in page
    card = page[page.index('id="mention-5-9"') :]
    offers = re.findall(r'<span class="names">(\d+)(.*?)</span>\s*</button>', card, re.DOTALL)
    assert [(number, re.findall('chip">(.*?)<', names)) for number, names in offers[:2]] == [
        ("2", ["Ada Berg", "Ben Moe"]),
        ("1", ["Cleo Dahl"]),
    ]


def test_a_row_is_settled_and_the_choices_stay(client, project, document):
    before = db.session.execute(select(Choice.mention_id, Choice.text)).all()
    answer = take(client, project, document, 2, MASK, IN_PAGE)
    assert (answer.status_code, "1 span" in answer.text) == (200, False)
    assert "0 spans to decide" in answer.text
    assert texts_settled(project, document) == [None, MASK, None]
    assert db.session.execute(select(Choice.mention_id, Choice.text)).all() == before


def test_against_the_majority_a_note_is_asked_for(client, project, of_three):
    answer = take(client, project, of_three, 1, "city", IN_PAGE)
    assert "why not so?" in answer.text
    take(client, project, of_three, 2, DECADE)
    assert "Say why you go against the majority: span 1." in settle(client, of_three).text
    row = loaded(project, of_three).rows[0]
    form = {"row": row.place, "seen": row.seen, "note": "Norway tells."}
    assert client.post(address(of_three, "verdict"), data=form).status_code == 303
    assert "The document is settled" in settle(client, of_three).text


def test_a_document_is_settled_only_when_nothing_is_open(client, project, document):
    assert "1 span still to be decided." in settle(client, document).text
    assert db.session.scalar(select(func.count()).select_from(Adjudication)) == 0
    take(client, project, document, 2, MASK)
    settle(client, document)
    assert texts_settled(project, document) == [CITY, MASK, "city"]
    assert "Take back" not in client.get(address(document)).text
    assert take(client, project, document, 2, DECADE).status_code == 422


def test_reopening_keeps_what_was_decided(client, project, document):
    take(client, project, document, 2, MASK)
    settle(client, document)
    page = client.post(address(document, "reopen"), follow_redirects=True).text
    assert "0 spans to decide" in page
    assert texts_settled(project, document) == [CITY, MASK, "city"]
    assert list(store_sync.store_of(project.id).read(document.doc_id)["annotations"]) == ["spans"]


def test_a_choice_that_changes_later_opens_its_row_again(client, project, document):
    take(client, project, document, 2, MASK)
    settle(client, document)
    choice = db.session.scalar(select(Choice).where(Choice.text == MASK))
    choice.text = DECADE
    db.session.commit()
    page = client.get(address(document)).text
    assert "Changed since it was settled" in page
    assert "Annotators changed 1 span since" in page


def test_two_adjudicators_do_not_overwrite_each_other(client, project, document):
    seen = loaded(project, document).rows[1].seen
    take(client, project, document, 2, MASK)
    answer = take(client, project, document, 2, DECADE, IN_PAGE, seen=seen)
    assert answer.status_code == 409
    notice = (
        '<p class="notice error" role="alert"><strong>Not saved.</strong> Somebody else decided'
    )
    assert notice in answer.text
    assert take(client, project, document, 2, DECADE, seen=seen).status_code == 409
    assert texts_settled(project, document) == [None, MASK, None]


def test_a_verdict_is_taken_back(client, project, document):
    take(client, project, document, 2, MASK)
    row = loaded(project, document).rows[1]
    form = {"row": row.place, "seen": row.seen, "clear": "yes"}
    assert client.post(address(document, "verdict"), data=form).status_code == 303
    assert texts_settled(project, document) == [None] * 3


def test_a_verdict_may_be_in_words_of_ones_own(client, project, document):
    form = {"row": "11-15", "entity_type": "DATETIME", "identifier_type": "QUASI"}
    for wrong in ("", "x" * 201, "two\nlines"):
        answer = client.post(address(document, "verdict"), data=form | {"written": wrong})
        assert answer.status_code == 422
    written = form | {"written": "  a year  "}
    assert client.post(address(document, "verdict"), data=written).status_code == 303
    assert texts_settled(project, document) == [None, "a year", None]


def test_a_strategy_says_what_it_would_settle_and_is_undone_at_once(client, project, of_three):
    take(client, project, of_three, 1, CITY)
    page = client.get(address(of_three)).text
    assert re.findall(r"Settle (\d of \d)\b", page) == ["1 of 2", "2 of 2"]
    assert "Cleo Dahl: 2 of 2" in page
    assert "2 spans settled" in apply(client, of_three, rule="majority", votes="2", share="60").text
    assert texts_settled(project, of_three) == [CITY, DECADE, "city"]
    applied = db.session.scalar(select(AppliedStrategy))
    undo = f"/projects/{project.id}/adjudication/strategies/{applied.id}/undo"
    assert "Undone: 2 spans open again." in client.post(undo, follow_redirects=True).text
    assert texts_settled(project, of_three) == [CITY, None, None]
    assert client.post(undo).status_code == 409


def test_what_is_decided_after_a_strategy_is_not_undone_with_it(client, project, of_three):
    apply(client, of_three, rule="annotator", annotator="Cleo Dahl")
    take(client, project, of_three, 1, CITY)
    applied = db.session.scalar(select(AppliedStrategy))
    client.post(f"/projects/{project.id}/adjudication/strategies/{applied.id}/undo")
    assert texts_settled(project, of_three) == [CITY, None, None]


def test_a_strategy_settles_all_documents_that_wait(client, make, project, document):
    other = make.document(project, text=TEXT, spans=SPANS)
    for assignment in db.session.scalars(select(Assignment)).all():
        submitted(make, other, assignment.annotator, CITY, MASK, "city")
    home = f"/projects/{project.id}/adjudication"
    counted = client.get(f"{home}?rule=unanimous").text
    assert "It would settle 5 of the 6 spans" in counted
    client.post(f"{home}/strategy", data={"rule": "unanimous"})
    assert texts_settled(project, document) == [CITY, None, "city"]
    assert texts_settled(project, other) == [CITY, MASK, "city"]


@pytest.mark.parametrize("votes", ["0", "many", "-1", "1001"])
def test_a_strategy_of_nonsense_is_refused(client, document, votes):
    data = {"rule": "majority", "votes": votes}
    assert client.post(address(document, "strategy"), data=data).status_code == 422


def test_who_annotates_a_document_does_not_settle_it(client, make, project, document, reviewer):
    own = make.assignment(document, reviewer)
    assert client.get(address(document)).status_code == 403
    unknown = {"row": "11-15", "reading": "none that there is"}
    answer = client.post(address(document, "verdict"), data=unknown, headers=IN_PAGE)
    assert (answer.status_code, "Ada" in answer.text) == (403, False)
    assert address(document) not in client.get(f"/projects/{project.id}/adjudication").text
    own.state, own.submitted_at = AssignmentState.SUBMITTED, utc_now()
    db.session.commit()
    assert "somebody else settles it" in client.get(address(document)).text
    assert client.post(address(document, "settle")).status_code == 403
    data = {"rule": "unanimous"}
    assert client.post(address(document, "strategy"), data=data).status_code == 403


def test_the_next_document_is_one_that_the_person_may_settle(
    client, make, project, document, reviewer
):
    own = make.document(project, text=TEXT, spans=SPANS)
    for assignment in db.session.scalars(select(Assignment)).all():
        submitted(make, own, assignment.annotator, CITY, MASK, "city")
    make.assignment(own, reviewer)
    take(client, project, document, 2, MASK)
    answer = client.post(address(document, "settle"))
    assert answer.location == f"/projects/{project.id}/adjudication"


def test_nobody_settles_what_one_annotator_submitted(client, make, project):
    document = make.document(project, text=TEXT, spans=SPANS)
    submitted(make, document, make.user("Ada"), CITY, DECADE, "city")
    assert "fewer than two annotators" in client.get(address(document)).text
    assert client.post(address(document, "settle")).status_code == 422


def test_names_can_be_initials(client, project, make, of_three):
    submitted(make, of_three, make.user("Ann Bo"), CITY, DECADE, "city")
    project.shows_initials = True
    db.session.commit()
    page = client.get(address(of_three)).text
    assert re.findall('chip">(.*?)<', page)[:4] == ["AB 1", "AB 2", "BM", "CD"]
    assert not any(name in page for name in ("Ada Berg", "Ann Bo", "Ben Moe", "Cleo Dahl"))


def test_ones_own_opinion_may_come_first(client, project, of_three):
    page = client.get(address(of_three) + "?first=yes").text
    assert "most: accept" not in page
    assert "Settle many at once" not in page
    folded = page.index("All agree")
    assert "chip" not in page[page.index('id="spans"') : folded]
    answer = take(client, project, of_three, 1, "city", IN_PAGE, first="yes")
    assert "Cleo Dahl" in answer.text
    assert "before seeing who chose what" in answer.text
    assert db.session.scalar(select(Verdict.was_first))


def test_every_step_is_in_the_audit_trail_without_text(client, project, document):
    take(client, project, document, 2, MASK)
    settle(client, document)
    client.post(address(document, "reopen"))
    kinds = (EventKind.ADJUDICATED, EventKind.DOCUMENT_SETTLED, EventKind.DOCUMENT_UNSETTLED)
    events = db.session.scalars(select(Event).where(Event.kind.in_(kinds)).order_by(Event.id))
    steps = [(event.kind, event.document_id, event.details) for event in events]
    assert steps == [
        (kinds[0], document.id, {"row": "11-15"}),
        (kinds[1], document.id, {}),
        (kinds[2], document.id, {}),
    ]


def test_a_page_of_the_list_counts_what_is_open(client, make, project, document):
    page = client.get(f"/projects/{project.id}/adjudication").text
    row = page[page.index(address(document)) :]
    assert re.findall(r'class="number">(\d+)', row)[:5] == ["2", "3", "1", "0", "1"]
    compute_agreement(make, project)
    disputed = client.get(f"/projects/{project.id}/agreement").text
    assert f"{address(document)}#mention-11-15" in disputed
