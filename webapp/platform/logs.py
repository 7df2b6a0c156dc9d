"""The log of the application: warnings and worse, to stderr, one format for all processes."""

import logging


def configure() -> None:
    """Send the log of this process to stderr; what a log must not hold is up to who writes it."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
