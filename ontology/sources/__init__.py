"""The sources of the embedded ontology: each file here with a `SOURCE` is one."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from ontology.sources.source import Source


def load_sources() -> dict[str, Source]:
    """Find the sources by name, in the order of their files' names."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__, f"{__name__}."))
    found = (getattr(import_module(name), "SOURCE", None) for name in names)
    return {source.name: source for source in found if isinstance(source, Source)}
