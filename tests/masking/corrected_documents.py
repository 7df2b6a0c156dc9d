"""Short documents that people corrected: names, places and years are masked, roles are not."""

from __future__ import annotations

from dataclasses import replace

from annotation.records import Document
from learning.encoding import Encoder
from masking.pipelines import Pipeline
from masking.recognizers.named_entities import NamedEntities
from masking.recognizers.trained import Resources
from tests.marked_layers import annotated

NAMES = ("Ada Berg", "Ben Holm", "Cora Lind", "Dan Moe", "Eva Dahl", "Finn Aas", "Gro Vik")
PLACES = ("Bergen", "Oslo", "Tromsø", "Bodø", "Hamar", "Molde", "Narvik")
ROLES = ("a nurse", "a teacher", "a painter")


def corrected(number: int) -> Document:
    """Return one of many documents that differ in name, place, role and year."""
    name = NAMES[number % len(NAMES)]
    place = PLACES[number * 3 % len(PLACES)]
    role = ROLES[number % len(ROLES)]
    return annotated(
        f"d{number}",
        Kim=f"[{name}|n|DIRECT] was born in [{place}|p|QUASI|LOC] in "
        f"[{1950 + number}|y|QUASI|DATETIME]. The family was poor. [{name.split()[0]}|n|DIRECT], "
        f"[{role}|r|NO_MASK|DEM], worked well.",
    )


def altered(document: Document) -> Document:
    """Return a document of the same id in which other words stand, and only the name is masked."""
    other = corrected(int(document.doc_id[1:]) + 100)
    layers = tuple(replace(layer, mentions=layer.mentions[:1]) for layer in other.layers)
    return replace(other, doc_id=document.doc_id, layers=layers)


def resources(encoder: Encoder) -> Resources:
    """Return the pipeline that comes along with an encoder, and names as it finds them."""
    return Resources(Pipeline.open(), encoder, NamedEntities())
