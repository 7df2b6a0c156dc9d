"""Who works on which document, and what they chose."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.platform.models.base import NEVER_AGAIN, Base, UtcDateTime, enum_column
from webapp.platform.models.documents import Document, Mention
from webapp.platform.models.people import User
from webapp.platform.models.states import AssignmentState, ChoiceOrigin, TransitionError


class Assignment(Base):
    """One annotator's work on one document; `version` rises with every change to it."""

    __tablename__ = "assignment"
    __table_args__ = (
        UniqueConstraint("document_id", "annotator_id"),
        UniqueConstraint("id", "document_id"),
        CheckConstraint(
            "state NOT IN ('submitted', 'reviewed') OR submitted_at IS NOT NULL",
            name="submitted_has_time",
        ),
        Index(
            "ix_assignment_annotator_id_project_id",
            "annotator_id",
            "project_id",
            "state",
            "position",
            "changed_at",
            "chosen",
            "spans",
        ),
        Index(
            "ix_assignment_project_id_document_id",
            "project_id",
            "document_id",
            "annotator_id",
            "state",
        ),
        # The last change in a project says whether its statistics are current.
        Index("ix_assignment_project_id_changed_at", "project_id", "changed_at"),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    document_id: Mapped[int] = mapped_column(ForeignKey("document.id", ondelete="CASCADE"))
    annotator_id: Mapped[int] = mapped_column(ForeignKey("user.id"))
    state: Mapped[AssignmentState] = mapped_column(
        enum_column(AssignmentState, "state"), default=AssignmentState.ASSIGNED
    )
    version: Mapped[int] = mapped_column(default=1)
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)
    submitted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    nothing_to_hide_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When somebody said that a text without spans to hide may stay as it is; while submitted."""
    returned_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When a reviewer sent it back, until it is submitted again; the comment has the same time."""
    is_blind: Mapped[bool | None]
    """Whether no masks are suggested to its annotator, for good; None while nothing is decided.

    What is suggested does not hold for this work then, see annotation.overlaying.
    """
    sees_figures: Mapped[bool | None]
    """Whether its annotator sees privacy figures, for good; None until the first were due."""
    reviewed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    reviewer_id: Mapped[int | None] = mapped_column(ForeignKey("user.id"))

    # Kept by triggers, so that a project of 100,000 documents can be counted: ask in queries only.
    project_id: Mapped[int | None]
    """The document's; None as long as it is staged."""
    position: Mapped[int] = mapped_column(server_default="0")
    """The document's."""
    spans: Mapped[int] = mapped_column(server_default="0")
    """How many spans of the document need a choice."""
    chosen: Mapped[int] = mapped_column(server_default="0")
    """How many of them have one."""

    document: Mapped[Document] = relationship()
    annotator: Mapped[User] = relationship(foreign_keys=[annotator_id])
    reviewer: Mapped[User | None] = relationship(foreign_keys=[reviewer_id])

    # UPDATE … WHERE version = the one read: a concurrent change raises StaleDataError, never wins.
    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 - read by SQLAlchemy as is

    def move_to(self, state: AssignmentState, *, at: datetime) -> None:
        """Take a step that the table of transitions allows; raises TransitionError otherwise."""
        if not self.state.can_become(state):
            raise TransitionError(self.state, state)
        self.state = state
        self.changed_at = at
        if state.is_open:
            self.nothing_to_hide_at = None

    @property
    def is_returned(self) -> bool:
        """Whether its annotator has it back from a reviewer."""
        return self.returned_at is not None and self.state is AssignmentState.IN_PROGRESS


class Choice(Base):
    """The replacement that one annotator chose for one mention."""

    __tablename__ = "choice"
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
        CheckConstraint("text <> ''", name="text_not_empty"),
        Index("ix_choice_mention_id", "mention_id"),
        Index("ix_choice_document_id", "document_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    assignment_id: Mapped[int]
    document_id: Mapped[int]
    mention_id: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    origin: Mapped[ChoiceOrigin] = mapped_column(enum_column(ChoiceOrigin, "origin"))
    position: Mapped[int] = mapped_column(default=0)
    """The place in an imported selection, which decides ties; later choices follow by id."""
    chosen_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Edit(Base):
    """One step that can be undone: what it changed, from what to what."""

    __tablename__ = "edit"

    id: Mapped[int] = mapped_column(primary_key=True)
    assignment_id: Mapped[int] = mapped_column(
        ForeignKey("assignment.id", ondelete="CASCADE"), index=True
    )
    changes: Mapped[list[Any]] = mapped_column(JSON)
    """[[mention id, before, after], …]; before and after are [text, origin] or null."""
    marks: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))
    """The same of mentions in the annotator's own layer: their columns, or null; see marking."""
    is_undone: Mapped[bool] = mapped_column(default=False)


class Flag(Base):
    """An annotator's question or doubt about a document, or about one of its mentions."""

    __tablename__ = "flag"
    __table_args__ = (CheckConstraint("comment <> ''", name="comment_not_empty"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    assignment_id: Mapped[int] = mapped_column(
        ForeignKey("assignment.id", ondelete="CASCADE"), index=True
    )
    author_id: Mapped[int] = mapped_column(ForeignKey("user.id"))
    mention_id: Mapped[int | None] = mapped_column(
        ForeignKey("mention.id", ondelete="CASCADE"), index=True
    )
    """What it is about, if not the whole document."""
    comment: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    resolved_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    author: Mapped[User] = relationship()
    mention: Mapped[Mention | None] = relationship()
