"""The pages of a PDF, read by a process of its own within limits."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotation.errors import RecordError

MAX_PAGE_SECONDS = 20
"""Of computing for a page: several hundred times what a page takes."""
MAX_FILE_SECONDS = 600
"""Of computing for all pages."""
MAX_MEMORY_BYTES = 2 * 1024 * 1024 * 1024
"""Of the process, the file included."""

_CODE = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its text, how many there are, and whether fields on it were filled in."""

    text: str
    count: int
    is_filled_in: bool


def pages_of(content: bytes) -> Generator[Page, None, None]:
    """Yield the pages of a PDF; raises RecordError, which names the page."""
    limits = (MAX_PAGE_SECONDS, MAX_FILE_SECONDS, MAX_MEMORY_BYTES)
    path = os.pathsep.join([str(_CODE), *filter(None, sys.path)])
    with subprocess.Popen(  # noqa: S603 - a program of ours
        [sys.executable, "-m", "annotation.pdf", *map(str, limits)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
    ) as process:
        assert process.stdin  # noqa: S101 - for the type checker
        assert process.stdout  # noqa: S101 - likewise
        try:
            with contextlib.suppress(BrokenPipeError), process.stdin:
                process.stdin.write(content)
            number = 0
            for number, line in enumerate(process.stdout, start=1):
                yield _page(json.loads(line), number)
            if process.wait():
                raise RecordError(_end(process.returncode, number + 1))
        finally:
            process.kill()


def _page(found: dict[str, Any], number: int) -> Page:
    if "needs_password" in found:
        raise RecordError(
            "the PDF is encrypted: open it with its password and save or print it without"
            if found["needs_password"]
            else "the PDF is broken and can't be read"
        )
    if found["is_broken"]:
        raise RecordError(f"the PDF is broken on page {number} and can't be read")
    if found["is_late"]:
        raise RecordError(
            f"the PDF takes more than {MAX_FILE_SECONDS} seconds to read, up to page {number}; "
            "split it into several files"
        )
    return Page(found["text"], found["count"], found["is_filled_in"])


def _end(code: int, number: int) -> str:
    """Return why the process ended before its time."""
    if code == -signal.SIGXCPU:
        return (
            f"the PDF takes more than {MAX_PAGE_SECONDS} seconds to read on page {number}: print "
            "that page into a new PDF"
        )
    return (
        f"the PDF can't be read on page {number}: it is broken, or takes more than "
        f"{MAX_MEMORY_BYTES // 1024**2:,} MiB of memory"
    )
