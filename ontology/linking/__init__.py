"""From a span to what it is: for each semantic type, steps from the surest to the vaguest."""

from __future__ import annotations

from ontology.linking.reading import Linker, Reading

__all__ = ["Linker", "Reading"]
