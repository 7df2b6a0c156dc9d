"""Documents of the blind share: nothing that is suggested holds for those who mark without it."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select, update

from annotation.formats import document_to_json
from annotation.overlaying import SUGGESTIONS, is_blind, layers_of_each
from annotation.records import MASK
from annotation.types import EditType
from tests.factories import Factory, sign_in
from tests.webapp.intake.imports.importing import bring, written
from tests.webapp.versions.suggestions.suggestible import page_of, want
from tests.webapp.workbench.marks import SUGGESTED, change, counted, hidden, mark, own_rows, work_of
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.core.records import iter_records, load_record, unmasked_documents
from webapp.core.work.loading import load_work
from webapp.curation.review.reading import read
from webapp.insight.agreement.computing import compute_layer_report
from webapp.masks.training import iter_marked
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Choice,
    Layer,
    Mention,
    Project,
    ProjectKind,
    SuggestionMode,
    User,
    utc_now,
)
from webapp.versions.suggestions import withholding

SAID = "No masks are suggested in this document, to compare"


def of_kind(
    workbench: WorkbenchClient, kind: ProjectKind, *, blind_mask_share: int = 100
) -> WorkbenchClient:
    """Let the spans of the factory's document be suggested in a project of this kind."""
    values = {Project: {"kind": kind}, Layer: {"name": SUGGESTIONS}}
    for table, changed in values.items():
        db.session.execute(update(table).values(changed))
    want(workbench.project.id, SuggestionMode.HINT, blind_mask_share=blind_mask_share)
    return workbench


@pytest.fixture(params=[ProjectKind.MASKING, ProjectKind.ONE_PASS])
def marking(request, workbench: WorkbenchClient) -> WorkbenchClient:
    return of_kind(workbench, request.param)


@pytest.fixture
def masking(workbench: WorkbenchClient) -> WorkbenchClient:
    return of_kind(workbench, ProjectKind.MASKING)


@pytest.fixture
def one_pass(workbench: WorkbenchClient) -> WorkbenchClient:
    return of_kind(workbench, ProjectKind.ONE_PASS)


def decided(workbench: WorkbenchClient) -> bool | None:
    db.session.expire_all()
    return workbench.assignment.is_blind


def submit(workbench: WorkbenchClient, **fields: str):
    """Hide what is open yet, and submit."""
    sent = {f"choice-{each.id}": MASK for each in work_of(workbench).missing()}
    return workbench.post("submit", **sent, **fields)


def seen_by_other(workbench: WorkbenchClient, make: Factory) -> Assignment:
    """Let another annotator see all that is suggested, and leave it as it is."""
    other = make.assignment(workbench.document, make.user("Zoe"))
    suggested = [each for each in workbench.mentions if each.layer.annotator_id is None]
    for mention in suggested:
        make.choice(other, mention, MASK)
    other.state, other.submitted_at = AssignmentState.SUBMITTED, utc_now()
    db.session.commit()
    return other


def records_of(project: Project) -> list:
    db.session.expire_all()
    return list(iter_records(db.session(), project, only_final=True))


def words(layer) -> list[str]:
    return [each.span_text for each in layer.mentions if each.is_masked]


def test_nothing_is_suggested_and_the_page_says_so(marking: WorkbenchClient) -> None:
    page = page_of(marking)
    assert SAID in page
    assert marking.document.text in page
    assert hidden(marking) == []
    assert counted(marking) == (0, 0)


def test_who_sees_what_is_suggested_is_told_nothing(workbench: WorkbenchClient) -> None:
    of_kind(workbench, ProjectKind.MASKING, blind_mask_share=0)
    assert SAID not in page_of(workbench)
    assert decided(workbench) is None
    assert hidden(workbench) == SUGGESTED
    assert counted(workbench) == (6, 0)


@pytest.mark.parametrize("blind_mask_share", [1, 100])
def test_what_was_decided_outlasts_the_share(
    workbench: WorkbenchClient, blind_mask_share: int
) -> None:
    of_kind(workbench, ProjectKind.ONE_PASS, blind_mask_share=blind_mask_share)
    page_of(workbench)
    before = decided(workbench), hidden(workbench)
    want(workbench.project.id, SuggestionMode.HINT, blind_mask_share=101 - blind_mask_share)
    assert (SAID in page_of(workbench)) == (blind_mask_share == 100)
    assert (
        (decided(workbench), hidden(workbench))
        == before
        == (blind_mask_share == 100, hidden(workbench))
    )


def test_masks_are_withheld_whatever_is_said_of_replacements(marking: WorkbenchClient) -> None:
    want(marking.project.id, SuggestionMode.OFF, blind_mask_share=100)
    assert SAID in page_of(marking)


