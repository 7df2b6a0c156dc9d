"""Opening the ontology once a process, with its first use: a web process may never need it."""

from __future__ import annotations

from functools import lru_cache

from annotation.hidden_words import Lexicon, NoLexicon
from ontology.errors import OntologyError
from ontology.layers import Ontology
from palimpsest import opening
from palimpsest.assets import Assets
from webapp.platform.config import Config
from webapp.platform.errors import DomainError


class OntologyUnavailableError(DomainError):
    """There is no ontology to ask; the message says what to run."""


def opened_ontology(config: Config) -> Ontology:
    """Return the compiled ontology, opened anew where it was built anew.

    Raises OntologyUnavailableError.
    """
    try:
        return _opened(config.assets, opening.stamp_of(config.ontology))
    except (OntologyError, OSError) as error:
        raise OntologyUnavailableError(f"The ontology can't be asked: {error}.") from error


def opened_lexicon(config: Config) -> Lexicon:
    """Return the lexicon of the ontology; without an ontology, every word may be a name."""
    try:
        return opened_ontology(config).lexicon
    except OntologyUnavailableError:
        return NoLexicon()


@lru_cache(maxsize=1)
def _opened(assets: Assets, _stamp: tuple[int | None, ...]) -> Ontology:
    return opening.open_ontology(assets)


def open_ontology(config: Config) -> Ontology:
    """Open the compiled ontology for a command; raises MissingIndexError."""
    return opening.open_ontology(config.assets)
