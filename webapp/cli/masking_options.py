"""The options of both `mask` and `sanitize`: what to read, how much to mask, whom to protect."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path

import click

from masking.operating_points import OperatingPoint, Point
from webapp.cli.inputs import Inputs


def operating_point(
    _context: click.Context, _parameter: click.Parameter, value: str | None
) -> Point | None:
    """Read an operating point: one of the names, or a score from 0 to 1; None without."""
    if value is None:
        return None
    if value in set(OperatingPoint):
        return OperatingPoint(value)
    try:
        score = float(value)
    except ValueError:
        score = -1.0
    if not 0 <= score <= 1:
        names = ", ".join(OperatingPoint)
        raise click.BadParameter(f"{value!r} is none of {names}, nor a number from 0 to 1.")
    return score


def takes_inputs(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take IN and say how it is read: it gets `inputs`."""

    @click.argument("source", metavar="IN", type=click.Path(exists=True, path_type=Path))
    @click.option(
        "--text-column", metavar="NAME", help="Which column of a table (CSV, TSV) is the text."
    )
    @wraps(command)
    def run(*, source: Path, text_column: str | None, **options: object) -> None:
        command(inputs=Inputs(source, text_column), **options)

    return run


point_option = click.option(
    "--operating-point",
    "point",
    metavar="P",
    callback=operating_point,
    help="privacy, balanced, utility, or from which score (0 to 1) a quasi-identifier is masked."
    " Default: as much as --project asks for in its settings; balanced without a project.",
)
protect_option = click.option(
    "--protect",
    multiple=True,
    metavar="NAME",
    help="Whom to protect, repeatable; else the document's task, else who is named most.",
)
