"""Releases: the gate stops them, people mend or answer, sanitized texts alone go out."""

import io
import json
import zipfile
from dataclasses import replace

import pytest
from sqlalchemy import select

from privacy.gate import digest_of_text
from tests.annotation.word_files import text_of_word_file
from tests.factories import sign_in
from tests.webapp.insight.risk.risky import give_background, pages
from tests.webapp.intake.imports.importing import biography, bring, court_case, written
from tests.webapp.publication.release.releasing import (
    CHOSEN,
    TOLD,
    accept_first,
    address_of,
    attacked,
    leak,
    named,
    release,
    written_last,
)
from webapp.core import downloads
from webapp.platform.extensions import db
from webapp.platform.models import (
    AssignmentState,
    Choice,
    Event,
    EventKind,
    JobState,
    Project,
    ProjectKind,
    RiskAcceptance,
    RiskCheck,
    Role,
)

SECRET = ("Ada", "Oslo", "first", "second", "Kim", "Lou", "Lives", "Hide who", "train", "Root")
"""Words of originals, names of documents, people, project, task and split."""
CLEAN = "[PERSON 1] moved to [a city]."


@pytest.fixture
def config(config, tmp_path):
    """Settings without an encoder, which takes long to load: attacks are by words alone."""
    return replace(config, encoder_folder=tmp_path / "nowhere")


@pytest.fixture
def project(make, tmp_path):
    project = make.project(name="Lives of Ada")
    records = [biography(doc_id, chosen=CHOSEN) for doc_id in ("first", "second")]
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
def reviewer(make, project):
    ria = make.user("Ria", role=Role.REVIEWER)
    make.member(ria, project.id)
    return ria


def mend(document):
    for choice in db.session.scalars(select(Choice).where(Choice.document_id == document.id)):
        if choice.text == "oslo":
            choice.text = "city"
    db.session.commit()


def lines_of(browser, job):
    answer = browser.get(address_of(job, "/file"))
    assert answer.status_code == 200
    return [json.loads(line) for line in answer.text.splitlines()]


def events(kind):
    return db.session.scalars(select(Event).where(Event.kind == kind)).all()


def test_texts_go_out_with_random_ids_in_their_order_and_nothing_else(browser, project):
    job = release(browser, project)
    assert (job.state, job.message) == (JobState.DONE, "2 texts.")
    lines = lines_of(browser, job)
    assert all(line.keys() == {"id", "text"} for line in lines)
    assert [line["text"] for line in lines] == [CLEAN, CLEAN]
    ids = [line["id"] for line in lines]
    assert ids == sorted(set(ids))
    assert all(len(number) == 16 for number in ids)
    again = [line["id"] for line in lines_of(browser, release(browser, project))]
    assert not set(again) & set(ids)


def everything(browser, job):
    """Return all that goes out beside the key: names, headers and contents, unpacked."""
    parts = []
    for what in ("/file", "/report", "/report?as=html", "/report?as=json"):
        answer = browser.get(address_of(job, what))
        parts += [answer.headers.get("Content-Disposition", ""), unpacked(answer.data)]
    return "\n".join(parts)


def unpacked(data):
    if not data.startswith(b"PK"):
        return data.decode()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return "\n".join(
            f"{each.filename} {each.comment!r} {each.date_time}" for each in archive.infolist()
        ) + "\n".join(unpacked(archive.read(name)) for name in archive.namelist())


@pytest.mark.parametrize("form", ["txt", "jsonl", "docx"])
def test_nothing_of_originals_names_task_or_people_is_in_any_byte_that_goes_out(
    browser, project, form
):
    job = release(browser, project, form=form, without_brackets="y")
    said = everything(browser, job)
    assert [word for word in SECRET if word in said] == []
    assert "PERSON 1 moved to a city." in said
    assert "1980, 1, 1" in said or form == "jsonl"


