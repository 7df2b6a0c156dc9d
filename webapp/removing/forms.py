"""What the forms of taking back and deleting send."""

from __future__ import annotations

from flask import request


def announced_comments() -> int:
    """Return of how many comments the page that was sent said that they go too."""
    return request.form.get("comments", 0, type=int)
