"""An index that is missing, broken or being replaced says so, or is none the worse for it."""

from __future__ import annotations

import json
import multiprocessing
import os

import pytest

from ontology.entries import Entry, Kind
from ontology.errors import MissingIndexError
from ontology.index import layout, opening
from ontology.index.reading import Index
from ontology.index.writing import IndexWriter, write_index

FILES = sorted(
    value for name, value in vars(layout).items() if str(value).endswith((".bin", ".marisa"))
)


def write(folder, city="Oslo"):
    entry = Entry((city,), ("city in Norway", "city"), Kind.SETTLEMENT)
    write_index(folder, {"places": [entry]}, {})


@pytest.fixture
def folder(tmp_path):
    write(tmp_path)
    return tmp_path


def data_of(folder):
    return folder / json.loads((folder / layout.MANIFEST).read_bytes())["data"]


def test_no_index_says_how_to_make_one(tmp_path):
    with pytest.raises(MissingIndexError, match=r"there is no index in .*`palimpsest ontology bui"):
        Index(tmp_path / "nowhere")


def test_every_file_of_the_layout_is_written(folder):
    assert sorted(path.name for path in data_of(folder).iterdir()) == FILES


@pytest.mark.parametrize("name", FILES)
def test_a_file_cut_short_is_named(folder, name):
    path = data_of(folder) / name
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(MissingIndexError, match=rf"{name} has .* bytes, not .*ontology build"):
        Index(folder)


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_gone_is_missed(folder, name):
    (data_of(folder) / name).unlink()
    with pytest.raises(MissingIndexError, match="lacks files"):
        Index(folder)


@pytest.mark.parametrize("name", [layout.TERMS, layout.BELOW, layout.COVERED])
def test_a_trie_that_is_none_is_refused(folder, name):
    path = data_of(folder) / name
    path.write_bytes(b"x" * path.stat().st_size)
    with pytest.raises(MissingIndexError, match="is broken"):
        Index(folder)


def test_a_file_that_is_not_ours_to_read_is_refused(folder, monkeypatch):
    def refuse(_path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(opening, "_map", refuse)
    with pytest.raises(MissingIndexError, match=r"is broken .*Permission denied"):
        Index(folder)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is broken"),
        ("[]", "another version"),
        ('{"format": 1}', "another version"),
        (f'{{"format": {layout.FORMAT - 1}}}', "another version: `palimpsest ontology build`"),
        (f'{{"format": {layout.FORMAT}}}', "is broken"),
        (f'{{"format": {layout.FORMAT}, "data": 5, "files": {{}}}}', "is broken"),
    ],
)
def test_a_manifest_that_makes_no_sense_is_refused(folder, content, message):
    (folder / layout.MANIFEST).write_text(content)
    with pytest.raises(MissingIndexError, match=message):
        Index(folder)


def test_a_file_in_the_place_of_the_folder_is_no_index(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(MissingIndexError):
        Index(tmp_path / "file")


def test_an_open_index_outlives_its_files(folder):
    index = Index(folder)
    write(folder, "Bergen")
    assert index.lookup("Oslo")
    assert index.near("Osloo") == []
    assert index.count_below("city") == 1
    assert not index.lookup("Bergen")
    assert Index(folder).lookup("Bergen")


def test_replacing_leaves_nothing_of_the_old_index(folder):
    old = data_of(folder)
    write(folder, "Bergen")
    assert not old.exists()
    assert {path.name for path in folder.iterdir()} == {
        ".building.lock",
        layout.MANIFEST,
        data_of(folder).name,
    }


def test_writing_the_same_index_again_changes_nothing(folder):
    before = data_of(folder)
    write(folder)
    assert data_of(folder) == before
    assert Index(folder).lookup("Oslo")


def test_an_index_replaced_while_it_is_opened_is_opened_all_the_same(folder, monkeypatch):
    read = opening._read_manifest
    manifests = iter([read(folder)])
    write(folder, "Bergen")
    monkeypatch.setattr(opening, "_read_manifest", lambda path: next(manifests, None) or read(path))
    assert Index(folder).lookup("Bergen")


def test_a_build_that_fails_midway_leaves_the_old_index(folder, monkeypatch):
    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(IndexWriter, "_write_senses", fail)
    with pytest.raises(KeyboardInterrupt):
        write(folder, "Bergen")
    assert Index(folder).lookup("Oslo")


def write_and_die(folder):
    IndexWriter._write_senses = lambda *_: os.kill(os.getpid(), 9)
    write(folder, "Bergen")


def test_a_killed_build_leaves_the_old_index_and_the_next_one_tidies_up(folder):
    process = multiprocessing.get_context("spawn").Process(target=write_and_die, args=(folder,))
    process.start()
    process.join()
    assert process.exitcode == -9
    assert Index(folder).lookup("Oslo")
    write(folder, "Bodø")
    assert Index(folder).lookup("Bodø")
    assert len(list(folder.iterdir())) == 3


def look_up(folder):
    return [sense.term for sense in Index(folder).lookup("oslo")]


def test_several_processes_read_one_index(folder):
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(look_up, [folder] * 4) == [["Oslo"]] * 4