def test_a_word_file_is_made_new_and_says_the_text_alone(browser, project):
    job = release(browser, project, form="docx")
    with zipfile.ZipFile(io.BytesIO(browser.get(address_of(job, "/file")).data)) as archive:
        names = archive.namelist()
        assert names == sorted(names)
        content = archive.read(names[0])
    assert text_of_word_file(content) == CLEAN


def test_the_key_says_which_text_is_which_document_and_who_took_it_is_noted(browser, project):
    job = release(browser, project)
    texts = {line["id"] for line in lines_of(browser, job)}
    key = json.loads(browser.get(address_of(job, "/key?as=json")).data)
    assert key.keys() == texts
    assert sorted(key.values()) == ["first", "second"]
    table = browser.get(address_of(job, "/key")).text.splitlines()
    assert table == ["id,doc_id", *(f"{number},{key[number]}" for number in sorted(key))]
    assert [event.details["key"] for event in events(EventKind.EXPORTED)] == [True, True]
    log = browser.get(f"/projects/{project.id}/audit").text
    assert "the key: which released text is which document" in log


def test_a_leak_stops_all_of_it_and_is_mended(browser, project):
    document = leak(project)
    job = release(browser, project)
    assert (job.state, job.message) == (
        JobState.FAILED,
        "Nothing was released: 1 document is stopped at the gate.",
    )
    assert browser.get(address_of(job, "/file")).status_code == 404
    page = browser.get(address_of(job, TOLD)).text
    assert "“oslo” (of “Oslo”) is still readable in the generalized text" in page
    assert "#mention-" in page
    assert "Nothing stops it any more" not in page
    mend(document)
    page = browser.get(address_of(job)).text
    assert "By now nothing stops this document." in page
    head = page[: page.index("Nothing was released: 1 document")]
    assert "Nothing stops it any more: an admin releases it anew." in head
    assert browser.post(address_of(job, "/again")).status_code == 303
    assert written_last(project).state is JobState.DONE


def test_who_accepts_a_leak_gives_a_reason_that_stands_in_report_and_audit_trail(
    browser, project, reviewer
):
    document = leak(project)
    job = release(browser, project)
    sign_in(browser, reviewer)
    answer = accept_first(browser, job, document)
    assert answer.location.endswith(f"/release/{job.id}{TOLD}#document-{document.id}")
    page = browser.get(address_of(job, TOLD)).text
    assert "accepted by <bdi>Ria</bdi>" in page
    assert browser.get(address_of(job, "/file")).status_code == 403
    [event] = events(EventKind.RISK_ACCEPTED)
    assert (event.actor_id, event.document_id) == (reviewer.id, document.id)
    assert event.details == {"risk": "leak", "reason": "It is a mountain."}


def released_with_acceptance(browser, project, admin, reviewer):
    document = leak(project)
    job = release(browser, project)
    sign_in(browser, reviewer)
    accept_first(browser, job, document)
    sign_in(browser, admin)
    return release(browser, project)


def test_the_report_says_what_was_accepted_by_whom_and_why(browser, project, admin, reviewer):
    job = released_with_acceptance(browser, project, admin, reviewer)
    assert job.state is JobState.DONE
    report = json.loads(browser.get(address_of(job, "/report?as=json")).data)
    [accepted] = report["accepted"]
    assert (accepted["what"], accepted["by"]) == ("leak", "Ria")
    assert accepted["reason"] == "It is a mountain."
    assert report["scan"] == {"texts": 2, "leaks_accepted": 1}
    assert report["hidden"]["by_type"] == {"Person": 2, "Place": 2}
    assert report["texts_not_attacked"] == 2
    assert "Signature" in browser.get(address_of(job, "/report")).text
    assert [event.details["accepted"] for event in events(EventKind.RELEASED)] == []
    browser.get(address_of(job, "/file"))
    assert [event.details["accepted"] for event in events(EventKind.RELEASED)] == [1]


