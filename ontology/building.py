"""Compiling the embedded index: every source checked, read and written, all or nothing."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ontology.entries import Entry
from ontology.errors import OntologyError, SourceError
from ontology.index.reading import Index
from ontology.index.writing import IndexWriter
from ontology.notice import LICENCES, NOTICE, compose_licences, compose_notice
from ontology.sources import load_sources
from ontology.sources.source import Source

Progress = Callable[[str], None]
"""Called with the name of each step as it begins."""

WRITING = "writing"
"""The last step, after one for each source."""


def choose_sources(names: Sequence[str] = ()) -> list[Source]:
    """Return the sources of these names, or all; raises SourceError for an unknown name."""
    known = load_sources()
    unknown = [name for name in names if name not in known]
    if unknown:
        there = ", ".join(known) or "none"
        raise SourceError(f"there is no source {unknown[0]!r}; there is: {there}")
    return [source for name, source in known.items() if not names or name in names]


def build(folder: Path, sources: Sequence[Source], on_progress: Progress) -> Index:
    """Compile some sources into an index and open it; an old one is in use until the end.

    Raises SourceError and MissingPackageError.
    """
    writer = IndexWriter()
    descriptions = {}
    for source in sources:
        on_progress(source.name)
        count = writer.add(source.name, iter_checked(source))
        descriptions[source.name] = describe(source) | {"entries": count}
    on_progress(WRITING)
    writer.write(folder, {"origins": descriptions})
    (folder / NOTICE).write_text(compose_notice(sources), encoding="utf-8")
    (folder / LICENCES).write_text(compose_licences(sources), encoding="utf-8")
    return Index(folder)


def describe(source: Source) -> dict[str, object]:
    """Return the label, packages and licence of a source, for the manifest."""
    return {
        "label": source.label,
        "packages": {f"{each.registry}:{each.name}": each.version for each in source.packages},
        "licence": source.licence,
        "attribution": source.attribution,
    }


def iter_checked(source: Source) -> Iterator[Entry]:
    """Yield the entries of a source; raises SourceError, which says where it went wrong."""
    place = "before its first entry"
    entries = source.read()
    number = 0
    while True:
        try:
            entry = next(entries, None)
            if entry is None:
                return
            check(entry)
        except OntologyError:
            raise
        except Exception as error:
            packages = ", ".join(package.name for package in source.packages)
            raise SourceError(
                f"the source {source.name} ({packages}) is broken {place}: "
                f"{type(error).__name__}: {error}"
            ) from error
        number += 1
        place = f"after entry {number:,}, {entry.names[0]!r}"
        yield entry


def check(entry: Entry) -> None:
    """Refuse an entry that the index must not hold; raises ValueError."""
    if not entry.names or not all(entry.names):
        raise ValueError(f"an entry without a name ({entry.generalizations!r})")
    texts = entry.generalizations
    if not {"", "***"}.isdisjoint(texts) or tuple(map(str.strip, texts)) != texts:
        raise ValueError(f"{entry.names[0]!r} has an empty generalization or '***' among {texts!r}")
    if not math.isfinite(entry.weight):
        raise ValueError(f"{entry.names[0]!r} has the weight {entry.weight}")
