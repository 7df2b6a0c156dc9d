"""The commands of experiments, one a file, as `palimpsest` finds them by entry point."""

from __future__ import annotations

from webapp.cli.group import LazyCommand

COMMANDS = {
    "collection": LazyCommand(
        "research.commands.collection:collection",
        "Index the texts in FOLDER and below it to be searched in place of the web.",
    ),
    "evaluate": LazyCommand(
        "research.commands.evaluate:evaluate",
        "Measure families of models on the choices in DATA, a WikiReplace file.",
    ),
    "evaluate-masks": LazyCommand(
        "research.commands.evaluate_masks:evaluate_masks",
        "Measure what suggests masks on the masks in DATA, a TAB, WikiReplace or marked text file.",
    ),
}
