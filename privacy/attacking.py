"""Attacking many texts in a process of its own, and the files that it exchanges with its asker.

The web application writes targets, the process reads them; the other way round for what is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from learning.encoding import Encoder
from learning.errors import EncoderError
from learning.progress import OnProgress
from learning.record_files import read_records, write_records
from privacy.attacks import Attack, Attacked, Target
from privacy.attacks.meaning import FEWEST_PEOPLE, MOST_PEOPLE, MeaningAttack
from privacy.attacks.words import WordsAttack
from privacy.background import Background

TARGETS, ATTACKED = "targets", "attacked"


def attack_file(
    folder: Path, texts: Path, out: Path, *, encoder: Path | None, on_progress: OnProgress
) -> int:
    """Attack all texts of a file with the background in a folder; return how many there were.

    Raises BackgroundError and LearningError.
    """
    attacks = _attacks(folder, encoder)
    targets = list(read_records(texts, TARGETS, _target_from_json))

    def found() -> Iterator[dict[str, Any]]:
        for number, (key, target) in enumerate(targets):
            on_progress(number / len(targets), "attacking texts")
            attacked = [asdict(attack.run(target)) for attack in attacks]
            yield {"key": key, "attacked": attacked}

    return write_records(out, ATTACKED, found())


def _attacks(folder: Path, encoder: Path | None) -> list[Attack]:
    """Return the attacks that can be made: that by meaning needs an encoder, and some people.

    What it makes of the texts of a background takes minutes, and is kept in its folder.
    """
    background = Background.open(folder)
    attacks: list[Attack] = [WordsAttack(background)]
    if not FEWEST_PEOPLE <= len(background) <= MOST_PEOPLE:
        return attacks
    try:
        opened = Encoder.open(encoder)
    except EncoderError:
        return attacks
    return [*attacks, MeaningAttack(background, opened, kept_in=folder)]


def write_targets(path: Path, targets: Mapping[str, Target]) -> int:
    """Write targets under keys of the asker's own and return their number."""
    return write_records(path, TARGETS, ({"key": key} | asdict(targets[key]) for key in targets))


def read_attacked(path: Path) -> Iterator[tuple[str, Sequence[Attacked]]]:
    """Read (key of the target, what each attack said); raises LearningError, with the line."""
    return read_records(path, ATTACKED, _attacked_from_json)


def _target_from_json(value: dict[str, Any]) -> tuple[str, Target]:
    return str(value["key"]), Target(str(value["text"]), value["person"])


def _attacked_from_json(value: dict[str, Any]) -> tuple[str, Sequence[Attacked]]:
    found = [
        Attacked(**each | {"rests_on": tuple((word, weight) for word, weight in each["rests_on"])})
        for each in value["attacked"]
    ]
    return str(value["key"]), found
