"""The folders of trainings and models in the home folder, and what is left of them.

`training/<job id>/` holds what a job reads and writes while it runs; of a job that is over only its
`log` stays, and of old jobs nothing. `models/<name>/` holds a version. Every name says which job it
comes from, so that what a killed job left is told from what one is writing.
"""

from __future__ import annotations

from pathlib import Path

from webapp.config import Config

LOG = "log"
SHOWN_LINES = 200


def working_folder(config: Config, job_id: int) -> Path:
    """Return where a job keeps its files."""
    return config.home / "training" / str(job_id)


def read_log(config: Config, job_id: int) -> list[str]:
    """Return the last lines of a job's log, none where there is none."""
    try:
        text = (working_folder(config, job_id) / LOG).read_text(encoding="utf-8")
    except OSError:
        return []
    return text.splitlines()[-SHOWN_LINES:]
