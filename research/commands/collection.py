"""`palimpsest collection`: background texts, indexed to be searched in place of the web."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import click

from annotation.formatting import counted
from research.errors import SearchError
from research.masking.search import Page
from research.masking.search.collection import (
    SUFFIXES,
    Collection,
    build_collection,
    list_folder,
    read_page,
)
from webapp.platform.errors import DomainError


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write; a collection that is there is replaced.",
)
def collection(*, folder: Path, output: Path) -> None:
    """Index the texts in FOLDER and below it to be searched in place of the web.

    FILE is what PALIMPSEST_SEARCH_COLLECTION names. It is replaced once the new one is whole. The
    exit code is 1 if something could not be read.
    """
    _check(output, folder)
    texts, others = list_folder(folder)
    unread = [f"{path}: no file of text ({', '.join(sorted(SUFFIXES))})" for path in others]
    try:
        with click.progressbar(texts, label="Reading") as bar:
            number = build_collection(output, _pages(bar, folder, unread))
    finally:
        for what in unread:
            click.echo(f"Not read: {what}", err=True)
    click.echo(f"{counted(number, 'text')} in {output}.")
    if unread:
        sys.exit(1)


def _check(output: Path, folder: Path) -> None:
    """Refuse to write over what is no collection, or among the texts; raises DomainError."""
    if output.resolve().is_relative_to(folder.resolve()):
        raise DomainError("The collection must go to a file outside the folder that is read.")
    if not output.exists():
        return
    try:
        with closing(Collection(output)):
            pass
    except SearchError as error:
        raise DomainError(
            f"{output} is there and is no collection: it is not written over."
        ) from error


def _pages(files: Iterable[Path], folder: Path, unread: list[str]) -> Iterator[Page]:
    """Read the files; those that can't be read are named."""
    for path in files:
        try:
            yield read_page(path, folder, lambda note: click.echo(f"Note: {note}", err=True))
        except SearchError as error:
            unread.append(str(error))
