"""Addresses that only take a form, opened again: they lead to the page that the form stood on.

After a refused form the browser shows its address. Whoever loads it anew or opens that tab again
asks for a page where there is none.
"""

from __future__ import annotations

from flask import current_app, redirect, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.wrappers import Response

SEE_OTHER = 303


def page_above(path: str) -> str:
    """Return the address of the nearest page above a path; at the top stands the home page."""
    routes = current_app.url_map.bind_to_environ(request.environ)
    while path := path.rpartition("/")[0]:
        try:
            routes.match(path, method="GET")
        except HTTPException:
            continue
        return request.script_root + path
    return f"{request.script_root}/"


def lead_to_page(error: MethodNotAllowed) -> Response | None:
    """Redirect to the page of a form whose address was asked for as a page; None for the rest."""
    takes_forms = "POST" in (error.valid_methods or ())
    if request.method not in {"GET", "HEAD"} or not takes_forms:
        return None
    return redirect(page_above(request.path), SEE_OTHER)
