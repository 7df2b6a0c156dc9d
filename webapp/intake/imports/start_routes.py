"""Addresses of: beginning with files, before there is a project."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask_login import current_user
from werkzeug.wrappers import Response

from webapp.intake.imports.answers import imports_begun
from webapp.intake.imports.operations import ImportOptions
from webapp.intake.imports.receiving import take_in
from webapp.intake.imports.starting import start_project
from webapp.people.access import Access, open_to
from webapp.platform.extensions import db
from webapp.platform.models import utc_now
from webapp.projects.forms import FilesForm

blueprint = Blueprint("starting", __name__, url_prefix="/start")


@blueprint.get("")
@open_to(Access.ADMINS_EVERYWHERE)
def index() -> str:
    """Ask for files."""
    return render_template("intake/imports/start.html", form=FilesForm(formdata=None))


@blueprint.post("")
@open_to(Access.ADMINS_EVERYWHERE)
def start() -> Response | tuple[str, int]:
    """Make a project for files, and show their texts before they are imported."""
    form = FilesForm()
    if not form.validate_on_submit():
        return render_template("intake/imports/start.html", form=form), 422
    project = start_project(db.session(), person=current_user, at=utc_now())
    options = ImportOptions(looks_first=True, is_start=True)
    jobs = take_in(db.session(), project, form.files.data, options)
    return imports_begun(project, jobs)
