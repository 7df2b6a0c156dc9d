"""Attacks as the worker starts them: targets in, what is found out, sentences where it can't be."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from privacy.attacking import read_attacked, write_targets
from privacy.attacks import Target
from privacy.attacks.meaning import FEWEST_PEOPLE, MOST_PEOPLE
from privacy.background import Person, build
from privacy.confidence import weights_file
from privacy.people import make_people
from tests.processes import finished

ROOT = Path(__file__).parents[2]
PEOPLE = list(make_people(FEWEST_PEOPLE))
TARGETS = {
    "known": Target(PEOPLE[3].document.text, PEOPLE[3].key),
    "unknown": Target("A baker of bread."),
}


def background_of(tmp_path: Path, count: int = FEWEST_PEOPLE) -> Path:
    folder = tmp_path / "background"
    build((Person(each.key, each.page) for each in PEOPLE[:count]), folder, protected=[])
    return folder


def attack(tmp_path: Path, background: Path, encoder: Path) -> tuple[int, list[dict[str, object]]]:
    """Attack the targets; return the exit code and what was said."""
    write_targets(tmp_path / "targets", TARGETS)
    options = {"background": background, "texts": tmp_path / "targets", "encoder": encoder}
    arguments = [f"--{name}={value}" for name, value in options.items()]
    done = finished(
        [sys.executable, "-m", "privacy", "attack", *arguments, f"--out={tmp_path / 'attacked'}"],
        cwd=ROOT,
    )
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_each_text_is_attacked_by_words_and_meaning(tmp_path, tiny_encoder_folder):
    background = background_of(tmp_path)
    code, said = attack(tmp_path, background, tiny_encoder_folder)
    assert (code, said[-1]) == (0, {"done": {"texts": 2}})
    assert said[0] == {"progress": 0.0, "doing": "attacking texts"}
    found = dict(read_attacked(tmp_path / "attacked"))
    assert found.keys() == TARGETS.keys()
    words, meaning = found["known"]
    assert (words.attack, meaning.attack) == ("words", "meaning")
    assert (words.people, words.rank) == (FEWEST_PEOPLE, 1)
    assert {word for word, _ in words.rests_on} & set(PEOPLE[3].document.text.split())
    assert [each.rank for each in found["unknown"]] == [None, None]
    assert len(list(background.glob("meaning-*.npz"))) == 1
    assert not list(background.glob(".meaning-*"))


def attacks_made(tmp_path: Path, background: Path, encoder: Path) -> list[str]:
    code, said = attack(tmp_path, background, encoder)
    assert code == 0, said
    return [each.attack for each in dict(read_attacked(tmp_path / "attacked"))["known"]]


def test_without_an_encoder_words_alone_are_looked_up(tmp_path):
    assert attacks_made(tmp_path, background_of(tmp_path), tmp_path / "nowhere") == ["words"]


def test_among_too_few_people_words_alone_are_looked_up(tmp_path, tiny_encoder_folder):
    few = background_of(tmp_path, FEWEST_PEOPLE - 1)
    assert attacks_made(tmp_path, few, tiny_encoder_folder) == ["words"]


def test_among_more_people_than_can_be_encoded_words_alone_are_looked_up(
    tmp_path, tiny_encoder_folder
):
    many = (Person(f"p{number}", f"Number {number}") for number in range(MOST_PEOPLE + 1))
    build(many, tmp_path / "many", protected=[])
    assert attacks_made(tmp_path, tmp_path / "many", tiny_encoder_folder) == ["words"]


def test_what_is_no_background_is_said_in_a_sentence(tmp_path):
    code, said = attack(tmp_path, tmp_path / "nowhere", tmp_path)
    assert (code, said) == (1, [{"error": "nowhere: the folder holds no background."}])


def test_meaning_is_asked_among_no_fewer_people_than_its_confidence_was_tried_on():
    tried = json.loads(weights_file("meaning").read_bytes())["cross_validated"]
    assert min(int(name.removesuffix(" people")) for name in tried) == FEWEST_PEOPLE
