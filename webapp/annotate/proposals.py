"""Proposing replacements at once for spans that an annotator marks, by the compiled ontology."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app
from sqlalchemy.orm import Session

from annotation.records import Document
from webapp.config import Config
from webapp.generalizations.filling import Filler
from webapp.generalizations.opening import OntologyUnavailableError, opened_ontology
from webapp.generalizations.queries import overrides_of
from webapp.models import Project


@dataclass(slots=True)
class Proposals:
    """Gives lists to new spans of a project's documents; without an index they offer `***`."""

    session: Session
    project: Project
    problem: str = ""
    """The message on why nothing was proposed; "" where nothing was asked, or all went well."""

    def __call__(self, document: Document) -> Document:
        """Return a document with a list for each masked span that had none."""
        config: Config = current_app.extensions["palimpsest"]
        try:
            ontology = opened_ontology(config)
        except OntologyUnavailableError as error:
            self.problem = str(error)
            return document
        filler = Filler(ontology, overrides_of(self.session, self.project))
        filled = filler.fill(document)
        if filler.live_failure:
            self.problem = f"The live Wikidata did not answer: {filler.live_failure}."
        return filled
