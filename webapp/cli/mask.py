"""`palimpsest mask`: raw texts in, TAB records with suggested mentions out."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from annotation.formats import Format, iter_json_list, to_json
from annotation.formatting import counted
from annotation.records import Json
from annotation.types import IdentifierType
from masking.detecting import Detector
from masking.operating_points import BALANCED, Point, Step
from palimpsest.sanitizing.suggesting import MaskSuggester, open_suggester
from webapp.cli.inputs import Inputs
from webapp.cli.masking_options import point_option, protect_option, takes_inputs
from webapp.cli.output import opened, report_progress
from webapp.platform.config import Config
from webapp.platform.errors import DomainError


@click.command()
@takes_inputs
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write; not IN.",
)
@point_option
@protect_option
@click.option(
    "--project",
    "name",
    help="Use what this project has learnt of masks, and hide as much as it asks for.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def mask(
    *,
    inputs: Inputs,
    output: Path,
    point: Point | None,
    protect: tuple[str, ...],
    name: str | None,
    as_json: bool,
) -> None:
    """Suggest mentions in IN, a text in any format that is read, or a folder or ZIP of them.

    Written is a JSON list of TAB records. The exit code is 1 if something could not be read.
    """
    if output.exists() and inputs.path.is_file() and output.samefile(inputs.path):
        raise DomainError("The result must go to another file than the one that is read.")
    suggesting, usual = _open(name)
    found: Counter[str] = Counter()

    def records() -> Iterator[Json]:
        documents = inputs.documents()
        for suggested in suggesting.suggest(
            documents, point=usual if point is None else point, protect=protect
        ):
            marked = suggested.document
            if not suggested.is_in_language:
                warn_of_language(marked.doc_id, suggesting.detector)
            if suggested.is_training_document:
                click.echo(f"{marked.doc_id}: the model has learnt from this document.", err=True)
            found["documents"] += 1
            found.update(mention.identifier_type.value for mention in marked.iter_mentions())
            report_progress(found["documents"])
            yield to_json(marked, Format.TAB)

    with opened(output) as stream:
        for piece in iter_json_list(records()):
            stream.write(piece.encode())
    _report(found, inputs.unread, as_json=as_json)
    if inputs.unread:
        sys.exit(1)


def _open(name: str | None) -> tuple[MaskSuggester, Step]:
    """Open what suggests masks, and say how much; both as a project has it, if one is named.

    Raises DomainError.
    """
    config = Config.read()
    if name is None:
        return open_suggester(config.assets), BALANCED
    from webapp.cli.learnt import learnt_by  # noqa: PLC0415 - loads Flask and SQLAlchemy

    learnt = learnt_by(name)
    if learnt.masks is None:
        message = f"Project {name!r} has no model of masks in use; what needs no training suggests."
    else:
        message = f"Version {learnt.masks_number} of project {name!r} suggests."
    click.echo(message, err=True)
    return open_suggester(config.assets, learnt.masks), learnt.step


def warn_of_language(name: str, detector: Detector) -> None:
    """Say that a text reads as one in another language than the pipeline's."""
    language = detector.pipeline.language.lang
    click.echo(
        f"{name}: does not read as a text in the pipeline's language ({language}); much of what "
        "identifies people may be missed. Another pipeline: PALIMPSEST_PIPELINE.",
        err=True,
    )


def _report(found: Counter[str], unread: list[str], *, as_json: bool) -> None:
    kinds = {each: found[each.value] for each in IdentifierType}
    if as_json:
        counts = {each.value: count for each, count in kinds.items()}
        value = {"documents": found["documents"], "mentions": counts, "unread": unread}
        click.echo(json.dumps(value, ensure_ascii=False, indent=2))
        return
    click.echo(
        f"{counted(sum(kinds.values()), 'mention')} in {counted(found['documents'], 'document')}: "
        + ", ".join(f"{count:,} {each.value}" for each, count in kinds.items())
        + "."
    )
