"""`palimpsest worker`: does what takes longer than a page may wait."""

from __future__ import annotations

import logging
import os
import signal

import click

from webapp.application import create_app
from webapp.core.jobs.worker import Worker
from webapp.platform import logs
from webapp.platform.extensions import db

logger = logging.getLogger(__name__)

THREADS = 3
"""Jobs at a time: a training and an attack, which take long and run one by one, and all else."""
SHUTDOWN_SECONDS = 10.0
"""What a running job may take to finish when the worker is asked to stop."""
REMOVED_SETTING = "PALIMPSEST_REDIS_URL"


@click.command()
def worker() -> None:
    """Run background jobs until stopped."""
    logs.configure()
    if os.environ.get(REMOVED_SETTING):
        logger.warning("%s means nothing any more: jobs wait in the database", REMOVED_SETTING)
    app = create_app()
    with app.app_context(), db.engine.connect():
        pass  # where there is no database, that is said once and not by every thread
    stopped, stopping = os.pipe()
    os.set_blocking(stopping, False)
    signal.set_wakeup_fd(stopping)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: None)  # without a handler, nothing is written
    jobs = Worker(app)
    jobs.start(THREADS)
    # Handlers run in this thread alone, and a signal that the system gives to another would not
    # wake it from a lock: the pipe is written to in whichever thread gets it.
    os.read(stopped, 1)
    jobs.stop(SHUTDOWN_SECONDS)
