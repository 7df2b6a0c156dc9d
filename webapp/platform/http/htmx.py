"""Page or fragment: decided here and nowhere else."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

# Pages show personal data: nothing is kept in the browser's history cache, nothing is evaluated.
# Answers that explain a refusal (409, 422) are shown like any other. What is swapped in is shown as
# it is: to settle attributes htmx would set styles, which our policy forbids.
CONFIG = {
    "historyCacheSize": 0,
    "refreshOnHistoryMiss": True,
    "includeIndicatorStyles": False,
    "attributesToSettle": [],
    "allowEval": False,
    "allowScriptTags": False,
    "selfRequestsOnly": True,
    "timeout": 15_000,
    "responseHandling": [
        {"code": "204", "swap": False},
        {"code": "[23]..", "swap": True},
        {"code": "(409|422)", "swap": True},
        {"code": "[45]..", "swap": False, "error": True},
    ],
}

VARY_ON = ("HX-Request", "HX-Boosted", "HX-History-Restore-Request")


def init_app(app: Flask) -> None:
    """Tell caches that the answer depends on who asks."""
    app.after_request(_vary)


def wants_fragment() -> bool:
    """Whether htmx asks for a part of the page that is open."""
    headers = request.headers
    return (
        headers.get("HX-Request") == "true"
        and headers.get("HX-Boosted") != "true"
        and headers.get("HX-History-Restore-Request") != "true"
    )


def render(page: str, part: str, /, status: int = 200, **context: object) -> Response:
    """Render the part for htmx, the whole page for everybody else."""
    return make_response(render_template(part if wants_fragment() else page, **context), status)


def shown_anew(response: Response, address: str) -> Response:
    """Let the page at an address be loaded as a whole, if it is the one that asks for a part."""
    if wants_fragment() and urlsplit(request.headers.get("HX-Current-URL", "")).path == address:
        response.headers["HX-Refresh"] = "true"
    return response


def see_other(location: str) -> BaseResponse:
    """Send the browser on after a POST; htmx loads the page as a whole."""
    if wants_fragment():
        response = make_response("", 204)
        response.headers["HX-Redirect"] = location
        return response
    return redirect(location, 303)


def _vary(response: Response) -> Response:
    for header in VARY_ON:
        response.vary.add(header)
    return response
