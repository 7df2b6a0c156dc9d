"""A worker in the middle of a training, to be killed: `python -m … JOB MODE`."""

from __future__ import annotations

import sys

import pytest

from tests.webapp.versions.trainable import fake
from webapp.application import create_app
from webapp.core.jobs.runner import run_job
from webapp.versions import processes

if __name__ == "__main__":
    processes.NICENESS = 0
    fake(pytest.MonkeyPatch(), sys.argv[2])
    with create_app().app_context():
        run_job(int(sys.argv[1]))
