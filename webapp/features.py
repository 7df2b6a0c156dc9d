"""The features of the app, one blueprint each."""

from __future__ import annotations

from flask import Flask

from webapp.curation.adjudication.routes import blueprint as adjudication
from webapp.curation.review.routes import blueprint as review
from webapp.insight.agreement.routes import blueprint as agreement
from webapp.insight.risk.routes import blueprint as risk
from webapp.insight.statistics.routes import blueprint as statistics
from webapp.intake.backgrounds.routes import blueprint as backgrounds
from webapp.intake.imports.routes import blueprint as imports
from webapp.intake.imports.start_routes import blueprint as starting
from webapp.intake.transfer.routes import blueprint as transfer
from webapp.masks.routes import blueprint as masks
from webapp.patterns.routes import blueprint as patterns
from webapp.people.audit_log.routes import blueprint as audit_log
from webapp.people.auth.routes import blueprint as auth
from webapp.people.routes import blueprint as people
from webapp.projects.assignment.routes import blueprint as assignment
from webapp.projects.deletion.routes import blueprint as deletion
from webapp.projects.guidelines.routes import blueprint as guidelines
from webapp.projects.routes import blueprint as projects
from webapp.publication.export.dataset_routes import blueprint as datasets
from webapp.publication.export.routes import blueprint as export
from webapp.publication.release.routes import blueprint as release
from webapp.replacements.routes import blueprint as replacements
from webapp.versions.routes import blueprint as versions
from webapp.workbench.routes import blueprint as workbench

BLUEPRINTS = (
    auth,
    people,
    audit_log,
    projects,
    guidelines,
    starting,
    imports,
    masks,
    replacements,
    assignment,
    workbench,
    deletion,
    review,
    adjudication,
    agreement,
    statistics,
    risk,
    versions,
    export,
    datasets,
    release,
    transfer,
    patterns,
    backgrounds,
)


def init_app(app: Flask) -> None:
    """Register every feature."""
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
