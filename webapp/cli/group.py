"""The root of the command line: what goes wrong is said in one line, unless it is a bug."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from annotation.errors import AnnotationError
from learning.errors import LearningError
from ontology.errors import OntologyError
from webapp.platform import outages
from webapp.platform.config import Config
from webapp.platform.errors import BusyError, DomainError, SettingError

OUR_ERRORS = (
    AnnotationError,
    BusyError,
    DomainError,
    OntologyError,
    LearningError,
    SettingError,
)


class MainGroup(click.Group):
    """A group whose commands answer refusals, ours and the machine's, with exit code 1."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - signature of click
        """Run the command; a broken rule, record or setting is an answer, not a crash."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except OUR_ERRORS as error:
            raise click.ClickException(str(error)) from error
        except Exception as error:
            home, database_url = Config.places(os.environ)
            sentence = outages.sentence_of(error, home=home, database_url=database_url)
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
