"""Documents from a file or a folder of files, those that can't be read named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click

from annotation.errors import RecordError
from annotation.formats import read_documents
from annotation.records import Document
from palimpsest.reading import files_of


@dataclass
class Inputs:
    """The documents read from a path; afterwards `unread` names what was not read, and why."""

    path: Path
    text_column: str | None = None
    """Which column of a table is the text."""
    unread: list[str] = field(default_factory=list)
    sources: dict[str, str] = field(default_factory=dict)
    """The file of each document that was read."""

    def documents(self) -> Iterator[Document]:
        """Yield the documents, files by name, each document with an id of its own.

        Documents of a folder are named by the paths of their files, unless they are records with a
        name of their own. A file that can't be read is named in `unread`, and the next is read; so
        is a faulty document.
        """
        for file, place in files_of(self.path).items():
            try:
                for document in self._read(file, place):
                    if document.doc_id in self.sources:
                        self._miss(f"{file}: document {document.doc_id}: the same doc_id again")
                        continue
                    self.sources[document.doc_id] = str(file.resolve())
                    yield document
            except RecordError as error:
                self._miss(str(error))

    def lacks(self, document: str, source: str) -> bool:
        """Tell whether a document of an earlier run is no longer in what was read of this path.

        Where something could not be read, only a file that is gone tells that for sure.
        """
        if document in self.sources or not Path(source).is_relative_to(self.path.resolve()):
            return False
        return not self.unread or not Path(source).exists()

    def _read(self, file: Path, place: str | None) -> Iterator[Document]:
        return read_documents(
            file,
            place=place,
            text_column=self.text_column,
            on_note=lambda note: click.echo(f"Note: {note}", err=True),
            on_fault=lambda fault: self._miss(str(fault)),
        )

    def _miss(self, what: str) -> None:
        self.unread.append(what)
        click.echo(f"Not read: {what}", err=True)
