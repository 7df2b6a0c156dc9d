"""Tokens of personal links: the number of a link, signed; all else is in its row."""

from __future__ import annotations

import hashlib

from itsdangerous import BadData, URLSafeSerializer

from webapp.config import Config
from webapp.models import PersonalLink


def token_of(config: Config, link: PersonalLink) -> str:
    """Return the token of a link; the same every time, so that it is never stored."""
    return str(_serializer(config).dumps(link.id))


def link_id_of(config: Config, token: str) -> int | None:
    """Return the number that this server has signed, None for anything else."""
    try:
        link_id = _serializer(config).loads(token)
    except BadData:
        return None
    return link_id if isinstance(link_id, int) else None


def _serializer(config: Config) -> URLSafeSerializer:
    return URLSafeSerializer(
        config.secret_key,
        salt="palimpsest.personal-link",
        signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
    )
