"""Worker processes that read chunks of a dump; results come back in the order of the chunks."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing.connection import Connection
from pathlib import Path

from ontology.errors import SourceError
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
    with _pool(path, workers) as pool:
        yield from _share(pool, chain(first, rest))


def _share(pool: list[Connection], chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, Block]]:
    """Give each worker its next chunk as soon as the one before is back, all in turn."""
    idle = deque(pool)
    busy: deque[tuple[Chunk, Connection]] = deque()
    for chunk in chunks:
        if not idle:
            done, worker = busy.popleft()
            block = _receive(worker)
            worker.send(chunk.data)
            busy.append((chunk, worker))
            yield done, block
        else:
            worker = idle.popleft()
            worker.send(chunk.data)
            busy.append((chunk, worker))
    for done, worker in busy:
        yield done, _receive(worker)


def _receive(worker: Connection) -> Block:
    try:
        answer: Block | Exception = worker.recv()
    except EOFError:
        raise SourceError(
            "a worker process ended before its time (out of memory?): run the build again, "
            "it goes on where it stopped"
        ) from None
    if isinstance(answer, Exception):
        raise answer
    return answer


@contextmanager
def _pool(path: Path, size: int) -> Iterator[list[Connection]]:
    """Run some workers; each ends when its pipe does, also when this process is killed."""
    context = multiprocessing.get_context("spawn")  # a forked worker would hold its siblings' pipes
    processes, ours = [], []
    try:
        for _ in range(size):
            our_end, their_end = context.Pipe()
            process = context.Process(target=_serve, args=(path, their_end), daemon=True)
            process.start()
            their_end.close()
            processes.append(process)
            ours.append(our_end)
        yield ours
    finally:
        for connection in ours:
            connection.close()
        for process in processes:
            process.terminate()
            process.join()


def _serve(path: Path, connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends the pipe
    while True:
        try:
            data = connection.recv()
            answer = _try_to_read(path, data)
            connection.send(answer)
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return


def _try_to_read(path: Path, data: bytes | range) -> Block | Exception:
    try:
        return _read(path, data)
    except Exception as error:  # whatever it is, the parent raises it
        return error


def _read(path: Path, data: bytes | range) -> Block:
    return read_block(read_lines(path, data) if isinstance(data, range) else data)
