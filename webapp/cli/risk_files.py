"""Assessing the documents of a file, without a project or a database."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from annotation.formats import read_documents
from palimpsest.assessing import Assessing, opened_background
from palimpsest.checking import Checker
from privacy.attacks.reading import ReadingAttack
from privacy.figures import Figures
from webapp.cli.output import report_progress
from webapp.cli.risk_attacks import READING, attacks_on
from webapp.cli.risk_reports import Assessed
from webapp.platform.config import Config
from webapp.platform.errors import DomainError
from webapp.replacements.opening import (
    OntologyUnavailableError,
    opened_lexicon,
    opened_ontology,
)


def assess_file(
    config: Config, file: Path, source: Path | None, attacks: Sequence[str]
) -> Iterator[Assessed]:
    """Yield what is known of the documents of a file; raises RecordError and BackgroundError."""
    documents = list(read_documents(file))
    if not documents:
        raise DomainError(f"{file} holds no document.")
    if not any(each.is_masked for document in documents for each in document.iter_mentions()):
        hint = f"`{masking_of(file)}` suggests what to hide."
        click.echo(f"Note: {file} hides nothing yet. {hint}", err=True)
    with opened_background(source, documents) as background:
        ready = attacks_on(background, attacks, config) if background else []
        reading = (
            ReadingAttack(background, opened_ontology(config))
            if background and READING in attacks
            else None
        )
        checker = Checker(_figures(config), reading)
        assessing = Assessing.of(documents, background, ready, checker, opened_lexicon(config))
        for number, document in enumerate(documents, start=1):
            each = assessing.assess(document)
            yield Assessed(each.doc_id, each.report, each.leaks, each.spans)
            report_progress(number)


def masking_of(path: Path) -> str:
    """Return the command that suggests what to hide in plain texts."""
    return f"palimpsest mask {shlex.quote(str(path))} -o masked.json"


def _figures(config: Config) -> Figures | None:
    try:
        return Figures(opened_ontology(config))
    except OntologyUnavailableError:
        return None