def test_what_was_begun_with_masks_goes_on_with_them(marking: WorkbenchClient) -> None:
    change(marking, "Oslo", identifier="DIRECT")  # as on a page from before anything was decided
    assert SAID not in page_of(marking)
    assert decided(marking) is False
    assert hidden(marking) == SUGGESTED


def test_looking_at_what_is_submitted_decides_nothing(masking: WorkbenchClient) -> None:
    masking.assignment.state = AssignmentState.SUBMITTED
    masking.assignment.submitted_at = utc_now()
    db.session.commit()
    page_of(masking)
    assert decided(masking) is None


def test_the_next_document_is_decided_on_as_it_comes(
    masking: WorkbenchClient, make: Factory
) -> None:
    following = make.assignment(make.document(masking.project), masking.annotator)
    layers = update(Layer).where(Layer.document_id == following.document_id)
    db.session.execute(layers.values(name=SUGGESTIONS))
    db.session.commit()
    answer = masking.post("skip", headers={"HX-Request": "true"})
    assert SAID in answer.text
    assert following.is_blind


def test_spans_that_people_gave_are_shown_to_all(one_pass: WorkbenchClient) -> None:
    db.session.execute(update(Layer).values(name="gold"))
    db.session.commit()
    assert SAID not in page_of(one_pass)
    assert hidden(one_pass) == SUGGESTED
    assert counted(one_pass) == (6, 0)
    change(one_pass, "Oslo", verb="spans/none")
    assert submit(one_pass).status_code == 303
    [record] = records_of(one_pass.project)
    assert [layer.name for layer in record.layers] == ["gold", one_pass.annotator.name]
    assert words(record.layers[0]) == [each for each in SUGGESTED if each != "Oslo"]


def test_one_marks_from_nothing(marking: WorkbenchClient) -> None:
    page_of(marking)
    mark(marking, "Oslo", type="LOC")
    assert own_rows(marking) == [("Oslo", "QUASI", "insert")]
    assert hidden(marking) == ["Oslo"]
    [layer] = [each for each in marking.document.layers if each.annotator_id]
    assert layer.layout["extra"] == {"corrects": []}
    marking.post("undo")
    assert (hidden(marking), counted(marking)) == ([], (0, 0))


def test_a_replacement_is_chosen_for_ones_own_span_by_its_own_list(
    one_pass: WorkbenchClient,
) -> None:
    db.session.execute(update(Mention).values(generalizations={"file": ["of the file", "***"]}))
    db.session.commit()
    page_of(one_pass)
    mark(one_pass, "Oslo", type="LOC")
    [own] = work_of(one_pass)
    assert "of the file" not in own.texts


def test_who_marked_nothing_says_that_nothing_needs_hiding(marking: WorkbenchClient) -> None:
    page_of(marking)
    assert submit(marking).status_code == 422
    assert submit(marking, nothing_to_hide="y").status_code == 303
    assert decided(marking) is True
    address = f"/projects/{marking.project.id}/export/own/{marking.document.id}"
    assert marking.client.get(f"{address}?format=txt").text == marking.document.text
    [record] = records_of(marking.project)
    assert [words(layer) for layer in layers_of_each(record)] in ([[]], [])
    assert record.generalized_text == marking.document.text
    assert all(not words(layer) for layer in record.layers)


def test_the_file_of_ones_own_work_hides_what_one_marked(marking: WorkbenchClient) -> None:
    page_of(marking)
    mark(marking, "Oslo", type="LOC")
    assert submit(marking).status_code == 303
    address = f"/projects/{marking.project.id}/export/own/{marking.document.id}"
    told = marking.client.get(f"{address}?format=txt").text
    assert told == marking.document.text.replace("Oslo", "***")


def test_a_masking_project_hands_out_what_each_marked(
    masking: WorkbenchClient, make: Factory
) -> None:
    page_of(masking)
    mark(masking, "Oslo", type="LOC")
    submit(masking)
    seen_by_other(masking, make)
    [record] = records_of(masking.project)
    by_name = {layer.name: words(layer) for layer in record.layers}
    assert by_name == {masking.annotator.name: ["Oslo"], "Zoe": SUGGESTED}
    [learnt] = iter_marked(db.session(), masking.project)
    assert {layer.name: words(layer) for layer in learnt.layers} == by_name


def test_a_record_says_who_marked_without_suggestions(
    one_pass: WorkbenchClient, make: Factory
) -> None:
    page_of(one_pass)
    submit(one_pass, nothing_to_hide="y")
    seen_by_other(one_pass, make)
    [record] = records_of(one_pass.project)
    assert is_blind(record, one_pass.annotator.name)
    assert not is_blind(record, "Zoe")
    seen = {layer.name: words(layer) for layer in layers_of_each(record)}
    assert seen == {one_pass.annotator.name: [], "Zoe": SUGGESTED}
    report = compute_layer_report(db.session(), one_pass.project)
    assert set(report.annotators) == set(seen)
    assert record.generalized_text == "*** was born in *** in ***. *** moved to *** 🚢 in ***."


