"""`palimpsest worker`: does what takes longer than a page may wait."""

from __future__ import annotations

import click

from webapp import create_app, logs
from webapp.extensions import db
from webapp.jobs.queue import queue_of
from webapp.jobs.running import STOPPING

THREADS = 2
"""Jobs at a time: a training shall not keep imports waiting, and trainings run one by one."""
LONGEST_POLL_SECONDS = 0.5
"""How late an idle worker may notice a new job."""
SHUTDOWN_SECONDS = 10.0
"""What a running job may take to finish when the worker is asked to stop."""


@click.command()
def worker() -> None:
    """Run background jobs until stopped."""
    logs.configure()
    app = create_app()
    with app.app_context(), db.engine.connect():
        pass  # where there is no database, that is said once and not by every thread
    consumer = queue_of(app).huey.create_consumer(
        workers=THREADS,
        max_delay=LONGEST_POLL_SECONDS,
        shutdown_timeout=SHUTDOWN_SECONDS,
        graceful_signal="TERM",
    )
    app.extensions[STOPPING] = consumer.stop_flag
    consumer.run()
