"""Errors of research, reported as other errors of learning are."""

from masking.errors import MaskingError


class IndicatorError(MaskingError):
    """A risk indicator lacks what it works with; the message says what, in one sentence."""


class SearchError(MaskingError):
    """A search could not be answered; the message holds no text of a document."""


class NamesError(MaskingError):
    """The lists of names cannot be read; the message says what is missing."""
