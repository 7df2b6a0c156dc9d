"""Projects, and the figures kept for them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, CheckConstraint, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.models.base import NEVER_AGAIN, Base, UtcDateTime, enum_column
from webapp.models.people import User
from webapp.models.states import ProjectKind


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
    annotators_per_document: Mapped[int] = mapped_column(default=1)
    fits_grammar: Mapped[bool] = mapped_column(default=True)
    """Whether replacements are fitted into their sentences where the text is rendered."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When it was deleted: from then on nobody finds it, and the worker takes it away in parts."""

    members: Mapped[list[User]] = relationship(secondary="membership", order_by=User.name)


class AgreementSnapshot(Base):
    """The last agreement computed for a project, and the state of the data it was computed from."""

    __tablename__ = "agreement_snapshot"

    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    fingerprint: Mapped[str] = mapped_column(String(64))
    report: Mapped[dict[str, object]] = mapped_column(JSON)
    computed_at: Mapped[datetime] = mapped_column(UtcDateTime)
