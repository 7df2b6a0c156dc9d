"""Settings, read once from the environment; every name starts with PALIMPSEST_."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from urllib.parse import urlsplit

from platformdirs import user_data_path

from ontology.index.layout import MANIFEST
from palimpsest.assets import Assets, packaged_ontology
from webapp.platform import resources, secret_keys
from webapp.platform.errors import SettingError
from webapp.platform.home import open_home

ENVIRONMENTS = ("development", "production")
SMALL_BODY_BYTES = 64 * 1024
"""The most that requests may send without a sign-in; it arrives before a thread serves them."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """Everything that may differ between two installations."""

    home: Path
    """PALIMPSEST_HOME: the folder of the database, the JSON store, uploads and the secret key."""
    database_url: str
    """PALIMPSEST_DATABASE_URL: SQLite in the home folder unless set; postgresql+psycopg://…"""
    secret_key: str
    """PALIMPSEST_SECRET_KEY: signs sessions and personal links; required in production."""
    environment: str = "development"
    """PALIMPSEST_ENV: development, or production (secure cookies, no default secret)."""
    public_url: str = "http://127.0.0.1:8000"
    """PALIMPSEST_PUBLIC_URL: the address that people see; personal links start with it."""
    max_upload_bytes: int = 256 * 1024 * 1024
    """PALIMPSEST_MAX_UPLOAD_BYTES: larger requests are refused with 413."""
    link_days: int = 90
    """PALIMPSEST_LINK_DAYS: how long a personal link works."""
    trusted_proxies: int = 0
    """PALIMPSEST_TRUSTED_PROXIES: how many proxies before this server tell it who asks."""
    ontology_folder: Path | None = None
    """PALIMPSEST_ONTOLOGY: the folder of the compiled ontology; in the home unless set."""
    wikidata_endpoint: str | None = None
    """PALIMPSEST_WIKIDATA_ENDPOINT: the `api.php` of a live Wikidata that is asked for what the
    ontology lacks; names leave this machine then, and nothing is sent without it."""
    encoder_folder: Path | None = None
    """PALIMPSEST_ENCODER: the folder of the text encoder; the one that comes along unless set."""
    pipeline: str | None = None
    """PALIMPSEST_PIPELINE: an installed spaCy pipeline's name or a folder; the one that comes along
    unless set."""
    language_model_folder: Path | None = None
    """PALIMPSEST_LANGUAGE_MODEL: the folder of a masked or causal language model, as Hugging Face
    writes it, for the risk indicators that need one; they are left out unless set."""
    training_seconds: int = 1_800
    """PALIMPSEST_TRAINING_SECONDS: after so long a training is stopped and has failed."""
    testing: bool = False

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> Config:
        """Read the settings and open the home; raises SettingError, which names the variable."""
        return cls.read(environ).opened()

    @classmethod
    def read(cls, environ: Mapping[str, str] | None = None) -> Config:
        """Read the settings without creating the home or reading the key in it.

        Raises SettingError, which names the variable.
        """
        env = os.environ if environ is None else environ
        home, database_url = cls.places(env)
        environment = env.get("PALIMPSEST_ENV", "development")
        if environment not in ENVIRONMENTS:
            raise SettingError(f"PALIMPSEST_ENV must be one of {', '.join(ENVIRONMENTS)}.")
        return cls(
            home=home,
            database_url=database_url,
            secret_key=_secret_key(env, environment),
            environment=environment,
            public_url=env.get("PALIMPSEST_PUBLIC_URL", cls.public_url).rstrip("/"),
            max_upload_bytes=_number(env, "PALIMPSEST_MAX_UPLOAD_BYTES", cls.max_upload_bytes),
            link_days=_number(env, "PALIMPSEST_LINK_DAYS", cls.link_days),
            trusted_proxies=_number(
                env, "PALIMPSEST_TRUSTED_PROXIES", cls.trusted_proxies, least=0
            ),
            ontology_folder=path_of(env, "PALIMPSEST_ONTOLOGY"),
            wikidata_endpoint=endpoint_of(
                env, "PALIMPSEST_WIKIDATA_ENDPOINT", like="https://example.org/w/api.php"
            ),
            encoder_folder=path_of(env, "PALIMPSEST_ENCODER"),
            pipeline=env.get("PALIMPSEST_PIPELINE") or None,
            language_model_folder=path_of(env, "PALIMPSEST_LANGUAGE_MODEL"),
            training_seconds=_number(env, "PALIMPSEST_TRAINING_SECONDS", cls.training_seconds),
        )

    def opened(self) -> Config:
        """Return these settings with the home opened, and the key from there if none was set."""
        open_home(self.home)
        key = self.secret_key or _kept_secret(self.home / "secret_key")
        return replace(self, secret_key=key)

    @classmethod
    def places(cls, env: Mapping[str, str]) -> tuple[Path, str]:
        """Return where the home folder and the database are, whether they can be used or not."""
        home = Path(env.get("PALIMPSEST_HOME") or _usual_home()).resolve()
        return home, env.get("PALIMPSEST_DATABASE_URL") or sqlite_url(home)

    @property
    def built_ontology(self) -> Path:
        """The folder in which an ontology is compiled."""
        return self.ontology_folder or self.home / "ontology"

    @property
    def ontology(self) -> Path:
        """The folder of the compiled ontology: that of this home, else the installed one."""
        built = self.built_ontology
        if self.ontology_folder or (built / MANIFEST).exists():
            return built
        return packaged_ontology() or built

    @property
    def assets(self) -> Assets:
        """The ontology and the models that texts are read with."""
        return Assets(
            ontology=self.ontology,
            encoder=self.encoder_folder,
            pipeline=self.pipeline,
            wikidata_endpoint=self.wikidata_endpoint,
            hides_torch=True,
        )

    @property
    def models(self) -> Path:
        """The folder of the trained models."""
        return self.home / "models"

    @property
    def is_production(self) -> bool:
        """Whether cookies must be secure and defaults are refused."""
        return self.environment == "production"

    def to_flask(self) -> dict[str, Any]:
        """Return the same settings under the names that Flask and its extensions know.

        Raises ValueError if there is no key, as `read` returns them before `opened`.
        """
        if not self.secret_key:
            raise ValueError("these settings have no key: they were read and not opened")
        return {
            "TESTING": self.testing,
            "PROPAGATE_EXCEPTIONS": self.testing,
            "SECRET_KEY": self.secret_key,
            "SQLALCHEMY_DATABASE_URI": self.database_url,
            "SQLALCHEMY_ENGINE_OPTIONS": {
                "hide_parameters": True,  # they hold document text
                "pool_pre_ping": True,  # a server may have ended a connection that lay idle
            },
            "MAX_CONTENT_LENGTH": self.max_upload_bytes,
            "MAX_FORM_MEMORY_SIZE": 4 * 1024 * 1024,
            "MAX_FORM_PARTS": 20_000,
            "SESSION_COOKIE_NAME": "palimpsest",
            "SESSION_COOKIE_HTTPONLY": True,
            "SESSION_COOKIE_SAMESITE": "Lax",
            "SESSION_COOKIE_SECURE": self.is_production,
            "PERMANENT_SESSION_LIFETIME": timedelta(days=7),
            "SESSION_REFRESH_EACH_REQUEST": False,
            "WTF_CSRF_TIME_LIMIT": None,  # as long as the session: a page stays open for hours
            "WTF_CSRF_SSL_STRICT": self.is_production,
        }


