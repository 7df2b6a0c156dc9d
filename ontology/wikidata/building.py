"""Building the layer from a dump or from the thesis' form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from ontology.errors import SourceError
from ontology.index.reading import Index
from ontology.wikidata.blocks import Counts
from ontology.wikidata.dump import DUMP_SHAPE, iter_chunks
from ontology.wikidata.graph import Graph
from ontology.wikidata.layer import PARTS, write_layer
from ontology.wikidata.second_pass import choose, iter_concepts, share_out
from ontology.wikidata.spill import Spill
from ontology.wikidata.thesis import is_thesis_json, read_json, write_json
from ontology.wikidata.vocabulary import ROOTS
from ontology.wikidata.workers import read_chunks

CHUNK_BYTES = 16 * 1024 * 1024
PART_CONCEPTS = 400_000
"""How many concepts are compiled at once, at some 1.3 kB each: what bounds the memory."""

READ_SO_FAR = ".first-pass"

Progress = Callable[[str, int], None]
"""Hears a step's name, and how many bytes of the file are behind us."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a dump is read: the classes to keep, the processes, where the thesis' form goes."""

    roots: tuple[int, ...] = ROOTS
    workers: int = 2
    thesis_json: Path | None = None
    chunk_bytes: int = CHUNK_BYTES
    part_concepts: int = PART_CONCEPTS


@dataclass(frozen=True, slots=True)
class Report:
    """What came of it. `is_everything` says that there were no humans to tell what matters."""

    index: Index
    counts: Counts = field(default_factory=Counts)
    is_everything: bool = False
    thesis_terms: int | None = None

    @property
    def manifests(self) -> list[dict[str, Any]]:
        """The manifests of all parts."""
        parts = [Index(self.index.folder / name) for name in self.index.manifest[PARTS]]
        return [self.index.manifest, *(part.manifest for part in parts)]


def build_layer(source: Path, folder: Path, options: Options, on_progress: Progress) -> Report:
    """Compile a dump, or a file in the thesis' form, into a layer; raises SourceError.

    The first pass over a dump goes on where it was killed; the second begins again.
    """
    try:
        return _build(source, folder, options, on_progress)
    except OSError as error:
        raise SourceError(f"the layer can't be built in {folder}: {error}") from error


def _build(source: Path, folder: Path, options: Options, on_progress: Progress) -> Report:
    _check_beginning(source)
    if is_thesis_json(source):
        return _build_from_thesis(source, folder, options, on_progress)
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(folder):
        spill = Spill(folder / READ_SO_FAR, source)
        _read_dump(source, spill, options, on_progress)
        report = _write(source, folder, spill, options, on_progress)
        spill.remove()
    return report


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    lock = FileLock(folder / f"{READ_SO_FAR}.lock", blocking=False)
    try:
        lock.acquire()
    except Timeout:
        raise SourceError(f"another build is at work in {folder}") from None
    try:
        yield
    finally:
        lock.release()


def _check_beginning(source: Path) -> None:
    begin = next(iter_chunks(source, 1000), None)
    data = b"" if begin is None else begin.data
    if isinstance(data, range):
        with source.open("rb") as file:
            data = file.read(1000)
    if not data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"[", b"{")):
        found = f"it begins with {data[:20]!r}" if data else "it is empty"
        raise SourceError(f"{source} is no Wikidata dump, {found}: {DUMP_SHAPE}")


def _read_dump(source: Path, spill: Spill, options: Options, on_progress: Progress) -> None:
    if spill.is_complete:
        return
    chunks = iter_chunks(source, options.chunk_bytes, spill.place)
    for chunk in spill.fill(read_chunks(source, chunks, options.workers)):
        if spill.counts.broken and not spill.counts.items + spill.counts.others:
            break
        on_progress("reading", chunk.done)
    counts = spill.counts
    if not counts.items:
        spill.remove()
        raise SourceError(
            f"{source} holds no Wikidata item ({counts.lines:,} lines read, {counts.broken:,} of "
            f"them broken): {DUMP_SHAPE}"
        )


def _write(
    source: Path, folder: Path, spill: Spill, options: Options, on_progress: Progress
) -> Report:
    total = source.stat().st_size
    on_progress("classes", total)
    with closing(Graph(spill)) as graph:
        choice = choose(spill, graph, options.roots)
        terms = None
        if options.thesis_json is not None:
            on_progress("thesis form", total)
            terms = write_json(options.thesis_json, iter_concepts(spill, graph, choice))
        parts = [
            iter_concepts(spill, graph, choice, share)
            for share in share_out(choice, options.part_concepts)
        ]
        on_progress("writing", total)
        roots = [f"Q{root}" for root in options.roots]
        index = write_layer(folder, parts, _describe(source, roots=roots))
    return Report(index, spill.counts, choice.is_everything, terms)


def _describe(source: Path, **more: object) -> dict[str, object]:
    return {"label": "Wikidata", "licence": "CC0-1.0", "dump": source.name, **more}


def _build_from_thesis(
    source: Path, folder: Path, options: Options, on_progress: Progress
) -> Report:
    count, concepts = read_json(source)
    parts = [
        islice(concepts, options.part_concepts)
        for _ in range(0, max(count, 1), options.part_concepts)
    ]
    index = write_layer(folder, parts, _describe(source))
    on_progress("writing", source.stat().st_size)
    return Report(index)
