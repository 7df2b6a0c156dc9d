"""Masked spans that overlap: the longest carries the choice, and all go out as they came."""

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from annotation.agreement import measure_agreement, ratings_from_documents
from annotation.formats import document_from_json, document_to_json
from annotation.rendering import led_mentions
from tests.factories import Factory, sign_in
from tests.webapp.intake.imports.importing import bring, written
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.core.records import iter_records
from webapp.core.work.loading import load_work
from webapp.curation.review.reading import read
from webapp.insight.agreement.computing import compute_report
from webapp.platform.extensions import db
from webapp.platform.models import AssignmentState, Document, JobState, Mention, ProjectKind
from webapp.projects.queries import queue

TEXT = "She taught at Bergen Cathedral School in Bergen."
SCHOOL, CITY, ACROSS = (14, 37), (14, 20), (11, 20)


def mention(mention_id, borders, *lists, **selection):
    """A masked mention over these offsets; without lists it has no replacement at all."""
    start, end = borders
    record = {
        "entity_type": "ORG",
        "entity_mention_id": mention_id,
        "start_offset": start,
        "end_offset": end,
        "span_text": TEXT[start:end],
        "identifier_type": "QUASI",
        "entity_id": f"e-{mention_id}",
    }
    if lists:
        record["replacement"] = {"generalizations": {"P31": [*lists, "***"]}}
        record["replacement"]["generalization_selection"] = selection
    return record


def record_of(*mentions, doc_id="overlaps", **others):
    annotations = {"spans": {"entity_mentions": list(mentions)}}
    return {"annotations": annotations, "text": TEXT, "doc_id": doc_id} | others


def published():
    """A record as WikiReplace has one: a city inside a school, both with lists and choices."""
    return record_of(
        mention("em1", CITY, "city", city=["Kim", "Lou"]),
        mention("em2", SCHOOL, "school", school=["Kim", "Lou"]),
        mention("em3", (41, 47), "city", city=["Kim", "Lou"]),
        generalized_text="She taught at [school] in [city].",
    )


@pytest.fixture
def exported():
    def export(project):
        return [
            document_to_json(record)
            for record in iter_records(db.session(), project, only_final=False)
        ]

    return export


def imported(project, folder, *records):
    job = bring(project, written(folder, *records))
    assert job.state is JobState.DONE, job.message
    return job


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


def test_a_record_whose_spans_overlap_goes_out_as_it_came(make, exported, tmp_path):
    project = make.project()
    job = imported(project, tmp_path, published())
    assert json.dumps(exported(project)) == json.dumps([published()])
    assert "1 span overlaps a longer one, whose choice stands for it as well." in job.message


def test_where_nobody_chooses_no_choice_is_spoken_of(make, tmp_path):
    project = make.project(kind=ProjectKind.MASKING)
    assert "overlap" not in imported(project, tmp_path, published()).message


def test_without_its_text_a_record_reads_as_the_longest_spans_say(make, exported, tmp_path):
    project = make.project()
    imported(project, tmp_path, published())
    db.session.scalars(select(Document)).one().generalized_text = None
    db.session.commit()
    assert exported(project)[0]["generalized_text"] == "She taught at [school] in [city]."


@pytest.mark.parametrize("borders", [SCHOOL, CITY, ACROSS], ids=["equal", "inside", "across"])
def test_a_span_that_is_led_needs_no_list(make, exported, tmp_path, borders):
    project = make.project()
    record = record_of(mention("em1", SCHOOL, "school"), mention("em2", borders))
    imported(project, tmp_path, record)
    assert json.dumps(exported(project)) == json.dumps([record])


@st.composite
def overlapping_records(draw):
    borders = st.tuples(st.integers(0, 47), st.integers(1, 48)).filter(
        lambda pair: pair[0] < pair[1]
    )
    mentions = [
        mention(f"em{number}", pair, "thing", **draw(st.sampled_from([{}, {"thing": ["Kim"]}])))
        for number, pair in enumerate(draw(st.lists(borders, min_size=1, max_size=6)))
    ]
    [layer] = document_from_json(record_of(*mentions)).layers
    bare = draw(st.sets(st.sampled_from(sorted(led_mentions(layer.mentions)) or [""])))
    for each in mentions:
        if each["entity_mention_id"] in bare:
            del each["replacement"]
    return record_of(*mentions, generalized_text="kept")


