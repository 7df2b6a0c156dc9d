"""What the program refuses in the hands of whoever calls it."""

from __future__ import annotations


class PalimpsestError(Exception):
    """Something that was asked can't be done; the message is meant for people."""
