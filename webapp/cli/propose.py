"""`palimpsest propose`: a list for every masked mention of a file, without a project."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click

from annotation.formats import Format, detect_format, document_to_json, iter_json_list
from annotation.formats import read_documents as read
from annotation.formatting import counted
from annotation.records import Document, Json
from annotation.rendering import generalized_text_of
from ontology.layers import Ontology
from ontology.proposing import propose as propose_for
from webapp.cli.output import opened
from webapp.platform.config import Config
from webapp.platform.errors import DomainError
from webapp.replacements.opening import open_ontology


@dataclass
class ProposalCounts:
    """The documents of a run, the lists it proposed and the choices it left out."""

    documents: int = 0
    lists: int = 0
    dropped: int = 0

    def count(self, before: Document, after: Document) -> int:
        """Count a document; return how many of its choices are no longer offered."""
        dropped = _count_choices(before) - _count_choices(after)
        self.documents += 1
        self.lists += sum(mention.is_masked for mention in after.iter_mentions())
        self.dropped += dropped
        return dropped


@click.command()
@click.argument("file", metavar="IN", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write; not IN.",
)
def propose(*, file: Path, output: Path) -> None:
    """Give every masked mention of a marked file a list; old lists are replaced."""
    if output.exists() and output.samefile(file):
        raise DomainError("The result must go to another file than the one that is read.")
    file_format = detect_format(file)
    if not file_format.marks_mentions:
        raise DomainError(
            f"{file} marks no mentions: it must be a WikiReplace, TAB or marked text file."
        )
    ontology = open_ontology(Config.read())
    counts = ProposalCounts()
    with opened(output) as stream:
        for piece in iter_json_list(_iter_proposed(file, file_format, ontology, counts)):
            stream.write(piece.encode())
    click.echo(f"{counted(counts.lists, 'list')} in {counted(counts.documents, 'document')}.")
    if counts.dropped:
        click.echo(f"{counted(counts.dropped, 'choice')} left out: no longer offered.", err=True)


def _iter_proposed(
    file: Path, file_format: Format, ontology: Ontology, counts: ProposalCounts
) -> Iterator[Json]:
    for document in read(file, format=file_format):
        proposed = propose_for(document, ontology)
        if counts.count(document, proposed):
            proposed = replace(proposed, generalized_text=generalized_text_of(proposed))
        yield document_to_json(proposed)


def _count_choices(document: Document) -> int:
    replacements = (mention.replacement for mention in document.iter_mentions())
    return sum(
        len(annotators) for each in replacements if each for annotators in each.selection.values()
    )
