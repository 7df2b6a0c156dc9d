"""Opening what marks mentions and decides on them, as the settings name it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

from learning.encoding import Encoder
from learning.errors import LanguageModelError
from learning.language_model import LanguageModel
from masking import indicators
from masking.detecting import Detector
from masking.errors import SearchError
from masking.labelling import TaggerClassifier
from masking.pipelines import Pipeline
from masking.recognizers import trained
from masking.search import SearchClient
from masking.search.caching import CachedClient
from masking.search.collection import Collection
from masking.search.google import GoogleClient
from masking.search.searxng import SearxngClient
from webapp.config import SEARCH_COLLECTION, SEARCH_GOOGLE, SEARCH_SEARXNG, Config, SearchSettings
from webapp.errors import SettingError
from webapp.generalizations.opening import open_ontology

SEARCHES = "searches.sqlite3"
"""In the home folder: what was searched for, and the answers."""


def open_detector(config: Config) -> Detector:
    """Open the zero-shot detector; raises PipelineError and MissingIndexError."""
    return Detector.zero_shot(Pipeline.open(config.pipeline), open_ontology(config))


def open_trained_resources(config: Config) -> trained.Resources:
    """Open what trained recognizers stand on; raises what `open_detector` does, EncoderError."""
    detector = open_detector(config)
    return trained.Resources(detector.pipeline, Encoder.open(config.encoder_folder), detector)


@contextmanager
def open_indicator_resources(
    config: Config,
    resources: trained.Resources,
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
    opened = Collection(collection) if collection else _search_client(config)
    with closing(opened) if opened else nullcontext() as client:
        if client is not None and client.recipient is not None:
            warn(_warning(config.search, client.recipient))
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


def _search_client(config: Config) -> Collection | CachedClient | None:
    """Open what the settings say is searched, if anything; raises SettingError, SearchError."""
    search = config.search
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
    return CachedClient(engine, config.home / SEARCHES) if engine else None


def _warning(search: SearchSettings, recipient: str) -> str:
    names = SEARCH_GOOGLE if search.google else [SEARCH_SEARXNG]
    return (
        "Web search is on: the names of protected people, each with spans of their documents, are "
        f"sent to {recipient}, where they can be read; to send nothing, unset {', '.join(names)}."
    )
