"""How good masks are: the metrics of the Text Anonymization Benchmark (Pilán et al. 2022, ch. 6).

Recall is the share of what annotators masked that is masked, entity recall that of entities that
can't be read anywhere, precision the share of masks that annotators made, too. Every annotator's
layer counts as a gold layer of its own: counts are added up over annotators and documents, then
divided.
"""

from masking.evaluation.masks import Masks, masks_of, read_masks
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
    "masks_of",
    "read_masks",
    "score_document",
    "score_masks",
    "uniform",
]
