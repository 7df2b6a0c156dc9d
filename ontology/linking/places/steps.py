"""Steps that read a span as a place."""

from __future__ import annotations

from ontology.linking.places.described import (
    read_address,
    read_cue,
    read_kind,
    read_located,
    read_misspelled,
    read_noun,
    read_organization,
)
from ontology.linking.places.doubts import read_unlisted
from ontology.linking.places.named import read_name, read_qualified
from ontology.linking.places.parts import read_around, read_beside, read_list, read_part
from ontology.linking.reading import Linker

STEPS: tuple[Linker, ...] = (
    read_address,
    read_name,
    read_list,
    read_qualified,
    read_part,
    read_beside,
    read_around,
    read_kind,
    read_organization,
    read_noun,
    read_cue,
    read_located,
    read_unlisted,
    read_misspelled,
)
"""The surest first."""
