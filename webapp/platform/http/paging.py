"""Which page of a list is asked for."""

from __future__ import annotations

from flask import request

LAST_PAGE = 1_000_000
"""Beyond it a database would be asked to skip more rows than it can count."""


def page_wanted() -> int:
    """Return the number of the page in the query string, from 1; nonsense is the first."""
    return min(max(request.args.get("page", 1, type=int), 1), LAST_PAGE)
