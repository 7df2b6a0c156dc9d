"""What reviewers say of submitted work."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    CheckConstraint,
    ColumnExpressionArgument,
    Exists,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Text,
    UniqueConstraint,
    exists,
)
from sqlalchemy.orm import Mapped, aliased, column_property, mapped_column, relationship

from webapp.platform.models.base import Base, UtcDateTime, enum_column
from webapp.platform.models.history import Event
from webapp.platform.models.people import User
from webapp.platform.models.states import EventKind, Identified
from webapp.platform.models.work import Assignment


def knows_originals(
    assignment_id: int | ColumnExpressionArgument[int],
    person_id: int | ColumnExpressionArgument[int],
    at: datetime | ColumnExpressionArgument[datetime],
) -> Exists:
    """Return the condition that somebody had worked on the document of some work by a time.

    Whatever they did to anybody's work on it, they had its originals before them.
    """
    this, other, event = aliased(Assignment), aliased(Assignment), aliased(Event)
    return exists().where(
        this.id == assignment_id,
        other.document_id == this.document_id,
        event.assignment_id == other.id,
        event.actor_id == person_id,
        event.kind != EventKind.ASSIGNED,  # who gives documents out need not have opened them
        event.at < at,
    )


class Identification(Base):
    """Whether a reviewer could tell who a text is about, from one submission's sanitized text."""

    __tablename__ = "identification"
    __table_args__ = (
        UniqueConstraint("assignment_id", "reviewer_id", "submitted_at"),
        CheckConstraint("identified <> 'yes' OR words <> ''", name="yes_has_words"),
        CheckConstraint("identified <> 'no' OR words = ''", name="no_has_none"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignment.id", ondelete="CASCADE"))
    reviewer_id: Mapped[int] = mapped_column(ForeignKey("user.id"))
    submitted_at: Mapped[datetime] = mapped_column(UtcDateTime)
    """Of the submission that was read: a new one is read anew."""
    identified: Mapped[Identified] = mapped_column(enum_column(Identified, "identified"))
    words: Mapped[str] = mapped_column(Text, default="")
    """What tells, as it stands in the sanitized text, one a line."""
    answered_at: Mapped[datetime] = mapped_column(UtcDateTime)
    knew_originals: Mapped[bool] = column_property(
        knows_originals(assignment_id, reviewer_id, answered_at)
    )
    """Whether they had seen the originals before: then it says little of whom others can tell."""

    reviewer: Mapped[User] = relationship()


class SpanReview(Base):
    """What a reviewer decided on one span of somebody's work: it is right, or what goes out."""

    __tablename__ = "span_review"
    __table_args__ = (
        UniqueConstraint("assignment_id", "mention_id"),
        ForeignKeyConstraint(
            ["assignment_id", "document_id"],
            ["assignment.id", "assignment.document_id"],
            ondelete="CASCADE",
        ),
        ForeignKeyConstraint(
            ["mention_id", "document_id"],
            ["mention.id", "mention.document_id"],
            ondelete="CASCADE",
        ),
        CheckConstraint("chosen <> ''", name="chosen_not_empty"),
        CheckConstraint("correction <> '' AND correction <> chosen", name="correction_differs"),
        Index("ix_span_review_mention_id", "mention_id"),
        Index("ix_span_review_document_id", "document_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    assignment_id: Mapped[int]
    document_id: Mapped[int]
    mention_id: Mapped[int]
    reviewer_id: Mapped[int] = mapped_column(ForeignKey("user.id"))
    chosen: Mapped[str] = mapped_column(Text)
    """The choice that it is about, in masking projects an identifier type: of another, it says
    nothing."""
    correction: Mapped[str | None] = mapped_column(Text)
    """What goes out in its place; None where it is right."""
    decided_at: Mapped[datetime] = mapped_column(UtcDateTime)

    reviewer: Mapped[User] = relationship()


class ReviewLease(Base):
    """Who reads submitted work now, and until when: others may look, and not decide meanwhile."""

    __tablename__ = "review_lease"

    assignment_id: Mapped[int] = mapped_column(
        ForeignKey("assignment.id", ondelete="CASCADE"), primary_key=True
    )
    reviewer_id: Mapped[int] = mapped_column(ForeignKey("user.id"))
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)

    reviewer: Mapped[User] = relationship()
