"""The tables, one topic a file."""

from webapp.models.base import Base, utc_now
from webapp.models.documents import Document, Layer, Mention
from webapp.models.generalizations import ProjectGeneralization
from webapp.models.history import Event, Job
from webapp.models.people import LoginAttempt, Membership, PersonalLink, User
from webapp.models.projects import AgreementSnapshot, Project
from webapp.models.states import (
    AssignmentState,
    ChoiceOrigin,
    EventKind,
    GeneralizationAction,
    JobKind,
    JobState,
    ProjectKind,
    Role,
)
from webapp.models.work import Assignment, Choice, Edit, Flag

__all__ = [
    "AgreementSnapshot",
    "Assignment",
    "AssignmentState",
    "Base",
    "Choice",
    "ChoiceOrigin",
    "Document",
    "Edit",
    "Event",
    "EventKind",
    "Flag",
    "GeneralizationAction",
    "Job",
    "JobKind",
    "JobState",
    "Layer",
    "LoginAttempt",
    "Membership",
    "Mention",
    "PersonalLink",
    "Project",
    "ProjectGeneralization",
    "ProjectKind",
    "Role",
    "User",
    "utc_now",
]
