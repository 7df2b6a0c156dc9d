"""Opening what risk indicators work with, as the settings name it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from learning.errors import LanguageModelError
from learning.language_model import LanguageModel
from masking.recognizers import trained
from research.errors import SearchError
from research.masking import indicators
from research.masking.labelling import TaggerClassifier
from research.masking.search import SearchClient
from research.masking.search.caching import CachedClient
from research.masking.search.collection import Collection
from research.masking.search.google import GoogleClient
from research.masking.search.searxng import SearxngClient
from webapp.platform.config import Config, endpoint_of, path_of
from webapp.platform.errors import SettingError
from webapp.replacements.opening import open_ontology

SEARCHES = "searches.sqlite3"
"""In the home folder: what was searched for, and the answers."""
SEARCH_COLLECTION = "PALIMPSEST_SEARCH_COLLECTION"
SEARCH_SEARXNG = "PALIMPSEST_SEARCH_SEARXNG"
SEARCH_GOOGLE = (
    "PALIMPSEST_SEARCH_GOOGLE",
    "PALIMPSEST_SEARCH_GOOGLE_KEY",
    "PALIMPSEST_SEARCH_GOOGLE_ENGINE",
)


@dataclass(frozen=True, kw_only=True)
class SearchSettings:
    """Settings of the web search of a risk indicator: at most one place, none unless set."""

    collection: Path | None = None
    """PALIMPSEST_SEARCH_COLLECTION: a file that `palimpsest collection` wrote; nothing is sent."""
    searxng: str | None = None
    """PALIMPSEST_SEARCH_SEARXNG: the `/search` of a SearXNG instance; names and spans are sent."""
    google: str | None = None
    """PALIMPSEST_SEARCH_GOOGLE: the address of Google's JSON API; names and spans are sent."""
    google_key: str = field(default="", repr=False)
    """PALIMPSEST_SEARCH_GOOGLE_KEY: the key to it, never shown."""
    google_engine: str = ""
    """PALIMPSEST_SEARCH_GOOGLE_ENGINE: the id of the search engine there (`cx`)."""

    @classmethod
    def from_environment(cls, env: Mapping[str, str]) -> SearchSettings:
        """Read the settings; raises SettingError for two places and for a part of Google's."""
        google = [env.get(name, "").strip() for name in SEARCH_GOOGLE]
        missing = [name for name, value in zip(SEARCH_GOOGLE, google, strict=True) if not value]
        if 0 < len(missing) < len(SEARCH_GOOGLE):
            given = [name for name in SEARCH_GOOGLE if name not in missing]
            raise SettingError(f"{_listed(given)} can't do without {_listed(missing)}.")
        names = (SEARCH_COLLECTION, SEARCH_SEARXNG, SEARCH_GOOGLE[0])
        if len(places := [name for name in names if env.get(name, "").strip()]) > 1:
            raise SettingError(f"{_listed(places)} exclude each other: one place is searched.")
        _, key, engine = google
        return cls(
            collection=path_of(env, SEARCH_COLLECTION),
            searxng=endpoint_of(env, SEARCH_SEARXNG, like="https://search.example.org/search"),
            google=endpoint_of(env, SEARCH_GOOGLE[0], like="https://search.example.org/v1"),
            google_key=key,
            google_engine=engine,
        )


@contextmanager
def open_indicator_resources(
    config: Config,
    resources: trained.Resources,
    search: SearchSettings,
    *,
    warn: Callable[[str], None],
    language_model: Path | None = None,
    collection: Path | None = None,
) -> Iterator[indicators.Resources]:
    """Open what risk indicators work with, on what trained recognizers stand on.

    `language_model`, a folder, and `collection`, a file, go before the settings. Where a search
    client sends words of documents away, `warn` is called before it can be asked. Raises
    SettingError, LanguageModelError, SearchError, MissingIndexError.
    """
    model = LanguageModel(language_model) if language_model else _language_model(config)
    opened = Collection(collection) if collection else _search_client(search, config.home)
    with closing(opened) if opened else nullcontext() as client:
        if client is not None and client.recipient is not None:
            warn(_warning(search, client.recipient))
        yield indicators.Resources(
            encoder=resources.encoder,
            ontology=open_ontology(config),
            language_model=model,
            token_classifier=TaggerClassifier(resources),
            search_client=client,
        )


def _language_model(config: Config) -> LanguageModel | None:
    """Open the language model of the settings, if there is one; raises SettingError."""
    if config.language_model_folder is None:
        return None
    try:
        return LanguageModel(config.language_model_folder)
    except LanguageModelError as error:
        raise SettingError(f"PALIMPSEST_LANGUAGE_MODEL: {error}") from error


def _search_client(search: SearchSettings, home: Path) -> Collection | CachedClient | None:
    """Open what the settings say is searched, if anything; raises SettingError, SearchError."""
    if search.collection is not None:
        try:
            return Collection(search.collection)
        except SearchError as error:
            raise SettingError(f"{SEARCH_COLLECTION}: {error}") from error
    engine: SearchClient | None = None
    if search.searxng is not None:
        engine = SearxngClient(search.searxng)
    elif search.google is not None:
        engine = GoogleClient(search.google, search.google_key, search.google_engine)
    return CachedClient(engine, home / SEARCHES) if engine else None


def _warning(search: SearchSettings, recipient: str) -> str:
    names = SEARCH_GOOGLE if search.google else [SEARCH_SEARXNG]
    return (
        "Web search is on: the names of protected people, each with spans of their documents, are "
        f"sent to {recipient}, where they can be read; to send nothing, unset {', '.join(names)}."
    )


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