def test_records_whose_spans_overlap_anyhow_go_out_as_they_came(make, exported, tmp_path):
    @settings(max_examples=15, suppress_health_check=list(HealthCheck))
    @given(overlapping_records())
    def check(record):
        project = make.project()
        imported(project, tmp_path, record)
        assert json.dumps(exported(project)) == json.dumps([record])

    check()


def test_people_agree_on_what_is_read_not_on_what_lies_beneath(make, exported, tmp_path):
    project = make.project()
    imported(project, tmp_path, published())
    report = compute_report(db.session(), project)
    ratings = ratings_from_documents(map(document_from_json, exported(project)))
    assert {rating.item[1] for rating in ratings} == {"em2", "em3"}
    assert report.levels == measure_agreement(ratings).levels


@pytest.fixture
def workbench(make, client, tmp_path):
    """Somebody new at the published record: the city inside the school comes last."""
    annotator = make.user("Mia")
    project = make.project(annotator)
    imported(project, tmp_path, published())
    document = db.session.scalars(select(Document)).one()
    sign_in(client, annotator)
    return WorkbenchClient(
        client, annotator, project, document, make.assignment(document, annotator)
    )


def chosen(**texts):
    """Form fields with these texts for mentions by their names in the record."""
    ids = {each.mention_id: each.id for each in db.session.scalars(select(Mention))}
    return {f"choice-{ids[name]}": text for name, text in texts.items()}


def test_the_page_asks_once_for_a_stretch_and_submits_without_more(workbench, exported):
    page = workbench.client.get(workbench.address).text
    assert page.count("<select") == 2
    assert page.count("<bdi>Bergen Cathedral School</bdi> <small>") == 1
    assert page.count("<bdi>Bergen</bdi> <small>") == 1
    assert workbench.post("submit", **chosen(em2="school")).status_code == 422
    assert workbench.post("submit", **chosen(em2="***", em3="city")).status_code == 303
    assert workbench.assignment.state is AssignmentState.SUBMITTED
    [record] = exported(workbench.project)
    inner, outer, _ = record["annotations"]["spans"]["entity_mentions"]
    assert inner["replacement"]["generalization_selection"] == {"city": ["Kim", "Lou"]}
    assert outer["replacement"]["generalization_selection"]["***"] == ["Mia"]


def test_no_choice_is_taken_for_a_span_that_is_led(workbench):
    answer = workbench.post("choices", **chosen(em1="city"))
    assert "speaks of a span that is not in this document" in answer.text
    assert set(workbench.texts()) == {None}


def test_lists_and_reviews_count_the_stretches(workbench):
    workbench.post("choices", **chosen(em2="school"))
    [item] = queue(db.session(), workbench.project, workbench.annotator).rows
    assert (item.chosen, item.spans) == (1, 2)
    reading = read(db.session(), load_work(db.session(), workbench.assignment))
    assert [each.work.span_text for each in reading.mentions.values()] == [
        "Bergen Cathedral School",
        "Bergen",
    ]


def test_a_stretch_shows_all_that_its_choice_stands_for(make, client, tmp_path):
    annotator = make.user()
    project = make.project(annotator)
    direct = mention("em2", ACROSS) | {"identifier_type": "DIRECT"}
    imported(project, tmp_path, record_of(mention("em1", SCHOOL, "school"), direct))
    document = db.session.scalars(select(Document)).one()
    assignment = make.assignment(document, annotator)
    sign_in(client, annotator)
    workbench = WorkbenchClient(client, annotator, project, document, assignment)
    page = client.get(workbench.address).text
    assert re.search('<a class="span direct open"[^>]*>at Bergen Cathedral School</a>', page)
    workbench.post("submit", **chosen(em1="school"))
    preview = client.get(f"{workbench.address}/preview").text
    assert "Bergen Cathedral" not in preview
