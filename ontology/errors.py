"""What can go wrong between the sources, the index and a document."""


class OntologyError(Exception):
    """Something is missing or unreadable; the message names the place and says what to do."""


class MissingPackageError(OntologyError):
    """A package that carries a source's data is not installed."""


class MissingIndexError(OntologyError):
    """There is no index, or it is not one that this version reads."""


class SourceError(OntologyError):
    """A source's data does not look as expected; the message names the file and the place."""


class OverrideError(OntologyError):
    """A project's addition or prohibition makes no sense; the message says which and why."""
