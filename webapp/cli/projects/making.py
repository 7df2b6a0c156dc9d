"""`palimpsest project create`."""

from __future__ import annotations

import json
from typing import BinaryIO

import click

from webapp.cli.context import application
from webapp.cli.projects.options import as_json_option
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import ProjectKind, utc_now
from webapp.projects.operations import Settings, create_project


@click.command()
@click.argument("name")
@click.option(
    "--kind",
    type=click.Choice([kind.value for kind in ProjectKind]),
    default=ProjectKind.ONE_PASS.value,
    show_default=True,
    help="What is annotated.",
)
@click.option("--annotators-per-document", default=1, show_default=True, type=click.IntRange(min=1))
@click.option("--peer-review", is_flag=True, help="Annotators review each other's work, too.")
@click.option("--guidelines", type=click.File("rb"), help="A Markdown file; - is standard input.")
@as_json_option
def create(
    *,
    name: str,
    kind: str,
    annotators_per_document: int,
    peer_review: bool,
    guidelines: BinaryIO | None,
    as_json: bool,
) -> None:
    """Make a project."""
    settings = Settings(
        name=name.strip(),
        guidelines=_read(guidelines) if guidelines else "",
        annotators_per_document=annotators_per_document,
        has_peer_review=peer_review,
    )
    with application():
        made = create_project(
            db.session(), settings, kind=ProjectKind(kind), actor=None, at=utc_now()
        )
        db.session.commit()
        result = {
            "id": made.id,
            "name": made.name,
            "kind": made.kind.value,
            "annotators_per_document": made.annotators_per_document,
        }
    click.echo(
        json.dumps(result, ensure_ascii=False) if as_json else f"Project {settings.name} is made."
    )


def _read(file: BinaryIO) -> str:
    try:
        return file.read().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise DomainError("The guidelines are not text in UTF-8.") from error
