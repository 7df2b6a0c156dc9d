"""Settings of the web server; `palimpsest serve` adds address and number of workers."""

import click
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker

from webapp.platform import logs

wsgi_app = "webapp.application:create_app()"

# The app is loaded once and shared by the forked workers: less memory, a quicker start, and a
# wrong setting stops the start instead of every worker.
preload_app = True
workers = 2
worker_class = "webapp.platform.http.receiving.PatientWorker"
threads = 4
# Connections that wait for their clients cost no thread, but a file each: many systems allow 1024.
worker_connections = 500
# It would wait for a slow reader for ever.
sendfile = False
timeout = 60
graceful_timeout = 10
keepalive = 5

# Addresses can hold personal links: no access log, and none of the messages that quote requests.
accesslog = None
errorlog = "-"
loglevel = "error"
control_socket_disable = True


class QuietLogger(Logger):  # type: ignore[misc]  # gunicorn brings no types
    """Logs errors without the address of the request that met them."""

    def exception(self, msg: str, *args: object, **kwargs: object) -> None:
        """Log an unhandled error; what would be filled into the message stays out."""
        super().exception(msg, *("…" for _ in args), **kwargs)


logger_class = QuietLogger


def on_starting(_server: Arbiter) -> None:
    """Give the application's log its form before the workers fork."""
    logs.configure()


def post_worker_init(worker: Worker) -> None:
    """Say where the pages are, once the last of the first workers is there to answer."""
    if worker.age == worker.cfg.workers:
        for listener in worker.sockets:
            click.echo(f"Palimpsest is at {listener}")
