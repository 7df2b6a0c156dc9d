"""`palimpsest project`: projects, and who gets which documents."""

from __future__ import annotations

import click

from webapp.cli.group import LazyCommand, LazyGroup

COMMANDS = {
    "add": LazyCommand(
        "webapp.cli.projects.sharing_out:add",
        "Make people members of a project, or let members do something else there.",
    ),
    "assign": LazyCommand(
        "webapp.cli.projects.sharing_out:assign",
        "Share out the documents that still need annotators; nobody loses one.",
    ),
    "create": LazyCommand("webapp.cli.projects.making:create", "Make a project."),
    "delete": LazyCommand(
        "webapp.cli.projects.deleting:delete",
        "Delete a project with all documents and work in it, after saying what goes.",
    ),
    "hand-on": LazyCommand(
        "webapp.cli.projects.handing_on:hand_on_masks",
        "Make the project NEW_NAME, in which what is hidden in NAME is replaced.",
    ),
    "list": LazyCommand(
        "webapp.cli.projects.listing:list_all",
        "List all projects by name, with how far each is.",
    ),
    "show": LazyCommand(
        "webapp.cli.projects.listing:show",
        "Show a project: its settings, who belongs to it, and how far each annotator is.",
    ),
}


@click.group(cls=LazyGroup, table=COMMANDS)
def project() -> None:
    """Set up projects, list and show them."""
