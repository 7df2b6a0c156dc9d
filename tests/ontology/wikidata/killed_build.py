"""A build that is stopped on the way: `killed_build.py DUMP FOLDER CHUNKS WORKERS SIGNAL`.

Ctrl-C goes to all processes that a terminal has started, anything else to the build alone.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from ontology.wikidata.building import Options, build_layer

CHUNK_BYTES = 2000


def main() -> None:
    dump, folder, chunks, workers, number = sys.argv[1:]
    send = os.killpg if int(number) == signal.SIGINT else os.kill
    seen = 0

    def stop(_step: str, _done: int) -> None:
        nonlocal seen
        seen += 1
        if seen == int(chunks):
            send(os.getpid(), int(number))

    options = Options(workers=int(workers), chunk_bytes=CHUNK_BYTES)
    build_layer(Path(dump), Path(folder), options, stop)


if __name__ == "__main__":
    main()
