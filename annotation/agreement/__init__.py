"""How far annotators agree on the replacements they chose.

Over the *level* of the chosen text and over the text itself: Cohen's κ per pair, Light's κ, Fleiss'
κ, Krippendorff's α and raw agreement, for all mentions and per semantic type.
"""

from annotation.agreement.measuring import measure_agreement
from annotation.agreement.ratings import Rating, ratings_from_documents
from annotation.agreement.report import Agreement, AgreementReport, Dispute, Figures, Pair

__all__ = [
    "Agreement",
    "AgreementReport",
    "Dispute",
    "Figures",
    "Pair",
    "Rating",
    "measure_agreement",
    "ratings_from_documents",
]
