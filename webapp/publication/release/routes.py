"""Addresses of: releases, the gate that they stop at, what they let out."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass, replace
from hashlib import sha256

from flask import (
    Blueprint,
    Response,
    current_app,
    flash,
    render_template,
    request,
    send_file,
    url_for,
)
from flask_login import current_user
from werkzeug.wrappers import Response as BaseResponse

from annotation.hidden_words import Lexicon
from webapp.core import downloads
from webapp.core.jobs.operations import cancel_job
from webapp.curation.review.identifying import UnreadError
from webapp.insight.risk.wording import UNEXPLAINED
from webapp.people.access import Access, open_to, project_or_404, role_here
from webapp.platform.errors import ConflictError, DomainError, ForbiddenError
from webapp.platform.extensions import db
from webapp.platform.http.htmx import render, see_other, wants_fragment
from webapp.platform.models import Project, Role, utc_now
from webapp.projects.deletion.queries import document_or_404
from webapp.publication.release import operations
from webapp.publication.release.forms import AcceptanceForm, WantedForm
from webapp.publication.release.queries import (
    Release,
    acceptance_or_404,
    gated_document,
    look_at,
    names_of,
    standing_acceptances,
)
from webapp.publication.release.wanted import WantedRelease
from webapp.publication.release.writing import KEYS, REPORTS
from webapp.replacements.opening import opened_lexicon

blueprint = Blueprint("release", __name__, url_prefix="/projects/<int:project_id>/release")

Answer = BaseResponse | tuple[str, int]
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


@blueprint.get("")
@open_to(Access.REVIEWERS)
def index(project_id: int) -> str:
    """List releases, and what was accepted; admins are asked what is wanted."""
    return _index(project_or_404(project_id))


def _index(project: Project, form: WantedForm | None = None) -> str:
    session, is_admin = db.session(), role_here() is Role.ADMIN
    acceptances = standing_acceptances(session, project)
    return render_template(
        "publication/release/index.html",
        project=project,
        form=(form or WantedForm(formdata=None)) if is_admin else None,
        releases=Release.latest(session, project, utc_now()),
        acceptances=acceptances,
        names=names_of(session, acceptances, current_user),
    )


@blueprint.post("")
@open_to(Access.ADMINS, in_archive=True)
def begin(project_id: int) -> Answer:
    """Ask the worker for a release."""
    project, form = project_or_404(project_id), WantedForm()
    if not form.validate_on_submit():
        return _index(project, form), 422
    return _begun(project, form.wanted)


@dataclass(frozen=True, slots=True)
class _Refused:
    """A reason that was not taken, to be shown where it was typed."""

    digest: str
    reason: str
    problem: str


@blueprint.get("/<int:release_id>")
@open_to(Access.REVIEWERS)
def show(project_id: int, release_id: int) -> Response:
    """Show how far a release is, and what stops it."""
    project, release = _release(project_id, release_id)
    return _shown(project, release)


def _shown(project: Project, release: Release, refused: _Refused | None = None) -> Response:
    session, gate = db.session(), None
    last, *_ = Release.latest(session, project, utc_now())
    # The gate is that of now, which is no matter of what was released before.
    has_gate = last.job.id == release.job.id or refused is not None
    if has_gate and not wants_fragment() and release.job.finished_at and release.explained:
        gate = look_at(session, project, release, current_user, _lexicon())
    return render(
        "publication/release/show.html",
        "publication/release/_progress.html",
        422 if refused else 200,
        project=project,
        release=release,
        gate=gate,
        last=last,
        refused=refused,
        without_words=UNEXPLAINED,
        is_told=_is_told(),
        is_fragment=wants_fragment(),
    )


@blueprint.post("/<int:release_id>/documents/<int:document_id>/accept")
@open_to(Access.REVIEWERS)
def accept(project_id: int, release_id: int, document_id: int) -> BaseResponse:
    """Answer for a finding that stops a document."""
    project, release = _release(project_id, release_id)
    session, form, lexicon = db.session(), AcceptanceForm(), _lexicon()
    document = document_or_404(session, project, document_id)
    if not form.validate_on_submit():
        problem = "; ".join(form.reason.errors) or "Say what is accepted."
        return _shown(project, release, _Refused(form.digest.data or "", "", problem))
    try:
        operations.accept(
            session,
            gated_document(session, project, document.id, release.wanted, lexicon),
            operations.Accepting(
                form.kind.data, form.digest.data, form.reason.data, is_told=_is_told()
            ),
            lexicon=lexicon,
            person=current_user,
            at=utc_now(),
        )
    except (ConflictError, ForbiddenError, UnreadError):
        raise
    except DomainError as error:
        refused = _Refused(form.digest.data, form.reason.data, str(error))
        return _shown(project, release, refused)
    session.commit()
    flash("Accepted; that stands in the audit trail, and in the report.", "success")
    page = url_for(
        "release.show",
        project_id=project.id,
        release_id=release.job.id,
        told="yes" if _is_told() else None,
        _anchor=f"document-{document.id}",
    )
    return see_other(page)


@blueprint.post("/acceptances/<int:acceptance_id>/withdraw")
@open_to(Access.REVIEWERS)
def withdraw(project_id: int, acceptance_id: int) -> BaseResponse:
    """Take an acceptance back."""
    project, session = project_or_404(project_id), db.session()
    acceptance = acceptance_or_404(session, project, acceptance_id)
    operations.withdraw(session, acceptance, person=current_user, at=utc_now())
    session.commit()
    flash("It is not accepted any more: the next release stops there.", "success")
    return see_other(url_for("release.index", project_id=project.id))


@blueprint.post("/<int:release_id>/cancel")
@open_to(Access.ADMINS, in_archive=True)
def cancel(project_id: int, release_id: int) -> BaseResponse:
    """Stop a release; nothing of it stays."""
    project, release = _release(project_id, release_id)
    cancel_job(db.session(), release.job)
    db.session.commit()
    return see_other(url_for("release.index", project_id=project.id))


@blueprint.post("/<int:release_id>/again")
@open_to(Access.ADMINS, in_archive=True)
def again(project_id: int, release_id: int) -> BaseResponse:
    """Ask for a release anew, perhaps less the documents that are stopped."""
    project, release = _release(project_id, release_id)
    skip_stopped = release.wanted.skip_stopped or "skip_stopped" in request.form
    return _begun(project, replace(release.wanted, skip_stopped=skip_stopped))


@blueprint.post("/<int:release_id>/delete")
@open_to(Access.ADMINS, in_archive=True)
def delete(project_id: int, release_id: int) -> BaseResponse:
    """Delete a release with its file, key and report."""
    project, release = _release(project_id, release_id)
    downloads.delete(db.session(), release.job)
    db.session.commit()
    downloads.remove(current_app.extensions["palimpsest"], [release_id])
    flash("The release is deleted.", "success")
    return see_other(url_for("release.index", project_id=project.id))


@blueprint.get("/<int:release_id>/file")
@open_to(Access.ADMINS)
def download(project_id: int, release_id: int) -> Response:
    """Send the sanitized texts, or the part that a download which was cut off still lacks."""
    project, release = _kept(project_id, release_id)
    path = release.path_of(release.result["file"])
    response = send_file(
        path,
        as_attachment=True,
        download_name=f"for-release{path.suffix}",
        conditional=True,
        etag=release.result["sha256"],
    )
    operations.record_download(
        db.session(),
        project,
        release.job,
        person=current_user,
        at=utc_now(),
        is_resumed=bool(response.content_range.start),
    )
    db.session.commit()
    return response


@blueprint.get("/<int:release_id>/key")
@open_to(Access.ADMINS)
def key(project_id: int, release_id: int) -> Response:
    """Send the file that says which text is which document; that is noted each time."""
    project, release = _kept(project_id, release_id)
    name, _ = KEYS["json" if request.args.get("as") == "json" else "csv"]
    response = send_file(release.path_of(name), as_attachment=True, download_name=name)
    operations.record_key(
        db.session(), project, person=current_user, at=utc_now(), job_id=release_id
    )
    db.session.commit()
    return response


@blueprint.get("/<int:release_id>/report")
@open_to(Access.REVIEWERS)
def report(project_id: int, release_id: int) -> Response:
    """Show the report of a release, a page of its own to be printed and signed; or as JSON."""
    _project, release = _kept(project_id, release_id)
    if request.args.get("as") == "json":
        path = release.path_of(REPORTS["json"])
        return send_file(path, as_attachment=True, download_name="release-report.json")
    page = release.path_of(REPORTS["html"]).read_text(encoding="utf-8")
    response = Response(page)
    styles = (sha256(style.encode()).digest() for style in _STYLE.findall(page))
    allowed = " ".join(f"'sha256-{b64encode(each).decode()}'" for each in styles)
    # It needs no other file, so that it can be kept: its style stands in it.
    response.headers["Content-Security-Policy"] = (
        f"default-src 'none'; style-src {allowed}; base-uri 'none'; frame-ancestors 'none'"
    )
    if "as" in request.args:
        name = "release-report.html"
        response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


def _begun(project: Project, wanted: WantedRelease) -> BaseResponse:
    job = operations.request_release(
        db.session(), project, wanted, person=current_user, at=utc_now()
    )
    db.session.commit()
    page = url_for("release.index", project_id=project.id, _anchor=f"release-{job.id}")
    return see_other(page)


def _release(project_id: int, release_id: int) -> tuple[Project, Release]:
    project = project_or_404(project_id)
    return project, Release.get_or_404(db.session(), project, release_id, utc_now())


def _kept(project_id: int, release_id: int) -> tuple[Project, Release]:
    project = project_or_404(project_id)
    return project, Release.kept_or_404(db.session(), project, release_id, utc_now())


def _is_told() -> bool:
    """Whether findings are told to who has yet to read the text alone: they asked for that."""
    return "told" in request.args


def _lexicon() -> Lexicon:
    return opened_lexicon(current_app.extensions["palimpsest"])
