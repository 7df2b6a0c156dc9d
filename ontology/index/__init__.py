"""The compiled index: read-only files, memory-mapped, shared by all processes that open them.

Writing one needs `ontology.index.writing`, which brings numpy; reading does without.
"""

from ontology.index.reading import Index

__all__ = ["Index"]
