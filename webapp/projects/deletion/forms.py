"""The fields of the forms of taking back and deleting."""

from __future__ import annotations

from dataclasses import fields

from flask import request

from webapp.projects.deletion.losses import LossCounts


def announced_comments() -> int:
    """Return how many comments the page that was sent announced as going too."""
    return request.form.get("comments", 0, type=int)


def announced_counts() -> LossCounts:
    """Return what the page that was sent announced as going."""
    names = (each.name for each in fields(LossCounts))
    return LossCounts(**{name: request.form.get(name, 0, type=int) for name in names})
