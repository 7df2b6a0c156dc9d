"""The command line, killed on the way: `python -m … N ARGUMENTS`.

It dies when it is about to put a file on disk for the N-th time, a document or the key to them;
nobody kills the processes that work for it.
"""

from __future__ import annotations

import os
import signal
import sys
from itertools import count

from webapp.cli import main

if __name__ == "__main__":
    times = count(1)
    fsync = os.fsync

    def killed(descriptor: int) -> None:
        """Die without any chance to tidy up."""
        if next(times) == int(sys.argv[1]):
            os.kill(os.getpid(), signal.SIGKILL)
        fsync(descriptor)

    os.fsync = killed
    main(sys.argv[2:])
