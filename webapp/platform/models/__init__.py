"""The tables, one topic a file."""

from webapp.platform.models.adjudication import Adjudication, AppliedStrategy, Verdict
from webapp.platform.models.base import Base, table_of, utc_now
from webapp.platform.models.documents import (
    IS_SHARED,
    IS_SUGGESTED,
    NEEDS_CHOICE,
    Document,
    DocumentFile,
    Layer,
    Mention,
)
from webapp.platform.models.generalizations import ProjectGeneralization
from webapp.platform.models.history import Event, Job
from webapp.platform.models.people import LoginAttempt, Membership, PersonalLink, SignIn, User
from webapp.platform.models.projects import (
    AgreementSnapshot,
    GuidelinesVersion,
    Project,
    Snapshot,
    StatisticsSnapshot,
)
from webapp.platform.models.reviews import Identification, ReviewLease, SpanReview, knows_originals
from webapp.platform.models.risk import (
    Background,
    DocumentRisk,
    RiskAcceptance,
    RiskCheck,
    RiskOfWork,
)
from webapp.platform.models.states import (
    AssignmentState,
    ChoiceOrigin,
    EventKind,
    FileFormat,
    GeneralizationAction,
    Identified,
    JobKind,
    JobState,
    ProjectKind,
    Purpose,
    RiskKind,
    Role,
    SuggestionMode,
)
from webapp.platform.models.suggestions import (
    AssignmentSuggestions,
    ChoiceSuggestion,
    ModelVersion,
    SuggestionPolicy,
)
from webapp.platform.models.work import Assignment, Choice, Edit, Flag

__all__ = [
    "IS_SHARED",
    "IS_SUGGESTED",
    "NEEDS_CHOICE",
    "Adjudication",
    "AgreementSnapshot",
    "AppliedStrategy",
    "Assignment",
    "AssignmentState",
    "AssignmentSuggestions",
    "Background",
    "Base",
    "Choice",
    "ChoiceOrigin",
    "ChoiceSuggestion",
    "Document",
    "DocumentFile",
    "DocumentRisk",
    "Edit",
    "Event",
    "EventKind",
    "FileFormat",
    "Flag",
    "GeneralizationAction",
    "GuidelinesVersion",
    "Identification",
    "Identified",
    "Job",
    "JobKind",
    "JobState",
    "Layer",
    "LoginAttempt",
    "Membership",
    "Mention",
    "ModelVersion",
    "PersonalLink",
    "Project",
    "ProjectGeneralization",
    "ProjectKind",
    "Purpose",
    "ReviewLease",
    "RiskAcceptance",
    "RiskCheck",
    "RiskKind",
    "RiskOfWork",
    "Role",
    "SignIn",
    "Snapshot",
    "SpanReview",
    "StatisticsSnapshot",
    "SuggestionMode",
    "SuggestionPolicy",
    "User",
    "Verdict",
    "knows_originals",
    "table_of",
    "utc_now",
]
