"""`palimpsest doctor` finds what is wrong, says what to do, and changes nothing."""

from __future__ import annotations

import json
import shutil
from datetime import timedelta

import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine

from tests.webapp.submissions import towns
from webapp.cli import main
from webapp.core.store_sync import rewrite, store_of
from webapp.platform.config import sqlite_url
from webapp.platform.extensions import db
from webapp.platform.migrating import upgrade
from webapp.platform.models import JobState, utc_now
from webapp.platform.revisions import revision_of
from webapp.versions.queries import folder_of


@pytest.fixture(autouse=True)
def home(config, monkeypatch):
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    monkeypatch.delenv("PALIMPSEST_DATABASE_URL", raising=False)
    return config.home


def examined():
    """Return what is not well: what it is about → what is told, and what to do."""
    result = CliRunner().invoke(main, ["doctor", "--json"])
    findings = json.loads(result.output)
    bad = {each["subject"]: each for each in findings if not each["is_well"]}
    assert result.exit_code == (1 if bad else 0)
    assert all(each["advice"] for each in bad.values())
    return bad


@pytest.fixture
def work(make):
    [[work]] = towns(make, make.project(name="Lives"), ("city in Norway",))
    rewrite(work.document_id)
    return work


@pytest.mark.usefixtures("work")
def test_a_sound_installation_lacks_the_ontology_of_these_tests_alone():
    assert set(examined()) == {"ontology"}
    text = CliRunner().invoke(main, ["doctor"]).output
    assert "well  store        Lives: agrees with the database" in text
    assert "→ palimpsest ontology build" in text


def test_a_database_that_is_behind_stays_as_it_is(tmp_path, monkeypatch):
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "old"))
    (tmp_path / "old").mkdir(mode=0o700)
    engine = create_engine(sqlite_url(tmp_path / "old"))
    upgrade(engine, "0021")
    assert "at revision 0021, and this version is at" in examined()["database"]["message"]
    with engine.connect() as connection:
        assert revision_of(connection) == "0021"
    engine.dispose()


def test_a_damaged_database_is_found(home, work):
    db.session.remove()
    db.engine.dispose()
    path = home / "palimpsest.sqlite3"
    content = bytearray(path.read_bytes())
    for page in range(8, len(content) // 4096 - 1, 2):
        content[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    path.write_bytes(content)
    assert "restore the last backup" in examined()["database"]["advice"]
    assert work is not None


def test_a_server_that_does_not_answer_is_told(monkeypatch):
    address = "postgresql+psycopg://ada@127.0.0.1:1/lives"
    monkeypatch.setenv("PALIMPSEST_DATABASE_URL", address)
    told = examined()
    assert "lives on 127.0.0.1, port 1, can't be used" in told["database"]["message"]
    assert "ontology" in told  # the rest is looked at, too


def test_jobs_that_nobody_does_are_told(make):
    project, long_ago = make.project(), utc_now() - timedelta(hours=1)
    make.job(project, state=JobState.QUEUED).created_at = long_ago
    make.job(project, state=JobState.RUNNING).heartbeat_at = long_ago
    db.session.commit()
    told = examined()["queue"]["message"]
    assert told == "1 job waiting, 1 for over ten minutes; 1 running without a sign of life"


def test_a_version_without_its_folder_is_told(make):
    version = make.version(make.project())
    db.session.commit()
    shutil.rmtree(folder_of(version))
    assert version.folder in examined()["models"]["message"]


def test_a_store_that_differs_is_told(work):
    store = store_of(work.document.project_id)
    store.delete(work.document.doc_id)
    assert examined()["store"]["advice"] == 'palimpsest store rebuild --project "Lives"'


def test_an_open_address_in_production_and_a_full_disk_are_told(monkeypatch):
    monkeypatch.setenv("PALIMPSEST_ENV", "production")
    monkeypatch.setenv("PALIMPSEST_SECRET_KEY", "7Qf2kXv9RmB4tZp8WsL3nJ6yD1aH5cG0eK2uN8")
    monkeypatch.setattr("webapp.cli.examining.FREE_BYTES", 1 << 60)
    assert {"settings", "disk"} <= set(examined())


def test_what_cannot_be_written_is_named(home, monkeypatch):
    """Tests may run as root, who may write everything."""
    monkeypatch.setattr("webapp.cli.examining.access", lambda path, _mode: path.name != "locks")
    (home / "locks").mkdir(exist_ok=True)
    assert "locks can't be written" in examined()["home folder"]["message"]
