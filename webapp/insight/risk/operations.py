"""Verbs on privacy figures: who sees them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from webapp.platform.models import Project, User
from webapp.versions.policies import change_fields, check_blind_share


def change_settings(
    session: Session,
    project: Project,
    *,
    shows_figures: bool,
    blind_figure_share: int,
    person: User,
    at: datetime,
) -> None:
    """Say whether annotators see figures, and in what share of the documents they don't."""
    check_blind_share(blind_figure_share)
    wanted = {"shows_figures": shows_figures, "blind_figure_share": blind_figure_share}
    change_fields(session, project, wanted, person=person, at=at)
