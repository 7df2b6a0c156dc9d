"""Datasets written in the background: progress, faults, downloads that go on, removal."""

import hashlib
import io
import json
import zipfile
from datetime import timedelta
from functools import partial

import pytest
import spacy
from pyarrow import parquet
from spacy.tokens import DocBin
from sqlalchemy import select

from annotation.formats.exchange.registry import ExportFormat
from tests.factories import sign_in
from tests.webapp.intake.imports.importing import biography, bring, court_case, written
from tests.webapp.publication.export import exporting
from tests.webapp.publication.export.exporting import address_of
from tests.webapp.submissions import compute_reports
from webapp.core import downloads
from webapp.core.jobs.worker import Worker
from webapp.platform.extensions import db
from webapp.platform.models import (
    Event,
    EventKind,
    JobKind,
    JobState,
    ProjectKind,
    Purpose,
    Role,
    utc_now,
)
from webapp.publication.export.writing import DatasetFolder

CHOSEN = {"Ada": {"PERSON 1": ["Kim", "Lou"]}, "Oslo": {"city": ["Kim"], "***": ["Lou"]}}
FORMATS = list(ExportFormat)


@pytest.fixture
def project(make, tmp_path):
    project = make.project(name="Lives of Ada")
    records = [biography(doc_id, chosen=CHOSEN) for doc_id in ("first", "second", "third")]
    bring(project, written(tmp_path, *records))
    return project


@pytest.fixture
def admin(make):
    return make.user("Root", role=Role.ADMIN)


@pytest.fixture
def browser(client, admin):
    sign_in(client, admin)
    return client


@pytest.fixture
def write(browser, project):
    return partial(exporting.write, browser, project)


@pytest.fixture
def download(browser, project):
    return partial(exporting.download, browser, project)


def content(answer):
    """Return all that a dataset says, unpacked, with its file names."""
    if answer.mimetype != "application/zip":
        return readable("", answer.data)
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        return "\n".join(
            name + "\n" + readable(name, archive.read(name)) for name in archive.namelist()
        )


def readable(name, data):
    """Return what a file says: some libraries write bytes that they alone read."""
    if data.startswith(b"PAR1"):
        return json.dumps(parquet.read_table(io.BytesIO(data)).to_pylist())
    if name.endswith(".spacy"):
        said = [(doc.text, doc.user_data, doc.ents) for doc in documents_in(data)]
        return json.dumps(said, default=str)
    return data.decode()


def documents_in(data):
    return DocBin().from_bytes(data).get_docs(spacy.blank("en").vocab)


def test_the_page_shows_how_far_an_export_is_and_then_its_file(browser, project):
    exporting.ask(browser, project)
    page = f"/projects/{project.id}/export"
    assert "It waits for the background worker." in browser.get(page).text
    job = exporting.write(browser, project)
    shown = browser.get(page).text
    assert "3 documents, 12 spans, 2 annotators." in shown
    assert job.arguments["result"]["sha256"] in shown
    assert address_of(job, "/file") in shown


def test_progress_comes_as_a_part_of_the_page_until_the_actions_come_with_it(browser, write):
    job = write()
    part = browser.get(address_of(job), headers={"HX-Request": "true"}).text
    assert "<h1" not in part
    assert "hx-get" not in part
    assert 'hx-swap-oob="true"' in part


def test_one_document_that_can_t_be_written_is_named_and_the_rest_goes_on(
    browser, write, project, tmp_path
):
    bare = biography("bare", annotations={})
    bring(project, written(tmp_path, bare, biography("last", chosen=CHOSEN), name="more.json"))
    job = write(format="jsonl", work="all")
    assert (job.state, job.arguments["result"]["documents"]) == (JobState.DONE, 4)
    lines = browser.get(address_of(job, "/file")).text.splitlines()
    assert [json.loads(line)["doc_id"] for line in lines][-1] == "last"
    page = browser.get(address_of(job)).text
    assert "1 document could not be written" in page
    assert ">Document 4</a>: <bdi>nothing is marked or chosen in it</bdi>" in page


def test_where_no_document_is_that_far_the_export_says_so(browser, make):
    project = make.project()
    make.document(project)
    job = exporting.write(browser, project)
    assert (job.state, job.message) == (
        JobState.FAILED,
        "Nothing was exported: there is no document with submitted work.",
    )


def test_where_nothing_is_adjudicated_an_export_of_gold_names_that(browser, project):
    job = exporting.write(browser, project, layers="gold", split="test")
    assert job.state is JobState.FAILED
    assert "in the split test, settled by adjudication" in job.message


