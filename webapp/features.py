"""The features of the app, one blueprint each."""

from __future__ import annotations

from flask import Flask

from webapp.adjudication.routes import blueprint as adjudication
from webapp.agreement.routes import blueprint as agreement
from webapp.annotate.routes import blueprint as annotate
from webapp.assigning.routes import blueprint as assigning
from webapp.audit_log.routes import blueprint as audit_log
from webapp.auth.routes import blueprint as auth
from webapp.backgrounds.routes import blueprint as backgrounds
from webapp.export.dataset_routes import blueprint as datasets
from webapp.export.routes import blueprint as export
from webapp.generalizations.routes import blueprint as generalizations
from webapp.guidelines.routes import blueprint as guidelines
from webapp.handing_on.routes import blueprint as handing_on
from webapp.imports.routes import blueprint as imports
from webapp.imports.start_routes import blueprint as starting
from webapp.masks.routes import blueprint as masks
from webapp.patterns.routes import blueprint as patterns
from webapp.people.routes import blueprint as people
from webapp.projects.routes import blueprint as projects
from webapp.release.routes import blueprint as release
from webapp.removing.routes import blueprint as removing
from webapp.review.routes import blueprint as review
from webapp.risk.routes import blueprint as risk
from webapp.statistics.routes import blueprint as statistics
from webapp.versions.routes import blueprint as versions

BLUEPRINTS = (
    auth,
    people,
    audit_log,
    projects,
    guidelines,
    starting,
    imports,
    masks,
    generalizations,
    assigning,
    annotate,
    removing,
    review,
    adjudication,
    agreement,
    statistics,
    risk,
    versions,
    export,
    datasets,
    release,
    handing_on,
    patterns,
    backgrounds,
)


def init_app(app: Flask) -> None:
    """Register every feature."""
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
