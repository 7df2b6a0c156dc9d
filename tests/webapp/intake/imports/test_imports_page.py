"""The import page, and the command that does the same in the foreground."""

import io
import json
import stat

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from tests.annotation.people_files import packed
from tests.factories import sign_in
from tests.webapp.intake.imports.importing import biography, written
from tests.webapp.submissions import work_off_the_queue
from webapp.cli import main
from webapp.core.jobs.runner import tidy_interrupted
from webapp.platform.extensions import db
from webapp.platform.models import Document, Job, JobKind, JobState, Role

HTMX = {"HX-Request": "true"}


@pytest.fixture
def project(make):
    return make.project()


@pytest.fixture
def admin(make, client):
    admin = make.user("Root", role=Role.ADMIN)
    sign_in(client, admin)
    return admin


@pytest.fixture
def upload(client, admin, project):  # noqa: ARG001 - somebody must be signed in
    def post(*files, file_format=""):
        """Each file is a name and its content: bytes, or a value to be written as JSON."""
        data = {
            "format": file_format,
            "files": [
                (io.BytesIO(content if isinstance(content, bytes) else encoded(content)), name)
                for name, content in files
            ],
        }
        return client.post(f"/projects/{project.id}/import", data=data)

    return post


def encoded(value):
    return json.dumps(value, ensure_ascii=False).encode()


def jobs():
    db.session.expire_all()
    return db.session.scalars(select(Job).where(Job.kind == JobKind.IMPORT).order_by(Job.id)).all()


def test_an_upload_waits_for_the_worker_and_then_is_in_the_project(upload, project, admin):
    answer = upload(("lives.json", [biography()]))
    assert (answer.status_code, answer.location) == (303, f"/projects/{project.id}/import")
    [job] = jobs()
    assert (job.state, job.created_by_id) == (JobState.QUEUED, admin.id)
    assert not db.session.scalars(select(Document)).all()
    work_off_the_queue()
    assert [job.state for job in jobs()] == [JobState.DONE]
    assert db.session.scalars(select(Document.doc_id)).all() == ["ada"]


def test_files_that_come_together_are_one_import(client, upload):
    upload(("good.json", [biography("a")]), ("bad.json", b"["), ("more.txt", b"Plain text."))
    work_off_the_queue()
    [job] = jobs()
    assert job.message == "3 files: 2 of 3 documents can be imported, this one can't:"
    assert job.arguments["faults"][0].startswith("bad.json: ")
    client.post(f"/projects/{job.project_id}/import/{job.id}/rest")
    work_off_the_queue()
    assert db.session.scalars(select(Document.doc_id)).all() == ["a", "more"]


def test_files_of_one_name_are_told_apart(upload):
    upload(
        ("one/anna.txt", b"The first."), ("two/anna.txt", b"The second."), ("anna.md", b"Third.")
    )
    work_off_the_queue()
    named = select(Document.doc_id, Document.text).order_by(Document.position)
    assert [tuple(row) for row in db.session.execute(named)] == [
        ("anna.txt", "The first."),
        ("anna (2)", "The second."),
        ("anna.md", "Third."),
    ]


def test_an_archive_among_files_comes_with_them_as_one_import(upload):
    archive = packed({"b.txt": b"In the archive."})
    upload(("a.txt", b"Beside it."), ("all.zip", archive), ("c.txt", b"Behind it."))
    assert [job.arguments["file"] for job in jobs()] == ["3 files"]
    work_off_the_queue()
    assert set(db.session.scalars(select(Document.doc_id))) == {"a", "all/b", "c"}


def test_a_file_too_large_to_lie_in_an_archive_is_an_import_of_its_own(upload, monkeypatch):
    monkeypatch.setattr("webapp.intake.imports.receiving.MAX_MEMBER_BYTES", 20)
    upload(("a.txt", b"Short."), ("b.txt", b"It goes on and on and on."), ("c.txt", b"Short, too."))
    assert [job.arguments["file"] for job in jobs()] == ["b.txt", "2 files"]


def test_files_of_which_people_say_what_they_are_stand_alone(upload):
    upload(("a.json", b"{}"), ("b.json", b"[]"), file_format="text")
    work_off_the_queue()
    assert [job.arguments["file"] for job in jobs()] == ["a.json", "b.json"]
    assert db.session.scalars(select(Document.text)).all() == ["{}", "[]"]


@pytest.mark.parametrize("files", [1, 2])
def test_an_upload_is_private_and_goes_when_its_import_is_over(upload, config, files):
    upload(*[(f"{number}.json", [biography(str(number))]) for number in range(files)])
    uploads = config.home / "uploads"
    assert stat.S_IMODE(uploads.stat().st_mode) == 0o700
    assert [stat.S_IMODE(path.stat().st_mode) for path in uploads.iterdir()] == [0o600]
    work_off_the_queue()
    assert list(uploads.iterdir()) == []


