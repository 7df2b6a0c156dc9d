"""What can go wrong between texts about people and an attack."""

from annotation.errors import AnnotationError


class BackgroundError(AnnotationError):
    """A background can't be read, built or opened; the message names the place and the way out."""


class PayloadError(AnnotationError):
    """Bytes are no privacy payload of this version of the program; the message says what to do."""
