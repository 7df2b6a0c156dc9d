"""Texts are shown before they are imported; files alone are enough to begin."""

import io
import re
from datetime import timedelta

import pytest
from sqlalchemy import select

from tests.annotation.people_files import packed
from tests.factories import sign_in
from tests.webapp.submissions import work_off_the_queue
from webapp.core import uploads
from webapp.intake.imports import queries, tasks
from webapp.platform.extensions import db
from webapp.platform.models import (
    Document,
    Event,
    EventKind,
    Job,
    JobKind,
    JobState,
    Layer,
    Project,
    ProjectKind,
    Role,
    utc_now,
)

LETTER = "Dear Ada, thank you for your letter. " * 20
PLAIN = {"step": 4}


@pytest.fixture
def admin(make, client):
    admin = make.user("Root", role=Role.ADMIN)
    sign_in(client, admin)
    return admin


@pytest.fixture
def start(client, admin):  # noqa: ARG001 - somebody must be signed in
    def post(**files):
        """Drop files on the home page, let the worker read them; return the page they lead to."""
        given = [(io.BytesIO(text.encode()), f"{name}.txt") for name, text in files.items()]
        answer = client.post("/start", data={"files": given})
        work_off_the_queue()
        return answer.location

    return post


def the_job():
    db.session.expire_all()
    return db.session.scalars(select(Job).where(Job.kind == JobKind.IMPORT)).one()


def doc_ids(project_id):
    of_project = select(Document.doc_id).where(Document.project_id == project_id)
    return db.session.scalars(of_project.order_by(Document.position)).all()


def kept(config):
    return list((config.home / "uploads").iterdir())


def test_files_are_shown_before_anything_is_imported(client, start, config):
    page = start(letter=LETTER, note="Oslo, 3 May.", empty="")
    job = the_job()
    assert job.state is JobState.WAITING
    assert job.message == "2 texts.\n1 document can't be imported:"
    html = client.get(page).text
    for told in (
        "letter",
        LETTER[:100],
        "Oslo, 3 May.",
        "the file is empty",
        "Import the 2 texts<",
    ):
        assert told in html
    assert (doc_ids(job.project_id), len(kept(config))) == ([], 1)


def test_the_whole_of_a_text_can_be_read(client, start, make):
    page = start(letter=LETTER)
    [text] = queries.staged_texts(db.session(), the_job())
    assert (text.characters, text.has_more) == (len(LETTER), True)
    address = f"{page}/texts/{text.id}"
    assert f'href="{address}"' in client.get(page).text
    assert LETTER in client.get(address).text
    elsewhere = make.document(make.project())
    assert client.get(f"{page}/texts/{elsewhere.id}").status_code == 404


def test_only_the_first_of_many_texts_are_shown(client, start, monkeypatch):
    monkeypatch.setattr(tasks, "MOST_SHOWN", 2)
    html = client.get(start(a="A text.", b="Another.", c="The third.")).text
    assert "The first 2 of 3 texts." in html
    assert "The third." not in html
    assert "Import the 3 texts<" in html


def test_marks_of_a_file_come_with_its_import_and_not_before(client, admin, make):  # noqa: ARG001 - somebody must be signed in
    project = make.project()
    content = b"[Ada](PERSON) moved."
    data = {"files": [(io.BytesIO(content), "a.marked.txt")], "format": "", "look": "1"}
    page = client.post(f"/projects/{project.id}/import", data=data).location
    work_off_the_queue()
    assert the_job().message.startswith("1 text with 1 marked span.")
    assert db.session.scalars(select(Layer)).all() == []
    assert "Find what to hide" not in client.get(page).text
    assert "Name of the project" not in client.get(page).text


def test_what_was_looked_at_is_imported_under_the_name_people_give(client, start, config):
    page = start(letter=LETTER, note="Oslo, 3 May.", empty="")
    job = the_job()
    assert client.post(f"{page}/rest", data=PLAIN | {"name": "Letters"}).location == page
    work_off_the_queue()
    assert the_job().state is JobState.DONE
    assert doc_ids(job.project_id) == ["letter", "note"]
    assert db.session.get_one(Project, job.project_id).name == "Letters"
    assert db.session.scalars(select(Document).where(Document.project_id.is_(None))).all() == []
    assert kept(config) == []


def test_a_name_that_is_taken_is_refused_and_everything_waits(client, start, make):
    make.project(name="Letters")
    page = start(letter=LETTER)
    answer = client.post(f"{page}/rest", data=PLAIN | {"name": "Letters"})
    assert answer.status_code == 422
    assert "There is another project of that name." in answer.text
    assert LETTER[:100] in answer.text
    assert the_job().state is JobState.WAITING


