"""How far annotators agree on the replacements they chose, and on the spans they marked.

Over the *level* of the chosen text and over the text itself: Cohen's κ per pair, Light's κ, Fleiss'
κ, Krippendorff's α and raw agreement, for all mentions and per semantic type. Over layers of
mentions: entity type, identifier type, confidential status and coreference.
"""

from annotation.agreement.layer_report import (
    Attribute,
    Cell,
    Disagreements,
    EditRates,
    Kind,
    LayerMetrics,
    LayerReport,
    Place,
    Unit,
)
from annotation.agreement.layers import measure_layers
from annotation.agreement.measuring import measure_agreement
from annotation.agreement.ratings import Rating, ratings_from_documents
from annotation.agreement.report import Agreement, AgreementReport, Dispute, Metrics, Pair

__all__ = [
    "Agreement",
    "AgreementReport",
    "Attribute",
    "Cell",
    "Disagreements",
    "Dispute",
    "EditRates",
    "Kind",
    "LayerMetrics",
    "LayerReport",
    "Metrics",
    "Pair",
    "Place",
    "Rating",
    "Unit",
    "measure_agreement",
    "measure_layers",
    "ratings_from_documents",
]
