"""Replacements for spans that an annotator marks: proposed at once, by the index of the house."""

from __future__ import annotations

from flask import current_app
from sqlalchemy.orm import Session

from annotation.records import Document
from webapp.annotate.drafting import Propose
from webapp.config import Config
from webapp.generalizations.filling import Filler
from webapp.generalizations.opening import OntologyUnavailableError, opened_ontology
from webapp.generalizations.queries import overrides_of
from webapp.models import Project


def proposing(session: Session, project: Project) -> tuple[Propose, str]:
    """Return what gives lists to new spans, and why it can't: "" where it can.

    Without an index spans are marked all the same, and offer `***`.
    """
    config: Config = current_app.extensions["palimpsest"]
    try:
        ontology = opened_ontology(config)
    except OntologyUnavailableError as error:
        return _as_they_are, str(error)
    return Filler(ontology, overrides_of(session, project)).fill, ""


def _as_they_are(document: Document) -> Document:
    return document