def test_a_chosen_format_is_used(upload):
    upload(("lines.txt", b'{"text": "One."}\n{"text": "Two."}\n'), file_format="text")
    work_off_the_queue()
    assert db.session.scalars(select(Document.doc_id)).all() == ["lines"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [("../../etc/passwd", "passwd"), ("folder/lives.json", "lives.json"), ("a\u202e.txt", "a.txt")],
)
def test_a_file_is_known_by_the_last_part_of_its_name(upload, name, shown):
    upload((name, [biography()]))
    assert jobs()[0].arguments["file"] == shown


@pytest.mark.parametrize(
    ("files", "file_format", "message"),
    [([], "", "Choose at least one file."), ([("a.json", b"[]")], "xls", "Invalid Choice")],
)
def test_a_form_that_says_too_little_or_nonsense_comes_back(upload, files, file_format, message):
    answer = upload(*files, file_format=file_format)
    assert (answer.status_code, message in answer.text) == (422, True)
    assert jobs() == []


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.REVIEWER])
def test_only_admins_import(client, make, role):
    member = make.user(role=role)
    project = make.project(member)
    sign_in(client, member)
    assert client.get(f"/projects/{project.id}/import").status_code == 403
    assert client.post(f"/projects/{project.id}/import").status_code == 403


@pytest.mark.usefixtures("admin")
def test_an_import_of_another_project_or_of_another_kind_is_not_found(client, make, project):
    foreign = make.job(make.project())
    other_kind = make.job(project, kind=JobKind.AGREEMENT)
    for job in (foreign, other_kind):
        address = f"/projects/{project.id}/import/{job.id}"
        assert client.get(address).status_code == 404
        assert client.post(f"{address}/cancel").status_code == 404


def panel(client, job):
    return client.get(f"/projects/{job.project_id}/import/{job.id}", headers=HTMX).text


def test_the_panel_asks_again_until_the_import_is_finished(client, upload):
    upload(("lives.json", [biography()]))
    [job] = jobs()
    waiting = panel(client, job)
    assert 'hx-trigger="every 3s"' in waiting
    assert "It waits for the background worker." in waiting
    work_off_the_queue()
    finished = panel(client, job)
    assert "hx-trigger" not in finished
    assert "1 document with 2 mentions" in finished
    assert f'id="job-{job.id}-actions" hx-swap-oob="true"' in finished
    assert "<html" not in finished


def test_without_htmx_an_import_has_a_page(client, upload):
    upload(("lives.json", [biography()]))
    page = client.get(f"/projects/{jobs()[0].project_id}/import/{jobs()[0].id}").text
    assert "<html" in page
    assert "Look again" in page
    assert "hx-swap-oob" not in page


def test_names_and_messages_are_shown_inert(client, upload, project):
    evil = "<img src=x onerror=alert(1)>"
    upload((f"{evil}.json", [biography(evil), biography(evil)]))
    work_off_the_queue()
    page = client.get(f"/projects/{project.id}/import").text
    assert "&lt;img src=x" in page
    assert "<img" not in page


def test_a_waiting_import_is_cancelled_by_a_plain_form(client, upload, project, config):
    upload(("lives.json", [biography()]))
    [job] = jobs()
    answer = client.post(f"/projects/{project.id}/import/{job.id}/cancel")
    assert (answer.status_code, answer.location) == (303, f"/projects/{project.id}/import")
    tidy_interrupted()
    work_off_the_queue()
    assert [job.state for job in jobs()] == [JobState.CANCELLED]
    assert list((config.home / "uploads").iterdir()) == []
    again = client.post(f"/projects/{project.id}/import/{job.id}/cancel")
    assert again.status_code == 422


def run(monkeypatch, config, project, *arguments):
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    return CliRunner().invoke(main, ["import", "--project", project.name, *map(str, arguments)])


def test_the_command_imports_in_the_foreground(monkeypatch, config, project, tmp_path):
    told = run(monkeypatch, config, project, written(tmp_path, biography()))
    assert told.exit_code == 0
    assert told.stdout == "file.json: 1 document with 2 mentions.\n"
    assert "file.json: Writing the documents …" in told.stderr


def test_the_command_goes_on_after_a_bad_file_and_answers_1(monkeypatch, config, project, tmp_path):
    bad = written(tmp_path, biography("same"), biography("same"), name="bad.json")
    good = written(tmp_path, biography(), name="good.json")
    told = run(monkeypatch, config, project, bad, good, "--json")
    assert told.exit_code == 1
    assert [(row["file"], row["state"]) for row in json.loads(told.stdout)] == [
        ("bad.json", "failed"),
        ("good.json", "done"),
    ]
    assert "\n  document 'same': the same doc_id stands twice in the file\n" in told.stderr


def test_the_command_tidies_what_was_interrupted_before(
    monkeypatch, config, make, project, tmp_path
):
    stale = make.job(project, state=JobState.RUNNING)
    stale.arguments = {"path": "gone", "file": "gone"}
    db.session.commit()
    run(monkeypatch, config, project, written(tmp_path, biography()))
    assert [job.state for job in jobs()] == [JobState.FAILED, JobState.DONE]


def test_the_path_of_a_file_on_the_command_line_is_left_alone(
    monkeypatch, config, project, tmp_path
):
    path = written(tmp_path, biography())
    run(monkeypatch, config, project, path, "--format", "wikireplace")
    assert path.exists()
