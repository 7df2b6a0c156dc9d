"""Whose data the embedded index holds, and under which licence: NOTICE, and the licences."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from ontology.sources.source import Source

NOTICE = "NOTICE"
"""The file, in the project and in every index."""

LICENCES = "LICENCES"
"""The file in every index with the terms that the packages bring along, word for word."""

_WIDTH = 100
_OPENING = (
    "The ontology of Palimpsest is compiled, when Palimpsest is set up, from the data of the "
    "packages below. Their data is not part of Palimpsest; the compiled index contains data of "
    "theirs, rearranged, and is under the licences named here. LICENCES beside the index has their "
    "texts."
)


def compose_notice(sources: Iterable[Source]) -> str:
    """Return the text of NOTICE for some sources."""
    return "\n".join([textwrap.fill(_OPENING, _WIDTH), "", *map(_section, sources)])


def compose_licences(sources: Iterable[Source]) -> str:
    """Return the licence texts of the packages of some sources, each package once."""
    packages = {package.name: package for source in sources for package in source.packages}
    texts = []
    for name in sorted(packages):
        texts += [
            f"{name}: {path.name}\n\n{path.read_text('utf-8', 'replace').strip()}\n"
            for path in packages[name].licence_files()
        ]
    return f"\n{'=' * _WIDTH}\n".join(texts)


def _section(source: Source) -> str:
    packages = ", ".join(f"{package.name} ({package.registry})" for package in source.packages)
    paragraphs = [
        f"Source `{source.name}` from {packages or 'Palimpsest itself'}",
        f"Licence of the data: {source.licence}",
        *source.attribution.strip().split("\n"),
    ]
    filled = [textwrap.fill(paragraph, _WIDTH) for paragraph in paragraphs]
    return "\n".join([source.label, "-" * len(source.label), "", *filled, ""])