def test_two_starts_of_one_day_have_two_names(start):
    start(one="One.")
    start(two="Two.")
    first, second = db.session.scalars(select(Project.name).order_by(Project.id))
    assert second == f"{first} (2)"


def test_nothing_stays_of_files_that_nobody_wants(client, start, config):
    page = start(letter=LETTER)
    assert client.post(f"{page}/nothing").location == "/"
    work_off_the_queue()
    assert db.session.scalars(select(Project).where(Project.removed_at.is_(None))).all() == []
    assert db.session.scalars(select(Document)).all() == []
    assert kept(config) == []


def test_archives_and_files_are_looked_at_and_answered_together(client, admin):  # noqa: ARG001 - somebody must be signed in
    archives = [packed({"in.txt": f"In archive {name}.".encode()}) for name in "xy"]
    files = [(io.BytesIO(b"Beside it."), "a.txt")]
    files += [(io.BytesIO(each), f"{n}.zip") for n, each in enumerate(archives)]
    page = client.post("/start", data={"files": files}).location
    work_off_the_queue()
    shown = client.get(page).text
    assert all(words in shown for words in ("Beside it.", "In archive x.", "In archive y."))
    client.post(f"{page}/rest", data=PLAIN | {"name": "All"})
    work_off_the_queue()
    assert doc_ids(the_job().project_id) == ["a", "0/in", "1/in"]


def test_a_project_stays_while_other_files_wait_in_it(client, admin, monkeypatch):  # noqa: ARG001 - somebody must be signed in
    monkeypatch.setattr("webapp.intake.imports.receiving.MAX_MEMBER_BYTES", 20)
    files = [(io.BytesIO(b"Short."), "a.txt"), (io.BytesIO(b"It goes on and on and on."), "b.txt")]
    listed = client.post("/start", data={"files": files}).location
    work_off_the_queue()
    jobs = db.session.scalars(select(Job).order_by(Job.id)).all()
    assert "2 imports wait for you." in client.get(listed.removesuffix("/import")).text
    for job, left in zip(jobs, (listed, "/"), strict=True):
        assert client.post(f"{listed}/{job.id}/nothing").location == left


def test_of_files_that_cannot_be_read_others_can_be_chosen_and_no_project_stays(client, start):
    page = start(empty="")
    assert "Choose other files</button>" in client.get(page).text
    assert client.post(f"{page}/nothing").location == "/"
    work_off_the_queue()
    assert db.session.scalars(select(Project).where(Project.removed_at.is_(None))).all() == []


def test_a_dropped_table_is_looked_at_by_the_column_that_people_name(client, admin):  # noqa: ARG001 - somebody must be signed in
    table = io.BytesIO(b"name,story\nAda,She sailed.\n")
    page = client.post("/start", data={"files": [(table, "lives.csv")]}).location
    work_off_the_queue()
    asked = client.get(page).text
    assert "Choose other files</button>" in asked
    assert "What was read" not in asked
    client.post(f"{page}/column", data={"column": "story"})
    work_off_the_queue()
    shown = client.get(page).text
    assert "She sailed." in shown
    assert "Column with the text" not in shown


@pytest.mark.parametrize("verb", ["/rest", "/nothing"])
def test_what_is_decided_is_not_decided_again(client, start, verb):
    page = start(letter=LETTER)
    client.post(f"{page}/rest", data=PLAIN | {"name": "Letters"})
    assert client.post(page + verb, data=PLAIN | {"name": "Else"}).status_code == 422
    assert db.session.scalars(select(Project.name)).all() == ["Letters"]


def test_what_nobody_decides_about_is_forgotten(client, start, make, config):  # noqa: ARG001 - the order of fixtures
    start(letter=LETTER)
    job = the_job()
    job.finished_at = utc_now() - uploads.FORGOTTEN_AFTER - timedelta(minutes=1)
    db.session.commit()
    project = make.project()
    data = {"files": [(io.BytesIO(b"Another."), "other.txt")], "format": ""}
    client.post(f"/projects/{project.id}/import", data=data)
    work_off_the_queue()
    db.session.expire_all()
    assert job.state is JobState.CANCELLED
    assert db.session.scalars(select(Document.doc_id)).all() == ["other"]


