"""The page about the figures of all documents, its chart, and the line beside one work."""

from __future__ import annotations

from typing import Any

from flask import Response, current_app, make_response, render_template, request, url_for
from flask_login import current_user

from webapp.core.audit.reading import note_reading
from webapp.core.work.corrections import load_corrected
from webapp.curation.review.identifying import is_to_be_read
from webapp.curation.review.permissions import check_may_read
from webapp.insight.risk import queries, wording
from webapp.insight.risk.forms import FiguresForm
from webapp.insight.risk.overview import ROWS_A_PAGE, Order, Overview
from webapp.insight.risk.reading import seen_of
from webapp.intake.backgrounds.queries import background_of
from webapp.platform.extensions import db
from webapp.platform.formatting import percent
from webapp.platform.http.htmx import render, see_other
from webapp.platform.models import Assignment, Project
from webapp.versions.queries import policy_of


def index(project: Project, form: FiguresForm | None = None) -> str:
    """Show the table, the chart, and what annotators see."""
    session = db.session()
    overview = Overview(session, project, current_user)
    is_told = "told" in request.args
    may_tell = is_told or not overview.has_unread()
    order = _order()
    if order.tells and not may_tell:
        order = Order.ATTACK
    page = max(request.args.get("page", 1, type=int), 1)
    total = overview.count()
    policy = policy_of(project)
    return render_template(
        "insight/risk/index.html",
        project=project,
        documents=overview.page(order, page),
        total=total,
        annotators=overview.annotators(),
        chart=overview.chart(),
        order=order,
        orders=Order,
        page=page,
        is_told=is_told,
        may_tell=may_tell,
        has_more=total > page * ROWS_A_PAGE,
        background=background_of(session, project),
        stored=policy,
        form=form or FiguresForm(formdata=None, obj=policy),
        say=wording,
        percent=percent,
        **_status(project, order),
    )


def status(project: Project) -> Response:
    """Answer whether new figures are being made; the page as a whole once they are there."""
    context = _status(project, _order())
    if not context["is_pending"]:
        response: Response = see_other(context["address"])  # type: ignore[assignment] # to htmx it is one
        return response
    return render(
        "insight/risk/index.html", "insight/risk/_status.html", project=project, **context
    )


def address_of(project: Project) -> str:
    """Return the address of the page as it is looked at: in its order, with what was asked for."""
    return url_for("risk.index", project_id=project.id, **_look(_order()))


def _look(order: Order) -> dict[str, Any]:
    """Return what the page's address says beside the project."""
    kept = {key: request.args[key] for key in ("page", "told") if key in request.args}
    return kept if order is Order.ATTACK else kept | {"order": order.value}


def _status(project: Project, order: Order) -> dict[str, Any]:
    session = db.session()
    job = queries.latest_check(session, project)
    look = _look(order)
    return {
        "address": url_for("risk.index", project_id=project.id, **look),
        "look": look,
        "job": job,
        "is_pending": job is not None and not job.state.is_over,
        "checked_at": queries.checked_last_at(session, project),
        "unchecked": queries.count_unchecked(session, project),
    }


def _order() -> Order:
    name = request.args.get("order", "")
    return Order(name) if name in set(Order) else Order.ATTACK


def line_of(project: Project, assignment: Assignment) -> Response:
    """Answer the figures of one work as it goes out, once the reader has read its text alone."""
    session = db.session()
    check_may_read(session, assignment, current_user)
    note_reading(project, assignment.document)
    if is_to_be_read(session, assignment, current_user) and not project.archived_at:
        return make_response("", 204)
    work = load_corrected(session, assignment)[0]
    seen = seen_of(session, current_app.extensions["palimpsest"], project, work)
    part = render_template(
        "insight/risk/_of_work.html", project=project, assignment=assignment, seen=seen
    )
    return make_response(part)
