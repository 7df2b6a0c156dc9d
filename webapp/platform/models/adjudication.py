"""What is settled over the work of several annotators; it never changes that work."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, String, Text, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column, relationship

from annotation.adjudication import Rule
from webapp.platform.models.base import NEVER_AGAIN, Base, UtcDateTime, enum_column
from webapp.platform.models.people import User


class Adjudication(Base):
    """A document whose rows are all settled: its gold layer goes out. Re-opened, it has no row."""

    __tablename__ = "adjudication"

    document_id: Mapped[int] = mapped_column(
        ForeignKey("document.id", ondelete="CASCADE"), primary_key=True
    )
    adjudicator_id: Mapped[int] = mapped_column(ForeignKey("user.id"))
    settled_at: Mapped[datetime] = mapped_column(UtcDateTime)

    adjudicator: Mapped[User] = relationship()


class AppliedStrategy(Base):
    """A strategy that settled rows at once, of one document or of all that waited."""

    __tablename__ = "applied_strategy"
    __table_args__ = (
        CheckConstraint("votes >= 1", name="votes_positive"),
        CheckConstraint("share >= 0 AND share <= 100", name="share_percent"),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), index=True
    )
    document_id: Mapped[int | None] = mapped_column(
        ForeignKey("document.id", ondelete="CASCADE"), index=True
    )
    """None for all documents that waited."""
    rule: Mapped[Rule] = mapped_column(enum_column(Rule, "rule"))
    votes: Mapped[int]
    share: Mapped[int]
    annotator_id: Mapped[int | None] = mapped_column(ForeignKey("user.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("user.id"))
    applied_at: Mapped[datetime] = mapped_column(UtcDateTime)
    undone_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    settled: Mapped[int]
    """How many rows it settled."""

    person: Mapped[User] = relationship(foreign_keys=[person_id])


class Verdict(Base):
    """What an adjudicator settled for one row of a document; see annotation.adjudication."""

    __tablename__ = "verdict"
    __table_args__ = (
        UniqueConstraint("document_id", "start_offset", "end_offset"),
        CheckConstraint("start_offset >= 0 AND end_offset > start_offset", name="borders"),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    document_id: Mapped[int] = mapped_column(ForeignKey("document.id", ondelete="CASCADE"))
    start_offset: Mapped[int]
    end_offset: Mapped[int]
    """The stretch of text that it speaks of: that of the row."""
    parts: Mapped[list[Any]] = mapped_column(JSON)
    """The JSON values of what is hidden there; empty where nothing is."""
    readings: Mapped[str] = mapped_column(String(64))
    """The digest of what the annotators had there: another one says that they changed since."""
    note: Mapped[str] = mapped_column(Text, default="")
    """Why it is against the majority."""
    was_first: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether it was given before the adjudicator saw who chose what."""
    strategy_id: Mapped[int | None] = mapped_column(
        ForeignKey("applied_strategy.id", ondelete="SET NULL"), index=True
    )
    """Which strategy settled it, None where a person did, or decided on it since."""
    adjudicator_id: Mapped[int] = mapped_column(ForeignKey("user.id"))
    decided_at: Mapped[datetime] = mapped_column(UtcDateTime)

    adjudicator: Mapped[User] = relationship()
