"""What the audit log is narrowed to; the form only reads, so its address says everything."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta

from flask_wtf import FlaskForm
from wtforms import DateField, IntegerField, SelectField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import NumberRange, Optional

from webapp.people.access import HIGHEST_ROW_ID
from webapp.people.audit_log.queries import SYSTEM, Wanted
from webapp.platform.models import EventKind, Project


def _as_head(label: str) -> str:
    return label[0].upper() + label[1:]


class _NumberField(SelectField):  # type: ignore[misc] # WTForms brings no types
    """Somebody or something that is chosen by its number, or any."""

    def __init__(self, label: str, **options: object) -> None:
        super().__init__(
            label, coerce=lambda value: None if value in ("", None) else int(value), **options
        )

    def offer(self, anything: str, names: Mapping[int, str]) -> None:
        """Offer anything, and these."""
        named = (SelectChoice(number, name) for number, name in names.items())
        self.choices = [SelectChoice("", anything), *named]


class LogForm(FlaskForm):  # type: ignore[misc] # Flask-WTF brings no types
    """Who, what, where and when; days are those of UTC."""

    class Meta:
        """It changes nothing, so nobody can be tricked into sending it."""

        csrf = False

    person = _NumberField("Who")
    kind = SelectField(
        "What",
        choices=[
            SelectChoice("", "Anything"),
            *(SelectChoice(each.value, _as_head(each.label)) for each in EventKind),
        ],
        coerce=lambda value: EventKind(value) if value else None,
    )
    project = _NumberField("Project")
    document = IntegerField("Document number", [Optional(), NumberRange(1, HIGHEST_ROW_ID)])
    since = DateField("From", [Optional()])
    until = DateField("To", [Optional()])

    def offer(
        self, people: Mapping[int, str], projects: Mapping[int, str], project: Project | None
    ) -> None:
        """Offer these people, and these projects where the log is not that of one."""
        self.person.offer("Anybody", {0: SYSTEM, **people})
        if project is None:
            self.project.offer("Any", projects)
        else:
            del self.project

    def wanted(self, project: Project | None) -> Wanted:
        """Return what a valid form asks for; in the log of a project only what is of it."""
        asked_for = self.project.data if self.project else None
        until = _begin_of(self.until.data)
        return Wanted(
            person=self.person.data,
            kind=self.kind.data,
            project=project.id if project else asked_for,
            document=self.document.data,
            since=_begin_of(self.since.data),
            until=until and until + timedelta(days=1),
        )


def _begin_of(day: date | None) -> datetime | None:
    return datetime.combine(day, time(), UTC) if day else None
