"""Routes of a project's guidelines: how they read, their versions, and what changed."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from flask_login import current_user
from werkzeug.wrappers import Response as BaseResponse

from webapp.people.access import Access, open_to, project_or_404, row_id
from webapp.platform.extensions import db
from webapp.platform.http.htmx import see_other, wants_fragment
from webapp.platform.http.markdown import render_markdown
from webapp.platform.models import Project
from webapp.projects.guidelines import operations, queries
from webapp.projects.guidelines.differences import Piece, differences

blueprint = Blueprint("guidelines", __name__, url_prefix="/projects/<int:project_id>/guidelines")


@blueprint.get("")
@open_to(Access.SIGNED_IN)
def index(project_id: int) -> str:
    """Show the guidelines, their versions, and the difference between two of them.

    Unless told otherwise these are the present one, and what one read last or the one before.
    """
    project = project_or_404(project_id)
    news = queries.news_for(db.session(), project, current_user)
    after = _version_wanted(project, "after", project.guidelines_version)
    former = news.last if news and news.number == after else max(after - 1, 0)
    before = _version_wanted(project, "before", former)
    return render_template(
        "projects/guidelines/index.html",
        project=project,
        guidelines=render_markdown(project.guidelines),
        versions=queries.list_versions(db.session(), project),
        before=before,
        after=after,
        pieces=_pieces(project, before, after),
        news=news,
    )


@blueprint.post("/read")
@open_to(Access.SIGNED_IN)
def read(project_id: int) -> BaseResponse | Response:
    """Note that the current person has read the guidelines as they were shown."""
    project = project_or_404(project_id)
    number = request.form.get("number", type=row_id) or abort(422)
    operations.note_as_read(db.session(), project, current_user, number)
    db.session.commit()
    if wants_fragment():
        return make_response("")
    return see_other(url_for("guidelines.index", project_id=project.id))


def _version_wanted(project: Project, name: str, otherwise: int) -> int:
    """Return the number of a version in the query string, 0 for before there was any, or 404."""
    number = request.args.get(name, otherwise, type=int)
    if not 0 <= number <= project.guidelines_version:
        abort(404)
    return number


def _pieces(project: Project, before: int, after: int) -> list[Piece]:
    if not project.guidelines_version:
        return []
    texts = [queries.text_of(db.session(), project, number) for number in (before, after)]
    old, new = (abort(404) if text is None else text for text in texts)
    return differences(old, new)
