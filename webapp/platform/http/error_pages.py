"""The pages that people see for errors; internals never show."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator

from flask import Flask, Response, current_app, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.wrappers import Response as BaseResponse

from webapp.platform.errors import BusyError, DomainError
from webapp.platform.extensions import db
from webapp.platform.http.htmx import wants_fragment
from webapp.platform.http.reopening import lead_to_page, page_above

logger = logging.getLogger(__name__)


MESSAGES = {
    400: ("Bad request", "The browser sent something that this page does not understand."),
    403: ("Not allowed", "Your account may not open this page."),
    404: ("Not found", "There is no such page, or it belongs to a project you are not part of."),
    405: ("Not possible here", "This address does not take that kind of request."),
    413: ("Too large", "What was sent is larger than this server accepts."),
    429: ("Too many attempts", "Please wait some minutes, then try again."),
    500: ("Something went wrong", "The error was logged. Nothing you saved before is lost."),
}


def init_app(app: Flask) -> None:
    """Answer every error with the same plain page."""
    app.register_error_handler(DomainError, _answer_domain_error)
    app.register_error_handler(BusyError, _answer_busy)
    app.register_error_handler(HTTPException, _answer_http_error)
    app.register_error_handler(CSRFError, _answer_csrf_error)
    app.register_error_handler(Exception, _answer_crash)


def notice(error: DomainError | BusyError) -> Response:
    """Say among the messages of the open page why a step was refused, whatever asked for it."""
    _forget_changes()
    response = make_response(render_template("errors/_notice.html", message=error), error.status)
    response.headers.update({"HX-Retarget": "#messages", "HX-Reswap": "innerHTML show:top"})
    return response


def _forget_changes() -> None:
    """Keep nothing of what was begun, so that the answer can read from the database again."""
    db.session.rollback()


def _page(status: int, title: str, message: str) -> Response:
    _forget_changes()
    way_back = page_above(request.path) if request.method == "POST" else None
    page = render_template(
        "errors/error.html", status=status, title=title, message=message, way_back=way_back
    )
    return make_response(page, status)


def _answer_domain_error(error: DomainError | BusyError) -> Response:
    if wants_fragment():
        return notice(error)
    return _page(error.status, error.title, str(error))


def _answer_busy(error: BusyError) -> Response:
    response = _answer_domain_error(error)
    response.headers["Retry-After"] = str(error.retry_after_seconds)
    return response


def _answer_http_error(error: HTTPException) -> BaseResponse:
    if error.code is None or error.code < 400:  # noqa: PLR2004 - redirects are no errors
        return error.get_response()
    if isinstance(error, MethodNotAllowed) and (page := lead_to_page(error)):
        return page
    title, message = MESSAGES.get(error.code, (error.name, "The request could not be answered."))
    response = _page(error.code, title, message)
    if allowed := getattr(error, "valid_methods", None):
        response.allow.update(allowed)
    return response


def _answer_csrf_error(error: CSRFError) -> Response:
    logger.info("form refused: %s", error.description)
    return _page(400, "This form has expired", "Go back, load the page again and repeat the step.")


def _answer_crash(error: Exception) -> Response:
    if current_app.config["PROPAGATE_EXCEPTIONS"]:
        raise error
    # The endpoint instead of the path: a path can hold a personal link.
    logger.error("unhandled error in %s\n%s", request.endpoint, "".join(_way_to(error)))
    try:
        return _page(500, *MESSAGES[500])
    except Exception:  # the page itself may need what broke, the database say
        return make_response("\n".join(MESSAGES[500]), 500, {"Content-Type": "text/plain"})


def _way_to(error: BaseException) -> Iterator[str]:
    """Yield the traceback without the messages of errors: they can quote a document."""
    if cause := error.__cause__ or error.__context__:
        yield from _way_to(cause)
        yield "which led to\n"
    yield from traceback.format_tb(error.__traceback__)
    yield f"{type(error).__module__}.{type(error).__qualname__}\n"