def _usual_home() -> Path:
    """Return the folder `instance` of a checkout, else that of this user's data."""
    if resources.IS_CHECKOUT:
        return resources.ROOT / "instance"
    return user_data_path("palimpsest", appauthor=False)


def sqlite_url(home: Path) -> str:
    """Return the address of the default database in a home folder."""
    return f"sqlite:///{home / 'palimpsest.sqlite3'}"


def _secret_key(env: Mapping[str, str], environment: str) -> str:
    """Return the key that is set, or an empty one if the home of a development keeps it."""
    key = env.get("PALIMPSEST_SECRET_KEY")
    if key is None and environment == "production":
        raise SettingError("PALIMPSEST_SECRET_KEY is missing: production does not start without.")
    if key is None:
        return ""
    if not secret_keys.is_strong(key):
        raise SettingError(
            f"PALIMPSEST_SECRET_KEY is too weak: at least {secret_keys.MIN_LENGTH} random"
            ' characters, as of python3 -c "import secrets; print(secrets.token_urlsafe(48))".'
        )
    return key


def _kept_secret(path: Path) -> str:
    """Read the development key, made at the first start; only the first of several makers wins.

    It comes under its name when it is whole: others may read it at that moment.
    """
    if not path.exists():
        with NamedTemporaryFile("w", dir=path.parent, encoding="ascii") as made:
            made.write(secrets.token_urlsafe(48))
            made.flush()
            with suppress(FileExistsError):
                os.link(made.name, path)
    key = path.read_text(encoding="ascii").strip()
    if len(key) < secret_keys.MIN_LENGTH:
        raise SettingError(f"{path.name} in the home folder is damaged: delete it and start again.")
    return key


def path_of(env: Mapping[str, str], name: str) -> Path | None:
    """Return the path that a variable names, None where it is not set."""
    value = env.get(name)
    return Path(value).resolve() if value else None


def endpoint_of(env: Mapping[str, str], name: str, *, like: str) -> str | None:
    """Return an address to which a query can be added, None where the variable is not set.

    Raises SettingError; no message shows what is set.
    """
    value = env.get(name, "").strip()
    if not value:
        return None
    try:
        parts = urlsplit(value)
        is_address = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address or "@" in parts.netloc or parts.query or parts.fragment:
        raise SettingError(f"{name} must be an address such as {like}.")
    return value


def _number(env: Mapping[str, str], name: str, default: int, *, least: int = 1) -> int:
    value = env.get(name, str(default))
    if not value.isascii() or not value.isdigit() or int(value) < least:
        raise SettingError(f"{name} must be a whole number, {least} or more, not {value!r}.")
    return int(value)
