"""Choosing through the forms of the page, without any JavaScript: save, follow, undo, conflict."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests.factories import Factory
from tests.webapp.desk import Desk
from webapp.annotate.work import Work
from webapp.extensions import db
from webapp.models import (
    Assignment,
    AssignmentState,
    ChoiceOrigin,
    Document,
    Event,
    EventKind,
    Mention,
)

HTMX = {"HX-Request": "true"}


def test_the_page_shows_each_masked_span_with_its_options_in_order(desk: Desk):
    page = desk.client.get(desk.address).text
    options = page[page.index('<option value="" disabled selected>Oslo<') :]
    assert options.index("city in Norway") < options.index(">city<") < options.index(">***<")


def test_a_mention_that_stays_is_plain_text(desk: Desk):
    mention = desk.mentions[1]
    mention.identifier_type = "NO_MASK"
    db.session.commit()
    assert f"choice-{mention.id}" not in desk.client.get(desk.address).text


def test_a_choice_is_saved_and_the_document_is_in_progress(desk: Desk):
    assert desk.post(texts={1: "city"}).status_code == 303
    assert desk.texts()[1] == "city"
    assert desk.assignment.state is AssignmentState.IN_PROGRESS


def test_the_same_request_twice_changes_nothing_more(desk: Desk):
    desk.post(texts={1: "city"}, version=1)
    version = desk.assignment.version
    assert desk.post(texts={1: "city"}, version=1).status_code == 303
    assert desk.assignment.version == version
    events = db.session.scalars(select(Event).where(Event.kind == EventKind.CHOSEN)).all()
    assert len(events) == 1


def test_an_open_drop_down_of_a_plain_form_is_no_choice(desk: Desk):
    desk.post(texts={1: "city", 2: ""})
    assert desk.texts()[2] is None


def test_later_mentions_of_an_entity_follow_the_first(desk: Desk):
    desk.post(texts={0: "PERSON 1"})
    assert desk.texts()[3] == "PERSON 1"
    assert desk.origins() == {0: ChoiceOrigin.OWN, 3: ChoiceOrigin.FOLLOWED}


def test_a_mention_chosen_apart_does_not_follow(desk: Desk):
    desk.post(texts={3: "***"})
    desk.post(texts={0: "PERSON 1"})
    assert desk.texts()[3] == "***"
    assert "apart" in desk.client.get(desk.address).text


def test_choosing_the_first_mentions_text_again_makes_a_mention_follow(desk: Desk):
    desk.post(texts={0: "PERSON 1"})
    desk.post(texts={3: "***"})
    desk.post(texts={3: "PERSON 1"})
    desk.post(texts={0: "***"})
    assert desk.texts()[3] == "***"


def test_a_full_form_that_changes_the_first_mention_takes_the_followers_along(desk: Desk):
    desk.post(texts={0: "PERSON 1"})
    desk.post(texts={0: "***", 3: "PERSON 1"})
    assert desk.texts()[0] == desk.texts()[3] == "***"


def test_a_follower_that_does_not_offer_the_text_stays_open(desk: Desk):
    follower = desk.mentions[3]
    follower.generalizations = {"heuristics": ["somebody", "***"]}
    db.session.commit()
    desk.post(texts={0: "PERSON 1"})
    assert desk.texts()[3] is None
    desk.post(texts={0: "***"})
    assert desk.texts()[3] == "***"


@pytest.mark.parametrize("text", ["Oslo", "village", "city in norway", " city"])
def test_a_text_that_is_not_offered_is_refused(desk: Desk, text: str):
    assert desk.post(texts={1: text}).status_code == 422
    assert desk.texts()[1] is None


def test_nothing_of_a_form_with_one_bad_choice_is_saved(desk: Desk):
    assert desk.post(texts={1: "city", 2: "1987"}).status_code == 422
    assert desk.texts() == [None] * 6


def test_a_text_with_a_line_break_arrives_as_the_browser_sends_it(desk: Desk):
    mention = desk.mentions[1]
    mention.generalizations = {"heuristics": ["two\nlines", "***"]}
    db.session.commit()
    desk.post(texts={1: "two\r\nlines"})
    assert desk.texts()[1] == "two\nlines"


def test_a_mention_of_another_document_is_refused(desk: Desk, make: Factory):
    other = make.document(make.project())
    foreign = db.session.scalars(select(Mention.id).where(Mention.document_id == other.id)).first()
    response = desk.post(**{f"choice-{foreign}": "***"})
    assert response.status_code == 422


def test_a_stale_page_answers_409_with_both_versions_and_loses_neither(desk: Desk):
    desk.post(texts={1: "city"}, version=1)
    response = desk.post(texts={1: "***"}, version=1)
    assert response.status_code == 409
    assert "Stored: <bdi>city" in response.text
    assert "Your page: <bdi>***" in response.text
    assert desk.texts()[1] == "city"


def test_the_answer_to_a_conflict_is_saved(desk: Desk):
    desk.post(texts={1: "city"}, version=1)
    desk.post(texts={1: "***"}, version=1)
    assert desk.post(texts={1: "***"}).status_code == 303
    assert desk.texts()[1] == "***"


def test_htmx_gets_the_conflict_as_a_fragment_for_its_own_place(desk: Desk):
    desk.post(texts={1: "city"}, version=1)
    response = desk.post(texts={1: "***"}, version=1, headers=HTMX)
    assert response.status_code == 409
    assert response.headers["HX-Retarget"] == "#conflict"
    assert "<html" not in response.text


def test_htmx_gets_only_the_parts_that_changed(desk: Desk):
    response = desk.post(texts={0: "PERSON 1"}, headers=HTMX)
    follower = desk.mentions[3]
    assert "<select" not in response.text
    assert 'class="document"' not in response.text
    assert f'id="mark-{follower.id}" data-chosen="PERSON 1">' in response.text
    assert f'id="mark-{desk.mentions[1].id}"' not in response.text


def test_htmx_gets_how_a_choice_reads_where_its_sentence_changes_it(desk: Desk):
    oslo = desk.mentions[1].id
    response = desk.post(texts={1: "city", 2: "***"}, headers=HTMX)
    assert f'id="mark-{oslo}" data-chosen="city" data-reads="a city" data-lead="">' in response.text
    assert f'id="mark-{desk.mentions[2].id}" data-chosen="***">' in response.text


def test_htmx_gets_everything_as_it_is_stored_when_its_page_was_behind(desk: Desk):
    desk.post(texts={1: "city"}, version=1)
    response = desk.post(texts={1: "city"}, version=1, headers=HTMX)
    assert f'name="version" value="{desk.assignment.version}"' in response.text
    for mention in desk.mentions:
        assert f'id="mark-{mention.id}"' in response.text


def test_undo_takes_a_choice_and_its_followers_back_and_redo_repeats_it(desk: Desk):
    desk.post(texts={0: "PERSON 1"})
    desk.post(texts={0: "***"})
    desk.post("undo")
    assert desk.texts()[0] == desk.texts()[3] == "PERSON 1"
    desk.post("undo")
    assert desk.texts()[0] is desk.texts()[3] is None
    desk.post("redo")
    desk.post("redo")
    assert desk.texts()[0] == desk.texts()[3] == "***"


def test_a_new_choice_ends_the_steps_that_could_be_redone(desk: Desk):
    desk.post(texts={1: "city"})
    desk.post("undo")
    desk.post(texts={1: "***"})
    desk.post("redo")
    assert desk.texts()[1] == "***"


def test_undo_with_nothing_to_undo_changes_nothing(desk: Desk):
    assert desk.post("undo").status_code == 303
    assert desk.post("redo").status_code == 303
    assert desk.texts() == [None] * 6


def test_undo_from_a_stale_page_is_refused(desk: Desk):
    desk.post(texts={1: "city"}, version=1)
    assert desk.post("undo", version=1).status_code == 409
    assert desk.texts()[1] == "city"


def test_what_a_browser_notes_is_of_this_text_and_not_of_a_number_that_comes_again():
    texts = ("Ada moved to Oslo.", "Ada moved to Oslo. \ud800", "Ben moved to Oslo.")
    works = [
        Work(Assignment(id=7, document=Document(text=text)), fits_grammar=True) for text in texts
    ]
    assert len({work.note_key for work in works}) == len(texts)
    assert not any(word in work.note_key for work in works for word in ("Ada", "Ben", "Oslo"))
