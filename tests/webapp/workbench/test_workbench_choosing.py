"""Choosing through the forms of the page, without any JavaScript: save, follow, undo, conflict."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests.factories import Factory
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.core.work.loading import Work
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    ChoiceOrigin,
    Document,
    Event,
    EventKind,
    Mention,
)

HTMX = {"HX-Request": "true"}


def test_the_page_shows_each_masked_span_with_its_options_in_order(workbench: WorkbenchClient):
    page = workbench.client.get(workbench.address).text
    options = page[page.index('<option value="" disabled selected>Oslo<') :]
    assert options.index("city in Norway") < options.index(">city<") < options.index(">***<")


def test_a_mention_that_stays_is_plain_text(workbench: WorkbenchClient):
    mention = workbench.mentions[1]
    mention.identifier_type = "NO_MASK"
    db.session.commit()
    assert f"choice-{mention.id}" not in workbench.client.get(workbench.address).text


def test_a_choice_is_saved_and_the_document_is_in_progress(workbench: WorkbenchClient):
    assert workbench.post(texts={1: "city"}).status_code == 303
    assert workbench.texts()[1] == "city"
    assert workbench.assignment.state is AssignmentState.IN_PROGRESS


def test_the_same_request_twice_changes_nothing_more(workbench: WorkbenchClient):
    workbench.post(texts={1: "city"}, version=1)
    version = workbench.assignment.version
    assert workbench.post(texts={1: "city"}, version=1).status_code == 303
    assert workbench.assignment.version == version
    events = db.session.scalars(select(Event).where(Event.kind == EventKind.CHOSEN)).all()
    assert len(events) == 1


def test_an_open_drop_down_of_a_plain_form_is_no_choice(workbench: WorkbenchClient):
    workbench.post(texts={1: "city", 2: ""})
    assert workbench.texts()[2] is None


def test_later_mentions_of_an_entity_follow_the_first(workbench: WorkbenchClient):
    workbench.post(texts={0: "PERSON 1"})
    assert workbench.texts()[3] == "PERSON 1"
    assert workbench.origins() == {0: ChoiceOrigin.OWN, 3: ChoiceOrigin.FOLLOWED}


def test_a_mention_chosen_apart_does_not_follow(workbench: WorkbenchClient):
    workbench.post(texts={3: "***"})
    workbench.post(texts={0: "PERSON 1"})
    assert workbench.texts()[3] == "***"
    assert "apart" in workbench.client.get(workbench.address).text


def test_choosing_the_first_mentions_text_again_makes_a_mention_follow(workbench: WorkbenchClient):
    workbench.post(texts={0: "PERSON 1"})
    workbench.post(texts={3: "***"})
    workbench.post(texts={3: "PERSON 1"})
    workbench.post(texts={0: "***"})
    assert workbench.texts()[3] == "***"


def test_a_full_form_that_changes_the_first_mention_takes_the_followers_along(
    workbench: WorkbenchClient,
):
    workbench.post(texts={0: "PERSON 1"})
    workbench.post(texts={0: "***", 3: "PERSON 1"})
    assert workbench.texts()[0] == workbench.texts()[3] == "***"


def test_a_follower_that_does_not_offer_the_text_stays_open(workbench: WorkbenchClient):
    follower = workbench.mentions[3]
    follower.generalizations = {"heuristics": ["somebody", "***"]}
    db.session.commit()
    workbench.post(texts={0: "PERSON 1"})
    assert workbench.texts()[3] is None
    workbench.post(texts={0: "***"})
    assert workbench.texts()[3] == "***"


@pytest.mark.parametrize("text", ["Oslo", "village", "city in norway", " city"])
def test_a_text_that_is_not_offered_is_refused(workbench: WorkbenchClient, text: str):
    assert workbench.post(texts={1: text}).status_code == 422
    assert workbench.texts()[1] is None


def test_nothing_of_a_form_with_one_bad_choice_is_saved(workbench: WorkbenchClient):
    assert workbench.post(texts={1: "city", 2: "1987"}).status_code == 422
    assert workbench.texts() == [None] * 6


def test_a_text_with_a_line_break_arrives_as_the_browser_sends_it(workbench: WorkbenchClient):
    mention = workbench.mentions[1]
    mention.generalizations = {"heuristics": ["two\nlines", "***"]}
    db.session.commit()
    workbench.post(texts={1: "two\r\nlines"})
    assert workbench.texts()[1] == "two\nlines"


def test_a_mention_of_another_document_is_refused(workbench: WorkbenchClient, make: Factory):
    other = make.document(make.project())
    foreign = db.session.scalars(select(Mention.id).where(Mention.document_id == other.id)).first()
    response = workbench.post(**{f"choice-{foreign}": "***"})
    assert response.status_code == 422


def test_a_stale_page_answers_409_with_both_versions_and_loses_neither(workbench: WorkbenchClient):
    workbench.post(texts={1: "city"}, version=1)
    response = workbench.post(texts={1: "***"}, version=1)
    assert response.status_code == 409
    assert "Stored: <bdi>city" in response.text
    assert "Your page: <bdi>***" in response.text
    assert workbench.texts()[1] == "city"


def test_the_answer_to_a_conflict_is_saved(workbench: WorkbenchClient):
    workbench.post(texts={1: "city"}, version=1)
    workbench.post(texts={1: "***"}, version=1)
    assert workbench.post(texts={1: "***"}).status_code == 303
    assert workbench.texts()[1] == "***"


def test_htmx_gets_the_conflict_as_a_fragment_for_its_own_place(workbench: WorkbenchClient):
    workbench.post(texts={1: "city"}, version=1)
    response = workbench.post(texts={1: "***"}, version=1, headers=HTMX)
    assert response.status_code == 409
    assert response.headers["HX-Retarget"] == "#conflict"
    assert "<html" not in response.text


def test_htmx_gets_only_the_parts_that_changed(workbench: WorkbenchClient):
    response = workbench.post(texts={0: "PERSON 1"}, headers=HTMX)
    follower = workbench.mentions[3]
    assert "<select" not in response.text
    assert 'class="document"' not in response.text
    assert f'id="mark-{follower.id}" data-chosen="PERSON 1">' in response.text
    assert f'id="mark-{workbench.mentions[1].id}"' not in response.text


def test_htmx_gets_how_a_choice_reads_where_its_sentence_changes_it(workbench: WorkbenchClient):
    oslo = workbench.mentions[1].id
    response = workbench.post(texts={1: "city", 2: "***"}, headers=HTMX)
    assert f'id="mark-{oslo}" data-chosen="city" data-reads="a city" data-lead="">' in response.text
    assert f'id="mark-{workbench.mentions[2].id}" data-chosen="***">' in response.text


def test_htmx_gets_everything_as_it_is_stored_when_its_page_was_behind(workbench: WorkbenchClient):
    workbench.post(texts={1: "city"}, version=1)
    response = workbench.post(texts={1: "city"}, version=1, headers=HTMX)
    assert f'name="version" value="{workbench.assignment.version}"' in response.text
    for mention in workbench.mentions:
        assert f'id="mark-{mention.id}"' in response.text


def test_undo_takes_a_choice_and_its_followers_back_and_redo_repeats_it(workbench: WorkbenchClient):
    workbench.post(texts={0: "PERSON 1"})
    workbench.post(texts={0: "***"})
    workbench.post("undo")
    assert workbench.texts()[0] == workbench.texts()[3] == "PERSON 1"
    workbench.post("undo")
    assert workbench.texts()[0] is workbench.texts()[3] is None
    workbench.post("redo")
    workbench.post("redo")
    assert workbench.texts()[0] == workbench.texts()[3] == "***"


def test_a_new_choice_ends_the_steps_that_could_be_redone(workbench: WorkbenchClient):
    workbench.post(texts={1: "city"})
    workbench.post("undo")
    workbench.post(texts={1: "***"})
    workbench.post("redo")
    assert workbench.texts()[1] == "***"


def test_undo_with_nothing_to_undo_changes_nothing(workbench: WorkbenchClient):
    assert workbench.post("undo").status_code == 303
    assert workbench.post("redo").status_code == 303
    assert workbench.texts() == [None] * 6


def test_undo_from_a_stale_page_is_refused(workbench: WorkbenchClient):
    workbench.post(texts={1: "city"}, version=1)
    assert workbench.post("undo", version=1).status_code == 409
    assert workbench.texts()[1] == "city"


def test_what_a_browser_notes_is_of_this_text_and_not_of_a_number_that_comes_again():
    texts = ("Ada moved to Oslo.", "Ada moved to Oslo. \ud800", "Ben moved to Oslo.")
    works = [
        Work(Assignment(id=7, document=Document(text=text)), fits_grammar=True) for text in texts
    ]
    assert len({work.note_key for work in works}) == len(texts)
    assert not any(word in work.note_key for work in works for word in ("Ada", "Ben", "Oslo"))
