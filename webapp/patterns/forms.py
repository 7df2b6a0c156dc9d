"""Fields as the pattern page shows them; nothing is ever sent."""

from __future__ import annotations

from flask_wtf import FlaskForm
from wtforms import BooleanField, SelectField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice

from webapp.platform.models import Role


class PatternForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """A field of each sort, and one that was filled in wrongly."""

    name = StringField("Name", description="What it is called in lists.")
    wrong = StringField("Name, where it is missing")
    role = SelectField("Role", choices=[SelectChoice(role, role.label) for role in Role])
    comment = TextAreaField("Comment")
    is_active = BooleanField("Send a message")

    @classmethod
    def shown(cls) -> PatternForm:
        """Make one that was sent without the second name."""
        form = cls(formdata=None)
        form.wrong.errors = ("Enter a name.",)
        return form
