"""The forms of the ontology page."""

from __future__ import annotations

from flask_wtf import FlaskForm
from flask_wtf.file import FileField, FileRequired
from wtforms import IntegerField, RadioField, SelectField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import DataRequired, Length, NumberRange, Optional

from annotation.types import SemanticType
from webapp.platform.models import GeneralizationAction
from webapp.replacements.operations import LONGEST_TEXT, Rule

MOST_GENERALIZATIONS = 50


def _stripped(text: str | None) -> str:
    return text.strip() if text else ""


class _TypeField(SelectField):  # type: ignore[misc]  # WTForms brings no types
    """A semantic type, or any."""

    def __init__(self, label: str, **options: object) -> None:
        super().__init__(
            label,
            choices=[
                SelectChoice("", "Any type"),
                *(SelectChoice(each.value, each.label) for each in SemanticType),
            ],
            coerce=lambda value: SemanticType(value) if value else None,
            **options,
        )


class LookUpForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """A term to be looked up; the form is sent by GET."""

    class Meta:
        """It changes nothing, so nobody can be tricked into sending it."""

        csrf = False

    term = StringField("Term", filters=[_stripped], validators=[Length(max=LONGEST_TEXT)])
    type = _TypeField("As a span of type")


class RuleForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """A generalization to be offered or forbidden."""

    decision = RadioField(
        "What to do",
        choices=[
            SelectChoice(GeneralizationAction.ADD, "Offer it"),
            SelectChoice(GeneralizationAction.FORBID, "Never offer it"),
        ],
        default=GeneralizationAction.ADD.value,
        coerce=GeneralizationAction,
    )
    text = StringField(
        "Generalization",
        filters=[_stripped],
        validators=[DataRequired("Say which."), Length(max=LONGEST_TEXT)],
    )
    for_term = StringField(
        "For the term", filters=[_stripped], validators=[Length(max=LONGEST_TEXT)]
    )
    for_type = _TypeField("In spans of type")
    position = IntegerField(
        "Place in the list",
        validators=[Optional(), NumberRange(min=1, max=MOST_GENERALIZATIONS)],
        description="1 is the most specific. Empty: where it fits by how general it is.",
    )

    def rule(self) -> Rule:
        """Return what was filled in."""
        is_added = self.decision.data is GeneralizationAction.ADD
        return Rule(
            action=self.decision.data,
            term=self.for_term.data,
            text=self.text.data,
            semantic_type=self.for_type.data,
            position=self.position.data if is_added else None,
        )


class RulesFileForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """Rules that another project exported."""

    file = FileField("File", validators=[FileRequired("Choose a file.")])
