"""A build that kills itself after some chunks: `killed_build.py DUMP FOLDER CHUNKS WORKERS`."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from ontology.wikidata.building import Options, build_layer

CHUNK_BYTES = 2000


def main() -> None:
    dump, folder, chunks, workers = sys.argv[1:]
    seen = 0

    def die(_step: str, _done: int) -> None:
        nonlocal seen
        seen += 1
        if seen == int(chunks):
            os.kill(os.getpid(), signal.SIGKILL)

    options = Options(workers=int(workers), chunk_bytes=CHUNK_BYTES)
    build_layer(Path(dump), Path(folder), options, die)


if __name__ == "__main__":
    main()
