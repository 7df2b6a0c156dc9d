"""Where to go after signing in: only to a page of ours."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Request

from webapp.platform.http.htmx import wants_fragment


def local_path(target: str | None) -> str | None:
    """Return the target if it is a path of this site, None for everything else.

    Browsers read a backslash as a slash and drop tabs and line breaks: two slashes may hide.
    """
    if not target or not target.startswith("/") or target.startswith("//"):
        return None
    if "\\" in target or any(character <= " " for character in target):
        return None
    return target


def page_of(request: Request) -> str | None:
    """Return the page that is open: it is where the person wants to be after signing in."""
    if wants_fragment():
        return _path_in(request.headers.get("HX-Current-URL", ""))
    return local_path(request.full_path.rstrip("?")) if request.method == "GET" else None


def _path_in(address: str) -> str | None:
    """Return the path and query of an address, None for what is no address."""
    try:
        parts = urlsplit(address)
    except ValueError:  # brackets that hold no IPv6 address, and their like
        return None
    return local_path(f"{parts.path}?{parts.query}".rstrip("?"))
