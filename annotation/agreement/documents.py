"""The agreement of the annotators of documents, on all that they did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from annotation.adjudication import without_gold
from annotation.agreement.layer_report import LayerReport
from annotation.agreement.layers import measure_layers
from annotation.agreement.measuring import measure_agreement
from annotation.agreement.ratings import ratings_from_documents
from annotation.agreement.report import AgreementReport
from annotation.overlaying import corrects_others
from annotation.records import Document


@dataclass(frozen=True, slots=True)
class AgreementOfDocuments:
    """The agreement on the replacements that annotators chose, and on what they marked."""

    replacements: AgreementReport
    layers: LayerReport | None
    """None where no document has two layers, or where they correct each other's."""


def measure_documents(documents: Iterable[Document]) -> AgreementOfDocuments:
    """Measure how far the annotators of documents agree; gold layers count nowhere."""
    annotated = list(map(without_gold, documents))
    corrects = any(corrects_others(each) for document in annotated for each in document.layers)
    has_several = not corrects and any(len(document.layers) > 1 for document in annotated)
    return AgreementOfDocuments(
        measure_agreement(ratings_from_documents(annotated)),
        measure_layers(annotated) if has_several else None,
    )