def test_an_acceptance_is_withdrawn_and_the_leak_stops_again(browser, project, admin, reviewer):
    released_with_acceptance(browser, project, admin, reviewer)
    sign_in(browser, reviewer)
    [accepted] = db.session.scalars(select(RiskAcceptance))
    page = f"/projects/{project.id}/release"
    assert "It is a mountain." in browser.get(page).text
    browser.post(f"{page}/acceptances/{accepted.id}/withdraw")
    assert not db.session.scalars(select(RiskAcceptance)).all()
    assert len(events(EventKind.ACCEPTANCE_WITHDRAWN)) == 1
    sign_in(browser, admin)
    assert release(browser, project).state is JobState.FAILED


@pytest.mark.parametrize(
    ("reason", "problem"),
    [("", "Say why this may go out"), ("Oslo is well known.", "“Oslo” is hidden")],
)
def test_a_reason_is_needed_and_names_nothing_that_is_hidden(browser, project, reason, problem):
    document = leak(project)
    answer = accept_first(browser, release(browser, project), document, reason)
    assert answer.status_code == 422
    assert problem in answer.text
    assert f">{reason}</textarea>" in answer.text
    assert not db.session.scalars(select(RiskAcceptance)).all()


def test_what_is_accepted_is_what_is_there_now(browser, project):
    document = leak(project)
    job = release(browser, project)
    data = {"kind": "leak", "digest": "0" * 64, "reason": "So be it."}
    answer = browser.post(address_of(job, f"/documents/{document.id}/accept"), data=data)
    assert answer.status_code == 409
    assert "The text has changed since" in answer.text


def test_documents_that_are_stopped_can_be_left_out(browser, project):
    leak(project)
    job = release(browser, project)
    browser.post(address_of(job, "/again"), data={"skip_stopped": "y"})
    job = written_last(project)
    assert (job.state, job.message) == (JobState.DONE, "1 text.")
    report = json.loads(browser.get(address_of(job, "/report?as=json")).data)
    assert report["left_behind"]["stopped_at_the_gate"] == 1


@pytest.fixture
def as_checked(monkeypatch):
    """Let the gate have the checks that it is given, however attacks come to theirs."""
    monkeypatch.setattr("webapp.insight.risk.tasks.run", lambda _job: "")


@pytest.mark.usefixtures("as_checked")
def test_where_nothing_can_be_named_that_gives_somebody_away_the_gate_says_so(browser, project):
    document = named(project, "first")
    attacked(document, CLEAN, 0.95)
    check = db.session.get(RiskCheck, document.id)
    check.report = check.report | {"gives_away": []}
    db.session.commit()
    page = browser.get(address_of(release(browser, project), TOLD)).text
    assert "What gives it away" not in page
    assert "No word and no choice leads there by itself" in page


@pytest.mark.usefixtures("as_checked")
def test_whom_the_attack_is_sure_of_stops_and_whom_it_is_not_so_sure_of_needs_a_yes(
    browser, project
):
    first, second = named(project, "first"), named(project, "second")
    attacked(first, CLEAN, 0.95)
    attacked(second, CLEAN, 0.75, k=1)
    job = release(browser, project)
    assert job.message == "Nothing was released: 2 documents are stopped at the gate."
    page = browser.get(address_of(job, TOLD)).text
    assert "The attack by words names one of 553 people and is 95 % sure" in page
    assert "Yes, it may go out" in page
    assert "What gives it away: <bdi>moved</bdi></p>" in page
    assert "reads the text as a whole" not in page
    assert "Mend it: choose more general texts" in page
    project.kind = ProjectKind.ONE_PASS
    db.session.commit()
    page = browser.get(address_of(job, TOLD)).text
    assert "Mend it: send it back, to hide more, or choose more general texts" in page
    assert accept_first(browser, job, first, "").status_code == 422
    accept_first(browser, job, first)
    assert accept_first(browser, job, second, "").status_code == 303
    job = release(browser, project)
    report = json.loads(browser.get(address_of(job, "/report?as=json")).data)
    [attack] = report["attacks"]
    assert (attack["texts"], attack["found_first"]) == (2, 2)
    assert attack["confidence_at_least"] == {"0.7": 2, "0.9": 1}
    assert report["guessed"] == {"spans": 2, "texts": 2}
    background = report["background"]
    assert (background["people"], background["texts"]) == (553, 553)
    assert background["left_out"] == {"empty": 2, "near_copies": 1}
    page = " ".join(browser.get(address_of(job, "/report")).text.split())
    assert "2 originals are read back from what stands for them, in 2 texts." in page
    assert f"The background, given {background['given_at'][:10]}: 553 people in 553 texts." in page
    assert "2 texts were left out as empty. 1 text repeats texts of the project" in page
    assert report["people"] == {"texts_counted": 1, "texts_that_fit_one": 1}
    assert [each["reason"] for each in report["accepted"]] == ["It is a mountain.", "Yes."]


