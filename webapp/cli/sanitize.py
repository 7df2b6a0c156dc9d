"""`palimpsest sanitize`: raw texts in, anonymized texts out, without people."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

import click

from annotation.formatting import counted
from masking.operating_points import BALANCED, Point
from ontology.overrides import NO_OVERRIDES
from palimpsest.sanitizing.document import NOT_WRITTEN, Outcome, State, Style
from palimpsest.sanitizing.ledger import Entry
from palimpsest.sanitizing.running import Plan, sanitize_all
from webapp.cli.inputs import Inputs
from webapp.cli.masking_options import point_option, protect_option, takes_inputs
from webapp.cli.output import report_progress
from webapp.platform.config import Config
from webapp.platform.errors import DomainError

FORMATS = ("txt", "json")


@click.command()
@takes_inputs
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to write into; made if it is not there.",
)
@click.option(
    "--style",
    default=Style.GENERALIZE.value,
    show_default=True,
    type=click.Choice([style.value for style in Style]),
    help="Replacements in place of what is hidden, or *** alone.",
)
@click.option(
    "--format", "file_format", default=FORMATS[0], show_default=True, type=click.Choice(FORMATS)
)
@click.option(
    "--project",
    "name",
    help="Use the rules and the models of this project, and hide as much as it asks for.",
)
@point_option
@protect_option
@click.option("--processes", type=click.IntRange(min=1), help="Default: one a core.")
def sanitize(
    *,
    inputs: Inputs,
    output: Path,
    style: str,
    file_format: str,
    name: str | None,
    point: Point | None,
    protect: tuple[str, ...],
    processes: int | None,
) -> None:
    """Anonymize IN, a text in any format that is read or a folder or ZIP of them, into a folder.

    Files are numbered; which number is which document stands in OUTPUT.key.jsonl beside the folder,
    which is for you alone. Each result is searched for what it should hide; where something can
    still be read, the document is held back and named. Run again, it goes on where it was: results
    of documents that are no longer in IN are removed, those of other inputs stay, and other options
    make all anew. The exit code is 1 if a document was held back or could not be read.
    """
    output = output.resolve()
    if inputs.path.is_dir() and output.is_relative_to(inputs.path.resolve()):
        raise DomainError("The results must go to a folder outside the one that is read.")
    try:
        output.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise DomainError(f"{output} can't be made: {error.strerror}.") from error
    plan = _planned(name, Style(style), point, protect, as_json=file_format == "json")
    run = _Run()
    run.removed = sanitize_all(
        inputs.documents(),
        output,
        plan,
        processes=processes or len(os.sched_getaffinity(0)),
        on_done=run.count,
        source_of=inputs.sources.__getitem__,
        is_gone=lambda entry: inputs.lacks(entry.document, entry.source),
    )
    run.report(output)
    if inputs.unread or run.left_out:
        sys.exit(1)


def _planned(
    name: str | None, style: Style, point: Point | None, protect: tuple[str, ...], *, as_json: bool
) -> Plan:
    """Take rules, models and how much to hide from a project, if one is named.

    Raises DomainError.
    """
    assets = Config.read().assets
    overrides, masks, replacements, step = NO_OVERRIDES, None, None, BALANCED
    if name is not None:
        from webapp.cli.learnt import learnt_by  # noqa: PLC0415 - loads Flask and SQLAlchemy

        learnt = learnt_by(name)
        overrides, step = learnt.overrides, learnt.step
        masks, replacements = learnt.masks, learnt.replacements
    point = step if point is None else point
    return Plan(assets, style, point, protect, overrides, masks, replacements, as_json=as_json)


class _Run:
    """The counts of a run, reported as it goes on and in the end."""

    def __init__(self) -> None:
        self.states: Counter[State] = Counter()
        self.known = 0
        self.training_documents = 0
        self.removed = 0
        """Earlier results that went with their sources."""

    @property
    def left_out(self) -> int:
        """The number of documents without a file."""
        return sum(self.states[state] for state in NOT_WRITTEN)

    def count(self, entry: Entry, outcome: Outcome | None) -> None:
        """Count a document; print why one is left out."""
        self.states[entry.state] += 1
        self.known += outcome is None
        self.training_documents += outcome is not None and outcome.is_training_document
        if entry.state in NOT_WRITTEN:
            message = f"{entry.state.capitalize()}: {entry.document}: {'; '.join(entry.problems)}"
            click.echo(message, err=True)
        elif outcome is not None and not outcome.is_in_language:
            click.echo(
                f"{entry.document}: does not read as a text in the pipeline's language; read it "
                "before you hand it out.",
                err=True,
            )
        if outcome is not None and outcome.is_training_document:
            click.echo(f"{entry.document}: the model has learnt from this document.", err=True)
        report_progress(self.states.total())

    def report(self, folder: Path) -> None:
        """Print what became of the documents."""
        written = self.states.total() - self.left_out
        click.echo(f"{counted(written, 'document')} in {folder}.")
        if self.known:
            click.echo(f"{counted(self.known, 'document')} of them from an earlier run.")
        if self.removed:
            results = counted(self.removed, "earlier result")
            click.echo(f"{results} removed: the source is not there any more.")
        if self.training_documents:
            documents = counted(self.training_documents, "document")
            click.echo(f"{documents} of them are those that the model of masks has learnt from.")
        if masked := self.states[State.MASKED]:
            click.echo(
                f"{counted(masked, 'document')} with *** alone: a replacement told too much."
            )
        for state in sorted(NOT_WRITTEN):
            if self.states[state]:
                click.echo(f"{counted(self.states[state], 'document')} {state}.")
