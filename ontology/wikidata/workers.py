"""Worker processes that read chunks of a dump; results come back in the order of the chunks."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing import get_context
from pathlib import Path

from ontology.errors import SourceError
from ontology.processes import end_with_parent
from ontology.wikidata.blocks import Block, read_block
from ontology.wikidata.dump import Chunk, read_lines


def read_chunks(path: Path, chunks: Iterable[Chunk], workers: int) -> Iterator[tuple[Chunk, Block]]:
    """Yield each chunk with what it holds; a single chunk is not worth a process."""
    rest = iter(chunks)
    first = list(islice(rest, 2))
    if workers < 1 or len(first) < 2:  # noqa: PLR2004 - one chunk or none
        for chunk in chain(first, rest):
            yield chunk, _read(path, chunk.data)
        return
    with _pool(workers) as pool:
        yield from _share(pool, path, chain(first, rest), workers)


def _share(
    pool: ProcessPoolExecutor, path: Path, chunks: Iterator[Chunk], workers: int
) -> Iterator[tuple[Chunk, Block]]:
    """Have one chunk more on the way than there are workers: none waits, and memory is bounded."""
    under_way: deque[tuple[Chunk, Future[Block]]] = deque()
    for chunk in chunks:
        under_way.append((chunk, pool.submit(_read, path, chunk.data)))
        if len(under_way) > workers:
            done, block = under_way.popleft()
            yield done, block.result()
    while under_way:
        done, block = under_way.popleft()
        yield done, block.result()


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Run some workers; what they have begun when an error comes, they still end."""
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin)
    try:
        yield pool
    except BrokenProcessPool:
        raise SourceError(
            "a worker process ended before its time (out of memory?): run the build again, "
            "it goes on where it stopped"
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C reaches all: end at once, say nothing
    end_with_parent()


def _read(path: Path, data: bytes | range) -> Block:
    return read_block(read_lines(path, data) if isinstance(data, range) else data)
