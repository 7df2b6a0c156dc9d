"""Route of the pattern page."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, render_template

from webapp.patterns.forms import PatternForm
from webapp.people.access import Access, open_to
from webapp.platform.models import utc_now
from webapp.projects.pages import Link, Navigation, Tab

blueprint = Blueprint("patterns", __name__)

PAGE = "#navigation"
NAVIGATION = Navigation(
    tabs=(
        Tab("Documents", (Link("Overview", PAGE), Link("Import", PAGE, "page"))),
        Tab("Review", (Link("Queue", PAGE),)),
        Tab("Settings", (Link("General", PAGE),)),
    ),
    button=Link("Export", PAGE),
)
AGES = (
    timedelta(),
    timedelta(minutes=3),
    timedelta(hours=2),
    timedelta(days=1),
    timedelta(days=90),
)


@blueprint.get("/patterns")
@open_to(Access.ADMINS_EVERYWHERE)
def index() -> str:
    """Show the components, made by the same macros and style sheets as the pages."""
    now = utc_now()
    return render_template(
        "patterns/index.html",
        form=PatternForm.shown(),
        navigation=NAVIGATION,
        moments=[now - age for age in AGES],
    )
