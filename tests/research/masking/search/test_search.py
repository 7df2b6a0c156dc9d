from __future__ import annotations

import time

import pytest

from research.errors import SearchError
from research.masking.search import TOP, Page, quoted
from research.masking.search import fetching as fetching_module
from research.masking.search.fetching import RefusedError
from research.masking.search.google import GoogleClient
from research.masking.search.searxng import SearxngClient
from tests.local_server import reply
from tests.research.masking.search.engines import ENGINE, GOOGLE, KEY, SEARXNG, serving


@pytest.fixture
def engine():
    with serving() as running:
        yield running


def clients(engine, seconds=10.0):
    return {
        "google": GoogleClient(engine.address + GOOGLE, KEY, ENGINE, seconds),
        "searxng": SearxngClient(engine.address + SEARXNG, seconds),
    }


BOTH = ["google", "searxng"]


@pytest.mark.parametrize("name", BOTH)
def test_the_first_twenty_pages_come_in_two_requests(name, engine):
    engine.pages = [(f"Page {number}", f"Ada Moss in Oslo {number}") for number in range(35)]
    engine.total = 1234
    answer = clients(engine)[name].search("Ada Moss", "Oslo")
    assert len(answer.pages) == TOP
    assert answer.pages[19] == Page("Page 19", "Ada Moss in Oslo 19")
    assert answer.hits == 1234
    assert [each["q"] for each in engine.asked] == ['"Ada Moss" "Oslo"'] * 2


@pytest.mark.parametrize("name", BOTH)
def test_nothing_found_is_an_answer(name, engine):
    answer = clients(engine)[name].search("Ada Moss", "Oslo")
    assert (list(answer.pages), answer.hits) == ([], 0)
    assert len(engine.asked) == 1


def test_an_instance_that_counts_no_hits_has_as_many_as_results(engine):
    engine.pages = [("Page", "text")] * 7
    assert clients(engine)["searxng"].search("Ada Moss", "Oslo").hits == 7


FAULTS = {
    "forbidden": (lambda each: reply(each, {"error": {}}, 403), "HTTP 403"),
    "too many": (lambda each: reply(each, b"", 429, Retry_After="7"), "pause for 7 s"),
    "broken": (lambda each: reply(each, b"", 500), "HTTP 500"),
    "HTML": (lambda each: reply(each, b"<html>Are you human?</html>"), "no JSON"),
    "huge": (lambda each: reply(each, b" " * 300_000), "more than 200,000 bytes"),
    "a list": (lambda each: reply(each, []), "form of"),
    "another shape": (lambda each: reply(each, {"items": 3, "results": 3}), "form of"),
    "slow": (lambda _: time.sleep(1.0), "too slow"),
    "elsewhere": (lambda each: reply(each, b"", 302, Location="http://127.0.0.1:9/"), "HTTP 302"),
    "hung up": (lambda each: each.connection.close(), "can't be reached"),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", BOTH)
def test_errors_are_reported_without_the_query(name, fault, engine, monkeypatch):
    monkeypatch.setattr(fetching_module, "MAX_BYTES", 200_000)
    engine.answer, message = FAULTS[fault]
    client = clients(engine, seconds=0.3 if fault == "slow" else 10.0)[name]
    with pytest.raises(SearchError, match=message) as caught:
        client.search("Ada Moss", "Oslo")
    assert "Ada" not in str(caught.value)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(("header", "pause"), [("7", 7.0), ("soon", 60.0), ("999999", 3600.0)])
def test_the_pause_is_what_the_engine_asks_for_within_an_hour(header, pause, engine):
    engine.answer = lambda each: reply(each, b"", 429, Retry_After=header)
    with pytest.raises(RefusedError) as caught:
        clients(engine)["searxng"].search("Ada Moss", "Oslo")
    assert caught.value.pause == pause


def test_nobody_at_the_address_is_reported():
    with pytest.raises(SearchError, match="can't be reached"):
        SearxngClient("http://127.0.0.1:9/search", 1.0).search("Ada Moss", "Oslo")


@pytest.mark.parametrize("address", ["", "search.example", "file:///etc/passwd", "http://"])
def test_what_is_no_address_of_a_web_server_is_refused(address):
    with pytest.raises(SearchError, match="no address"):
        SearxngClient(address)


def test_google_needs_a_key():
    with pytest.raises(SearchError, match="key"):
        GoogleClient("http://search.example/v1", "", ENGINE)


@pytest.mark.parametrize("name", BOTH)
def test_who_gets_to_read_what_is_asked_is_named_by_host_and_no_key_is_shown(name, engine):
    client = clients(engine)[name]
    assert client.recipient.startswith(engine.address.removeprefix("http://"))
    assert "/" not in client.recipient
    assert KEY not in client.identity + repr(client)


def test_quotation_marks_of_a_span_do_not_end_the_phrase():
    assert quoted("Ada Moss", 'the "Reed" house') == '"Ada Moss" "the  Reed  house"'