def test_a_check_of_another_text_is_made_anew_before_the_gate_reads_it(browser, project, config):
    give_background(config, project, pages("somebody"))
    document = named(project, "first")
    attacked(document, CLEAN + " And more.", 0.95)
    job = release(browser, project)
    assert job.state is JobState.DONE, job.message
    check = db.session.get_one(RiskCheck, document.id, populate_existing=True)
    assert check.text_digest == digest_of_text(CLEAN)
    assert {attack["people"] for attack in check.report["attacks"]} == {12}


@pytest.mark.usefixtures("as_checked")
def test_a_check_of_another_text_stops_and_nobody_can_accept_that(browser, project):
    for doc_id in ("first", "second"):
        attacked(named(project, doc_id), CLEAN + " And more.", 0.1)
    job = release(browser, project)
    assert job.state is JobState.FAILED
    page = browser.get(address_of(job, TOLD)).text
    assert "Not attacked yet" in page
    assert 'name="digest"' not in page


def test_without_submitted_work_there_is_nothing_to_release(browser, make):
    project = make.project()
    make.document(project)
    job = release(browser, project)
    assert job.message == "Nothing was released: no document is that far yet."


def test_an_original_that_was_left_in_open_work_never_goes_out(browser, project, make):
    document = make.document(project, doc_id="third")
    work = make.assignment(document, make.user("Moe"))
    assert work.state is AssignmentState.ASSIGNED
    job = release(browser, project)
    assert len(lines_of(browser, job)) == 2
    report = json.loads(browser.get(address_of(job, "/report?as=json")).data)
    assert report["left_behind"]["not_submitted_or_not_approved"] == 1


def test_a_release_goes_with_its_files(browser, project, config):
    job = release(browser, project)
    folder = downloads.folder_of(config, job.id)
    names = {"release.jsonl", "key.csv", "key.json", "report.html", "report.json"}
    assert {path.name for path in folder.iterdir()} == names
    browser.post(address_of(job, "/delete"))
    assert not folder.exists()


def test_a_report_is_a_page_of_its_own_whose_style_is_allowed(browser, project):
    answer = browser.get(address_of(release(browser, project), "/report"))
    assert "style-src 'sha256-" in answer.headers["Content-Security-Policy"]
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


def test_an_archived_project_can_be_released(browser, project):
    db.session.get_one(Project, project.id)
    browser.post(f"/projects/{project.id}/archive")
    assert release(browser, project).state is JobState.DONE


def test_of_a_masking_project_all_that_is_hidden_is_masked(browser, make, tmp_path):
    project = make.project(kind=ProjectKind.MASKING)
    bring(project, written(tmp_path, court_case("case", "Kim", "Lou"), name="cases.json"))
    [line] = lines_of(browser, release(browser, project))
    assert line["text"] == "*** moved to ***."