def test_a_download_that_was_cut_off_goes_on_where_it_ended(browser, write):
    job = write(format="csv")
    address, checksum = address_of(job, "/file"), job.arguments["result"]["sha256"]
    whole = browser.get(address)
    assert whole.headers["ETag"] == f'"{checksum}"'
    assert hashlib.sha256(whole.data).hexdigest() == checksum
    same = {"If-Range": whole.headers["ETag"]}
    rest = browser.get(address, headers={"Range": "bytes=100-", **same})
    assert (rest.status_code, whole.data[:100] + rest.data) == (206, whole.data)
    changed = browser.get(address, headers={"Range": "bytes=100-", "If-Range": '"other"'})
    assert (changed.status_code, changed.data) == (200, whole.data)
    named = f"{checksum}  {job.arguments['result']['name']}\n"
    assert browser.get(address_of(job, "/checksum")).text == named


def test_the_name_of_a_file_is_one_on_any_system(download, project):
    exporting.documents_of(project)[0].dataset_type = "dev/\ntest"
    db.session.commit()
    answer = download(split="dev/\ntest", format="jsonl")
    named = "attachment; filename=Lives-of-Ada-dev-test-jsonl.jsonl"
    assert answer.headers["Content-Disposition"] == named


def test_going_on_with_a_download_is_noted_once_by_person(browser, write, make):
    job = write()
    for part in ({}, {"Range": "bytes=10-"}, {"Range": "bytes=20-"}):
        browser.get(address_of(job, "/file"), headers=part)
    sign_in(browser, make.user("Other", role=Role.ADMIN))
    browser.get(address_of(job, "/file"), headers={"Range": "bytes=10-"})
    taken = db.session.scalars(select(Event).where(Event.kind == EventKind.EXPORTED)).all()
    assert len({event.actor_id for event in taken}) == len(taken) == 2


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_work_makes_the_same_bytes(write, form):
    one, other = write(format=form), write(format=form)
    assert one.arguments["result"]["sha256"] == other.arguments["result"]["sha256"]


@pytest.mark.parametrize("form", FORMATS)
def test_pseudonyms_leave_no_names_and_keep_people_apart(browser, write, form):
    job = write(format=form, annotators="numbers")
    everything = content(browser.get(address_of(job, "/file")))
    everything += browser.get(address_of(job, "/card")).text
    assert not any(name in everything for name in ("Kim", "Lou", "Root"))
    numbered = [name for name in ("annotator 1", "annotator 2") if name in everything]
    assert form is ExportFormat.TAB or len(numbered) == 2


@pytest.mark.parametrize("form", FORMATS)
def test_without_originals_nothing_hidden_is_in_any_file(browser, write, form):
    job = write(format=form, without_originals="y", fits_grammar="y")
    answer = browser.get(address_of(job, "/file"))
    everything = content(answer) + answer.headers["Content-Disposition"]
    everything += browser.get(address_of(job, "/card")).text
    told = ("Ada", "Kim", "Lou", "first", "Lives")
    assert [word for word in told if word in everything] == []
    assert "moved" in everything


def test_spans_without_originals_point_at_what_was_put_into_the_text(download):
    answer = download(format="jsonl", without_originals="y", without_brackets="y")
    [first, *_] = map(json.loads, answer.text.splitlines())
    assert first["text"] == "PERSON 1 moved to city."
    cut = [first["text"][span["start"] : span["end"]] for span in first["spans"]]
    assert cut == [span["text"] for span in first["spans"]] == ["PERSON 1", "city"]


def test_so_do_the_mentions_of_records_without_originals(download):
    [record, *_] = json.loads(download(without_originals="y").data)
    [layer] = record["annotations"]
    text = record["generalized_text"]
    cut = [text[each["start_offset"] : each["end_offset"]] for each in layer["entity_mentions"]]
    assert cut == ["[PERSON 1]", "[city]"]


def test_only_reviewed_work_goes_out_if_that_is_wanted(download, make, project):
    document = make.document(project, doc_id="approved")
    kim, lou = make.user("Kim II"), make.user("Lou II")
    for annotator, state in ((kim, "reviewed"), (lou, "submitted")):
        work = make.assignment(document, annotator)
        make.choice(work, document.layers[0].mentions[1], "city")
        work.state, work.submitted_at = state, utc_now()
    db.session.commit()
    [record] = json.loads(download(work="reviewed").data)
    assert record["doc_id"] == "approved"
    assert "Kim II" in json.dumps(record)
    assert "Lou II" not in json.dumps(record)


