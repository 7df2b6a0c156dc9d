"""Forms about people."""

from __future__ import annotations

from flask_wtf import FlaskForm
from wtforms import BooleanField, IntegerField, PasswordField, SelectField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import DataRequired, InputRequired, Length, NumberRange

from webapp.people.auth.passwords import MIN_LENGTH
from webapp.people.operations import MAX_NAME_LENGTH
from webapp.platform.models import Role

LONGEST_LINK_DAYS = 3650
ABOUT_ROLES = " ".join(f"{role.label}: {role.help}" for role in Role)


def _role_field(label: str) -> SelectField:
    return SelectField(
        label,
        [InputRequired("Choose a role.")],
        choices=[SelectChoice(role, role.label) for role in Role],
        coerce=Role,
        description=ABOUT_ROLES,
    )


class PersonForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """A new person."""

    name = StringField(
        "Name",
        [DataRequired("Enter a name."), Length(max=MAX_NAME_LENGTH)],
        description="Exported data names annotators by it: a pseudonym is fine.",
        render_kw={"autocomplete": "off", "maxlength": MAX_NAME_LENGTH},
    )
    role = _role_field("Role")
    password = PasswordField(
        "Password (optional)",
        description=f"At least {MIN_LENGTH} characters. Without one the person signs in by the"
        " personal link, which is made in any case.",
        render_kw={"autocomplete": "new-password"},
    )


class RoleForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """Another role."""

    role = _role_field("New role")


class NewPasswordForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """A password for somebody else."""

    password = PasswordField(
        "New password",
        [DataRequired("Enter the new password.")],
        description=f"At least {MIN_LENGTH} characters. The person is signed out everywhere.",
        render_kw={"autocomplete": "new-password"},
    )


class ActiveForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """Whether the person may sign in; the buttons of the page send it."""

    is_active = BooleanField()


class LinkForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """A new personal link."""

    days = IntegerField(
        "Works for how many days",
        [NumberRange(1, LONGEST_LINK_DAYS, f"Between 1 and {LONGEST_LINK_DAYS} days.")],
        render_kw={"min": 1, "max": LONGEST_LINK_DAYS},
    )
