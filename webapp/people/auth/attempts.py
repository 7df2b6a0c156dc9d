"""The brake on guessing: failed sign-ins are rows that all processes count.

An attempt is put on record before the password is looked at, and struck off when it was right.
Counting and recording are one step that nobody else takes at the same time: of parallel guesses no
more come through than of guesses one after the other.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import ceil

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session

from annotation.formatting import counted
from webapp.platform.errors import DomainError
from webapp.platform.models import LoginAttempt

WINDOW = timedelta(minutes=15)
PER_NAME = 5
"""Attempts on one name from one address within the window."""
PER_ADDRESS = 30
"""Attempts from one address within the window, whatever the name; an office shares an address."""


class TooManyAttemptsError(DomainError):
    """The brake is on until `until`."""

    status = 429

    def __init__(self, until: datetime, *, at: datetime) -> None:
        minutes = ceil((until - at) / timedelta(minutes=1))
        super().__init__(f"Too many failed attempts. Try again in {counted(minutes, 'minute')}.")
        self.until = until


def begin_attempt(session: Session, *, name: str, address: str, at: datetime) -> None:
    """Put an attempt on record; raises TooManyAttemptsError. To be committed in any case."""
    _wait_for_turn(session)
    session.execute(delete(LoginAttempt).where(LoginAttempt.at <= at - WINDOW))
    # The clock was ahead when they were made; taken as made now, they lock for one window at most.
    session.execute(update(LoginAttempt).where(LoginAttempt.at > at).values(at=at))
    from_here = LoginAttempt.address == address
    _check(session, from_here, LoginAttempt.name == name, limit=PER_NAME, at=at)
    _check(session, from_here, limit=PER_ADDRESS, at=at)
    session.add(LoginAttempt(name=name, address=address, at=at))


def forgive(session: Session, *, name: str, address: str) -> None:
    """Strike off the attempts on a name from an address: the password was right."""
    _wait_for_turn(session)
    session.execute(
        delete(LoginAttempt).where(LoginAttempt.name == name, LoginAttempt.address == address)
    )


def source_of(address: str | None) -> str:
    """Return what attempts are counted by: an IPv4 address, or the /64 one IPv6 household has."""
    try:
        parsed = ip_address(address or "")
    except ValueError:
        return "unknown"
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or IPv6Network((parsed, 64), strict=False))
    return str(parsed)


def _wait_for_turn(session: Session) -> None:
    """Keep all others out of the attempts until the commit.

    SQLite does that by itself from the first write on, and a deletion is one even if nothing goes.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.execute(
            select(func.pg_advisory_xact_lock(func.hashtext(LoginAttempt.__tablename__)))
        )


def _check(session: Session, *conditions: ColumnElement[bool], limit: int, at: datetime) -> None:
    """Keep the brake on until the oldest of the last `limit` attempts leaves the window."""
    oldest_that_counts = session.scalar(
        select(LoginAttempt.at)
        .where(*conditions)
        .order_by(LoginAttempt.at.desc())
        .offset(limit - 1)
        .limit(1)
    )
    if oldest_that_counts is not None:
        raise TooManyAttemptsError(until=oldest_that_counts + WINDOW, at=at)
