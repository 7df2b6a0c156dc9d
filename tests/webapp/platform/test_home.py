"""The home folder is closed to others: at the first start, and where it was open before."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.webapp.cli.serving import serving
from tests.webapp.versions.trainable import fake, lives, train
from webapp.application import create_app
from webapp.core.uploads import keep_pasted
from webapp.platform.config import Config
from webapp.platform.errors import SettingError
from webapp.platform.home import OTHERS, open_home


def open_to_others(home: Path) -> set[str]:
    """Name what in a home, however deep, others may open; all of it is theirs if that is not."""
    paths = {path: path.lstat().st_mode for path in (home, *home.rglob("*"))}
    return {
        str(path.relative_to(home))
        for path, mode in paths.items()
        if stat.S_IMODE(mode) & OTHERS and not stat.S_ISLNK(mode)
    }


@pytest.fixture
def ordinary_umask():
    """What a person's shell has: others may read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def home_of(path: Path) -> Path:
    return Config.from_environment({"PALIMPSEST_HOME": str(path)}).home


@pytest.mark.parametrize("was_there", [False, True])
def test_all_that_a_demo_makes_is_its_owners_alone(tmp_path, was_there):
    home = tmp_path / "home"
    if was_there:
        home.mkdir(mode=0o755)
    with serving(home, "demo") as served:
        while_serving = open_to_others(home)
        names = {path.name for path in home.iterdir()}
        served.stop()
    assert not while_serving | open_to_others(home)
    assert names >= {
        "demo-logins.json",
        "locks",
        "palimpsest.sqlite3",
        "palimpsest.sqlite3-shm",
        "palimpsest.sqlite3-wal",
        "secret_key",
        "static",
    }


@pytest.mark.usefixtures("ordinary_umask")
def test_what_people_upload_and_the_trainer_writes_is_their_owners_alone(config, make, monkeypatch):
    (config.home / "palimpsest.sqlite3").chmod(0o600)
    create_app(config)
    fake(monkeypatch)
    annotator = make.user()
    project = make.project(annotator)
    lives(make, project, annotator)
    keep_pasted(config, b"Ada Berg")
    train(project)
    assert {path.name for path in config.home.iterdir()} >= {"models", "training", "uploads"}
    assert not open_to_others(config.home) - {"."}


@pytest.mark.usefixtures("ordinary_umask")
def test_a_home_that_was_open_is_closed_with_what_lies_in_it(tmp_path):
    home, ontology = tmp_path / "home", tmp_path / "ontology"
    (home / "store").mkdir(parents=True)
    (home / "palimpsest.sqlite3").touch()
    ontology.mkdir()
    (home / "ontology").symlink_to(ontology)
    assert open_to_others(home) == {".", "store", "palimpsest.sqlite3"}
    assert open_to_others(home_of(home)) == set()
    assert stat.S_IMODE(ontology.stat().st_mode) == 0o755, "it is the home that is closed"


@pytest.mark.usefixtures("ordinary_umask")
def test_an_open_folder_that_was_never_a_home_is_refused_and_left_alone(tmp_path):
    (tmp_path / "thesis.tex").touch()
    tmp_path.chmod(0o755)
    with pytest.raises(SettingError, match=f"chmod 700 {tmp_path}$"):
        home_of(tmp_path)
    assert open_to_others(tmp_path) == {".", "thesis.tex"}
    tmp_path.chmod(0o700)
    assert home_of(tmp_path) == tmp_path


@pytest.mark.usefixtures("ordinary_umask")
def test_a_home_that_cannot_be_closed_is_refused(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(1, "Operation not permitted")

    tmp_path.chmod(0o755)
    monkeypatch.setattr(Path, "chmod", refuse)
    with pytest.raises(SettingError, match="As its owner: chmod 700"):
        open_home(tmp_path)


def test_a_place_where_no_home_can_be_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(
        SettingError, match=r"file/home can't be the home folder: Not a directory\.$"
    ):
        home_of(tmp_path / "file" / "home")
