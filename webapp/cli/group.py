"""Groups of commands that are loaded when they are called."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import click

from selection.catalogue import RESEARCH_EXTRA

ENTRY_POINTS = "palimpsest.commands"
"""The group in which packages that are installed beside this one name their tables of commands."""
OF_RESEARCH = ("collection", "evaluate", "evaluate-masks")
"""The commands that come with the extra, to be named where it isn't installed."""


@dataclass(frozen=True, slots=True)
class LazyCommand:
    """A row of a table of commands: light to read, while the command's module may be heavy."""

    place: str
    """The module and the name of the command in it, such as `webapp.cli.mask:mask`."""
    help: str
    """The line of help in the list of commands: the first sentence of the command's own."""

    def load(self) -> click.Command:
        """Import the command."""
        command: click.Command = resolve_name(self.place)
        return command

    def listed(self, width: int) -> str:
        """Return the line of help, shortened to a width as click does."""
        return click.Command(None, help=self.help).get_short_help_str(width)


class LazyGroup(click.Group):
    """A group that imports a command when it is called, and none to list them."""

    def __init__(self, *, table: Mapping[str, LazyCommand], **settings: Any) -> None:  # noqa: ANN401 - settings of click
        super().__init__(**settings)
        self.table = table

    def rows(self) -> Mapping[str, LazyCommand]:
        """Return all rows that can be called, by name."""
        return self.table

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - signature of click
        """Return the names of all commands, sorted."""
        return sorted(self.rows())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - signature of click
        """Load a command; None where there is none of this name."""
        row = self.table.get(cmd_name) or self.rows().get(cmd_name)
        return row.load() if row else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - signature of click
        """Write the list of commands from the table."""
        rows = self.rows()
        width = formatter.width - 6 - max(map(len, rows))
        lines = [(name, rows[name].listed(width)) for name in sorted(rows)]
        with formatter.section("Commands"):
            formatter.write_dl(lines)


class MainGroup(LazyGroup):
    """The root: it has the commands of installed packages, too, and answers refusals.

    What goes wrong is said in one line with exit code 1, unless it is a bug.
    """

    def rows(self) -> Mapping[str, LazyCommand]:
        """Return our own rows and those that installed packages add."""
        added: dict[str, LazyCommand] = {}
        for point in entry_points(group=ENTRY_POINTS):
            try:
                added |= point.load()
            except Exception as error:
                message = f"The commands of {point.value} can't be loaded: {error!r}"
                click.echo(message, err=True)
        return {**added, **self.table}

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; raises UsageError, which names the extra that one lacking comes with."""
        name = args[0]
        if name in OF_RESEARCH and name not in self.rows():
            ctx.fail(f"{name!r} needs {RESEARCH_EXTRA}: pip install '{RESEARCH_EXTRA}'.")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - signature of click
        """Run the command; a broken rule, record or setting is an answer, not a crash."""
        from webapp.cli import refusals  # noqa: PLC0415 - not for a version or for help

        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except Exception as error:
            sentence = refusals.sentence_of(error)
            if sentence is None:
                raise
            _give_up_output()
            raise click.ClickException(sentence) from error
        return result


def _give_up_output() -> None:
    """Let what is still to be printed go nowhere: its disk may be full at the last flush, too."""
    with suppress(OSError):
        sys.stdout.flush()
        return
    with suppress(OSError), Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
