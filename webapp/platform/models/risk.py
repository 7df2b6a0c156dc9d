"""Who could still be found: backgrounds, what pages compute from, checks and acceptances."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.platform.models.base import NEVER_AGAIN, Base, UtcDateTime, enum_column
from webapp.platform.models.people import User
from webapp.platform.models.states import RiskKind


class Background(Base):
    """What a project's attacker knows: texts about people, in a folder of the home folder."""

    __tablename__ = "background"
    __table_args__ = (CheckConstraint("people >= 2", name="several_people"),)

    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    folder: Mapped[str] = mapped_column(String(80), unique=True)
    """Its name in `<home>/backgrounds`."""
    people: Mapped[int]
    texts: Mapped[int]
    empty: Mapped[int] = mapped_column(default=0)
    """How many texts were left out because nothing is in them."""
    near_copies: Mapped[int] = mapped_column(default=0)
    """How many were left out because the project's own documents stand in them."""
    made_at: Mapped[datetime] = mapped_column(UtcDateTime)


class DocumentRisk(Base):
    """What pages compute a document's privacy figures from; written by the worker."""

    __tablename__ = "document_risk"

    document_id: Mapped[int] = mapped_column(
        ForeignKey("document.id", ondelete="CASCADE"), primary_key=True
    )
    facts: Mapped[str] = mapped_column(String(64))
    """SHA-256 of what the documents of the project say, and this one: of others it is behind."""
    payload: Mapped[bytes] = mapped_column(LargeBinary)
    """A `privacy.payload.RiskPayload`."""
    made_at: Mapped[datetime] = mapped_column(UtcDateTime)
    background_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the background that it knows was made; None without one."""


class RiskCheck(Base):
    """What the attacks found in the text of a document that would go out."""

    __tablename__ = "risk_check"

    document_id: Mapped[int] = mapped_column(
        ForeignKey("document.id", ondelete="CASCADE"), primary_key=True
    )
    text_digest: Mapped[str] = mapped_column(String(64))
    """SHA-256 of that text: of another one, the check says nothing."""
    background_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    checked_at: Mapped[datetime] = mapped_column(UtcDateTime)

    # What `webapp.insight.risk.measures` makes of the report, for pages about very many documents.
    fitting: Mapped[int | None]
    """How many people of the project all choices fit."""
    nearness: Mapped[float | None]
    """How near the surest attack comes to the person; None without a background."""
    privacy: Mapped[float | None]
    """How likely whoever looks for the person is wrong."""
    guessed: Mapped[int]
    """How many originals would be guessed."""
    words: Mapped[int]
    """How many words give the person away."""
    kept: Mapped[float | None]
    """The share of the meaning that the choices keep."""

    report: Mapped[dict[str, Any]] = mapped_column(JSON)

    work: Mapped[list[RiskOfWork]] = relationship(
        cascade="all, delete-orphan", passive_deletes=True
    )


class RiskOfWork(Base):
    """What was found with the choices of one annotator alone; goes with the check or the work."""

    __tablename__ = "risk_of_work"
    __table_args__ = (
        ForeignKeyConstraint(
            ["assignment_id", "document_id"],
            ["assignment.id", "assignment.document_id"],
            ondelete="CASCADE",
        ),
    )

    assignment_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    document_id: Mapped[int] = mapped_column(
        ForeignKey("risk_check.document_id", ondelete="CASCADE"), index=True
    )
    fitting: Mapped[int]
    is_found: Mapped[bool]
    """Whether the attack puts the person first."""
    privacy: Mapped[float | None]
    kept: Mapped[float | None]


class RiskAcceptance(Base):
    """That somebody answers for a finding which would keep a document from being released."""

    __tablename__ = "risk_acceptance"
    __table_args__ = (
        UniqueConstraint("document_id", "kind", "digest"),
        CheckConstraint("reason <> ''", name="reason_not_empty"),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    document_id: Mapped[int] = mapped_column(ForeignKey("document.id", ondelete="CASCADE"))
    kind: Mapped[RiskKind] = mapped_column(enum_column(RiskKind, "kind"))
    digest: Mapped[str] = mapped_column(String(64))
    """SHA-256 of what is accepted: a finding in another text is another one."""
    reason: Mapped[str] = mapped_column(Text)
    person_id: Mapped[int] = mapped_column(ForeignKey("user.id"))
    accepted_at: Mapped[datetime] = mapped_column(UtcDateTime)

    person: Mapped[User] = relationship()
