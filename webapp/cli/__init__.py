"""The command line, `palimpsest`; each file holds the commands of one topic."""

from __future__ import annotations

from importlib.metadata import entry_points

import click

from webapp.cli.agreement import agreement
from webapp.cli.anonymized import anonymized
from webapp.cli.backup import backup, restore
from webapp.cli.demo import demo
from webapp.cli.doctor import doctor
from webapp.cli.export import export
from webapp.cli.group import MainGroup
from webapp.cli.imports import import_files
from webapp.cli.mask import mask
from webapp.cli.ontology import ontology
from webapp.cli.project import project
from webapp.cli.propose import propose
from webapp.cli.risk import risk
from webapp.cli.sanitize import sanitize
from webapp.cli.score_masks import score
from webapp.cli.serve import serve
from webapp.cli.stats import stats
from webapp.cli.store import store
from webapp.cli.train import train
from webapp.cli.user import user
from webapp.cli.versions import versions
from webapp.cli.worker import worker


@click.group(cls=MainGroup)
@click.version_option(package_name="palimpsest", message="palimpsest %(version)s")
def main() -> None:
    """Hide who a text is about and keep the rest useful."""


main.add_command(agreement)
main.add_command(anonymized)
main.add_command(backup)
main.add_command(demo)
main.add_command(doctor)
main.add_command(export)
main.add_command(import_files)
main.add_command(mask)
main.add_command(ontology)
main.add_command(project)
main.add_command(propose)
main.add_command(score)
main.add_command(restore)
main.add_command(risk)
main.add_command(sanitize)
main.add_command(serve)
main.add_command(stats)
main.add_command(store)
main.add_command(train)
main.add_command(user)
main.add_command(versions)
main.add_command(worker)
for point in entry_points(group="palimpsest.commands"):  # of packages that are installed beside
    main.add_command(point.load())
