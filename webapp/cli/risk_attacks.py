"""The attacks that the command line knows, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from privacy.attacks import Attack
from privacy.background import Background
from webapp.config import Config

WORDS = "words"


def _words(background: Background, _config: Config) -> Attack:
    from privacy.attacks.words import WordsAttack  # noqa: PLC0415 - NumPy, for this command alone

    return WordsAttack(background)


ATTACKS: Mapping[str, Callable[[Background, Config], Attack]] = {WORDS: _words}
"""Name → what gets it ready for a background."""


def attacks_on(background: Background, names: Sequence[str], config: Config) -> list[Attack]:
    """Get attacks ready."""
    return [ATTACKS[name](background, config) for name in dict.fromkeys(names)]