def test_what_waits_since_less_than_a_day_is_kept(client, start, make):
    start(letter=LETTER)
    data = {"files": [(io.BytesIO(b"Another."), "other.txt")], "format": ""}
    client.post(f"/projects/{make.project().id}/import", data=data)
    work_off_the_queue()
    assert set(db.session.scalars(select(Document.doc_id))) == {"letter", "other"}


def test_a_masking_project_may_have_masks_found_and_no_replacements(client, admin, make):  # noqa: ARG001 - somebody must be signed in
    project = make.project(kind=ProjectKind.MASKING)
    data = {"files": [(io.BytesIO(b"Plain."), "a.txt")], "format": "", "look": "1"}
    page = client.post(f"/projects/{project.id}/import", data=data).location
    work_off_the_queue()
    shown = client.get(page).text
    assert "Find what to hide" in shown
    assert "replacements proposed" not in shown
    client.post(f"{page}/rest", data=PLAIN)
    work_off_the_queue()
    assert doc_ids(project.id) == ["a"]


def test_where_masks_were_looked_for_nobody_is_asked_to_look_again(client, admin, tiny_ontology):  # noqa: ARG001 - somebody must be signed in, and the index be there
    given = [
        (io.BytesIO(text), f"{name}.txt") for name, text in ((1, b"It rained."), (2, b"It snowed."))
    ]
    page = client.post("/start", data={"files": given}).location
    work_off_the_queue()
    client.post(f"{page}/rest", data=PLAIN | {"name": "Weather"})
    work_off_the_queue()
    project = f"/projects/{the_job().project_id}"
    assert "Nothing is marked in 2 texts." in client.get(project).text
    client.post(f"{project}/masks", data=PLAIN)
    work_off_the_queue(JobKind.MASK)
    assert "Nothing is marked in" not in client.get(project).text
    assert client.get(f"{project}/documents").text.count("No spans to hide</span>") == 2


def test_a_page_that_polls_is_loaded_anew_when_there_is_something_to_look_at(client, start):
    page = start(letter=LETTER)
    asking = {"HX-Request": "true", "HX-Current-URL": f"http://localhost{page}"}
    assert client.get(page, headers=asking).headers["HX-Refresh"] == "true"
    listed = asking | {"HX-Current-URL": "http://localhost" + page.rsplit("/", 1)[0]}
    answer = client.get(page, headers=listed)
    assert "HX-Refresh" not in answer.headers
    assert "Look at the texts" in answer.text


def test_a_list_of_imports_hears_of_what_is_to_be_hidden_with_the_end_of_one(client, start):
    page = start(letter=LETTER)
    client.post(f"{page}/rest", data=PLAIN | {"name": "Letters", "finds_masks": "y"})
    listed = page.rsplit("/", 1)[0]
    asking = {"HX-Request": "true", "HX-Current-URL": f"http://localhost{listed}"}
    card = re.compile(r'<article [^>]*id="masking"[^>]*>')
    assert "hidden>" in card.search(client.get(listed).text)[0]
    assert not card.search(client.get(page, headers=asking).text)
    work_off_the_queue(JobKind.IMPORT)
    answer = client.get(page, headers=asking).text
    assert card.search(answer)[0].endswith('hx-swap-oob="true">')
    assert "It waits for the background worker." in answer


def test_nothing_is_made_of_no_file(client, admin):  # noqa: ARG001 - somebody must be signed in
    answer = client.post("/start", data={})
    assert (answer.status_code, "Choose at least one file." in answer.text) == (422, True)
    assert db.session.scalars(select(Project)).all() == []


def test_a_file_that_cannot_be_read_says_so_and_offers_nothing(client, start):
    page = start(empty="")
    assert the_job().state is JobState.FAILED
    html = client.get(page).text
    assert "the file is empty" in html
    assert "Import the" not in html


def test_an_archive_is_shown_like_files(client, admin):  # noqa: ARG001 - somebody must be signed in
    archive = io.BytesIO(packed({"in/a.txt": b"First.", "in/b.txt": b"Second."}))
    page = client.post("/start", data={"files": [(archive, "all.zip")]}).location
    work_off_the_queue()
    assert "Import the 2 texts<" in client.get(page).text


def test_the_audit_trail_tells_of_the_start(client, start):
    page = start(letter=LETTER)
    client.post(f"{page}/rest", data=PLAIN | {"name": "Letters"})
    work_off_the_queue()
    kinds = db.session.scalars(select(Event.kind).order_by(Event.id)).all()
    made = [EventKind.PROJECT_CREATED, EventKind.PROJECT_CHANGED, EventKind.IMPORTED]
    assert [kind for kind in kinds if kind in made] == made
