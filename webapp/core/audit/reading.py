"""What the current person reads is noted, before it is shown."""

from __future__ import annotations

from flask_login import current_user

from webapp.core import audit
from webapp.platform.extensions import db
from webapp.platform.models import Document, EventKind, Project, utc_now


def note_reading(
    project: Project, document: Document | None = None, *, kind: EventKind = EventKind.READ
) -> None:
    """Note that the current person reads a document, or something else in a project.

    It is committed at once: what is read is read, whatever becomes of the request.
    """
    session = db.session()
    who = {"actor": current_user, "at": utc_now()}
    if audit.record_reading(session, kind, project=project, document=document, **who):
        session.commit()
