"""Correcting what is hidden, in a project where masks and replacements are one pass."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from annotation.overlaying import as_marked_by
from annotation.rendering import leading_mentions
from annotation.types import SemanticType
from tests.factories import Factory, sign_in
from tests.webapp.workbench.marks import SUGGESTED, change, counted, hidden, mark, own_rows, work_of
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.core.records import load_record
from webapp.platform.extensions import db
from webapp.platform.models import Layer, ProjectKind


def test_a_missed_span_is_hidden_and_waits_for_a_choice(one_pass: WorkbenchClient) -> None:
    response = mark(one_pass, "born", type="MISC")
    assert response.status_code == 303
    assert hidden(one_pass) == ["Ada Berg", "born", *SUGGESTED[1:]]
    assert own_rows(one_pass) == [("born", "QUASI", "insert")]
    assert [mention.span_text for mention in work_of(one_pass).missing()] == hidden(one_pass)
    assert counted(one_pass) == (7, 0)


def test_borders_in_blanks_move_to_the_words(one_pass: WorkbenchClient) -> None:
    mark(one_pass, " born ", type="MISC")
    assert "born" in hidden(one_pass)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, "Select first"),
        (
            {"mark-start": "3", "mark-end": "2", "mark-words": "", "mark-type": "LOC"},
            "Select first",
        ),
        ({"mark-start": "3", "mark-end": "4", "mark-words": " ", "mark-type": "LOC"}, "no word"),
        ({"mark-words": "born"}, "Say what these words are"),
        ({"mark-span": "4711", "mark-type": "LOC"}, "not there any more"),
        ({"mark-again": "4711"}, "hidden again already"),
    ],
)
def test_what_says_too_little_is_refused_in_the_page(
    one_pass: WorkbenchClient, fields, told
) -> None:
    response = one_pass.post("spans", **fields)
    assert response.status_code == 422
    assert told in response.text
    assert hidden(one_pass) == SUGGESTED
    assert not own_rows(one_pass)


def test_a_page_that_shows_another_text_changes_nothing(one_pass: WorkbenchClient) -> None:
    response = one_pass.post(
        "spans",
        **{"mark-start": "0", "mark-end": "3", "mark-words": "Eva", "mark-type": "PERSON"},
    )
    assert response.status_code == 422
    assert "another text" in response.text
    assert hidden(one_pass) == SUGGESTED


def test_choices_sent_along_are_stored_even_where_the_span_is_refused(
    one_pass: WorkbenchClient,
) -> None:
    response = one_pass.post("spans", {1: "city"})
    assert response.status_code == 422
    assert one_pass.texts()[1] == "city"


def test_hiding_words_everywhere_finds_them_as_words_of_their_own(
    one_pass: WorkbenchClient,
) -> None:
    mark(one_pass, "in", type="MISC", everywhere="on")
    found = [mention for mention in work_of(one_pass) if mention.span_text == "in"]
    assert [mention.start for mention in found] == [18, 26, 58]
    assert len({mention.entity_id for mention in found}) == 1


def test_a_name_is_hidden_everywhere_with_its_initials(make: Factory, client: FlaskClient) -> None:
    annotator = make.user()
    project = make.project(annotator, kind=ProjectKind.ONE_PASS)
    document = make.document(project, text="Halvorsen came. J. Halvorsen left.", spans=[])
    bench = WorkbenchClient(
        client, annotator, project, document, make.assignment(document, annotator)
    )
    sign_in(client, annotator)
    mark(bench, "Halvorsen", type="PERSON", everywhere="on")
    assert hidden(bench) == ["Halvorsen", "J. Halvorsen"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("beekeeper", ["beekeeper", "Beekeeper"]),
        ("Beekeeper", ["Beekeeper"]),
        ("may", ["may", "May"]),
        ("May", ["May"]),
        ("us", ["us"]),
        ("US", ["US"]),
        ("ßo", ["ßo"]),
    ],
)
def test_small_letters_stand_for_a_capital_at_the_beginning_and_no_name_for_a_common_word(
    make: Factory, client: FlaskClient, words: str, found: list[str]
) -> None:
    text = "A beekeeper may tell us. Beekeeper May left the US; beekeepers, SSo and ßo did not."
    annotator = make.user()
    project = make.project(annotator, kind=ProjectKind.ONE_PASS)
    document = make.document(project, text=text, spans=[])
    bench = WorkbenchClient(
        client, annotator, project, document, make.assignment(document, annotator)
    )
    sign_in(client, annotator)
    mark(bench, words, type="MISC", everywhere="on")
    assert hidden(bench) == found


def test_words_typed_without_a_script_are_found_where_they_are_not_hidden(
    one_pass: WorkbenchClient,
) -> None:
    fields = {"mark-words": "in", "mark-type": "MISC"}
    one_pass.post("spans", **fields)
    one_pass.post("spans", **fields)
    starts = [mention.start for mention in work_of(one_pass) if mention.span_text == "in"]
    assert starts == [18, 26]
    refused = one_pass.post("spans", **{"mark-words": "Rome", "mark-type": "LOC"})
    assert refused.status_code == 422
    assert "Rome" in refused.text


def test_hiding_a_part_uncovers_nothing(one_pass: WorkbenchClient) -> None:
    mark(one_pass, "Berg was born", type="PERSON")
    assert hidden(one_pass) == ["Ada Berg was born", *SUGGESTED[1:]]


def test_a_new_mention_of_somebody_known_is_linked_and_follows(one_pass: WorkbenchClient) -> None:
    one_pass.post("choices", {0: "PERSON 1"})
    change(one_pass, "Berg", "spans/none")
    start = one_pass.document.text.index("Berg moved")
    borders = {"mark-start": str(start), "mark-end": str(start + 4), "mark-words": "Berg"}
    one_pass.post("spans", **borders, **{"mark-type": "PERSON"})
    mention = next(each for each in work_of(one_pass) if each.start == start)
    assert mention.entity_id == work_of(one_pass).mentions[one_pass.mentions[0].id].entity_id
    assert mention.text == "PERSON 1"
    assert mention.follows


def test_a_span_that_is_not_to_be_hidden_is_plain_text(one_pass: WorkbenchClient) -> None:
    one_pass.post("choices", {1: "city"})
    change(one_pass, "Oslo", "spans/none")
    assert hidden(one_pass) == ["Ada Berg", "1986", "Berg", "Bergen", "2004"]
    assert own_rows(one_pass) == [("Oslo", "NO_MASK", "correct")]
    assert counted(one_pass) == (5, 0)
    page = one_pass.client.get(one_pass.address).text
    assert "1 not to be hidden" in page


def test_with_it_the_same_words_are_plain_text_and_no_other_name_is(
    one_pass: WorkbenchClient,
) -> None:
    for start in (18, 26):
        borders = {"mark-start": str(start), "mark-end": str(start + 2), "mark-words": "in"}
        one_pass.post("spans", **borders, **{"mark-type": "MISC"})
    change(one_pass, "in", "spans/none", everywhere="on")
    change(one_pass, "Berg", "spans/none", everywhere="on")
    assert hidden(one_pass) == ["Ada Berg", "Oslo", "1986", "Bergen", "2004"]


def test_what_was_taken_back_is_hidden_again_as_it_was(one_pass: WorkbenchClient) -> None:
    change(one_pass, "Oslo", "spans/none")
    one_pass.post("spans", **{"mark-again": str(work_of(one_pass).unmasked[0].id)})
    assert hidden(one_pass) == SUGGESTED
    assert not own_rows(one_pass)


def test_a_span_that_was_added_goes_without_a_trace(one_pass: WorkbenchClient) -> None:
    mark(one_pass, "born", type="MISC")
    change(one_pass, "born", "spans/none")
    assert hidden(one_pass) == SUGGESTED
    assert not own_rows(one_pass)


def test_a_type_brings_another_list_and_asks_for_a_choice(one_pass: WorkbenchClient) -> None:
    one_pass.post("choices", {1: "city"})
    change(one_pass, "Oslo", type="ORG")
    mention = work_of(one_pass).missing()[1]
    assert (mention.span_text, mention.entity_type.value) == ("Oslo", "ORG")
    assert "city" not in mention.texts
    assert counted(one_pass) == (6, 0)


def test_a_choice_stays_where_only_what_is_said_of_a_span_changes(
    one_pass: WorkbenchClient,
) -> None:
    one_pass.post("choices", {1: "city"})
    change(one_pass, "Oslo", identifier="DIRECT")
    change(one_pass, "Oslo", status="HEALTH")
    mention = next(each for each in work_of(one_pass) if each.span_text == "Oslo")
    assert mention.text == "city"
    assert mention.identifier_type.value == "DIRECT"
    assert mention.confidential_status is not None
    assert mention.texts == ["city in Norway", "city", "***"]


def test_what_is_as_suggested_again_needs_no_row_of_its_own(one_pass: WorkbenchClient) -> None:
    change(one_pass, "Oslo", type="ORG")
    change(one_pass, "Oslo", type="LOC")
    assert not own_rows(one_pass)
    assert not db.session.scalar(select(Layer.id).where(Layer.annotator_id.is_not(None)))


def test_a_type_goes_for_all_that_names_the_same(one_pass: WorkbenchClient) -> None:
    change(one_pass, "Berg", type="ORG", everywhere="on")
    kinds = {each.span_text: each.entity_type.value for each in work_of(one_pass)}
    assert kinds["Ada Berg"] == kinds["Berg"] == "ORG"


def test_borders_can_be_moved_over_others_and_back(one_pass: WorkbenchClient) -> None:
    start = one_pass.document.text.index("Oslo")
    fields = {"start": str(start), "end": str(start + 12), "words": "Oslo in 1986"}
    change(one_pass, "Oslo", **fields)
    assert hidden(one_pass) == ["Ada Berg", "Oslo in 1986", "Berg", "Bergen", "2004"]
    fields = {"start": str(start), "end": str(start + 4), "words": "Oslo"}
    change(one_pass, "Oslo in 1986", **fields)
    assert hidden(one_pass) == SUGGESTED


def test_borders_that_reach_into_another_span_uncover_nothing_of_it(
    one_pass: WorkbenchClient,
) -> None:
    start = one_pass.document.text.index("Oslo")
    change(one_pass, "Oslo", start=str(start), end=str(start + 10), words="Oslo in 19")
    assert hidden(one_pass) == ["Ada Berg", "Oslo in 1986", "Berg", "Bergen", "2004"]


def test_words_named_without_a_script_are_the_borders_of_the_span_they_are_at(
    one_pass: WorkbenchClient,
) -> None:
    change(one_pass, "Berg", words="Berg moved")
    assert hidden(one_pass) == ["Ada Berg", "Oslo", "1986", "Berg moved", "Bergen", "2004"]
    refused = change(one_pass, "Oslo", words="Berg moved")
    assert refused.status_code == 422
    assert "not where that span is" in refused.text
    assert ">Berg moved</textarea>" in refused.text


NESTED = "Ada Hill met Bob at Hill University Hospital. Hill left."


@pytest.fixture
def nested(one_pass: WorkbenchClient, make) -> WorkbenchClient:
    """A document in which one suggested span lies in another of something else."""
    spans = [
        ("Ada Hill", SemanticType.PERSON, "e1", ["PERSON 1", "***"]),
        ("Hill University Hospital", SemanticType.ORG, "e3", ["hospital", "***"]),
        ("Hill", SemanticType.PERSON, "e1", ["PERSON 1", "***"]),
    ]
    one_pass.document = make.document(one_pass.project, text=NESTED, spans=spans)
    within = make.mention(one_pass.document, "Hill University Hospital", "Hill")
    within.is_led = True
    db.session.commit()
    one_pass.assignment = make.assignment(one_pass.document, one_pass.annotator)
    db.session.commit()
    return one_pass


@pytest.mark.parametrize(
    "fields",
    [
        {"verb": "spans/none", "everywhere": "on"},
        {"identifier": "DIRECT", "everywhere": "on"},
        {"type": "ORG", "everywhere": "on"},
        {"start": "46", "end": "55", "words": "Hill left", "everywhere": "on"},
    ],
)
def test_a_span_around_another_stays_whole(nested: WorkbenchClient, fields) -> None:
    assert hidden(nested) == ["Ada Hill", "Hill University Hospital", "Hill"]
    change(nested, "Hill", **fields)
    assert hidden(nested)[:2] == ["Ada Hill", "Hill University Hospital"]
    spans, _ = counted(nested)
    assert spans == len(hidden(nested))
    record = load_record(db.session(), nested.document.id, only_final=False)
    assert record is not None
    seen = as_marked_by(record, nested.annotator.name)
    assert [each.span_text for each in leading_mentions(seen)] == hidden(nested)


def test_with_the_longer_span_what_lies_in_it_is_taken_back(nested: WorkbenchClient) -> None:
    change(nested, "Hill University Hospital", "spans/none")
    assert hidden(nested) == ["Ada Hill", "Hill"]


def test_a_span_can_be_linked_and_be_of_its_own(one_pass: WorkbenchClient) -> None:
    oslo = next(each for each in work_of(one_pass) if each.span_text == "Oslo")
    change(one_pass, "Bergen", entity=oslo.entity_id)
    named = {each.span_text: each.entity_id for each in work_of(one_pass)}
    assert named["Bergen"] == named["Oslo"]
    change(one_pass, "Berg", entity="new")
    named = {each.span_text: each.entity_id for each in work_of(one_pass)}
    assert named["Berg"] not in {named["Ada Berg"], named["Oslo"]}
