"""The forms about a project."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self

from flask_wtf import FlaskForm
from flask_wtf.file import FileRequired, MultipleFileField
from wtforms import (
    BooleanField,
    IntegerField,
    RadioField,
    SelectField,
    SelectMultipleField,
    StringField,
    SubmitField,
    TextAreaField,
    widgets,
)
from wtforms.fields.choices import SelectChoice
from wtforms.validators import (
    DataRequired,
    InputRequired,
    Length,
    NumberRange,
    ValidationError,
)

from webapp.people.roles import EVERYWHERE, role_named
from webapp.platform.models import Project, ProjectKind, Role, User
from webapp.projects.guidelines.operations import LONGEST_NOTE
from webapp.projects.operations import (
    LONGEST_GUIDELINES,
    LONGEST_NAME,
    MOST_ANNOTATORS_PER_DOCUMENT,
    Settings,
)

MAX_FILES = 100


def strip(text: str | None) -> str | None:
    """Drop the white space around what was typed."""
    return text.strip() if text else text


class SettingsForm(FlaskForm):  # type: ignore[misc] # Flask-WTF brings no types
    """The settings of a project."""

    name = StringField(
        "Name",
        filters=[strip],
        validators=[DataRequired("Give the project a name."), Length(max=LONGEST_NAME)],
    )
    annotators_per_document = IntegerField(
        "Annotators per document",
        default=1,
        description="How many people annotate each document that does not go to everybody.",
        validators=[
            InputRequired("Say how many."),
            NumberRange(min=1, max=MOST_ANNOTATORS_PER_DOCUMENT),
        ],
    )
    guidelines = TextAreaField(
        "Guidelines",
        description="Markdown. Annotators see them beside every document.",
        validators=[Length(max=LONGEST_GUIDELINES)],
    )
    fits_grammar = BooleanField("Fit replacements into their sentences", default=True)
    has_peer_review = BooleanField("Annotators review each other's work")
    shows_initials = BooleanField("Adjudication shows initials only")
    preview = SubmitField("Preview")

    def settings(self) -> Settings:
        """Return the settings as filled in; raises DomainError where they break a rule."""
        return Settings(
            name=self.name.data,
            guidelines=(self.guidelines.data or "").replace("\r\n", "\n"),
            annotators_per_document=self.annotators_per_document.data,
            fits_grammar=self.fits_grammar.data if self.fits_grammar else True,
            has_peer_review=self.has_peer_review.data,
            shows_initials=self.shows_initials.data,
        )


class ChangesForm(SettingsForm):
    """The settings of an existing project, with its kind where that may change."""

    corrects_masks = BooleanField("Annotators correct what is hidden, too")
    what_changed = StringField(
        "What changed in the guidelines (optional)",
        description="One line, for those who have read them before.",
        filters=[strip],
        validators=[Length(max=LONGEST_NOTE)],
    )
    guidelines_version = IntegerField(widget=widgets.HiddenInput(), default=0)

    @classmethod
    def of(cls, project: Project, *, filled: bool = False) -> Self:
        """Return the form of a project, `filled` with its present settings."""
        is_one_pass = project.kind is ProjectKind.ONE_PASS
        form = cls(obj=project, corrects_masks=is_one_pass) if filled else cls()
        if not project.kind.chooses:
            del form.corrects_masks, form.fits_grammar
        return form

    @property
    def kind(self) -> ProjectKind | None:
        """The kind that the project is to have, None where that can't change."""
        if self.corrects_masks is None:
            return None
        return ProjectKind.ONE_PASS if self.corrects_masks.data else ProjectKind.REPLACEMENT


class NewProjectForm(SettingsForm):
    """The settings of a new project, with its kind."""

    kind = RadioField(
        "What is annotated",
        choices=[SelectChoice(kind.value, f"{kind.label}: {kind.help}") for kind in ProjectKind],
        default=ProjectKind.ONE_PASS.value,
    )


class PeopleField(SelectMultipleField):  # type: ignore[misc] # WTForms brings no types
    """Check boxes, one for each person."""

    widget = widgets.ListWidget(prefix_label=False)
    option_widget = widgets.CheckboxInput()

    @staticmethod
    def options(people: Mapping[User, Role]) -> list[SelectChoice]:
        """Name people, and the role of those who are not annotators."""
        return [SelectChoice(each.id, _name_with_role(each, role)) for each, role in people.items()]


class RoleField(SelectField):  # type: ignore[misc] # WTForms brings no types
    """What somebody does in a project: one of the roles, or None as everywhere."""

    def __init__(self, label: str, everywhere: str, **arguments: object) -> None:
        super().__init__(
            label,
            [InputRequired("Choose a role.")],
            choices=[
                SelectChoice(value, text)
                for value, text in (
                    (EVERYWHERE, everywhere),
                    *((role.value, role.label) for role in Role),
                )
            ],
            coerce=role_named,
            **arguments,
        )


class MembersForm(FlaskForm):  # type: ignore[misc] # Flask-WTF brings no types
    """People to be added to a project."""

    people = PeopleField(
        "People", coerce=int, validators=[DataRequired("Choose at least one person.")]
    )
    role = RoleField("Their role in this project", "As everywhere")

    @classmethod
    def offering(cls, people: Iterable[User]) -> Self:
        """Return a form that offers these people."""
        form = cls()
        form.people.choices = PeopleField.options({each: each.role for each in people})
        return form


class MemberForm(FlaskForm):  # type: ignore[misc] # Flask-WTF brings no types
    """What a member does in a project."""

    role = RoleField("Role in this project", "As everywhere")


def _name_with_role(person: User, role: Role) -> str:
    if role is Role.ANNOTATOR:
        return person.name
    return f"{person.name} ({role.label.lower()})"


class FilesForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """Files, whatever they are."""

    files = MultipleFileField("Files", [FileRequired("Choose at least one file.")])

    def validate_files(self, field: MultipleFileField) -> None:
        """Keep the number of files sensible."""
        if len(field.data) > MAX_FILES:
            raise ValidationError(f"At most {MAX_FILES} files at once; pack more of them as ZIP.")
