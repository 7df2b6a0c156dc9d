"""What risk indicators work with is opened as set; who sends words away is said before."""

from __future__ import annotations

import stat
from contextlib import contextmanager
from dataclasses import replace

import pytest

from learning.errors import LanguageModelError
from research.commands.opening import SEARCHES, SearchSettings, open_indicator_resources
from research.masking.search import Page
from research.masking.search.collection import build_collection
from tests.learning.language_models import write_causal
from tests.masking.corrected_documents import resources
from tests.research.masking.search.engines import ENGINE, GOOGLE, KEY, SEARXNG, serving
from webapp.platform.errors import SettingError

pytestmark = pytest.mark.usefixtures("tiny_ontology")


@pytest.fixture
def engine():
    with serving() as running:
        running.pages = [("News", "Ada Moss left Oslo")]
        yield running


@pytest.fixture
def collection(tmp_path):
    path = tmp_path / "collection.sqlite3"
    build_collection(path, [Page("a", "Ada Moss"), Page("b", "Bo Moss")])
    return path


@pytest.fixture
def opening(config, tiny_encoder):
    """Open with these settings; yield what was opened and what people were told."""

    @contextmanager
    def opened(settings, **given):
        said = []
        settings = {"search": SearchSettings()} | settings
        search = settings.pop("search")
        changed = replace(config, **settings)
        stand = resources(tiny_encoder)
        with open_indicator_resources(changed, stand, search, warn=said.append, **given) as found:
            yield found, said

    return opened


def test_without_settings_nothing_is_searched_and_nothing_said(opening):
    with opening({}) as (found, said):
        assert (found.search_client, found.language_model, said) == (None, None, [])
        assert found.encoder is not None
        assert found.token_classifier is not None


@pytest.mark.parametrize(
    ("path", "more", "variable"),
    [
        (SEARXNG, {}, "PALIMPSEST_SEARCH_SEARXNG"),
        (GOOGLE, {"google_key": KEY, "google_engine": ENGINE}, "PALIMPSEST_SEARCH_GOOGLE_KEY"),
    ],
)
def test_a_search_engine_is_asked_once_and_people_are_told(
    opening, config, engine, path, more, variable
):
    kind = "searxng" if path == SEARXNG else "google"
    settings = {"search": SearchSettings(**{kind: engine.address + path}, **more)}
    with opening(settings) as (found, said):
        (sentence,) = said
        assert not engine.asked
        first = found.search_client.search("Ada Moss", "Oslo")
    for part in (engine.address.removeprefix("http://"), "names", "spans", variable):
        assert part in sentence
    assert KEY not in sentence
    assert [page.title for page in first.pages] == ["News"]
    asked = len(engine.asked)
    assert {each["q"] for each in engine.asked} == {'"Ada Moss" "Oslo"'}
    with opening(settings) as (found, said):
        assert found.search_client.search("Ada Moss", "Oslo") == first
    assert len(engine.asked) == asked
    assert len(said) == 1
    assert stat.S_IMODE((config.home / SEARCHES).stat().st_mode) == 0o600


def test_a_collection_is_searched_and_nobody_need_be_told(opening, collection):
    with opening({"search": SearchSettings(collection=collection)}) as (found, said):
        assert found.search_client.search("Ada", "Moss").hits == 1
        assert said == []


def test_what_is_given_goes_before_what_is_set(opening, engine, collection, tmp_path):
    settings = {
        "search": SearchSettings(searxng=engine.address + SEARXNG),
        "language_model_folder": tmp_path / "nowhere",
    }
    model = write_causal(tmp_path / "model")
    with opening(settings, collection=collection, language_model=model) as (found, said):
        assert found.search_client.search("Ada", "Moss").hits == 1
        assert found.language_model.folder == model
        assert (said, engine.asked) == ([], [])


def test_the_language_model_of_the_settings_is_opened(opening, tmp_path):
    model = write_causal(tmp_path / "model")
    with opening({"language_model_folder": model}) as (found, _):
        assert found.language_model.folder == model


@pytest.mark.parametrize(
    ("settings", "variable"),
    [
        ({"language_model_folder": "nowhere"}, "PALIMPSEST_LANGUAGE_MODEL"),
        ({"search": "nowhere"}, "PALIMPSEST_SEARCH_COLLECTION"),
    ],
)
def test_a_setting_that_names_nothing_is_named(opening, tmp_path, settings, variable):
    nowhere = tmp_path / "nowhere"
    changed = {
        name: SearchSettings(collection=nowhere) if name == "search" else nowhere
        for name in settings
    }
    with pytest.raises(SettingError, match=f"{variable}: .*nowhere"), opening(changed):
        pass


def test_a_folder_that_is_given_is_refused_without_a_word_of_settings(opening, tmp_path):
    with (
        pytest.raises(LanguageModelError) as caught,
        opening({}, language_model=tmp_path / "nowhere"),
    ):
        pass
    assert "PALIMPSEST" not in str(caught.value)
