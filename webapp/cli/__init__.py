"""The command line, `palimpsest`; each file holds the commands of one topic."""

from __future__ import annotations

import click

from webapp.cli.commands import COMMANDS
from webapp.cli.group import MainGroup
from webapp.platform.distribution import version


@click.group(cls=MainGroup, table=COMMANDS)
@click.version_option(version(), message="palimpsest %(version)s")
def main() -> None:
    """Hide who a text is about and keep the rest useful."""
