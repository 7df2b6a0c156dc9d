"""People read from files: each form, and what is said where a file is none."""

from __future__ import annotations

import gzip
import json
import re
import zipfile

import pytest

from privacy.background import Person, read_people
from privacy.errors import BackgroundError

ADA, BO = Person("ada", "Keeps clocks."), Person("bo", "Bakes.")
AS_JSON = json.dumps({"ada": ADA.text, "bo": BO.text})
AS_LINES = "".join(f'{{"id": "{each.key}", "text": "{each.text}"}}\n' for each in (ADA, BO))
AS_LIST = f"[{','.join(AS_LINES.splitlines())}]"


@pytest.mark.parametrize(
    ("name", "content"), [("a.json", AS_JSON), ("a.jsonl", AS_LINES), ("a.json", AS_LIST)]
)
def test_a_file_is_read_plain_and_packed(tmp_path, name, content):
    (tmp_path / name).write_text(content)
    with gzip.open(tmp_path / f"{name}.gz", "wt") as packed:
        packed.write(content)
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(name, content)
    for each in (name, f"{name}.gz", "a.zip"):
        assert list(read_people(tmp_path / each)) == [ADA, BO]


def test_a_folder_or_archive_of_texts_has_a_person_a_file(tmp_path):
    folder = tmp_path / "people"
    (folder / "more").mkdir(parents=True)
    (folder / "ada.txt").write_text(ADA.text)
    (folder / "more" / "bo.txt").write_text("\ufeff" + BO.text, encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for path in folder.rglob("*.txt"):
            archive.write(path, path.relative_to(folder))
    expected = [ADA, Person("more/bo", BO.text)]
    assert list(read_people(folder)) == expected
    assert list(read_people(tmp_path / "a.zip")) == expected


def test_nothing_counts_as_an_empty_text_and_a_list_as_several(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('{"ada": null, "bo": ["One.", "Two."], "7": []}')
    people = [("ada", ""), ("bo", "One."), ("bo", "Two."), ("7", "")]
    assert list(read_people(path)) == [Person(*each) for each in people]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.jsonl", b'{"id": "ada", "text": ""}\nnothing\n', r"a\.jsonl, line 2: it is no JSON"),
        ("a.jsonl", b'{"id": "ada"}\n', r'a\.jsonl, line 1: a person is {"id": …, "text": …}'),
        ("a.jsonl", b'{"id": "", "text": ""}\n', r'a\.jsonl, line 1: "id" must be'),
        ("a.jsonl", b'{"id": "x", "text": 3}\n', r'a\.jsonl, line 1: "text" must be a text'),
        ("a.json", b'{"ada":\n\n', r"a\.json, line 3: it is no JSON"),
        ("a.json", b"3", r"a\.json: it holds no people"),
        ("a.json", b"\xff\xfe\xfa", r"a\.json: byte 0 is no UTF-8 text"),
        ("a.txt", b"One.\n\0\1\2", r"a\.txt, line 2: the file is binary"),
        ("a.exe", b"MZ", r"a\.exe: the kind of file is unknown. A background is a folder"),
        ("a.json.gz", b"not packed", r"a\.json\.gz: it is broken, cut off"),
        ("a.zip", b"not packed", r"a\.zip: the archive is broken"),
    ],
)
def test_what_is_wrong_with_a_file_is_named_with_its_place(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BackgroundError, match=message):
        list(read_people(tmp_path / name))


def test_what_is_wrong_in_a_packed_file_is_named_as_it_was_given(tmp_path):
    with gzip.open(tmp_path / "a.jsonl.gz", "wt") as packed:
        packed.write("nothing\n")
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("more/b.jsonl", f"{AS_LINES}nothing\n")
    for name, place in {
        "a.jsonl.gz": "a.jsonl.gz, line 1",
        "a.zip": "a.zip: more/b.jsonl, line 3",
    }.items():
        with pytest.raises(BackgroundError, match=re.escape(f"{place}: it is no JSON")):
            list(read_people(tmp_path / name))


def test_an_archive_with_a_password_is_named(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("ada.txt", ADA.text)
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\1\2") + 8] |= 1  # the flag in the list of members
    content[6] |= 1
    path.write_bytes(content)
    with pytest.raises(BackgroundError, match=r"a\.zip: ada\.txt: it is broken, cut off or locked"):
        list(read_people(path))


def test_a_missing_file_and_a_folder_without_texts_are_named(tmp_path):
    (tmp_path / "none").mkdir()
    with pytest.raises(BackgroundError, match=r"gone\.json: it can't be read"):
        list(read_people(tmp_path / "gone.json"))
    with pytest.raises(BackgroundError, match=r"none: the folder has no \.txt files"):
        list(read_people(tmp_path / "none"))
