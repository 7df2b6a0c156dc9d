"""How good masks are: the measures of the Text Anonymization Benchmark (Pilán et al. 2022, ch. 6).

Recall says how much of what annotators masked is masked, entity recall whether an entity can still
be read anywhere, precision how much was masked for nothing. Every annotator's layer counts as an
answer of its own: counts are added up over annotators and documents, then divided.
"""

from masking.evaluation.masks import Masks, read_masks
from masking.evaluation.misses import Miss, find_misses
from masking.evaluation.scoring import MaskScore, Share, score_document, score_masks
from masking.evaluation.weights import TokenWeights, information_content, uniform

__all__ = [
    "MaskScore",
    "Masks",
    "Miss",
    "Share",
    "TokenWeights",
    "find_misses",
    "information_content",
    "read_masks",
    "score_document",
    "score_masks",
    "uniform",
]
