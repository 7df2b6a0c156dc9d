"""What can go wrong between a raw text and its masks."""

from learning.errors import LearningError


class MaskingError(LearningError):
    """Something can't be masked or measured; the message names the place and the way out."""


class PipelineError(MaskingError):
    """A spaCy pipeline is missing, incomplete or not what it claims to be."""
