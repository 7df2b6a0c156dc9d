"""The forms for making a plan and for applying it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Self

from flask_wtf import FlaskForm
from wtforms import HiddenField, IntegerField
from wtforms.validators import DataRequired, InputRequired, NumberRange

from webapp.platform.models import Role, User
from webapp.projects.forms import PeopleField

MOST_DOCUMENTS = 1_000_000


class PlanForm(FlaskForm):  # type: ignore[misc] # Flask-WTF brings no types
    """The people who get documents, and the number of documents that go to everybody."""

    people = PeopleField(
        "Who gets documents",
        coerce=int,
        validators=[DataRequired("Choose at least one person.")],
    )
    everybody = IntegerField(
        "Documents for everybody",
        default=0,
        description="So many documents go to all of them, so that agreement can be measured."
        " Those that everybody has already count; the others are the first with spans to hide that"
        " still need annotators.",
        validators=[
            InputRequired("Say how many; 0 for none."),
            NumberRange(min=0, max=MOST_DOCUMENTS),
        ],
    )

    @classmethod
    def offering(cls, members: Mapping[User, Role], able: Container[int]) -> Self:
        """Return a form that offers these people; ticked are the annotators able to sign in."""
        form = cls()
        form.people.choices = PeopleField.options(members)
        for option in form.people.choices:
            if option.value not in able:
                option.label = f"{option.label}: can't sign in"
        if not form.is_submitted():
            form.people.data = [
                user.id
                for user, role in members.items()
                if role is Role.ANNOTATOR and user.id in able
            ]
        return form

    def chosen(self, members: Iterable[User]) -> Sequence[User]:
        """Return the people that were ticked."""
        return [user for user in members if user.id in self.people.data]


class ApplyForm(PlanForm):
    """The same fields with the checksum of the plan that was shown."""

    checksum = HiddenField(validators=[InputRequired("The page did not say what it showed.")])