def test_each_annotator_has_a_text_of_their_own_in_brackets_or_without(download):
    lines = map(json.loads, download(format="jsonl").text.splitlines())
    assert [line["generalized_text"] for line in lines][:2] == [
        "[PERSON 1] moved to [city].",
        "[PERSON 1] moved to ***.",
    ]
    [record, *_] = json.loads(download(without_brackets="y", fits_grammar="y").data)
    assert record["generalized_text"] == "PERSON 1 moved to a city."


def test_the_card_counts_what_is_in_the_file(browser, write):
    card = browser.get(address_of(write(format="jsonl"), "/card")).text
    for line in ("- 3 documents", "- 2 annotators", "| train | 3 |", "| Place | 6 |"):
        assert line in card.splitlines()
    assert "Kim" not in card


@pytest.mark.parametrize("kind", [ProjectKind.REPLACEMENT, ProjectKind.MASKING])
def test_the_card_has_the_last_agreement_and_the_models_in_use(browser, make, tmp_path, kind):
    project = make.project(kind=kind)
    record = biography("one", chosen=CHOSEN)
    if kind is ProjectKind.MASKING:
        record = court_case("one", "Kim", "Lou")
    bring(project, written(tmp_path, record))
    compute_reports(make, project)
    purpose = Purpose.REPLACEMENTS if kind.chooses else Purpose.MASKS
    version = make.version(project, purpose=purpose, family="baseline")
    card = browser.get(address_of(exporting.write(browser, project), "/card")).text
    figures = {
        ProjectKind.REPLACEMENT: "- Levels of replacements, 2 spans: ordinal Krippendorff's α",
        ProjectKind.MASKING: "- Identifier types, 2 spans with the same borders: Krippendorff's α",
    }
    assert f"\n{figures[kind]}" in card
    assert f"\n- {purpose.label}: baseline, version {version.number} of " in card


def test_a_deleted_export_is_gone(browser, write, project, config):
    job = write()
    folder = downloads.folder_of(config, job.id)
    assert {path.name for path in folder.iterdir()} == {"dataset.json", "README.md"}
    assert browser.post(address_of(job, "/delete")).status_code == 303
    assert not folder.exists()
    assert "No dataset was exported yet." in browser.get(f"/projects/{project.id}/export").text


def test_a_cancelled_export_leaves_no_file(browser, project, config):
    exporting.ask(browser, project)
    exports = select(exporting.Job).where(exporting.Job.kind == JobKind.EXPORT)
    [job] = db.session.scalars(exports.where(exporting.Job.state == "queued"))
    browser.post(address_of(job, "/cancel"))
    exporting.run_job(job.id)
    assert not downloads.folder_of(config, job.id).exists()


def test_files_are_kept_for_a_week(browser, write, config):
    job = write()
    folder = downloads.folder_of(config, job.id)
    downloads.sweep(config, utc_now() + downloads.KEPT_FOR - timedelta(minutes=5))
    assert folder.exists()
    downloads.sweep(config, utc_now() + downloads.KEPT_FOR + timedelta(minutes=5))
    assert not folder.exists()
    assert browser.get(address_of(job, "/file")).status_code == 404
    page = browser.get(address_of(job)).text
    assert "The file is gone" in page
    assert "Download" not in page


def delete_last(browser, project):
    """Delete the last document, as its page does."""
    [*_, document] = exporting.documents_of(project)
    page = f"/projects/{project.id}/documents/{document.id}/delete"
    numbers = {"documents": 1, "choices": 4, "submitted": 2}
    answer = browser.post(page, data={"name": document.doc_id, **numbers})
    assert answer.status_code == 303


def test_a_file_goes_with_a_document_that_may_be_in_it(browser, write, config, project):
    job = write()
    delete_last(browser, project)
    assert not downloads.folder_of(config, job.id).exists()
    assert browser.get(address_of(job, "/file")).status_code == 404
    assert "a document was deleted since" in browser.get(address_of(job)).text


def test_what_is_deleted_while_a_dataset_is_written_is_in_none(
    browser, write, project, config, monkeypatch
):
    finish = DatasetFolder.finish

    def delete_and_finish(*args):
        delete_last(browser, project)
        return finish(*args)

    monkeypatch.setattr(DatasetFolder, "finish", delete_and_finish)
    job = write()
    assert (job.state, job.message) == (
        JobState.FAILED,
        "Something was deleted meanwhile. Nothing was kept: export anew.",
    )
    assert not downloads.folder_of(config, job.id).exists()


def test_the_worker_removes_old_files(app, browser, write, config):  # noqa: ARG001 - must be signed in
    job = write()
    job.finished_at = utc_now() - downloads.KEPT_FOR
    db.session.commit()
    Worker(app).look()
    assert not downloads.folder_of(config, job.id).exists()
