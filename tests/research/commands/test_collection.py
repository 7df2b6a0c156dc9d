"""`palimpsest collection` makes of a folder of texts what is searched in place of the web."""

from __future__ import annotations

import stat
from contextlib import closing

import pytest
from click.testing import CliRunner

from research.masking.search.collection import Collection
from webapp.cli import main


@pytest.fixture
def folder(tmp_path):
    texts = tmp_path / "texts"
    (texts / "north").mkdir(parents=True)
    (texts / "ada.txt").write_text("Ada Moss, a baker of Oslo, won the Reed Prize.")
    (texts / "north" / "bo.md").write_text("Bo Moss grew up in Hamar.")
    (texts / ".notes.txt").write_text("Cleo Moss is hidden.")
    return texts


@pytest.fixture
def index(folder, tmp_path):
    """Run the command on the folder, into a file of this name."""

    def run(name="found.sqlite3"):
        return CliRunner().invoke(main, ["collection", str(folder), "-o", str(tmp_path / name)])

    return run


def hits(path, name):
    with closing(Collection(path)) as opened:
        return opened.search(name, "Moss").hits


def test_texts_become_a_file_that_its_owner_alone_can_search(index, tmp_path):
    result = index()
    assert result.exit_code == 0, result.output
    assert "2 texts in " in result.stdout
    path = tmp_path / "found.sqlite3"
    assert [hits(path, name) for name in ("Ada", "Bo", "Cleo")] == [1, 1, 0]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_is_no_text_is_named_and_the_others_are_indexed(index, folder, tmp_path):
    (folder / "scan.txt").write_bytes(b"\x00\xff\x01\xfe" * 50)
    (folder / "torn.txt").write_bytes("Tromsø og Bodø".encode()[:-1])
    (folder / "photo.jpg").write_bytes(b"\xff\xd8")
    result = index()
    assert result.exit_code == 1
    assert "2 texts in " in result.stdout
    unread = [line for line in result.stderr.splitlines() if line.startswith("Not read: ")]
    assert len(unread) == 3
    for name, why in [("scan.txt", "binary"), ("torn.txt", "UTF-8"), ("photo.jpg", "no file of")]:
        assert any(f"{folder / name}: " in line and why in line for line in unread), name
    assert hits(tmp_path / "found.sqlite3", "Bo") == 1


def test_a_text_in_an_older_encoding_is_indexed_and_the_guess_is_said(index, folder, tmp_path):
    (folder / "old.txt").write_bytes("Cleo Moss bor i Tromsø.".encode("cp1252"))
    result = index()
    assert result.exit_code == 0
    assert f"Note: {folder / 'old.txt'}: read as Windows-1252" in result.stderr
    assert hits(tmp_path / "found.sqlite3", "Cleo") == 1


def test_a_collection_that_is_there_is_replaced(index, folder, tmp_path):
    index()
    (folder / "ada.txt").unlink()
    assert index().exit_code == 0
    assert [hits(tmp_path / "found.sqlite3", name) for name in ("Ada", "Bo")] == [0, 1]


def test_no_other_file_is_written_over(index, tmp_path):
    (tmp_path / "thesis.txt").write_text("Years of work.")
    result = index("thesis.txt")
    assert result.exit_code == 1
    assert "is no collection" in result.stderr
    assert (tmp_path / "thesis.txt").read_text() == "Years of work."


def test_the_collection_does_not_go_among_the_texts(index, folder):
    result = index("texts/found.sqlite3")
    assert result.exit_code == 1
    assert "outside the folder" in result.stderr
    assert not (folder / "found.sqlite3").exists()


@pytest.mark.parametrize(
    ("content", "message"), [(None, "no file that is read"), (b"\x00\xff", "Not read: ")]
)
def test_without_a_text_nothing_is_written(index, folder, tmp_path, content, message):
    for name in ("ada.txt", "north/bo.md"):
        (folder / name).unlink()
    if content is not None:
        (folder / "scan.txt").write_bytes(content * 50)
    result = index()
    assert result.exit_code == 1
    assert message in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["texts"]
