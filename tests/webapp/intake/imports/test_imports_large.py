"""Large files: the work grows with the file and no faster, and a cancelled import stops soon."""

import json
import time

import pytest
from sqlalchemy import select

from annotation.errors import RecordError
from annotation.formats import read_documents
from annotation.records import Mention
from annotation.types import IdentifierType, SemanticType
from ontology.rules.persons.clustering import group
from ontology.spans import Surroundings
from tests.webapp.intake.imports.importing import biography, bring, court_case, row_counts, written
from webapp.core.jobs import running
from webapp.core.jobs.operations import cancel_job
from webapp.intake.imports.checking import Survey, iter_checked
from webapp.platform.extensions import db
from webapp.platform.models import Job, JobState, ProjectKind

TIMES = 16
AT_MOST = 80
"""How much longer TIMES as much may take: in proportion it is 16, in the square 256."""


def seconds(work, *arguments):
    """The processor time of a piece of work, the best of three."""
    times = []
    for _ in range(3):
        before = time.process_time()
        work(*arguments)
        times.append(time.process_time() - before)
    return min(times)


def survey(path):
    found = Survey()
    documents = read_documents(path, on_fault=found.leave_out)
    for adapted in iter_checked(
        documents, kind=ProjectKind.REPLACEMENT, taken=(), on_fault=found.leave_out
    ):
        found.add(adapted, ProjectKind.REPLACEMENT)
    return found


def repeated_keys(number):
    """A record with many keys, of which the last is there twice."""
    record = json.dumps(dict.fromkeys(map(str, range(number))))
    return "[" + record.replace("}", f', "{number - 1}": 1}}]')


def overlapping_spans(number):
    """A record in which each span overlaps the next."""
    record, text = biography(), "Ada and " * number
    mention, _ = record["annotations"]["spans"]["entity_mentions"]
    record["annotations"]["spans"]["entity_mentions"] = [
        mention
        | {"entity_mention_id": f"em{start}", "start_offset": start, "end_offset": start + 3}
        | {"span_text": text[start : start + 3]}
        for start in range(number)
    ]
    return json.dumps([record | {"text": text}])


@pytest.mark.parametrize(("content", "number"), [(repeated_keys, 5_000), (overlapping_spans, 500)])
def test_checking_takes_time_in_proportion_to_the_file(tmp_path, content, number):
    small, large = tmp_path / "small.json", tmp_path / "large.json"
    small.write_text(content(number))
    large.write_text(content(TIMES * number))
    assert seconds(survey, large) < AT_MOST * seconds(survey, small)


def people(number):
    """Spans of a text that names two people again and again."""
    text = "Ada Berg met Kim Lund. " * number
    mentions = [
        Mention(
            f"em{start}",
            SemanticType.PERSON,
            start,
            start + 8,
            text[start : start + 8],
            IdentifierType.DIRECT,
            f"e{start}",
        )
        for period in range(number)
        for start in (23 * period, 23 * period + 13)
    ]
    return Surroundings(text, mentions).spans


def test_telling_people_apart_takes_time_in_proportion_to_their_mentions():
    assert seconds(group, people(50 * TIMES)) < AT_MOST * seconds(group, people(50))
    assert set(group(people(100))) == {0, 1}


def test_broken_json_behind_a_repeated_key_is_said_so(tmp_path):
    path = tmp_path / "broken.json"
    path.write_text('[{"meta": {"a": 1, "a": 2}, "doc_id" 3}]')
    with pytest.raises(RecordError, match="not JSON at line 1, column 38"):
        list(read_documents(path))


@pytest.fixture
def cancelled_at(make, app, monkeypatch):
    """Import a file and cancel at the nth report of a step; return the job and later reports."""
    monkeypatch.setattr(running, "HEARTBEAT_SECONDS", 0)

    def run(path, step, number):
        reports = []

        def hear(_progress, _total, message):
            reports.append(message)
            if reports.count(step) == number and message == step:
                with app.app_context():
                    cancel_job(db.session(), db.session.scalars(select(Job)).one())
                    db.session.commit()

        job = bring(make.project(), path, hear)
        return job, reports.count(step) - number

    return run


@pytest.mark.parametrize("step", ["Checking the file", "Writing the documents"])
def test_a_cancelled_import_stops_with_the_document_at_hand(cancelled_at, tmp_path, step):
    path = written(tmp_path, *(biography(f"doc-{number}") for number in range(20)))
    before = row_counts()
    job, later = cancelled_at(path, step, 9)
    assert (job.state, later) == (JobState.CANCELLED, 0)
    assert row_counts() == before


@pytest.mark.usefixtures("tiny_ontology")
def test_a_cancelled_import_stops_with_the_span_at_hand(cancelled_at, tmp_path):
    case = court_case("case", "Ada")
    _, town = case["annotations"]["Ada"]["entity_mentions"]
    case["text"] = "Oslo " * 30
    case["annotations"]["Ada"]["entity_mentions"] = [
        town | {"entity_mention_id": f"em{start}", "start_offset": start, "end_offset": start + 4}
        for start in range(0, 150, 5)
    ]
    job, later = cancelled_at(written(tmp_path, case), "Proposing replacements and writing", 12)
    assert (job.state, later) == (JobState.CANCELLED, 0)
