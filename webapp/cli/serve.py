"""`palimpsest serve`: web server and worker, in the foreground."""

from __future__ import annotations

import errno
import os
import socket
import sys
from typing import NoReturn

import click
from flask import Flask

from webapp.application import create_app
from webapp.platform.config import Config
from webapp.platform.errors import DomainError
from webapp.platform.http import static_files
from webapp.platform.migrating import migrate
from webapp.platform.supervising import become_supervisor

LOOPBACK = ("127.0.0.1", "::1", "localhost")

host_option = click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on."
)
port_option = click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))


@click.command()
@host_option
@port_option
@click.option("--workers", default=2, show_default=True, type=click.IntRange(min=1))
@click.option(
    "--worker/--no-worker",
    "has_worker",
    default=True,
    help="Run the background worker too, or leave it to another process.",
)
def serve(*, host: str, port: int, workers: int, has_worker: bool) -> None:
    """Bring the database up to date, then run the web server and the background worker."""
    config = Config.read()
    check_address(host, port)
    prepare(config.opened())
    run(host=host, port=port, workers=workers, has_worker=has_worker)


def check_address(host: str, port: int) -> None:
    """Look whether somebody can listen there, before anything is done; raises DomainError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise DomainError(
                f"Port {port} on {host} is taken by another program. "
                "Choose one with --port, or PORT=9000 make demo."
            ) from error
        raise DomainError(f"Nobody can listen on {host}, port {port}: {error.strerror}.") from error


def prepare(config: Config) -> Flask:
    """Do what must be done once before any process serves; return the application."""
    app = create_app(config)
    migrate(app)
    static_files.compress(config.home)
    return app


def run(*, host: str, port: int, workers: int = 2, has_worker: bool = True) -> NoReturn:
    """Serve in the place of this process until stopped."""
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    if host in LOOPBACK and port:
        os.environ.setdefault("PALIMPSEST_PUBLIC_URL", f"http://{address}")
    web = [sys.executable, "-m", "gunicorn", "--config", "python:webapp.platform.gunicorn_conf"]
    become_supervisor(
        [*web, "--bind", address, "--workers", str(workers)],
        [sys.executable, "-m", "webapp.cli", "worker"] if has_worker else None,
    )
