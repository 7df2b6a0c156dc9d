"""`palimpsest worker`: does what takes longer than a page may wait."""

from __future__ import annotations

import click

from webapp import create_app, logs
from webapp.jobs.queue import queue_of

LONGEST_POLL_SECONDS = 0.5
"""How late an idle worker may notice a new job."""
SHUTDOWN_SECONDS = 10.0
"""What a running job may take to finish when the worker is asked to stop."""


@click.command()
def worker() -> None:
    """Run background jobs until stopped."""
    logs.configure()
    consumer = queue_of(create_app()).huey.create_consumer(
        workers=1,
        max_delay=LONGEST_POLL_SECONDS,
        shutdown_timeout=SHUTDOWN_SECONDS,
        graceful_signal="TERM",
    )
    consumer.run()
