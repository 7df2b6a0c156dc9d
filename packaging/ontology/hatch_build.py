"""Takes the ontology that `palimpsest ontology build` has compiled into the distribution."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CHECKOUT = Path(__file__).parents[2]


class CompiledOntology(BuildHookInterface):  # type: ignore[type-arg] # hatchling's own configuration
    """The files of the compiled ontology, from where the checkout keeps it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - signature of hatchling
        """Add the files that the manifest names; raises FileNotFoundError where there is none."""
        folder = Path(os.environ.get("PALIMPSEST_ONTOLOGY", CHECKOUT / "instance" / "ontology"))
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        data = [f"{manifest['data']}/{name}" for name in manifest["files"]]
        for name in ("manifest.json", "NOTICE", "LICENCES", *data):
            build_data["force_include"][str(folder / name)] = f"palimpsest_ontology/{name}"
