"""The commands by name, a row each; a test holds their lines of help to those of the commands."""

from __future__ import annotations

from webapp.cli.group import LazyCommand

COMMANDS = {
    "agreement": LazyCommand(
        "webapp.cli.agreement:agreement",
        "Print the agreement between annotators on submitted work.",
    ),
    "anonymized": LazyCommand(
        "webapp.cli.anonymized:anonymized",
        "Write the submitted documents anonymized, a file each, by the choices of most annotators.",
    ),
    "backup": LazyCommand(
        "webapp.cli.backup:backup",
        "Write all that can't be made again into FILE, also while people work.",
    ),
    "demo": LazyCommand(
        "webapp.cli.demo:demo",
        "Load the sample project, once, then serve it to an admin, a reviewer and an annotator.",
    ),
    "doctor": LazyCommand(
        "webapp.cli.doctor:doctor",
        "Look at settings, disk, database, queue, models, stores and ontology; change nothing.",
    ),
    "export": LazyCommand(
        "webapp.cli.export:export",
        "Write a project's documents: a file, or a ZIP archive where the format has several.",
    ),
    "import": LazyCommand(
        "webapp.cli.imports:import_files",
        "Take files into a project; the exit code is 1 if one is refused.",
    ),
    "mask": LazyCommand(
        "webapp.cli.mask:mask",
        "Suggest mentions in IN, a text in any format that is read, or a folder or ZIP of them.",
    ),
    "ontology": LazyCommand("webapp.cli.ontology:ontology", "Build the ontology and ask it."),
    "project": LazyCommand("webapp.cli.projects:project", "Set up projects, list and show them."),
    "propose": LazyCommand(
        "webapp.cli.propose:propose",
        "Give every masked mention of a marked file a list; old lists are replaced.",
    ),
    "restore": LazyCommand(
        "webapp.cli.backup:restore",
        "Restore FILE into an empty home folder and an empty database, then rebuild the store.",
    ),
    "risk": LazyCommand("webapp.cli.risk:risk", "Find out who could still be found."),
    "sanitize": LazyCommand(
        "webapp.cli.sanitize:sanitize",
        "Anonymize IN, a text in any format that is read or a folder or ZIP of them,"
        " into a folder.",
    ),
    "score-masks": LazyCommand(
        "webapp.cli.score_masks:score",
        "Compare the masks in SYSTEM with those of the annotators in GOLD.",
    ),
    "serve": LazyCommand(
        "webapp.cli.serve:serve",
        "Bring the database up to date, then run the web server and the background worker.",
    ),
    "stats": LazyCommand(
        "webapp.cli.stats:stats",
        "Print the statistics of a project: progress, time, choices, spans, agreement.",
    ),
    "store": LazyCommand(
        "webapp.cli.store:store", "Compare the JSON store with the database, or write it anew."
    ),
    "train": LazyCommand(
        "webapp.cli.train:train",
        "Train a model on a project's work, try it, and use it if it is no worse.",
    ),
    "user": LazyCommand(
        "webapp.cli.user:user", "Add people, list and show them, let them in or shut them out."
    ),
    "versions": LazyCommand(
        "webapp.cli.versions:versions",
        "List the versions of a project's models of masks and replacements; --use rolls back.",
    ),
    "worker": LazyCommand("webapp.cli.worker:worker", "Run background jobs until stopped."),
}
