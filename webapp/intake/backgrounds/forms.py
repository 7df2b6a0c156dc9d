"""The forms of the background page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from flask_wtf import FlaskForm
from flask_wtf.file import FileField, FileRequired
from wtforms import SelectField
from wtforms.fields.choices import SelectChoice

from webapp.platform.models import Project


class FileForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """A file of texts about people."""

    file = FileField("File", [FileRequired("Choose a file.")])


class SourceForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """Another project, whose documents tell about people."""

    source = SelectField("Project", coerce=int)

    @classmethod
    def offering(cls, projects: Iterable[Project]) -> Self:
        """Return a form that offers these projects."""
        form = cls()
        form.source.choices = [SelectChoice(each.id, each.name) for each in projects]
        return form
