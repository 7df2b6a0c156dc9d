"""The response when files were uploaded."""

from __future__ import annotations

from collections.abc import Sequence

from flask import flash, url_for
from werkzeug.wrappers import Response

from webapp.platform.extensions import db
from webapp.platform.http.htmx import see_other
from webapp.platform.models import Job, Project


def imports_begun(project: Project, jobs: Sequence[Job]) -> Response:
    """Commit imports that were asked for, and lead to where people see them go on."""
    db.session.commit()
    if len(jobs) == 1 and jobs[0].arguments["looks_first"]:
        return see_other(url_for("imports.show", project_id=project.id, job_id=jobs[0].id))
    flash("The files are here; their import goes on in the background.", "success")
    return see_other(url_for("imports.index", project_id=project.id))
