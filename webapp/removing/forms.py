"""The field of the forms of taking back and deleting."""

from __future__ import annotations

from flask import request


def announced_comments() -> int:
    """Return how many comments the page that was sent announced as going too."""
    return request.form.get("comments", 0, type=int)
