"""What the worker does and what everybody did."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from webapp.platform.models.base import NEVER_AGAIN, Base, UtcDateTime, enum_column
from webapp.platform.models.states import EventKind, JobKind, JobState


class Job(Base):
    """A piece of work in the background, with its progress and its heartbeat."""

    __tablename__ = "job"
    __table_args__ = (
        CheckConstraint("progress >= 0 AND progress <= total", name="progress_in_total"),
        # A job with a `once_key` waits in the queue at most once.
        Index(
            "uq_job_once_key_queued",
            "once_key",
            unique=True,
            sqlite_where=text("state = 'queued'"),
            postgresql_where=text("state = 'queued'"),
        ),
        # The worker asks for these twice a second.
        Index(
            "ix_job_unfinished",
            "id",
            sqlite_where=text("finished_at IS NULL"),
            postgresql_where=text("finished_at IS NULL"),
        ),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), index=True
    )
    kind: Mapped[JobKind] = mapped_column(enum_column(JobKind, "kind"))
    state: Mapped[JobState] = mapped_column(enum_column(JobState, "state"), default=JobState.QUEUED)
    once_key: Mapped[str | None] = mapped_column(String(80))
    arguments: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    progress: Mapped[int] = mapped_column(default=0)
    total: Mapped[int] = mapped_column(default=0)
    message: Mapped[str] = mapped_column(Text, default="")
    """What people read: the phase, the result, or the error."""
    created_by_id: Mapped[int | None] = mapped_column(ForeignKey("user.id"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    started_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    heartbeat_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class Event(Base):
    """One line of the audit trail; rows are only ever added."""

    __tablename__ = "event"
    # The audit log is read from its newest line on, narrowed to any of these. What else it may be
    # narrowed to stands behind, so that rows are looked up for the lines of one page alone.
    __table_args__ = (
        Index("ix_event_at", "at", "id"),
        Index("ix_event_kind_at", "kind", "at", "id"),
        Index("ix_event_actor_id_at", "actor_id", "at", "id", "kind", "project_id"),
        Index("ix_event_project_id_at", "project_id", "at", "id", "kind", "actor_id"),
        Index("ix_event_document_number_at", "document_number", "project_id", "at", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    kind: Mapped[EventKind] = mapped_column(enum_column(EventKind, "kind"))
    actor_id: Mapped[int | None] = mapped_column(ForeignKey("user.id"))
    project_id: Mapped[int | None] = mapped_column(ForeignKey("project.id", ondelete="CASCADE"))
    document_id: Mapped[int | None]
    """Which document it is about; no reference: the line outlives the document."""
    document_number: Mapped[int | None]
    """The number under which the document is or was known in the project."""
    assignment_id: Mapped[int | None] = mapped_column(
        ForeignKey("assignment.id", ondelete="CASCADE"), index=True
    )
    details: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
