"""Spans that come without replacement lists get theirs in the import job."""

import pytest
from sqlalchemy import select

from tests.factories import Factory
from tests.webapp.intake.imports.importing import (
    biography,
    bring,
    court_case,
    first_mention,
    row_counts,
    written,
)
from webapp.core.records import iter_records
from webapp.platform.extensions import db
from webapp.platform.models import (
    Document,
    GeneralizationAction,
    JobState,
    Layer,
    Mention,
    ProjectGeneralization,
    ProjectKind,
    utc_now,
)
from webapp.versions.examples import open_documents


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def project(make, tiny_ontology):  # noqa: ARG001 - the index must be there
    return make.project()


def coded_case():
    """A court case whose first span is a code, which has no generalization."""
    case = court_case("case", "Ada")
    first_mention(case)["entity_type"] = "CODE"
    return case


def mentions():
    return db.session.scalars(select(Mention).order_by(Mention.id)).all()


def offered(mention):
    """The texts of the first list, without what every list ends with."""
    return next(iter(mention.generalizations.values()))[:-1]


def test_a_court_case_gets_lists_with_their_reasons(project, tmp_path):
    job = bring(project, written(tmp_path, coded_case()))
    assert job.state is JobState.DONE, job.message
    code, town = mentions()
    assert offered(code) == []
    assert offered(town)[:3] == ["city in Norway", "city in Scandinavia", "city"]
    assert town.origins["city in Scandinavia"] == {
        "source": "gazetteer",
        "sense": "Oslo: city in Norway",
    }
    assert code.origins == {}


def test_the_report_counts_what_was_proposed(project, tmp_path):
    job = bring(project, written(tmp_path, coded_case()))
    assert job.message == (
        "1 document with 2 mentions.\n"
        "Replacements were proposed for 1 span; 1 span can only become ***."
    )


def test_progress_names_the_step(project, tmp_path):
    heard = []
    bring(
        project, written(tmp_path, court_case("case", "Ada")), lambda *told: heard.append(told[2])
    )
    assert list(dict.fromkeys(heard)) == [
        "Checking the file",
        "Proposing replacements and writing",
        None,
    ]


def test_lists_of_a_file_stay_and_only_gaps_are_filled(project, tmp_path):
    record = biography()
    del record["annotations"]["spans"]["entity_mentions"][1]["replacement"]
    bring(project, written(tmp_path, record))
    name, town = mentions()
    assert (name.generalizations, name.origins) == ({"heuristics": ["PERSON 1", "***"]}, None)
    assert offered(town)[0] == "city in Norway"


def test_what_was_proposed_comes_back_as_a_record_with_its_reasons(project, tmp_path):
    bring(project, written(tmp_path, court_case("case", "Ada")))
    [record] = iter_records(db.session(), project, only_final=False)
    _, town = record.iter_mentions()
    assert town.replacement.origins["city in Norway"].sense == "Oslo: city in Norway"


def test_models_hear_which_lists_the_ontology_made(project, tmp_path):
    record = biography()
    del record["annotations"]["spans"]["entity_mentions"][1]["replacement"]
    bring(project, written(tmp_path, record))
    [document_id] = db.session.scalars(select(Document.id))
    [document] = open_documents(db.session(), [document_id]).values()
    name, town = document.examples
    assert (name.candidates, name.proposed) == (("PERSON 1", "***"), ())
    assert (*town.proposed, "***") == town.candidates


@pytest.mark.parametrize(
    ("checked", "taken"), [(["Ben"], "Ben"), ([], "Ada"), (["Eve", "Cleo", "Ben"], "Ben")]
)
def test_of_several_layers_the_first_quality_checked_is_taken(project, tmp_path, checked, taken):
    case = court_case("case", "Ada", "Ben", "Cleo") | {"quality_checked": checked}
    job = bring(project, written(tmp_path, case))
    assert [layer.name for layer in db.session.scalars(select(Layer))] == [taken]
    assert "1 document had spans of several annotators" in job.message


def test_a_masking_project_takes_all_layers_and_needs_no_ontology(make, tmp_path):
    project = make.project(kind=ProjectKind.MASKING)
    job = bring(project, written(tmp_path, court_case("case", "Ada", "Ben")))
    assert job.state is JobState.DONE
    assert {mention.generalizations for mention in mentions()} == {None}
    assert len(db.session.scalars(select(Layer)).all()) == 2


def overlapping(start, end, **more):
    """A court case in which a span is added over these offsets of "Ada moved to Oslo."."""
    case = court_case("case", "Ada")
    text = case["text"]
    added = first_mention(case) | {"entity_mention_id": "added", "span_text": text[start:end]}
    case["annotations"]["Ada"]["entity_mentions"].append(
        added | {"start_offset": start, "end_offset": end} | more
    )
    return case


@pytest.mark.parametrize(
    ("start", "end", "led"),
    [
        (10, 17, ["Oslo"]),
        (10, 15, ["Oslo"]),
        (0, 17, ["Ada", "Oslo"]),
        (14, 15, ["s"]),
        (13, 17, ["Oslo"]),
    ],
)
def test_of_spans_that_overlap_the_longest_alone_gets_a_list(project, tmp_path, start, end, led):
    job = bring(project, written(tmp_path, overlapping(start, end)))
    assert job.state is JobState.DONE
    assert len(mentions()) == 3
    assert [mention.span_text for mention in mentions() if mention.is_led] == led
    assert [mention.span_text for mention in mentions() if not mention.generalizations] == led
    them = "it" if len(led) == 1 else "them"
    assert f"a longer one, whose choice stands for {them} as well." in job.message


def test_a_span_that_is_not_masked_may_overlap(project, tmp_path):
    job = bring(project, written(tmp_path, overlapping(0, 17, identifier_type="NO_MASK")))
    assert [mention.is_led for mention in mentions()] == [False] * 3
    assert "longer" not in job.message


def test_the_rules_of_the_project_hold(project, tmp_path):
    rule = {"project_id": project.id, "created_at": utc_now(), "term": "oslo"}
    db.session.add_all(
        [
            ProjectGeneralization(
                **rule, action=GeneralizationAction.ADD, text="Nordic capital area", position=1
            ),
            ProjectGeneralization(**rule, action=GeneralizationAction.FORBID, text="city"),
        ]
    )
    db.session.commit()
    bring(project, written(tmp_path, court_case("case", "Ada")))
    town = mentions()[1]
    assert offered(town)[:3] == ["Nordic capital area", "city in Norway", "city in Scandinavia"]
    assert "city" not in offered(town)


def test_a_broken_index_is_said_so_and_nothing_is_written(project, config, tmp_path):
    (config.ontology / "manifest.json").write_text("{")
    before = row_counts()
    job = bring(project, written(tmp_path, court_case("case", "Ada")))
    assert job.state is JobState.FAILED
    assert "palimpsest ontology build" in job.message
    assert row_counts() == before


def test_real_court_cases_can_be_annotated(project, shared_data):
    job = bring(project, shared_data / "tab.json")
    assert job.state is JobState.DONE, job.message
    assert len(db.session.scalars(select(Document)).all()) == 3
    needing = [each for each in mentions() if each.identifier_type != "NO_MASK" and not each.is_led]
    assert all(mention.generalizations for mention in needing)
