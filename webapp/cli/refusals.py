"""Which errors of a command are answers, ours and the machine's, and what they say."""

from __future__ import annotations

import os

from annotation.errors import AnnotationError
from learning.errors import LearningError
from ontology.errors import OntologyError
from palimpsest.errors import PalimpsestError
from webapp.platform.config import Config
from webapp.platform.errors import BusyError, DomainError, SettingError

OURS = (
    AnnotationError,
    BusyError,
    DomainError,
    OntologyError,
    LearningError,
    PalimpsestError,
    SettingError,
)


def sentence_of(error: Exception) -> str | None:
    """Return the sentence of a broken rule, record or setting, or of an outage; None for a bug."""
    if isinstance(error, OURS):
        return str(error)
    from webapp.platform import outages  # noqa: PLC0415 - loads SQLAlchemy

    home, database_url = Config.places(os.environ)
    return outages.sentence_of(error, home=home, database_url=database_url)
