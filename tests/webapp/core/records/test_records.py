"""Between tables and records nothing is lost, and reading is a handful of queries."""

import json
from pathlib import Path

import pytest
from sqlalchemy import update

from annotation.formats import document_to_json
from annotation.records import MASK
from tests.factories import Factory
from tests.webapp.intake.imports.importing import (
    biography,
    bring,
    court_case,
    first_mention,
    written,
)
from tests.webapp.statements import recorded_statements
from tests.webapp.submissions import submitted
from webapp.core.records import iter_records, load_record, snapshot
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Document,
    Mention,
    ProjectKind,
    SpanReview,
    utc_now,
)
from webapp.platform.resources import ROOT

SAMPLE = ROOT / "webapp" / "data" / "sample.json"
ALL_CHOSEN = {"Ada": {"PERSON 1": ["Kim"]}, "Oslo": {"city": ["Kim"]}}


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


def exported(project, **wanted):
    records = iter_records(db.session(), project, **({"only_final": False} | wanted))
    return [document_to_json(record) for record in records]


def assert_same(records, path: Path):
    """Compare as JSON values, the order of keys included."""
    assert json.dumps(records) == json.dumps(json.loads(path.read_text(encoding="utf-8")))


def there_and_back(make, path, kind=ProjectKind.REPLACEMENT):
    project = make.project(kind=kind)
    bring(project, path)
    return exported(project)


def test_the_sample_comes_back_as_it_was(make):
    assert_same(there_and_back(make, SAMPLE), SAMPLE)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("wikireplace.json", ProjectKind.REPLACEMENT),
        ("wikireplace.json", ProjectKind.MASKING),
        ("tab.json", ProjectKind.MASKING),
    ],
)
def test_real_data_comes_back_as_it_was(make, shared_data, name, kind):
    assert_same(there_and_back(make, shared_data / name, kind), shared_data / name)


def test_unknown_keys_null_values_and_the_order_of_keys_come_back(make, tmp_path):
    record = biography(
        source={"page": 7, "tags": ["a", None, 1.5]}, meta=None, quality_checked=None
    )
    mention = first_mention(record)
    mention |= {"note": "unsure", "confidential_status": None, "related_mentions": []}
    mention["replacement"]["hint"] = True
    record["annotations"]["spans"]["tool"] = "1.0"
    turned = dict(reversed(record.items()))
    path = written(tmp_path, turned)
    assert_same(there_and_back(make, path), path)


def test_selections_come_back_in_their_order_with_later_choices_behind(make, tmp_path):
    selection = {"city": ["Zoe", "Ada"], "***": ["Ben"], "city in Norway": ["Cleo"]}
    path = written(tmp_path, biography(chosen={"Oslo": selection}))
    project = make.project()
    bring(project, path)
    document = db.session.query(Document).one()
    submitted(make, document, make.user("Aaron"), "PERSON 1", "***")
    [record] = exported(project)
    oslo = record["annotations"]["spans"]["entity_mentions"][1]["replacement"]
    assert json.dumps(oslo["generalization_selection"]) == json.dumps(
        {"city": ["Zoe", "Ada"], "***": ["Ben", "Aaron"], "city in Norway": ["Cleo"]}
    )


def test_an_imported_generalized_text_stays_until_it_is_taken_away(make, tmp_path):
    record = biography(chosen=ALL_CHOSEN, generalized_text="[damaged]")
    project = make.project()
    bring(project, written(tmp_path, record))
    assert exported(project)[0]["generalized_text"] == "[damaged]"
    db.session.execute(update(Document).values(generalized_text=None))
    assert exported(project)[0]["generalized_text"] == "[PERSON 1] moved to [city]."


def test_a_generalized_text_needs_a_choice_for_every_masked_span(make, tmp_path):
    record = biography(chosen={"Ada": {"PERSON 1": ["Kim"]}})
    project = make.project()
    bring(project, written(tmp_path, record))
    assert "generalized_text" not in exported(project)[0]


def test_a_document_that_nobody_worked_on_gets_no_generalized_text(make, tmp_path):
    path = tmp_path / "plain.txt"
    path.write_text("No span in here.")
    [record] = there_and_back(make, path)
    assert (record["text"], record.get("generalized_text")) == ("No span in here.", None)


def test_a_mention_without_lists_that_got_a_choice_offers_the_mask(make):
    project = make.project()
    document = make.document(project)
    db.session.execute(update(Mention).values(generalizations=None))
    submitted(make, document, make.user("Ada"), *[MASK] * 6)
    [record] = exported(project)
    assert first_mention(record)["replacement"] == {
        "generalizations": {"heuristics": [MASK]},
        "generalization_selection": {MASK: ["Ada"]},
    }


def test_open_work_counts_only_if_it_is_asked_for(make):
    project, ada = make.project(), make.user("Ada")
    document = make.document(project)
    work = submitted(make, document, ada, *[MASK] * 6, state=AssignmentState.IN_PROGRESS)
    assert load_record(db.session(), document.id, only_final=True) is None
    assert exported(project, only_final=True) == []
    assert exported(project)[0]["generalized_text"].startswith("*** was born")
    db.session.execute(
        update(Assignment).where(Assignment.id == work.id).values(state=AssignmentState.REVIEWED)
    )
    assert exported(project, only_final=True) == exported(project)


