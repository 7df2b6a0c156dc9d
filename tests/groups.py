"""The commands of groups that load them when they are called."""

from __future__ import annotations

import click


def subcommands(group: click.Group) -> dict[str, click.Command]:
    """All commands of a group, loaded, by name."""
    context = click.Context(group)
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}
