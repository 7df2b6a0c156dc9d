"""Settings of the search: one place at most, each named when wrong."""

from __future__ import annotations

import re

import pytest

from research.commands.opening import SearchSettings
from webapp.platform.errors import SettingError

COLLECTION = "PALIMPSEST_SEARCH_COLLECTION"
SEARXNG = "PALIMPSEST_SEARCH_SEARXNG"
GOOGLE = "PALIMPSEST_SEARCH_GOOGLE"
KEY = "PALIMPSEST_SEARCH_GOOGLE_KEY"
ENGINE = "PALIMPSEST_SEARCH_GOOGLE_ENGINE"
VALUES = {
    COLLECTION: "background.sqlite3",
    SEARXNG: "https://search.example.org/search",
    GOOGLE: "https://search.example.org/v1",
    KEY: "a-key-of-ours",
    ENGINE: "an-engine",
}


read = SearchSettings.from_environment


def test_nothing_is_searched_unless_it_is_set():
    search = read({})
    assert (search.collection, search.searxng, search.google) == (None, None, None)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ([COLLECTION, SEARXNG], [COLLECTION, SEARXNG]),
        ([COLLECTION, GOOGLE, KEY, ENGINE], [COLLECTION, GOOGLE]),
        ([SEARXNG, GOOGLE, KEY, ENGINE], [SEARXNG, GOOGLE]),
        ([KEY, ENGINE], [KEY, ENGINE, GOOGLE]),
        ([GOOGLE, KEY], [GOOGLE, KEY, ENGINE]),
        ([GOOGLE, ENGINE], [GOOGLE, ENGINE, KEY]),
    ],
)
def test_one_place_is_searched_and_google_needs_all_of_its_settings(given, named):
    with pytest.raises(SettingError) as caught:
        read({name: VALUES[name] for name in given})
    assert set(re.findall(r"PALIMPSEST_\w+", str(caught.value))) == set(named)
    assert VALUES[KEY] not in str(caught.value)


@pytest.mark.parametrize("name", [SEARXNG, GOOGLE])
@pytest.mark.parametrize(
    "address",
    ["search.example.org", "ftp://a.example/b", "http://[", "http://a.example:b/", "http://a/?q="],
)
def test_what_is_no_address_is_refused_by_the_name_of_its_setting(name, address):
    others = {KEY: VALUES[KEY], ENGINE: VALUES[ENGINE]} if name == GOOGLE else {}
    with pytest.raises(SettingError, match=f"{name} must be an address"):
        read({name: address, **others})


def test_a_password_in_an_address_is_refused_and_no_secret_is_shown():
    with pytest.raises(SettingError, match=SEARXNG) as caught:
        read({SEARXNG: "https://ada:opensesame@search.example.org/search"})
    assert "opensesame" not in str(caught.value)
    search = read({name: VALUES[name] for name in (GOOGLE, KEY, ENGINE)})
    assert search.google_key == VALUES[KEY]
    assert VALUES[KEY] not in repr(search)
