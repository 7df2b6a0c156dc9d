"""Writing what a command makes: tables, files that are replaced whole, and how far a run is."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

import click

from annotation.formatting import counted
from webapp.platform.errors import DomainError

OFTEN = 100
"""After so many documents a run reports how far it is."""


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


def report_progress(documents: int) -> None:
    """Say on stderr how many documents a long run has behind it, now and then."""
    if documents % OFTEN == 0:
        click.echo(f"{counted(documents, 'document')} …", err=True)


def table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Lay rows out in columns under their headings, numbers to the right."""
    cells = [list(map(str, row)) for row in (headings, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    are_numbers = [all(isinstance(row[at], int) for row in rows) for at in range(len(headings))]
    lines = (
        "  ".join(
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, is_number in zip(row, widths, are_numbers, strict=True)
        )
        for row in cells
    )
    return "\n".join(line.rstrip() for line in lines)
