"""Where the ontology and the models are looked for."""

from __future__ import annotations

import sys
from pathlib import Path

from palimpsest.assets import CHECKOUT, Assets, packaged_ontology


def test_variables_lead_to_assets_and_without_them_a_checkout_has_its_own(monkeypatch):
    for name in ("ONTOLOGY", "ENCODER", "PIPELINE"):
        monkeypatch.delenv(f"PALIMPSEST_{name}", raising=False)
    assert Assets.found() == Assets(ontology=CHECKOUT)
    monkeypatch.setenv("PALIMPSEST_ONTOLOGY", "/there")
    monkeypatch.setenv("PALIMPSEST_PIPELINE", "mine")
    assert Assets.found() == Assets(ontology=Path("/there"), pipeline="mine")


def test_an_ontology_that_is_compiled_goes_before_an_installed_one(tmp_path, monkeypatch):
    monkeypatch.delenv("PALIMPSEST_ONTOLOGY", raising=False)
    compiled = tmp_path / "compiled"
    monkeypatch.setattr("palimpsest.assets.CHECKOUT", compiled)
    monkeypatch.setattr("palimpsest.assets.packaged_ontology", lambda: tmp_path / "installed")
    assert Assets.found().ontology == tmp_path / "installed"
    compiled.mkdir()
    (compiled / "manifest.json").touch()
    assert Assets.found().ontology == compiled


def test_an_installed_ontology_is_found_if_it_is_whole(tmp_path, monkeypatch):
    package = tmp_path / "palimpsest_ontology"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert packaged_ontology() is None
    (package / "manifest.json").touch()
    assert packaged_ontology() == package
