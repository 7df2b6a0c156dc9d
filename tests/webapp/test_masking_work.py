"""Deciding what is hidden in a project of masks alone: for others, nothing is replaced."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from annotation.formats import Format, to_json
from annotation.overlaying import SUGGESTIONS
from annotation.records import MASK
from tests.factories import sign_in
from tests.webapp.intake.imports.importing import bring, court_case, first_mention, written
from tests.webapp.workbench.marks import SUGGESTED, change, counted, hidden, mark, own_rows, work_of
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.core.records import iter_records, load_record
from webapp.core.work.loading import load_work
from webapp.curation.review.reading import read
from webapp.insight.agreement.computing import compute_layer_report
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    ChoiceOrigin,
    Layer,
    Mention,
    Project,
    ProjectKind,
    utc_now,
)


@pytest.fixture
def masking(workbench: WorkbenchClient) -> WorkbenchClient:
    """The factory's document in a project of masks, its spans suggested."""
    db.session.execute(
        update(Project).where(Project.id == workbench.project.id).values(kind=ProjectKind.MASKING)
    )
    db.session.execute(
        update(Layer).where(Layer.document_id == workbench.document.id).values(name=SUGGESTIONS)
    )
    db.session.commit()
    return workbench


def open_spans(workbench: WorkbenchClient) -> list[str]:
    return [each.span_text for each in work_of(workbench).missing()]


def hide_the_rest(workbench: WorkbenchClient, verb: str = "submit"):
    """Hide all on which nothing is decided yet, and submit."""
    sent = {f"choice-{each.id}": MASK for each in work_of(workbench).missing()}
    return workbench.post(verb, **sent)


def record_of(workbench: WorkbenchClient):
    db.session.expire_all()
    return load_record(db.session(), workbench.document.id, only_final=True)


def test_a_span_can_be_hidden_and_nothing_else_can_be_chosen(masking: WorkbenchClient) -> None:
    assert masking.post(texts={1: "city in Norway"}).status_code == 422
    assert masking.post(texts={1: MASK}).status_code == 303
    assert masking.texts()[1] == MASK
    assert open_spans(masking) == ["Ada Berg", "1986", "Berg", "Bergen", "2004"]


def test_a_decision_goes_for_later_mentions_of_the_same(masking: WorkbenchClient) -> None:
    masking.post(texts={0: MASK})
    assert masking.origins() == {0: ChoiceOrigin.OWN, 3: ChoiceOrigin.FOLLOWED}


def test_hiding_as_something_else_decides(masking: WorkbenchClient) -> None:
    change(masking, "Oslo", identifier="DIRECT")
    assert "Oslo" not in open_spans(masking)
    assert own_rows(masking) == [("Oslo", "DIRECT", "correct")]
    assert counted(masking) == (6, 1)


def test_a_decision_that_changes_a_span_goes_for_later_mentions_too(
    masking: WorkbenchClient,
) -> None:
    change(masking, "Ada Berg", identifier="DIRECT")
    assert open_spans(masking) == ["Oslo", "1986", "Bergen", "2004"]


def test_a_span_that_is_added_is_decided(masking: WorkbenchClient) -> None:
    mark(masking, "born", type="MISC")
    assert hidden(masking) == ["Ada Berg", "born", *SUGGESTED[1:]]
    assert "born" not in open_spans(masking)
    assert not db.session.scalar(select(Mention.generalizations).where(Mention.span_text == "born"))


def test_steps_are_undone_with_their_decisions(masking: WorkbenchClient) -> None:
    change(masking, "Oslo", identifier="DIRECT")
    masking.post("undo")
    assert (own_rows(masking), open_spans(masking)) == ([], SUGGESTED)
    masking.post("redo")
    assert own_rows(masking) == [("Oslo", "DIRECT", "correct")]
    assert "Oslo" not in open_spans(masking)


def test_all_is_decided_before_it_is_submitted(masking: WorkbenchClient) -> None:
    change(masking, "Oslo", verb="spans/none")
    assert masking.post("submit").status_code == 422
    assert hide_the_rest(masking).status_code == 303
    db.session.expire_all()
    assert masking.assignment.state is AssignmentState.SUBMITTED


