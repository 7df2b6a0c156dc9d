"""The root of the command line: what goes wrong on purpose is said in one line."""

from __future__ import annotations

from typing import Any

import click

from annotation.errors import AnnotationError
from ontology.errors import OntologyError
from selection.errors import SelectionError
from webapp.errors import DomainError, SettingError


class MainGroup(click.Group):
    """A group whose commands answer our own errors on stderr, with exit code 1."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - signature of click
        """Run the command; a broken rule, record or setting is an answer, not a crash."""
        try:
            return super().invoke(ctx)
        except (AnnotationError, DomainError, OntologyError, SelectionError, SettingError) as error:
            raise click.ClickException(str(error)) from error
