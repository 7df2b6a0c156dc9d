"""What admins fill in about privacy figures."""

from __future__ import annotations

from flask_wtf import FlaskForm
from wtforms import BooleanField
from wtforms.validators import InputRequired

from webapp.versions.forms import share_field


class FiguresForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """Whether annotators see privacy figures, and in how many documents they don't."""

    shows_figures = BooleanField("Annotators see privacy figures")
    blind_figure_share = share_field(
        "Documents shown without them, in percent",
        "Drawn by lot when a document is opened first, for good. What is chosen in them shows how "
        "far figures sway people: the page of the model says so. 0: no document.",
        InputRequired("Say how many percent."),
    )