@pytest.mark.parametrize("marked", [[], ["Oslo", "moved"]])
def test_a_record_comes_out_of_another_project_the_same(
    one_pass: WorkbenchClient, make: Factory, tmp_path, marked
) -> None:
    page_of(one_pass)
    for each in marked:
        mark(one_pass, each, type="LOC")
    submit(one_pass, nothing_to_hide="y")
    seen_by_other(one_pass, make)
    out = [document_to_json(each) for each in records_of(one_pass.project)]
    assert out[0]["annotations"][one_pass.annotator.name]["corrects"] == []
    second = make.project(kind=ProjectKind.ONE_PASS)
    bring(second, written(tmp_path, *out))
    assert json.dumps([document_to_json(each) for each in records_of(second)]) == json.dumps(out)
    found = select(User.name, Assignment.is_blind, Assignment.spans, Assignment.chosen)
    found = found.join(User, User.id == Assignment.annotator_id)
    of_second = found.where(Assignment.project_id == second.id).order_by(User.name)
    rows = {row.name: tuple(row[1:]) for row in db.session.execute(of_second)}
    assert rows == {
        one_pass.annotator.name: (True, len(marked), len(marked)),
        "Zoe": (False, 6, 6),
    }


def test_what_nobody_saw_is_in_no_file(one_pass: WorkbenchClient) -> None:
    page_of(one_pass)
    mark(one_pass, "moved", type="MISC")
    submit(one_pass)
    [record] = records_of(one_pass.project)
    assert record.generalized_text == one_pass.document.text.replace("moved", "***")
    assert [words(layer) for layer in record.layers] == [[], ["moved"]]


def test_who_has_only_looked_says_nothing(one_pass: WorkbenchClient) -> None:
    before = load_record(db.session(), one_pass.document.id, only_final=False)
    page_of(one_pass)
    assert decided(one_pass)
    assert load_record(db.session(), one_pass.document.id, only_final=False) == before
    assert unmasked_documents(db.session(), one_pass.project) == set()
    submit(one_pass, nothing_to_hide="y")
    assert unmasked_documents(db.session(), one_pass.project) == {one_pass.document.id}


def test_a_reviewer_reads_what_was_marked(marking: WorkbenchClient, make: Factory) -> None:
    page_of(marking)
    mark(marking, "Oslo", type="LOC")
    submit(marking)
    seen_by_other(marking, make)
    [said] = read(db.session(), load_work(db.session(), marking.assignment)).mentions.values()
    assert (said.work.span_text, said.edit_type) == ("Oslo", EditType.INSERT)
    assert [name for name, _ in said.others] == ["Zoe"]


def test_masks_found_anew_are_nothing_to_blind_work(any_app) -> None:  # noqa: ARG001 - the context
    make = Factory(db.session)
    project = make.project(kind=ProjectKind.MASKING)
    want(project.id, SuggestionMode.HINT, blind_mask_share=100)
    document = make.document(project)
    document.layers[0].name = SUGGESTIONS
    blind, seeing = (make.assignment(document, make.user()) for _ in range(2))
    assert withholding.decide(db.session(), blind)
    assert not withholding.decide(db.session(), blind)
    db.session.commit()
    spans = select(Assignment.spans).order_by(Assignment.id)
    assert db.session.scalars(spans).all() == [0, 6]
    make.mention(document, "born", "born")
    assert db.session.scalars(spans).all() == [0, 7]
    db.session.delete(document.layers[0])
    db.session.commit()
    assert db.session.scalars(spans).all() == [0, 0]
    assert seeing.is_blind is None


def test_a_project_becomes_one_of_given_spans_where_nobody_has_begun(
    one_pass: WorkbenchClient, make
) -> None:
    page_of(one_pass)
    sign_in(one_pass.client, make.user(role="admin"))
    address = f"/projects/{one_pass.project.id}/settings"
    settings = {"name": one_pass.project.name, "annotators_per_document": "1"}
    assert one_pass.client.post(address, data=settings).status_code == 303
    assert (decided(one_pass), counted(one_pass)) == (None, (6, 0))
    assert hidden(one_pass) == SUGGESTED


def test_who_marked_without_suggestions_keeps_a_project_as_it_is(
    one_pass: WorkbenchClient, make
) -> None:
    page_of(one_pass)
    submit(one_pass, nothing_to_hide="y")
    assert not db.session.scalars(select(Choice)).all()
    sign_in(one_pass.client, make.user(role="admin"))
    address = f"/projects/{one_pass.project.id}/settings"
    settings = {"name": one_pass.project.name, "annotators_per_document": "1"}
    assert one_pass.client.post(address, data=settings).status_code == 422
