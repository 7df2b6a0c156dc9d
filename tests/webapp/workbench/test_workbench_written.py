"""Replacements in the annotator's own words, spans left as they are, comments on one span."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from annotation.options import level_of
from tests.factories import Factory, sign_in
from tests.webapp.curation.review.reviewing import read_sanitized
from tests.webapp.workbench.workbench_client import ALL, WorkbenchClient
from webapp.core.records import load_record
from webapp.insight.agreement.computing import _ratings
from webapp.platform.extensions import db
from webapp.platform.models import Choice, ChoiceOrigin, Flag, Membership, Mention, Role, User
from webapp.replacements.queries import written_in
from webapp.versions.examples import iter_submitted

HTMX = {"HX-Request": "true"}


def client_of(app: Flask, person: User) -> FlaskClient:
    client = app.test_client()
    sign_in(client, person)
    return client


def written(workbench: WorkbenchClient, index: int, text: str, **options):
    return workbench.post(**{f"written-{workbench.mentions[index].id}": text}, **options)


def test_own_words_are_a_choice_and_stay_one_beside_what_is_offered(workbench: WorkbenchClient):
    assert written(workbench, 1, " harbour town ").status_code == 303
    assert workbench.texts()[1] == "harbour town"
    assert workbench.origins()[1] is ChoiceOrigin.WRITTEN
    page = workbench.client.get(workbench.address).text
    assert '<option data-written value="harbour town" selected>harbour town</option>' in page
    workbench.post(texts={1: "harbour town"})
    assert workbench.texts()[1] == "harbour town"


def test_own_words_hold_for_later_mentions_of_the_entity(workbench: WorkbenchClient):
    written(workbench, 0, "the veterinarian")
    assert workbench.texts()[0] == workbench.texts()[3] == "the veterinarian"
    assert workbench.origins()[3] is ChoiceOrigin.FOLLOWED


def test_a_name_left_as_it_is_leaves_its_later_mentions_as_they_are(workbench: WorkbenchClient):
    written(workbench, 0, "Ada Berg")
    assert (workbench.texts()[0], workbench.texts()[3]) == ("Ada Berg", "Berg")
    assert workbench.origins()[0] is ChoiceOrigin.LEFT
    assert workbench.origins()[3] is ChoiceOrigin.FOLLOWED
    workbench.post("undo")
    assert workbench.texts() == [None] * 6


@pytest.mark.parametrize("sent", ["Ada\r\n  Berg", "Ada Berg", "Ada\n  Berg "])
def test_a_name_over_two_lines_is_left_whatever_a_form_makes_of_its_white_space(
    app: Flask, make: Factory, sent: str
):
    annotator = make.user("nora")
    document = make.document(
        make.project(annotator),
        text="It is Ada\n  Berg.",
        spans=[("Ada\n  Berg", "PERSON", "e1", ["PERSON 1"])],
    )
    assignment = make.assignment(document, annotator)
    [mention] = db.session.scalars(select(Mention))
    address = f"/projects/{document.project_id}/documents/{document.id}"
    form = {"version": assignment.version, f"written-{mention.id}": sent}
    assert client_of(app, annotator).post(f"{address}/choices", data=form).status_code == 303
    [choice] = db.session.scalars(select(Choice))
    assert (choice.text, choice.origin) == ("Ada\n  Berg", ChoiceOrigin.LEFT)


def test_own_words_are_undone_and_done_again(workbench: WorkbenchClient):
    workbench.post(texts={1: "city"})
    written(workbench, 1, "harbour town")
    workbench.post("undo")
    assert workbench.texts()[1] == "city"
    workbench.post("redo")
    assert workbench.texts()[1] == "harbour town"


@pytest.mark.parametrize("text", ["x" * 201, "two\nlines", "a\0b", "\u202eback"])
def test_what_can_be_no_replacement_is_refused_and_nothing_is_stored(
    workbench: WorkbenchClient, text
):
    assert written(workbench, 1, text).status_code == 422
    assert workbench.texts() == [None] * 6


def test_what_is_offered_needs_no_writing(workbench: WorkbenchClient):
    written(workbench, 1, "city")
    assert workbench.origins()[1] is ChoiceOrigin.OWN


def test_nobody_else_is_offered_what_one_annotator_wrote(
    workbench: WorkbenchClient, make: Factory, app: Flask
):
    written(workbench, 1, "harbour town")
    other = make.user("olav")
    make.session.add(Membership(project_id=workbench.project.id, user_id=other.id))
    make.assignment(workbench.document, other)
    page = client_of(app, other).get(workbench.address)
    assert page.status_code == 200
    assert "harbour town" not in page.text


def test_the_record_lists_own_words_and_is_read_back(workbench: WorkbenchClient):
    workbench.post(texts=ALL)
    written(workbench, 1, "harbour town")
    workbench.post("submit")
    record = load_record(db.session(), workbench.document.id, only_final=True)
    mention = next(each for each in record.iter_mentions() if each.span_text == "Oslo")
    assert dict(mention.replacement.iter_lists())["annotators"] == ["harbour town", "***"]
    assert level_of(mention.replacement, "harbour town") == 4
    assert record.generalized_text.startswith("[PERSON 1] was born in [harbour town] in ")


def test_models_learn_from_what_was_offered_only(workbench: WorkbenchClient):
    workbench.post(texts=ALL)
    written(workbench, 1, "harbour town")
    workbench.post("submit")
    [document] = iter_submitted(db.session(), workbench.project.id)
    oslo = document.examples[1]
    assert "harbour town" not in [option.text for option in oslo.options]
    assert oslo.choices == {}
    assert document.examples[4].choices == {workbench.annotator.name: "city"}


def test_the_reviewer_sees_what_was_written_and_what_was_left(
    workbench: WorkbenchClient, make: Factory, app: Flask
):
    workbench.post(texts=ALL)
    written(workbench, 1, "harbour town")
    written(workbench, 4, "Bergen")
    workbench.post("submit")
    reviewer = make.user("rita", role=Role.REVIEWER)
    make.session.add(Membership(project_id=workbench.project.id, user_id=reviewer.id))
    make.session.commit()
    address = f"/projects/{workbench.project.id}/review/{workbench.assignment.id}"
    read_sanitized(client_of(app, reviewer), workbench.assignment)
    page = client_of(app, reviewer).get(address).text
    assert page.count('<span class="help">written</span>') == 1
    assert page.count('<span class="help">left as it is</span>') == 1


def test_a_span_left_as_it_is_comes_before_all_that_is_offered_in_agreement(
    workbench: WorkbenchClient, make: Factory, app: Flask
):
    other = make.user("olav")
    make.session.add(Membership(project_id=workbench.project.id, user_id=other.id))
    twin = make.assignment(workbench.document, other)
    second = WorkbenchClient(
        client_of(app, other), other, workbench.project, workbench.document, twin
    )
    for each, text in ((workbench, "Bergen"), (second, "harbour town")):
        each.post(texts=ALL)
        written(each, 4, text)
        each.post("submit")
    ratings = [
        each for each in _ratings(db.session(), workbench.project) if each.text not in ALL.values()
    ]
    assert {each.text: each.level for each in ratings} == {"Bergen": 0, "harbour town": 4}


def test_own_words_are_proposed_to_the_admin_until_there_is_a_rule(
    workbench: WorkbenchClient, make: Factory, app: Flask
):
    workbench.post(texts=ALL)
    written(workbench, 1, "harbour town")
    written(workbench, 4, "Bergen")
    assert written_in(db.session(), workbench.project) == []
    workbench.post("submit")
    [proposed] = written_in(db.session(), workbench.project)
    assert (proposed.term, proposed.text, proposed.annotators) == ("Oslo", "harbour town", 1)
    admin = client_of(app, make.user("alma", role=Role.ADMIN))
    address = f"/projects/{workbench.project.id}/ontology"
    assert "harbour town" in admin.get(address).text
    rule = {"decision": "add", "text": "harbour town", "for_term": "Oslo", "for_type": "LOC"}
    assert admin.post(address, data=rule).status_code == 303
    assert written_in(db.session(), workbench.project) == []


def test_a_conflict_over_own_words_is_settled_like_any_other(workbench: WorkbenchClient):
    version = workbench.assignment.version
    workbench.post(texts={1: "city"})
    answer = written(workbench, 1, "harbour town", version=version)
    assert answer.status_code == 409
    assert f'name="written-{workbench.mentions[1].id}" value="harbour town"' in answer.text
    written(workbench, 1, "harbour town")
    assert workbench.texts()[1] == "harbour town"


def test_a_comment_may_be_about_one_span(workbench: WorkbenchClient):
    oslo = workbench.mentions[1]
    answer = workbench.post("flag", comment="The one in Norway?", about=oslo.id, headers=HTMX)
    assert "saved for the reviewers" in answer.text
    assert f'href="#span-{oslo.id}"><bdi>Oslo</bdi></a>: <bdi>The one in Norway?' in answer.text
    assert db.session.scalar(select(Flag.mention_id)) == oslo.id


def test_a_comment_on_a_span_of_another_document_is_one_on_the_document(
    workbench: WorkbenchClient, make: Factory
):
    elsewhere = make.document(workbench.project)
    other = db.session.scalar(select(Mention.id).where(Mention.document_id == elsewhere.id))
    workbench.post("flag", comment="Who?", about=other)
    assert db.session.scalar(select(Flag.mention_id)) is None
