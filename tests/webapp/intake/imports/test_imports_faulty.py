"""One bad document does not keep the others out: people decide, and what was left out is told."""

import io
import json

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from tests.factories import sign_in
from tests.webapp.intake.imports.importing import (
    biography,
    bring,
    first_mention,
    row_counts,
    written,
)
from tests.webapp.submissions import work_off_the_queue
from webapp.cli import main
from webapp.intake.imports.checking import MOST_LISTED
from webapp.platform.extensions import db
from webapp.platform.models import Document, Event, EventKind, Job, JobKind, JobState, Role

FAULT = "document 'bad': mention 'bad_em1': span_text differs from the text at 0–3"
VERDICT = "lives.json: 2 of 3 documents can be imported, this one can't:"


def bad(doc_id="bad"):
    record = biography(doc_id)
    first_mention(record)["span_text"] = "Eve"
    return record


LIVES = [biography("a"), bad(), biography("b")]


@pytest.fixture
def project(make):
    return make.project()


@pytest.fixture
def refused(client, make, project):
    """The job of an uploaded file of three documents, one of them bad."""
    sign_in(client, make.user("Root", role=Role.ADMIN))
    files = [(io.BytesIO(json.dumps(LIVES).encode()), "lives.json")]
    client.post(f"/projects/{project.id}/import", data={"files": files, "format": ""})
    work_off_the_queue()
    return the_job()


def the_job():
    db.session.expire_all()
    return db.session.scalars(select(Job).where(Job.kind == JobKind.IMPORT)).one()


def doc_ids():
    return db.session.scalars(select(Document.doc_id).order_by(Document.position)).all()


def address(job, verb=""):
    return f"/projects/{job.project_id}/import/{job.id}{verb}"


def uploads(config):
    return list((config.home / "uploads").iterdir())


def test_the_page_says_what_is_wrong_and_asks(client, refused, config):
    assert (refused.state, refused.message) == (JobState.WAITING, VERDICT)
    page = client.get(address(refused)).text
    assert FAULT in page.replace("&#39;", "'")
    assert "Import the 2<" in page
    assert "Import nothing<" in page
    assert doc_ids() == []
    assert len(uploads(config)) == 1


def test_all_that_is_wrong_with_a_record_is_named_at_once(project, tmp_path):
    record = biography("bad")
    ada, oslo = record["annotations"]["spans"]["entity_mentions"]
    ada["span_text"], oslo["end_offset"] = "Eve", 400
    job = bring(project, written(tmp_path, record))
    assert "mention 'bad_em1': span_text differs from the text at 0–3; mention 'bad_em2': " in (
        job.message
    )
    del ada["span_text"], oslo["entity_type"]
    job = bring(project, written(tmp_path, record))
    assert "'bad_em1': span_text is missing; mention 'bad_em2': entity_type is" in job.message


def test_of_very_many_faults_in_a_record_the_first_are_named(project, tmp_path):
    record = biography("bad")
    mentions = record["annotations"]["spans"]["entity_mentions"]
    mentions += [dict(mentions[0], span_text="Eve") for _ in range(10)]
    message = bring(project, written(tmp_path, record)).message
    assert message.count("span_text differs") == 5
    assert message.endswith("; and 5 more")


def test_the_others_are_imported_and_the_rest_is_recorded(client, refused, config):
    assert client.post(address(refused, "/rest")).location == address(refused)
    work_off_the_queue()
    job = the_job()
    assert (job.state, doc_ids()) == (JobState.DONE, ["a", "b"])
    assert job.message.endswith("1 document left out:")
    assert FAULT in client.get(address(job)).text.replace("&#39;", "'")
    [event] = db.session.scalars(select(Event).where(Event.kind == EventKind.IMPORTED))
    assert event.details == {"job_id": job.id, "documents": 2, "left_out": 1}
    assert uploads(config) == []


def test_nothing_is_imported_and_the_upload_goes(client, refused, config):
    assert client.post(address(refused, "/nothing")).status_code == 303
    job = the_job()
    assert (job.state, doc_ids(), uploads(config)) == (JobState.CANCELLED, [], [])
    page = client.get(address(job)).text
    assert "Import the 2" not in page
    assert FAULT not in page.replace("&#39;", "'")


@pytest.mark.parametrize("verb", ["/rest", "/nothing"])
def test_what_is_decided_is_not_decided_again(client, refused, verb):
    client.post(address(refused, "/nothing"))
    assert client.post(address(refused, verb)).status_code == 422
    assert the_job().state is JobState.CANCELLED


def test_an_import_that_asks_nothing_has_nothing_to_decide(client, make, project):
    sign_in(client, make.user(role=Role.ADMIN))
    job = make.job(project, state=JobState.FAILED)
    assert client.post(address(job, "/rest")).status_code == 422


def test_of_many_faults_some_are_told_and_all_are_counted(project, tmp_path):
    job = bring(project, written(tmp_path, biography("a"), *(bad(f"bad-{n}") for n in range(30))))
    assert job.message == "file.json: 1 of 31 documents can be imported, these 30 can't:"
    assert (len(job.arguments["faults"]), job.arguments["faulty"]) == (MOST_LISTED, 30)


def test_where_no_document_is_sound_nothing_is_offered(project, tmp_path):
    job = bring(project, written(tmp_path, bad("a"), bad("b")))
    assert job.message == "file.json: none of the 2 documents can be imported:"
    assert "offer" not in job.arguments


def test_a_file_that_can_t_be_read_on_is_refused_whole_with_its_place(project, tmp_path):
    path = tmp_path / "broken.json"
    path.write_text(f'[{json.dumps(biography("a"))},\n{{"doc_id" 3}},\n{json.dumps(bad())}]')
    job = bring(project, path)
    assert "not JSON at line 2, column 11" in job.message
    assert "faults" not in job.arguments


def command(monkeypatch, config, project, *arguments):
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    return CliRunner().invoke(main, ["import", "--project", project.name, *map(str, arguments)])


def test_the_command_refuses_the_file_and_says_the_way(monkeypatch, config, project, tmp_path):
    before = row_counts()
    path = written(tmp_path, *LIVES, name="lives.json")
    told = command(monkeypatch, config, project, path)
    assert told.exit_code == 1
    assert f"Error: {VERDICT}\n  {FAULT}\n" in told.stderr
    assert "Nothing was imported; --skip-invalid imports the 2.\n" in told.stderr
    assert row_counts() == before


def test_the_command_leaves_out_what_is_bad_if_told_so(monkeypatch, config, project, tmp_path):
    path = written(tmp_path, *LIVES, name="lives.json")
    told = command(monkeypatch, config, project, path, "--skip-invalid")
    assert told.exit_code == 0
    assert told.stdout.endswith("1 document left out:\n")
    assert FAULT in told.stderr
    assert doc_ids() == ["a", "b"]


def test_the_command_tells_programs_what_was_left_out(monkeypatch, config, project, tmp_path):
    path = written(tmp_path, *LIVES, name="lives.json")
    told = command(monkeypatch, config, project, path, "--skip-invalid", "--json")
    [row] = json.loads(told.stdout)
    assert (row["state"], row["faulty"], row["faults"]) == ("done", 1, [FAULT])
