"""People, how they sign in, and what they belong to."""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.platform.models.base import Base, UtcDateTime, enum_column
from webapp.platform.models.states import Role


def new_secret() -> str:
    """Return 32 bytes that nobody can guess, as text for addresses and cookies."""
    return secrets.token_urlsafe(32)


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


class PersonalLink(Base):
    """A signed address that signs one person in until it expires or is revoked."""

    __tablename__ = "personal_link"

    id: Mapped[int] = mapped_column(primary_key=True)
    secret: Mapped[str] = mapped_column(String(43), unique=True, default=new_secret)
    """What the address holds, signed. A row number would be given out again after a restore."""
    user_id: Mapped[int] = mapped_column(ForeignKey("user.id", ondelete="CASCADE"), index=True)
    gave_password: Mapped[bool] = mapped_column(default=False)
    """Whether the person's present password was set by whoever came in by this link."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    user: Mapped[User] = relationship(back_populates="links", foreign_keys=[user_id])


class SignIn(Base):
    """One browser in which a person is signed in; its cookie holds what `digest` is made from."""

    __tablename__ = "sign_in"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user.id", ondelete="CASCADE"), index=True)
    epoch: Mapped[int]
    """The `session_epoch` of the person that it is valid in."""
    link_id: Mapped[int | None] = mapped_column(
        ForeignKey("personal_link.id", ondelete="CASCADE"), index=True
    )
    """The personal link that it began by and ends with; None after a password."""
    began_at: Mapped[datetime] = mapped_column(UtcDateTime)

    user: Mapped[User] = relationship()
    link: Mapped[PersonalLink | None] = relationship()


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
    guidelines_read: Mapped[int] = mapped_column(default=0, server_default="0")
    """The version of the guidelines that the person read last, or became a member under."""
    role: Mapped[Role | None] = mapped_column(enum_column(Role, "role"))
    """What the person does here; None where it is what they do everywhere."""
