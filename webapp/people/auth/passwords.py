"""Passwords: what is accepted, how they are kept, how they are compared."""

from __future__ import annotations

import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from webapp.platform.errors import DomainError
from webapp.platform.models import User

MIN_LENGTH = 10
MAX_LENGTH = 256
MIN_DIFFERENT = 5

# Argon2id as OWASP recommends for little memory: several people sign in at once on a small machine.
HASHER = PasswordHasher(memory_cost=19 * 1024, time_cost=2, parallelism=1)


def check_new(password: str) -> None:
    """Raise DomainError for a new password that is easily guessed."""
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        raise DomainError(f"A password has {MIN_LENGTH} to {MAX_LENGTH} characters.")
    if len(set(password)) < MIN_DIFFERENT:
        raise DomainError(f"A password has at least {MIN_DIFFERENT} different characters.")


def hash_password(password: str) -> str:
    """Return what is kept of a new password; raises DomainError for one that is easily guessed."""
    check_new(password)
    return HASHER.hash(_canonical(password))


def is_password_of(user: User | None, password: str) -> bool:
    """Compare; takes as long for nobody as for somebody, and renews an outdated hash."""
    if user is None or user.password_hash is None:
        HASHER.hash(_canonical(password))
        return False
    try:
        HASHER.verify(user.password_hash, _canonical(password))
    except (VerificationError, InvalidHashError):
        return False
    if HASHER.check_needs_rehash(user.password_hash):
        user.password_hash = HASHER.hash(_canonical(password))
    return True


def _canonical(password: str) -> bytes:
    """Two keyboards may compose the same letter differently (RFC 8265)."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
