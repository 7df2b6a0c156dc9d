"""Invented texts of eleven domains with gold marks; `texts/README.md` has their rules.

The part is the folder, the domain is the file's name up to the hyphen, and a protected person's
entity is their full name with underscores, so that nothing is said twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from annotation.errors import RecordError
from annotation.formats import Format, read_documents
from annotation.formats.marked_text import SUFFIX
from annotation.records import Document
from annotation.types import IdentifierType, SemanticType

FOLDER = Path(__file__).parent / "texts"
"""Where the texts lie, one folder a part."""

LAYER = "gold"
"""The name of the one layer."""


class Part(StrEnum):
    """What a text may be used for."""

    LEARNING = "learning"
    """Only learnt from: figures on it say nothing."""
    TUNING = "tuning"
    COUNTING = "counting"
    FRESH = "fresh"
    """Written after the recognizers stood; its misses were read since."""
    LATER = "later"
    """Written when recognizers stood, then read at every miss; the judge learns nothing of it."""
    UNSEEN = "unseen"
    """Written later by somebody who knew no recognizer and no other part; only counted."""


class Domain(StrEnum):
    """What kind of text it is."""

    MAIL = "mail"
    WARD = "ward"
    INTERVIEW = "interview"
    COURT = "court"
    BRITISH = "british"
    AMERICAN = "american"
    RECORDS = "records"
    """Tables, logs, messages and exports; only to learn from, as all below but in UNSEEN."""
    CHAT = "chat"
    TRANSCRIPT = "transcript"
    CLINIC = "clinic"
    MINUTES = "minutes"


@dataclass(frozen=True, slots=True)
class GoldText:
    """A document with its gold layer, the domain it comes from, the names that are protected."""

    document: Document
    domain: Domain
    protected: tuple[str, ...]


def read_texts(part: Part, folder: Path = FOLDER) -> Iterator[GoldText]:
    """Yield the texts of a part by name; raises RecordError, which names file, line and column."""
    for path in sorted((folder / part).iterdir()):
        yield _read(path)


def without_names(text: GoldText) -> GoldText:
    """Return the same text for recognizers that find out by themselves whom to protect."""
    return replace(text, document=replace(text.document, task=None), protected=())


def _read(path: Path) -> GoldText:
    domain = path.name.partition("-")[0]
    if not path.name.endswith(SUFFIX) or domain not in list(Domain):
        known = ", ".join(Domain)
        problem = f"the name must be DOMAIN-NUMBER{SUFFIX}, the domain one of {known}"
        raise RecordError(problem, file=path.name)
    [document] = read_documents(path, format=Format.MARKED)
    protected = _protected_names(document)
    if not protected:
        raise RecordError("no person is marked DIRECT: whom to protect?", file=path.name)
    [layer] = document.layers
    gold = replace(document, layers=(replace(layer, name=LAYER),), task="; ".join(protected))
    return GoldText(gold, Domain(domain), protected)


def _protected_names(document: Document) -> tuple[str, ...]:
    """Return the names that the entities of persons marked DIRECT have, the first named first."""
    entities = (
        mention.entity_id
        for mention in document.iter_mentions()
        if mention.entity_type is SemanticType.PERSON
        and mention.identifier_type is IdentifierType.DIRECT
    )
    return tuple(entity.replace("_", " ") for entity in dict.fromkeys(entities))
