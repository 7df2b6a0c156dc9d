"""The brake on guessing: failed sign-ins are rows that all processes count.

An attempt is put on record before the password is looked at, and struck off when it was right:
parallel guesses are all counted.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from ipaddress import IPv6Address, IPv6Network, ip_address

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.orm import Session

from webapp.errors import DomainError
from webapp.models import LoginAttempt

WINDOW = timedelta(minutes=15)
PER_NAME = 5
"""Attempts on one name from one address within the window."""
PER_ADDRESS = 30
"""Attempts from one address within the window, whatever the name; an office shares an address."""


class TooManyAttemptsError(DomainError):
    """The brake is on until `until`."""

    status = 429

    def __init__(self, until: datetime) -> None:
        minute = until + timedelta(minutes=1)  # the minute is shown, its seconds are not
        super().__init__(f"Too many failed attempts. Try again at {minute:%H:%M} UTC.")
        self.until = until


def begin_attempt(session: Session, *, name: str, address: str, at: datetime) -> None:
    """Put an attempt on record; raises TooManyAttemptsError. To be committed before comparing."""
    session.execute(delete(LoginAttempt).where(LoginAttempt.at <= at - WINDOW))
    from_here = LoginAttempt.address == address
    _check(session, from_here, LoginAttempt.name == name, limit=PER_NAME)
    _check(session, from_here, limit=PER_ADDRESS)
    session.add(LoginAttempt(name=name, address=address, at=at))


def forgive(session: Session, *, name: str, address: str) -> None:
    """Strike off the attempts on a name from an address: the password was right."""
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


def _check(session: Session, *conditions: ColumnElement[bool], limit: int) -> None:
    """Keep the brake on until the oldest of the last `limit` attempts leaves the window."""
    oldest_that_counts = session.scalar(
        select(LoginAttempt.at)
        .where(*conditions)
        .order_by(LoginAttempt.at.desc())
        .offset(limit - 1)
        .limit(1)
    )
    if oldest_that_counts is not None:
        raise TooManyAttemptsError(until=oldest_that_counts + WINDOW)
