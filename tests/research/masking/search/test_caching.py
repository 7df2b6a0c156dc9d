from __future__ import annotations

import stat

import pytest

from research.errors import SearchError
from research.masking.search import Page, SearchAnswer
from research.masking.search.caching import CachedClient
from research.masking.search.fetching import RefusedError


class Engine:
    identity, recipient = "an engine", "its host"

    def __init__(self):
        self.asked = []
        self.error = None

    def search(self, name, span):
        self.asked.append((name, span))
        if self.error:
            raise self.error
        return SearchAnswer([Page("Øya", "“text”")], len(self.asked))


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


@pytest.fixture
def engine():
    return Engine()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def cached(engine, clock, tmp_path):
    client = CachedClient(
        engine, tmp_path / "cache.sqlite", interval=2.0, clock=clock, sleep=clock.sleep
    )
    yield client
    client.close()


def test_the_same_is_asked_once_even_by_another_process(cached, engine, tmp_path):
    first = cached.search("Ada", "Oslo")
    assert cached.search("Ada", "Oslo") == first
    other = CachedClient(engine, tmp_path / "cache.sqlite")
    assert other.search("Ada", "Oslo") == first
    other.close()
    assert engine.asked == [("Ada", "Oslo")]


def test_another_engine_is_asked_anew(cached, tmp_path):
    cached.search("Ada", "Oslo")
    second = Engine()
    second.identity = "a second engine"
    other = CachedClient(second, tmp_path / "cache.sqlite")
    other.search("Ada", "Oslo")
    other.close()
    assert second.asked == [("Ada", "Oslo")]


def test_searches_are_spaced_out(cached, clock):
    for span in ("Oslo", "Bergen", "Hamar"):
        cached.search("Ada", span)
    assert clock.now == 4.0


def test_after_a_refusal_nothing_is_asked_until_the_pause_is_over(cached, engine, clock):
    engine.error = RefusedError("Too many.", 30.0)
    with pytest.raises(RefusedError):
        cached.search("Ada", "Oslo")
    engine.error = None
    with pytest.raises(SearchError, match="pause"):
        cached.search("Ada", "Oslo")
    assert len(engine.asked) == 1
    clock.now += 31.0
    assert cached.search("Ada", "Oslo").pages


def test_a_failure_is_not_remembered(cached, engine):
    engine.error = SearchError("Down.")
    with pytest.raises(SearchError):
        cached.search("Ada", "Oslo")
    engine.error = None
    assert cached.search("Ada", "Oslo").pages


def test_the_file_is_its_owners_alone(cached, tmp_path):
    cached.search("Ada", "Oslo")
    assert stat.S_IMODE((tmp_path / "cache.sqlite").stat().st_mode) == 0o600


def test_a_file_that_is_no_database_is_refused(engine, tmp_path):
    path = tmp_path / "cache.sqlite"
    path.write_text("This is no database at all, and long enough to be none.")
    with pytest.raises(SearchError, match="can't be used"):
        CachedClient(engine, path)
