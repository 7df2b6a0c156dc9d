"""People, how they sign in, and what they belong to."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.models.base import Base, UtcDateTime, enum_column
from webapp.models.states import Role


class User(Base):
    """A person; without a password hash they can sign in by personal link only."""

    __tablename__ = "user"
    __table_args__ = (CheckConstraint("name <> ''", name="name_not_empty"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(120), unique=True)
    role: Mapped[Role] = mapped_column(enum_column(Role, "role"))
    password_hash: Mapped[str | None] = mapped_column(String(255))
    is_active: Mapped[bool] = mapped_column(default=True)
    session_epoch: Mapped[int] = mapped_column(default=0)
    """Raised to end all sessions: after a new password, a revoked link, a deactivation."""
    has_shortcuts: Mapped[bool] = mapped_column(default=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)

    links: Mapped[list[PersonalLink]] = relationship(
        back_populates="user", foreign_keys="PersonalLink.user_id", passive_deletes=True
    )

    is_authenticated = True
    is_anonymous = False

    def get_id(self) -> str:
        """Return what the session cookie keeps: the person and the epoch it is valid in."""
        return f"{self.id}.{self.session_epoch}"


class PersonalLink(Base):
    """A signed address that signs one person in until it expires or is revoked."""

    __tablename__ = "personal_link"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    user: Mapped[User] = relationship(back_populates="links", foreign_keys=[user_id])


class LoginAttempt(Base):
    """A failed sign-in, kept for as long as it slows the next one down."""

    __tablename__ = "login_attempt"
    __table_args__ = (Index("ix_login_attempt_address_at", "address", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(120), index=True)
    address: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class Membership(Base):
    """A person belongs to a project."""

    __tablename__ = "membership"

    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("user.id", ondelete="CASCADE"), primary_key=True, index=True
    )
