"""Writing what a command makes: to stdout, or to a file that is replaced whole or not at all."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from webapp.errors import DomainError


@contextmanager
def opened(output: Path | None) -> Iterator[IO[bytes]]:
    """Open stdout, or a file beside the wanted one that takes its place in the end."""
    if output is None:
        yield sys.stdout.buffer
        return
    try:
        with NamedTemporaryFile(dir=output.parent, prefix=f".{output.name}.", delete=False) as file:
            temporary = Path(file.name)
            try:
                yield file
                file.flush()
                temporary.replace(output)
            finally:
                temporary.unlink(missing_ok=True)
    except OSError as error:
        raise DomainError(f"{output} can't be written: {error.strerror}.") from error
