"""The places of the ontology and the models that texts are read with; light, as settings are."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from ontology.index.layout import MANIFEST

PACKAGE = "palimpsest_ontology"
"""Carries the compiled ontology, of the distribution palimpsest-text-ontology."""
CHECKOUT = Path(__file__).parents[1] / "instance" / "ontology"
"""The folder in which `make ontology` compiles it."""


@dataclass(frozen=True, kw_only=True)
class Assets:
    """Names of files alone: small enough to be sent to every process, and none of it secret."""

    ontology: Path
    """The folder of the compiled ontology."""
    encoder: Path | None = None
    """The folder of the text encoder; the one that comes along unless set."""
    pipeline: str | None = None
    """An installed spaCy pipeline's name or a folder; the one that comes along unless set."""
    wikidata_endpoint: str | None = None
    """The `api.php` of a live Wikidata that is asked for what the ontology lacks."""
    hides_torch: bool = False
    """True in a program of ours: spaCy may be loaded as if torch were not installed."""

    @classmethod
    def found(cls) -> Assets:
        """Return what is installed, and where PALIMPSEST_ONTOLOGY, _ENCODER and _PIPELINE lead."""
        ontology = os.environ.get("PALIMPSEST_ONTOLOGY")
        encoder = os.environ.get("PALIMPSEST_ENCODER")
        return cls(
            ontology=Path(ontology).resolve() if ontology else _installed(),
            encoder=Path(encoder).resolve() if encoder else None,
            pipeline=os.environ.get("PALIMPSEST_PIPELINE") or None,
        )


def _installed() -> Path:
    """Return the ontology of a checkout, else that of the package."""
    is_compiled = (CHECKOUT / MANIFEST).is_file()
    return CHECKOUT if is_compiled else packaged_ontology() or CHECKOUT


def packaged_ontology() -> Path | None:
    """Return the folder of the ontology that is installed as a package, None where none is."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    return folder if (folder / MANIFEST).is_file() else None
