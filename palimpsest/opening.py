"""Opening the ontology; what opens models, which are heavier, is `palimpsest.models`."""

from __future__ import annotations

from ontology.layers import Ontology
from ontology.wikidata.live import LiveWikidata
from palimpsest.assets import Assets


def open_ontology(assets: Assets) -> Ontology:
    """Open the compiled ontology; raises MissingIndexError."""
    endpoint = assets.wikidata_endpoint
    return Ontology.open(assets.ontology, live=LiveWikidata(endpoint) if endpoint else None)
