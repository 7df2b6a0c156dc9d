"""Forms of signing in and of one's own account."""

from __future__ import annotations

from flask_wtf import FlaskForm
from wtforms import BooleanField, PasswordField, StringField
from wtforms.validators import DataRequired, EqualTo, Length, Regexp, ValidationError

from webapp.people.auth.passwords import MAX_LENGTH, MIN_LENGTH, check_new
from webapp.platform.errors import DomainError


class LoginForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """Name and password."""

    name = StringField(
        "Name",
        [
            DataRequired("Enter your name."),
            Length(max=120),
            Regexp(r"[^\0]+\Z", message="This is not a name."),
        ],
        render_kw={"autocomplete": "username", "maxlength": 120},
    )
    password = PasswordField(
        "Password",
        [DataRequired("Enter your password."), Length(max=MAX_LENGTH)],
        render_kw={"autocomplete": "current-password"},
    )


class PasswordForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """A new password for oneself; the present one is asked for by those who have one."""

    present = PasswordField(
        "Present password", [Length(max=MAX_LENGTH)], render_kw={"autocomplete": "current-password"}
    )
    new = PasswordField(
        "New password",
        [DataRequired("Enter the new password.")],
        description=f"At least {MIN_LENGTH} characters; three or four unrelated words are good.",
        render_kw={"autocomplete": "new-password"},
    )
    again = PasswordField(
        "New password again",
        [EqualTo("new", "The two new passwords differ.")],
        render_kw={"autocomplete": "new-password"},
    )

    def validate_new(self, field: PasswordField) -> None:
        """Look at the new password before anybody looks whether the present one is right."""
        try:
            check_new(field.data)
        except DomainError as error:
            raise ValidationError(str(error)) from error


class ShortcutsForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """The switch of the keyboard shortcuts."""

    has_shortcuts = BooleanField("Use keyboard shortcuts when annotating")
