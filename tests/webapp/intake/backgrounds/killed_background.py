"""A program that reads a background and is killed on the way: `python -m … FILE building|closing`.

`building`: before anything is in its place; `closing`: when it is in use, before the rest is gone.
"""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from webapp.application import create_app
from webapp.core.jobs.runner import run_here
from webapp.intake.backgrounds import tasks
from webapp.platform.extensions import db
from webapp.platform.models import Job, JobKind, Project, utc_now


def die(*_: Any, **__: Any) -> None:
    """End without any chance to tidy up."""
    os.kill(os.getpid(), signal.SIGKILL)


def main(path: Path, where: str) -> None:
    """Read the file as the background of the only project."""
    with create_app().app_context():
        job = Job(
            project_id=db.session.query(Project).one().id,
            kind=JobKind.BACKGROUND,
            arguments={"path": str(path), "file": path.name},
            created_at=utc_now(),
        )
        if where == "building":
            tasks._count_known = die
        else:
            tasks.HANDLER = replace(tasks.HANDLER, close=die)
        run_here(db.session(), job)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
