"""The attacks that the command line knows, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from privacy.attacks import Attack
from privacy.attacks.words import WordsAttack
from privacy.background import Background
from webapp.platform.config import Config
from webapp.platform.errors import DomainError

WORDS = "words"
READING = "reading"
"""What reads originals into spans; it says nothing of who somebody is."""


def _words(background: Background, _config: Config) -> Attack:
    return WordsAttack(background)


def _meaning(background: Background, config: Config) -> Attack:
    from learning.encoding import Encoder  # noqa: PLC0415 - heavy
    from privacy.attacks.meaning import FEWEST_PEOPLE, MeaningAttack  # noqa: PLC0415 - likewise

    if len(background) < FEWEST_PEOPLE:
        return WordsAttack(background)
    return MeaningAttack(background, Encoder.open(config.encoder_folder))


def _language_model(background: Background, config: Config) -> Attack:
    from learning.language_model import LanguageModel  # noqa: PLC0415 - heavy
    from privacy.attacks.language_model import LanguageModelAttack  # noqa: PLC0415 - likewise

    if config.language_model_folder is None:
        raise DomainError(
            "The attack by a language model needs one: name its folder by --language-model, or "
            "by PALIMPSEST_LANGUAGE_MODEL."
        )
    return LanguageModelAttack(background, LanguageModel(config.language_model_folder))


_IDENTIFYING: Mapping[str, Callable[[Background, Config], Attack]] = {
    WORDS: _words,
    "meaning": _meaning,
    "language-model": _language_model,
}
"""Name → what gets it ready for a background."""
ATTACKS = (*_IDENTIFYING, READING)


def attacks_on(background: Background, names: Sequence[str], config: Config) -> list[Attack]:
    """Get those attacks ready that say who somebody is: among too few people, words alone."""
    ready = [_IDENTIFYING[name](background, config) for name in names if name in _IDENTIFYING]
    return list({attack.name: attack for attack in ready}.values())
