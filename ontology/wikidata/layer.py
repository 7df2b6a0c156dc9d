"""Writing concepts as an index, in several parts where one would need too much memory."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ontology.index.layout import MANIFEST
from ontology.index.reading import Index
from ontology.index.writing import IndexWriter
from ontology.wikidata.concepts import Concept

PARTS = "parts"
"""The manifest's list of the folders that hold the other parts, the better known things first."""


def write_layer(
    folder: Path, parts: Sequence[Iterable[Concept]], description: Mapping[str, object]
) -> Index:
    """Write the layer, the best known concepts in the first part.

    That one is written last: its manifest, which names the others, makes them the layer.
    """
    names = [_write_part(folder, _gather(concepts)) for concepts in reversed(parts[1:])]
    _gather(parts[0]).write(folder, {**description, PARTS: names[::-1]})
    _remove_others(folder, names)
    return Index(folder)


def _gather(concepts: Iterable[Concept]) -> IndexWriter:
    writer = IndexWriter()
    for concept in concepts:
        for name, entry in concept.entries():
            writer.add(name, [entry])
    return writer


def _write_part(folder: Path, writer: IndexWriter) -> str:
    """Write a part into a folder named by what it holds, so that old parts stay in use."""
    unfinished = folder / "part-unfinished"
    writer.write(unfinished, {})
    name = f"part-{Index(unfinished).manifest['data']}"
    shutil.rmtree(folder / name, ignore_errors=True)
    unfinished.replace(folder / name)
    return name


def _remove_others(folder: Path, names: list[str]) -> None:
    for path in folder.glob(f"part-*/{MANIFEST}"):
        if path.parent.name not in names:
            shutil.rmtree(path.parent, ignore_errors=True)
