"""Tokens of personal links: the secret of a link, signed; all else is in its row.

A token needs both, the row and the key: a restored or new database knows no secret of another one,
and who reads the database can't make the address.
"""

from __future__ import annotations

import hashlib

from itsdangerous import BadSignature, Signer

from webapp.platform.config import Config
from webapp.platform.models import PersonalLink


def token_of(config: Config, link: PersonalLink) -> str:
    """Return the token of a link; the same every time, so that it is never stored."""
    return _signer(config).sign(link.secret).decode()


def secret_of(config: Config, token: str) -> str | None:
    """Return the secret that this server has signed, None for anything else."""
    try:
        return _signer(config).unsign(token).decode()
    except BadSignature:
        return None


def _signer(config: Config) -> Signer:
    return Signer(
        config.secret_key,
        salt="palimpsest.personal-link",
        key_derivation="hmac",
        digest_method=hashlib.sha256,
    )
