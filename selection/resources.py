"""What documents are read by, for trainings, suggestions and evaluations alike."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from learning.encoding import Encoder
from ontology.index.layout import MANIFEST
from ontology.layers import Ontology
from selection.examples import ExampleDocument
from selection.proposals import with_proposals


@dataclass(frozen=True, slots=True)
class Resources:
    """A text encoder, and the ontology where one was built."""

    encoder: Encoder
    ontology: Ontology | None

    @classmethod
    def open(cls, encoder: Path | None, ontology: Path | None) -> Resources:
        """Open folders; without an encoder it is the one that comes along.

        Raises EncoderError, OntologyError.
        """
        is_built = ontology is not None and (ontology / MANIFEST).is_file()
        return cls(
            Encoder.open(encoder), Ontology.open(ontology) if ontology and is_built else None
        )

    def known(self, document: ExampleDocument) -> ExampleDocument:
        """Return a document with what the ontology offers for its spans."""
        return with_proposals(document, self.ontology)