def test_approved_work_goes_before_what_was_only_submitted(make):
    project = make.project()
    document = make.document(project)
    rita = make.user("Rita")
    for name, state in (("Ada", "reviewed"), ("Ben", "submitted"), ("Cleo", "submitted")):
        work = submitted(make, document, make.user(name), *[name] * 6, state=AssignmentState(state))
        review = SpanReview(
            assignment_id=work.id,
            document_id=document.id,
            mention_id=document.layers[0].mentions[0].id,
            reviewer_id=rita.id,
            chosen=name,
            correction=f"corrected {name}",
            decided_at=utc_now(),
        )
        db.session.add(review)
    db.session.flush()
    record = load_record(db.session(), document.id, only_final=True, approved_first=True)
    replacement = next(record.iter_mentions()).replacement
    assert replacement.selection == {"Ada": ("Ada",)}
    assert list(replacement.corrections) == ["corrected Ada"]
    unread = make.document(project, doc_id="unread")
    submitted(make, unread, make.user("Dan"), *["Dan"] * 6)
    assert load_record(db.session(), unread.id, only_final=True, approved_first=True) is not None


def test_of_a_masking_project_only_submitted_layers_count(make, tmp_path):
    project = make.project(kind=ProjectKind.MASKING)
    bring(project, written(tmp_path, court_case("case", "Ada", "Ben")))
    [work, _] = db.session.query(Assignment).order_by(Assignment.id).all()
    work.state = AssignmentState.IN_PROGRESS
    db.session.commit()
    assert list(exported(project)[0]["annotations"]) == ["Ada", "Ben"]
    assert list(exported(project, only_final=True)[0]["annotations"]) == ["Ben"]


def test_one_split_is_read_alone_and_multi_annotated_documents_may_count_as_test(make, tmp_path):
    twice = {"Ada": {"PERSON 1": ["Kim", "Lou"]}, "Oslo": {"city": ["Kim", "Lou"]}}
    records = [
        biography("a", chosen=ALL_CHOSEN),
        biography("b", chosen=twice),
        biography("c", chosen=ALL_CHOSEN, dataset_type="test"),
        biography("d", dataset_type=None),
    ]
    project = make.project()
    bring(project, written(tmp_path, *records))

    def names(**wanted):
        return [(r["doc_id"], r["dataset_type"]) for r in exported(project, **wanted)]

    assert names(split="train") == [("a", "train"), ("b", "train")]
    assert names(split="train", multi_to_test=True) == [("a", "train")]
    assert names(split="test", multi_to_test=True) == [("b", "test"), ("c", "test")]
    assert names(multi_to_test=True) == [
        ("a", "train"),
        ("b", "test"),
        ("c", "test"),
        ("d", None),
    ]


def test_a_document_that_is_not_there_is_none(make):  # noqa: ARG001 - the context must be there
    assert load_record(db.session(), 1, only_final=False) is None


@pytest.mark.parametrize("number", [1, 40])
def test_a_batch_takes_six_queries_however_many_documents(make, tmp_path, number):
    project = make.project()
    records = [biography(f"doc-{index}", chosen=ALL_CHOSEN) for index in range(number)]
    bring(project, written(tmp_path, *records))
    project_id = project.id  # loaded before the counting
    with recorded_statements() as statements:
        assert len(exported(project)) == number
    assert project_id
    assert len(statements) == 1 + 6  # the first lists the documents


def test_a_snapshot_sees_one_state_while_others_write(make):
    project = make.project()
    document = make.document(project)
    assignment = make.assignment(document, make.user())
    with snapshot(db.engine) as reading:
        assert load_record(reading, document.id, only_final=True) is None
        assignment.state, assignment.submitted_at = AssignmentState.SUBMITTED, project.created_at
        db.session.commit()
        assert load_record(reading, document.id, only_final=True) is None
    with snapshot(db.engine) as reading:
        assert load_record(reading, document.id, only_final=True) is not None


def test_reasons_come_back_as_they_were(make, tmp_path):
    record = biography()
    for mention in record["annotations"]["spans"]["entity_mentions"]:
        mention["replacement"]["origins"] = {
            "city": {
                "source": "GeoNames cities",
                "sense": "Oslo: city in Norway",
            },
            "PERSON 1": {"source": "rules", "sense": ""},
        }
    path = written(tmp_path, record)
    assert_same(there_and_back(make, path), path)


@pytest.mark.parametrize(
    "selection",
    [
        {"city": []},
        {"city": [], "city in Norway": ["Kim"], "***": []},
        {"city in Norway": ["Kim"], "city": []},
    ],
)
def test_what_nobody_chose_comes_back_in_its_place(make, tmp_path, selection):
    path = written(tmp_path, biography(chosen={"Oslo": selection}))
    assert_same(there_and_back(make, path), path)


def test_what_nobody_chose_stays_out_where_it_is_chosen_or_no_longer_offered(make, tmp_path):
    project = make.project()
    empty = {"city in Norway": [], "city": [], "***": []}
    bring(project, written(tmp_path, biography(chosen={"Oslo": empty})))
    document = db.session.query(Document).one()
    submitted(make, document, make.user("Kim"), "PERSON 1", "city")
    oslo = db.session.query(Mention).filter_by(span_text="Oslo").one()
    oslo.generalizations = {"heuristics": ["city", MASK]}
    db.session.commit()
    [record] = exported(project)
    [_, town] = record["annotations"]["spans"]["entity_mentions"]
    assert town["replacement"]["generalization_selection"] == {"city": ["Kim"], "***": []}
