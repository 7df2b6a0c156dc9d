"""A model at work beside the pages: the real trainer, started as the worker starts it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

from selection import exchange
from webapp.versions import sample
from webapp.versions.processes import guarded


@contextmanager
def model_at_work() -> Iterator[None]:
    """Train on the sample, again and again, until the block ends."""
    with TemporaryDirectory(prefix="palimpsest-benchmark-") as name:
        folder, is_over = Path(name), Event()
        exchange.write_documents(folder / "sample", sample.load_sample())
        process = _started(folder, 0)
        at_work = [process]

        def go_on() -> None:
            while at_work[-1].wait() == 0 and not is_over.is_set():
                at_work.append(_started(folder, len(at_work)))

        thread = Thread(target=go_on)
        thread.start()
        try:
            yield
        finally:
            is_over.set()
            at_work[-1].kill()
            thread.join()


def _started(folder: Path, number: int) -> subprocess.Popen[bytes]:
    given = ["--all", "--snapshot", str(folder / "sample"), "--out", str(folder / str(number))]
    return subprocess.Popen(  # noqa: S603 - a command of ours
        guarded(["selection", "train", *given]),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
