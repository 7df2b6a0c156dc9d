"""Opening the ontology; what opens models, which are heavier, is `palimpsest.models`."""

from __future__ import annotations

from pathlib import Path

from ontology.index.layout import MANIFEST
from ontology.layers import WIKIDATA, Ontology
from ontology.wikidata.live import LiveWikidata
from palimpsest.assets import Assets


def open_ontology(assets: Assets) -> Ontology:
    """Open the compiled ontology; raises MissingIndexError."""
    endpoint = assets.wikidata_endpoint
    return Ontology.open(assets.ontology, live=LiveWikidata(endpoint) if endpoint else None)


def stamp_of(folder: Path) -> tuple[int | None, ...]:
    """Return a stamp of the build: an index is replaced by replacing its manifest."""
    manifests = (folder / MANIFEST, folder / WIKIDATA / MANIFEST)
    return tuple(path.stat().st_mtime_ns if path.exists() else None for path in manifests)
