"""A backup holds all that can't be made again, and comes back on either database."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, delete, event, insert, select

from tests.factories import Factory
from tests.postgresql import new_database, postgresql_url
from tests.webapp.submissions import towns
from tests.webapp.two_projects import TwoProjects
from webapp.cli import main
from webapp.core.backups.archive import MANIFEST, BackupError, opened, written
from webapp.core.backups.operations import back_up, restore
from webapp.core.backups.rows import dump, last_ids, load, tables_of
from webapp.platform.config import sqlite_url
from webapp.platform.database import db
from webapp.platform.migrating import upgrade
from webapp.platform.models import Project, ProjectKind, table_of, utc_now

KEPT = {"secret_key": b"a" * 64, "models/ranker-job-1/model.txt": b"trees", "uploads/ab": b"\xff"}
KEPT |= {"backgrounds/job-1/people.sqlite": b"texts"}
NOT_KEPT = {"store/1/x.json": b"{}", "ontology/y": b"", "training/1/log": b"words"}


@pytest.fixture
def home(config):
    """A home folder with all that lies in one."""
    for name, content in (KEPT | NOT_KEPT).items():
        path = config.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return config.home


@pytest.fixture
def source(any_app, config, home):  # noqa: ARG001 - it is filled first
    """The engine of a database with one of everything, and of projects that are gone."""
    make = Factory(db.session)
    TwoProjects.build(make, config)
    towns(make, make.project(), ("city in Norway", "***"))
    gone = make.project(name="Gone")
    db.session.commit()
    db.session.execute(delete(Project).where(Project.id == gone.id))
    db.session.commit()
    return db.engine


@pytest.fixture(params=["sqlite", "postgresql"])
def target(request, tmp_path, worker_id):
    """An empty home folder, and the address of an empty database."""
    home = tmp_path / "restored"
    home.mkdir(mode=0o700)
    if request.param == "sqlite":
        yield home, sqlite_url(home)
        return
    request.getfixturevalue("migrated_postgresql")  # skips where there is none
    name = f"palimpsest_restored_{worker_id}"
    with new_database(name):
        yield home, postgresql_url(name)


@pytest.fixture
def backup(source, home, tmp_path):
    path = tmp_path / "backup.zip"
    back_up(source, home, path, at=utc_now())
    return path


@pytest.fixture
def elsewhere(tmp_path):
    """An empty home folder with SQLite."""
    home = tmp_path / "elsewhere"
    home.mkdir(mode=0o700)
    return home, sqlite_url(home)


def rows_of(engine):
    """Read all rows, as they are written in a backup, and the last ids."""
    with engine.connect() as connection:
        tables = tables_of(connection)
        rows = {table.name: list(dump(connection, table)) for table in tables}
        return rows, last_ids(connection, tables)


def files_in(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def test_what_comes_back_is_what_was_there(source, home, backup, target):
    restored_home, address = target
    restore(backup, restored_home, address)
    engine = create_engine(address)
    before, after = rows_of(source)[0], rows_of(engine)[0]
    assert before["mention"]
    assert before["choice"]
    assert before == after
    files = files_in(restored_home)
    assert files.pop("palimpsest.sqlite3", b"SQLite").startswith(b"SQLite")
    kept = ("secret_key", "models/", "uploads/", "backgrounds/")
    assert files == {name: each for name, each in files_in(home).items() if name.startswith(kept)}
    assert files.items() >= KEPT.items()
    engine.dispose()


def test_the_database_goes_on_as_before(source, backup, target):
    """No id is given again, and triggers work."""
    restored_home, address = target
    restore(backup, restored_home, address)
    row = {"name": "New", "kind": ProjectKind.MASKING, "guidelines": "", "created_at": utc_now()}
    row |= {"annotators_per_document": 1, "fits_grammar": True, "has_peer_review": False}
    ids = []
    restored = create_engine(address)
    for engine in (source, restored):
        with engine.begin() as connection:
            connection.execute(insert(table_of(Project)), row)
            ids.append(connection.scalar(select(Project.id).where(Project.name == "New")))
    with pytest.raises(Exception, match="text"), restored.begin() as connection:
        connection.exec_driver_sql("UPDATE document SET text = 'other'")
    restored.dispose()
    assert ids[0] == ids[1] > 3


def test_by_the_command_line_the_store_comes_back_too(home, make, tmp_path, monkeypatch):
    towns(make, make.project(name="Lives"), ("city in Norway",))
    monkeypatch.setenv("PALIMPSEST_HOME", str(home))
    monkeypatch.delenv("PALIMPSEST_DATABASE_URL", raising=False)
    path = str(tmp_path / "backup.zip")
    made = CliRunner().invoke(main, ["backup", path])
    assert "1 project, 1 document, 1 assignment, 1 file of models" in made.output
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "new"))
    back = CliRunner().invoke(main, ["restore", path, "--json"])
    assert json.loads(back.output)["rows"]["choice"] == 1
    assert list((tmp_path / "new/store").rglob("*.json"))
    verified = CliRunner().invoke(main, ["store", "verify", "--project", "Lives"])
    assert verified.output == "The store agrees with the database.\n"
    again = CliRunner().invoke(main, ["restore", path])
    assert (again.exit_code, "is in use" in again.output) == (1, True)


def test_what_is_written_meanwhile_is_not_half_in_it(source, home, elsewhere, tmp_path):
    """A project comes while its table is read, and members after: neither is in the backup."""
    before, has_begun = rows_of(source)[0], []

    @event.listens_for(source, "after_cursor_execute")
    def write_beside(_connection, _cursor, statement, *_args):
        if "FROM project" in statement and not has_begun:
            has_begun.append(True)
            make = Factory(db.session)
            make.project(make.user("Late"), name="Late")
            db.session.commit()

    back_up(source, home, tmp_path / "busy.zip", at=utc_now())
    event.remove(source, "after_cursor_execute", write_beside)
    assert db.session.scalar(select(Project.id).where(Project.name == "Late"))
    restore(tmp_path / "busy.zip", *elsewhere)
    engine = create_engine(elsewhere[1])
    assert rows_of(engine)[0] == before
    engine.dispose()


def test_a_backup_of_an_earlier_version_is_brought_up_to_date(elsewhere, tmp_path):
    old = create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    upgrade(old, "0021")
    with old.begin() as connection:
        [project] = [table for table in tables_of(connection) if table.name == "project"]
        row = {"name": "Old", "kind": "masking", "guidelines": "", "created_at": utc_now()}
        row |= {"annotators_per_document": 1, "fits_grammar": True}
        connection.execute(insert(project), row)
    back_up(old, tmp_path / "nowhere", tmp_path / "old.zip", at=utc_now())
    old.dispose()
    assert restore(tmp_path / "old.zip", *elsewhere).revision == "0021"
    engine = create_engine(elsewhere[1])
    [line] = rows_of(engine)[0]["project"]
    assert b'"has_peer_review": false' in line
    engine.dispose()


@pytest.mark.usefixtures("app")
class TestRefusals:
    """Nothing is made of a file that is not whole, or where something is."""

    @pytest.fixture
    def backup(self, home, config, tmp_path):
        TwoProjects.build(Factory(db.session), config)
        path = tmp_path / "backup.zip"
        back_up(db.engine, home, path, at=utc_now())
        return path

    def refused(self, path, elsewhere, message):
        with pytest.raises(BackupError, match=message):
            restore(path, *elsewhere)
        assert list(elsewhere[0].iterdir()) == []

    def test_a_changed_byte_is_found(self, backup, elsewhere):
        content = bytearray(backup.read_bytes())
        with ZipFile(backup) as archive:
            place = archive.getinfo("tables/mention.jsonl").header_offset + 200
        content[place] ^= 1
        backup.write_bytes(content)
        self.refused(backup, elsewhere, "damaged: tables/mention.jsonl")

    def test_a_file_that_says_other_words_is_found(self, backup, elsewhere, tmp_path):
        with ZipFile(backup) as archive, ZipFile(tmp_path / "other.zip", "w") as other:
            for name in archive.namelist():
                content = archive.read(name)
                other.writestr(name, content.replace(b"Oslo", b"Rome"))
        self.refused(tmp_path / "other.zip", elsewhere, "is not what was written")

    def test_a_file_that_breaks_off_is_none(self, backup, elsewhere):
        backup.write_bytes(backup.read_bytes()[:-1000])
        self.refused(backup, elsewhere, "no backup of Palimpsest, or not all of one")

    def test_another_file_is_none(self, elsewhere, tmp_path):
        with ZipFile(tmp_path / "other.zip", "w") as archive:
            archive.writestr("letter.txt", "Dear Ada")
        self.refused(tmp_path / "other.zip", elsewhere, "is no backup")
        self.refused(tmp_path / "none.zip", elsewhere, "There is no file")

    def test_one_of_a_version_to_come_is_left_to_that(self, elsewhere, tmp_path):
        about = {"palimpsest": "9.0", "made_at": "", "rows": {}, "last_ids": {}}
        with written(tmp_path / "new.zip") as writer:
            writer.finish(revision="9000", **about)
        self.refused(tmp_path / "new.zip", elsewhere, r"newer Palimpsest \(9.0\)")
        with ZipFile(tmp_path / "newer.zip", "w") as archive:
            archive.writestr(MANIFEST, '{"format": 2, "palimpsest": "10.0"}')
        self.refused(tmp_path / "newer.zip", elsewhere, "written by Palimpsest 10.0")

    def test_a_home_in_use_stays_as_it_is(self, backup, home, config):
        before = files_in(home)
        with pytest.raises(BackupError, match="is in use, it has palimpsest"):
            restore(backup, home, config.database_url)
        assert files_in(home) == before

    def test_a_database_in_use_stays_as_it_is(self, backup, config, elsewhere):
        before = rows_of(db.engine)
        with pytest.raises(BackupError, match="is in use, it has rows"):
            restore(backup, elsewhere[0], config.database_url)
        assert rows_of(db.engine) == before
        assert list(elsewhere[0].iterdir()) == []

    def test_a_restore_that_breaks_off_leaves_nothing(self, backup, elsewhere, monkeypatch):
        def full(connection, table, lines):
            if table.name == "mention":
                raise OSError(28, "No space left on device")
            return load(connection, table, lines)

        monkeypatch.setattr("webapp.core.backups.operations.load", full)
        with pytest.raises(OSError, match="No space"):
            restore(backup, *elsewhere)
        assert list(elsewhere[0].iterdir()) == []
        monkeypatch.undo()
        restore(backup, *elsewhere)
        assert (elsewhere[0] / "palimpsest.sqlite3").exists()

    def test_a_backup_replaces_nothing_and_is_its_owners_alone(self, backup, home):
        assert stat.S_IMODE(backup.stat().st_mode) == 0o600
        before = backup.read_bytes()
        with pytest.raises(BackupError, match="is there already"):
            back_up(db.engine, home, backup, at=utc_now())
        assert backup.read_bytes() == before

    def test_one_that_breaks_off_has_no_name(self, tmp_path):
        def full():
            yield b"{}\n"
            raise OSError(28, "No space left on device")

        with pytest.raises(OSError, match="No space"), written(tmp_path / "b.zip") as writer:
            writer.write("tables/x.jsonl", full())
        assert not list(tmp_path.glob("b.zip*"))

    def test_what_is_whole_can_be_read(self, backup):
        with opened(backup) as (archive, manifest):
            assert set(manifest.checksums) | {MANIFEST} == set(archive.namelist())
            assert manifest.rows["project"] == 2