def test_submitted_work_is_a_layer_of_all_that_was_decided(masking: WorkbenchClient) -> None:
    change(masking, "Oslo", verb="spans/none")
    change(masking, "1986", identifier="DIRECT")
    mark(masking, "born", type="MISC")
    hide_the_rest(masking)
    record = record_of(masking)
    [layer] = record.layers
    assert layer.name == masking.annotator.name
    said = [
        (each.span_text, each.identifier_type.value, each.edit_type.value)
        for each in layer.mentions
    ]
    assert said == [
        ("Ada Berg", "QUASI", "check"),
        ("born", "QUASI", "insert"),
        ("Oslo", "NO_MASK", "correct"),
        ("1986", "DIRECT", "correct"),
        ("Berg", "QUASI", "check"),
        ("Bergen", "QUASI", "check"),
        ("2004", "QUASI", "check"),
    ]


def test_what_nobody_was_shown_is_not_said_to_be_checked(masking: WorkbenchClient) -> None:
    unseen = select(Mention.id).where(Mention.span_text == "2004").scalar_subquery()
    db.session.execute(
        update(Mention).where(Mention.id == unseen).values(identifier_type="NO_MASK")
    )
    db.session.commit()
    hide_the_rest(masking)
    [layer] = record_of(masking).layers
    assert "2004" not in [each.span_text for each in layer.mentions]


def test_a_layer_that_came_with_a_file_is_opened_decided_and_corrected(
    make, client, tmp_path
) -> None:
    project = make.project(kind=ProjectKind.MASKING)
    bring(project, written(tmp_path, court_case("case", "Ada", "Ben")))
    work = db.session.scalars(select(Assignment).order_by(Assignment.id)).first()
    workbench = WorkbenchClient(client, work.annotator, project, work.document, work)
    assert not open_spans(workbench)
    assert counted(workbench) == (2, 2)
    work.state = AssignmentState.IN_PROGRESS
    db.session.commit()
    sign_in(client, work.annotator)
    change(workbench, "Oslo", verb="spans/none")
    assert own_rows(workbench) == [("Ada", "QUASI", "check"), ("Oslo", "NO_MASK", "correct")]
    [mention] = work_of(workbench).unmasked
    workbench.post("spans", **{"mark-again": str(mention.id)})
    assert own_rows(workbench) == [("Ada", "QUASI", "check"), ("Oslo", "QUASI", "correct")]
    assert counted(workbench) == (2, 2)


def test_a_file_comes_out_as_it_went_in(make, tmp_path) -> None:
    case = court_case("case", "Ada", "Ben")
    first_mention(case)["edit_type"] = "insert"
    project = make.project(kind=ProjectKind.MASKING)
    bring(project, written(tmp_path, case))
    [record] = iter_records(db.session(), project, only_final=True)
    assert to_json(record, Format.TAB) == case


def test_a_layer_of_suggestions_that_stands_alone_is_shared(make, tmp_path) -> None:
    project = make.project(kind=ProjectKind.MASKING)
    bring(
        project,
        written(tmp_path, court_case("alone", SUGGESTIONS), court_case("both", SUGGESTIONS, "Ada")),
    )
    owners = db.session.scalars(select(Layer.annotator_id).order_by(Layer.id)).all()
    assert [owner is None for owner in owners] == [True, False, False]
    work = db.session.scalars(select(Assignment.document_id)).all()
    assert len(work) == 2
    assert len(set(work)) == 1


def test_work_of_two_is_compared_without_what_was_suggested(masking: WorkbenchClient, make) -> None:
    other = make.assignment(masking.document, make.user("Zoe"))
    change(masking, "Oslo", verb="spans/none")
    hide_the_rest(masking)
    for mention in masking.mentions:
        layer = db.session.get_one(Layer, mention.layer_id)
        if layer.annotator_id is None:
            make.choice(other, mention, MASK)
    other.state, other.submitted_at = AssignmentState.SUBMITTED, utc_now()
    db.session.commit()
    record = record_of(masking)
    hidden_by = {
        layer.name: [each.span_text for each in layer.mentions if each.is_masked]
        for layer in record.layers
    }
    others = [each for each in SUGGESTED if each != "Oslo"]
    assert hidden_by == {masking.annotator.name: others, "Zoe": SUGGESTED}
    report = compute_layer_report(db.session(), masking.project)
    assert set(report.annotators) == {masking.annotator.name, "Zoe"}
    assert report.edits.mentions == 12


