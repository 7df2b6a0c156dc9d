"""Documents from a file or a folder of files, those that can't be read named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from annotation.errors import RecordError
from annotation.formats import Format, detect_format, read_documents
from annotation.records import Document
from webapp.errors import DomainError

SUFFIXES = frozenset({".txt", ".json", ".jsonl", ".ndjson"})
"""The files of a folder that are read; others are named."""


@dataclass
class Inputs:
    """What is read from a path; afterwards `unread` says what was not, and why."""

    path: Path
    unread: list[str] = field(default_factory=list)

    def documents(self) -> Iterator[Document]:
        """Yield the documents, files by name, each document with an id of its own.

        Documents of a folder's plain texts are named by their paths. A file that can't be read is
        named in `unread`, and the next is read; so is a faulty document.
        """
        seen: set[str] = set()
        for file in self._files():
            try:
                for document in self._read(file):
                    if document.doc_id in seen:
                        self._miss(f"{file}: document {document.doc_id}: the same doc_id again")
                        continue
                    seen.add(document.doc_id)
                    yield document
            except RecordError as error:
                self._miss(str(error))

    def _files(self) -> list[Path]:
        if self.path.is_file():
            return [self.path]
        files = sorted(
            path for path in self.path.rglob("*") if path.is_file() and not self._is_hidden(path)
        )
        for path in files:
            if path.suffix.lower() not in SUFFIXES:
                self._miss(f"{path}: no text, JSON or JSONL file")
        found = [path for path in files if path.suffix.lower() in SUFFIXES]
        if not found:
            raise DomainError(f"{self.path} holds no file that is read: .txt, .json, .jsonl.")
        return found

    def _is_hidden(self, path: Path) -> bool:
        return any(part.startswith(".") for part in path.relative_to(self.path).parts)

    def _read(self, file: Path) -> Iterator[Document]:
        file_format = detect_format(file)
        documents = read_documents(
            file, format=file_format, on_fault=lambda fault: self._miss(str(fault))
        )
        for document in documents:
            if self.path.is_dir() and file_format is Format.TEXT:
                name = file.relative_to(self.path).with_suffix("").as_posix()
                yield replace(document, doc_id=name)
            else:
                yield document

    def _miss(self, what: str) -> None:
        self.unread.append(what)
        click.echo(f"Not read: {what}", err=True)
