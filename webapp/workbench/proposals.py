"""Proposing replacements while an annotator works, by the compiled ontology."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from flask import current_app
from sqlalchemy.orm import Session

from annotation.reasons import Reason
from annotation.records import Document
from annotation.sources import source_label
from ontology.proposing import Proposer
from ontology.reading import Reading
from ontology.spans import Span, Surroundings
from webapp.core.work.loading import Work
from webapp.core.work.mentions import MentionWork
from webapp.platform.config import Config
from webapp.platform.models import Project
from webapp.replacements.filling import Filler
from webapp.replacements.opening import OntologyUnavailableError, opened_ontology
from webapp.replacements.queries import overrides_of

_MOST_MEANINGS = 6
"""What is less likely than these is noise."""


@dataclass(slots=True)
class Proposals:
    """Proposes for the documents of a project; without an index spans offer `***`."""

    session: Session
    project: Project
    problem: str = ""
    """The message on why nothing was proposed; "" where nothing was asked, or all went well."""

    def __call__(self, document: Document) -> Document:
        """Return a document with a list for each masked span that had none."""
        filler = self._opened()
        if filler is None:
            return document
        filled = filler.fill(document)
        self._tell_failure(filler)
        return filled

    def other_meanings(self, work: Work, mention: MentionWork) -> list[tuple[Reason, ...]]:
        """Return what else a span may mean, the likeliest first: the texts that its list lacks."""
        filler = self._opened()
        if filler is None:
            return []
        surroundings = Surroundings.read(
            work.assignment.document.text, [*map(MentionWork.as_record, work)]
        )
        proposer = Proposer(surroundings, filler.ontology, filler.overrides)
        mention_id = mention.as_record().mention_id
        read = next(each for each in surroundings.mentions if each.mention_id == mention_id)
        alternatives = proposer.alternatives(Span(read, surroundings))
        meanings = [_reasons_of(each) for each in islice(alternatives, _MOST_MEANINGS)]
        self._tell_failure(filler)
        return meanings

    def _opened(self) -> Filler | None:
        config: Config = current_app.extensions["palimpsest"]
        try:
            ontology = opened_ontology(config)
        except OntologyUnavailableError as error:
            self.problem = str(error)
            return None
        return Filler(ontology, overrides_of(self.session, self.project), by_annotator=True)

    def _tell_failure(self, filler: Filler) -> None:
        if filler.live_failure:
            self.problem = f"The live Wikidata did not answer: {filler.live_failure}."


def _reasons_of(reading: Reading) -> tuple[Reason, ...]:
    source = source_label(reading.source)
    return tuple(Reason(text, source, reading.label) for text in reading.generalizations)