def test_the_page_names_decisions_and_says_what_a_suggestion_was_found_as(
    masking: WorkbenchClient,
) -> None:
    found = {"keys": [], "extra": {"score": 0.873, "reason": "named entity, GPE"}}
    db.session.execute(update(Mention).where(Mention.span_text == "Oslo").values(layout=found))
    db.session.commit()
    page = masking.client.get(masking.address).text
    assert "data-masks" in page
    assert 'data-reason="a place, by the language model" data-score="87"' in page
    assert "0 of 6 spans decided" in page
    assert '<option value="***">hide</option>' in page
    assert "city in Norway" not in page


def test_a_corrected_type_has_not_the_reason_of_the_one_before(masking: WorkbenchClient) -> None:
    change(masking, "Oslo", type="DEM")
    found = {"keys": [], "extra": {"score": 0.873, "reason": "named entity, NORP"}}
    db.session.execute(update(Mention).where(Mention.span_text == "Oslo").values(layout=found))
    db.session.commit()
    assert "data-reason" not in masking.client.get(masking.address).text
    change(masking, "Oslo", type="ORG")
    assert "data-reason" not in masking.client.get(masking.address).text
    change(masking, "Oslo", type="LOC")
    page = masking.client.get(masking.address).text
    assert 'data-reason="words that the language model marks" data-score="87"' in page


def test_decisions_leave_in_the_anonymized_file(masking: WorkbenchClient) -> None:
    change(masking, "Oslo", verb="spans/none")
    hide_the_rest(masking)
    address = f"/projects/{masking.project.id}/export/own/{masking.document.id}"
    answer = masking.client.get(f"{address}?format=txt")
    assert answer.text == "*** was born in Oslo in ***. *** moved to *** 🚢 in ***."


def test_what_a_span_is_linked_to_decides_nothing(masking: WorkbenchClient) -> None:
    entity = next(each.entity_id for each in work_of(masking) if each.span_text == "Bergen")
    change(masking, "Oslo", entity=entity)
    assert own_rows(masking) == [("Oslo", "QUASI", "correct")]
    assert open_spans(masking) == SUGGESTED
    hide_the_rest(masking, "choices")
    assert not open_spans(masking)


def test_a_page_with_a_span_that_changed_in_another_window_is_in_conflict(
    masking: WorkbenchClient,
) -> None:
    version = masking.assignment.version
    [span] = [each for each in work_of(masking) if each.span_text == "Oslo"]
    change(masking, "Oslo", identifier="DIRECT")
    answer = masking.post("spans/none", version=version, **{"mark-span": str(span.id)})
    assert answer.status_code == 409
    assert "Oslo" in hidden(masking)


def test_reviewers_read_what_others_say_of_each_span(masking: WorkbenchClient, make) -> None:
    change(masking, "Oslo", identifier="DIRECT")
    change(masking, "1986", verb="spans/none")
    hide_the_rest(masking)
    other = make.assignment(masking.document, make.user("Zoe"))
    other.state, other.submitted_at = AssignmentState.SUBMITTED, utc_now()
    db.session.commit()
    read_by = {
        each.work.span_text: (each.decision, each.others)
        for each in read(db.session(), load_work(db.session(), other)).mentions.values()
    }
    name = masking.annotator.name
    assert read_by["Oslo"] == ("quasi-identifier", [(name, "direct identifier")])
    assert read_by["1986"] == ("quasi-identifier", [(name, "not to be hidden")])
    assert read_by["2004"] == ("quasi-identifier", [(name, "quasi-identifier")])


def test_a_text_with_spans_marked_by_hand_is_nobodys_work(make, tmp_path) -> None:
    project = make.project(kind=ProjectKind.MASKING)
    path = tmp_path / "anna.marked.txt"
    path.write_text("[Anna Berg](PERSON) lives in [Oslo](LOC).", encoding="utf-8")
    bring(project, path)
    assert db.session.scalars(select(Layer.annotator_id)).all() == [None]
    assert not db.session.scalars(select(Assignment.id)).all()
