"""Backgrounds that are none are refused with the file and the line; the one in use stays."""

from __future__ import annotations

import json

import pytest

from privacy.background import building
from tests.factories import sign_in
from tests.webapp.intake.backgrounds.people_files import PEOPLE, lines, read
from tests.webapp.intake.backgrounds.test_backgrounds import address, background_of, give
from webapp.platform.models import JobState, Role


@pytest.fixture
def project(make):
    return make.project()


@pytest.fixture
def browse(client, make):
    sign_in(client, make.user(role=Role.ADMIN))
    return client


LINE = json.dumps({"id": "ada", "text": PEOPLE["ada"]})
FAULTY = {
    "broken.jsonl": (f"{LINE}\n{{no".encode(), "broken.jsonl, line 2: it is no JSON"),
    "nameless.jsonl": (b'{"text": "Ada"}', "nameless.jsonl, line 1: a person is"),
    "binary.jsonl": (f"{LINE}\n\0".encode(), "binary.jsonl, line 2: the file is binary, no text."),
    "picture.jsonl": (b"\x89PNG\r\n", "picture.jsonl: byte 0 is no UTF-8 text."),
    "picture.png": (b"\x89PNG\r\n\x1a\n\0\0", "picture.png, line 3: the file is binary, no text."),
    "picture.json": (b"\x89PNG\0", "picture.json, line 1: the file is binary, no text."),
    "people.zip": (b"PK\x03\x04", "people.zip: the archive is broken or cut off"),
    "people.docx": (b"Ada", "people.docx: the kind of file is unknown."),
    "one.jsonl": (LINE.encode(), "one.jsonl is about one person only: an attack"),
    "empty.json": (
        b'{"ada": "", "bo": null}',
        "empty.json holds no texts that count: 2 texts are empty.",
    ),
    "nothing.json": (b"{}", "nothing.json holds no texts that count."),
}


@pytest.mark.parametrize("name", FAULTY)
def test_a_file_that_is_none_is_refused_and_the_old_one_stays(
    browse, project, config, tmp_path, name
):
    give(browse, project, lines(tmp_path))
    before = background_of(project).folder
    content, message = FAULTY[name]
    (tmp_path / name).write_bytes(content)
    job = give(browse, project, tmp_path / name)
    assert job.state is JobState.FAILED
    assert message in job.message
    assert job.message.endswith(" The background so far stays as it is.")
    assert background_of(project).folder == before
    assert [path.name for path in (config.home / "backgrounds").iterdir()] == [before]
    assert list((config.home / "uploads").iterdir()) == []
    assert message.split(":")[0] in browse.get(address(project)).text


def test_the_texts_of_the_project_are_no_background(browse, project, make, tmp_path):
    texts = {
        f"doc-{number}": " ".join(f"Text {number} has a word {word}." for word in range(20))
        for number in range(3)
    }
    for doc_id, text in texts.items():
        make.document(project, doc_id=doc_id, text=text, spans=[])
    job = give(browse, project, lines(tmp_path, texts))
    assert job.state is JobState.FAILED
    assert "no texts that count: 3 texts repeat texts to hide." in job.message


def test_more_people_than_can_be_told_apart_are_refused(browse, project, tmp_path, monkeypatch):
    monkeypatch.setattr(building, "MOST_PEOPLE", 2)
    job = give(browse, project, lines(tmp_path))
    assert job.message == "people.jsonl has more than 2 people: take a part of it."


def test_a_name_of_two_dots_or_of_many_bytes_does_no_harm(browse, project, tmp_path):
    path = lines(tmp_path)
    for name in ("..", "😀" * 190 + ".jsonl"):
        browse.post(address(project), data={"file": (path.open("rb"), name)})
        job = read(project)
        assert "Unexpected" not in job.message
    assert background_of(project).people == len(PEOPLE)
