"""Projects, and the figures kept for them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, CheckConstraint, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.platform.models.base import NEVER_AGAIN, Base, UtcDateTime, enum_column
from webapp.platform.models.people import User
from webapp.platform.models.states import ProjectKind
from webapp.platform.models.suggestions import SuggestionPolicy


class Project(Base):
    """Documents annotated together, by the same people, to the same guidelines."""

    __tablename__ = "project"
    __table_args__ = (
        CheckConstraint("name <> ''", name="name_not_empty"),
        CheckConstraint("annotators_per_document >= 1", name="annotators_positive"),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(120), unique=True)
    kind: Mapped[ProjectKind] = mapped_column(enum_column(ProjectKind, "kind"))
    guidelines: Mapped[str] = mapped_column(Text, default="")
    """As they read now, which is the text of the newest version."""
    guidelines_version: Mapped[int] = mapped_column(default=0, server_default="0")
    """The number of that version; 0 where nobody wrote any."""
    annotators_per_document: Mapped[int] = mapped_column(default=1)
    fits_grammar: Mapped[bool] = mapped_column(default=True)
    """Whether replacements are fitted into their sentences where the text is rendered."""
    has_peer_review: Mapped[bool] = mapped_column(default=False)
    """Whether annotators review each other's work, beside the reviewers."""
    shows_initials: Mapped[bool] = mapped_column(default=False)
    """Whether whoever adjudicates sees annotators' initials in place of their names."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    archived_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Since when it can only be read and exported; None while people work in it."""
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When it was deleted: from then on nobody finds it, and the worker takes it away in parts."""

    members: Mapped[list[User]] = relationship(secondary="membership", order_by=User.name)
    policy: Mapped[SuggestionPolicy | None] = relationship(viewonly=True)
    """Where somebody said what the project wants: see `webapp.versions.queries.policy_of`."""


class GuidelinesVersion(Base):
    """How the guidelines of a project read from a time on; rows are only added."""

    __tablename__ = "guidelines_version"

    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    text: Mapped[str] = mapped_column(Text)
    note: Mapped[str] = mapped_column(Text, default="")
    """What changed, as whoever wrote it says; may be empty."""
    author_id: Mapped[int | None] = mapped_column(ForeignKey("user.id"))
    written_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Snapshot(Base):
    """The last report computed for a project, and the state of the data it was computed from."""

    __abstract__ = True

    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    fingerprint: Mapped[str] = mapped_column(String(64))
    report: Mapped[dict[str, object]] = mapped_column(JSON)
    computed_at: Mapped[datetime] = mapped_column(UtcDateTime)


class AgreementSnapshot(Snapshot):
    """The last agreement computed for a project."""

    __tablename__ = "agreement_snapshot"


class StatisticsSnapshot(Snapshot):
    """The last statistics computed for a project: tables, and the figures drawn of them."""

    __tablename__ = "statistics_snapshot"
