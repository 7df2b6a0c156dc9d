"""Asking a live Wikidata: a real server that speaks its API, and all that may go wrong."""

from __future__ import annotations

import time

import pytest

from annotation.records import Document, Layer, Mention
from annotation.types import IdentifierType, SemanticType
from ontology.entries import Kind
from ontology.layers import Ontology
from ontology.proposing import propose
from ontology.wikidata.live import LiveWikidata
from tests.local_server import reply
from tests.ontology.wikidata.served import serving


@pytest.fixture
def server():
    with serving() as state:
        yield state


@pytest.fixture
def live(server):
    return LiveWikidata(server.endpoint, seconds=2.0)


def test_a_name_is_found_with_what_stands_above_it(live):
    (sense,) = live.lookup("Brackwater")
    assert sense.generalizations == ("village", "populated place", "place")
    assert (sense.source, sense.kind, sense.weight) == ("P31", Kind.SETTLEMENT, 1.0)
    assert sense.is_exact
    assert sense.has_capital
    assert [each.term for each in live.lookup("old brackwater")] == ["Brackwater"]
    assert live.failures == 0


def test_only_the_whole_name_counts_and_what_is_unknown_stays_so(live):
    assert live.lookup("Brack") == []
    assert live.lookup("Nowhere") == []
    assert live.failures == 0


def test_what_was_asked_is_not_asked_again(live, server):
    first = live.lookup("Brackwater")
    count = len(server.asked)
    assert live.lookup("Brackwater") == first
    assert len(server.asked) == count


def slow(handler, _asked):
    handler.send_response(200)
    handler.end_headers()
    try:
        while True:  # until who asked has gone
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.05)
    except (BrokenPipeError, ConnectionResetError):
        return


def endless(handler, _asked):
    handler.send_response(200)
    handler.end_headers()
    try:
        while True:
            handler.wfile.write(b" " * 1_000_000)
    except (BrokenPipeError, ConnectionResetError):
        return


FAULTS = {
    "slow": (slow, "too slow an answer"),
    "huge": (endless, "an answer of more than"),
    "busy": (lambda handler, _: reply(handler, b"", 429, Retry_After="90"), "HTTP 429"),
    "broken": (lambda handler, _: reply(handler, b"<html>"), "an answer that is no JSON"),
    "empty": (lambda handler, _: reply(handler, b""), "an answer that is no JSON"),
    "an error": (lambda handler, _: reply(handler, {"error": {}}), "an answer that says error"),
    "another shape": (
        lambda handler, _: reply(handler, {"search": [{"id": 3, "label": "Brackwater"}]}),
        "TypeError",
    ),
    "a list": (lambda handler, _: reply(handler, []), "an answer that says error"),
    "elsewhere": (
        lambda handler, _: reply(handler, b"", 302, Location="http://127.0.0.1:9/"),
        "HTTP 302",
    ),
    "down": (lambda handler, _: handler.connection.close(), ""),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_failure_is_reported_and_answers_nothing(server, fault, caplog, monkeypatch):
    monkeypatch.setattr(LiveWikidata, "MAX_BYTES", 3_000_000)
    server.answer, message = FAULTS[fault]
    live = LiveWikidata(server.endpoint, seconds=0.4 if fault == "slow" else 10.0)
    assert live.lookup("Brackwater") == []
    assert live.failures == 1
    assert message in live.last_failure
    assert "live Wikidata" in caplog.text
    assert "Brackwater" not in caplog.text
    assert live.lookup("Another name") == []
    assert len(server.asked) == 1, "after a failure it is left in peace"


def test_nobody_at_the_address_is_a_failure_too():
    live = LiveWikidata("http://127.0.0.1:9/w/api.php", seconds=1.0)
    assert live.lookup("Brackwater") == []
    assert live.failures == 1


def test_it_is_asked_again_after_the_pause(server, monkeypatch):
    monkeypatch.setattr(LiveWikidata, "PAUSE_SECONDS", 0.0)
    live = LiveWikidata(server.endpoint)
    server.answer = FAULTS["broken"][0]
    assert live.lookup("Brackwater") == []
    server.answer = None
    assert live.lookup("Brackwater") != []


def document(*spans: tuple[str, SemanticType]) -> Document:
    text, mentions = "", []
    for number, (name, kind) in enumerate(spans):
        start = len(text)
        text += f"{name}. "
        mentions.append(
            Mention(
                str(number),
                kind,
                start,
                start + len(name),
                name,
                IdentifierType.QUASI,
                str(number),
            )
        )
    return Document("d", text, (Layer("a", tuple(mentions)),))


def test_it_is_the_last_step_and_never_hears_of_persons(server, live):
    spans = [
        ("Brackwater", SemanticType.LOC),
        ("Brackwater", SemanticType.PERSON),
        ("Ada Brackwater", SemanticType.PERSON),
        ("1986", SemanticType.DATETIME),
        ("AB 123", SemanticType.CODE),
        ("12 boats", SemanticType.QUANTITY),
    ]
    proposed = list(propose(document(*spans), Ontology([], live=live)).iter_mentions())
    assert proposed[0].replacement is not None
    assert proposed[0].replacement.generalizations["P31"][0] == "village"
    assert {asked["search"][0] for asked in server.asked if "search" in asked} == {"Brackwater"}


def test_a_sense_of_another_kind_does_not_fit(live):
    (proposed,) = propose(
        document(("Brackwater", SemanticType.ORG)), Ontology([], live=live)
    ).iter_mentions()
    assert proposed.replacement is not None
    assert next(iter(proposed.replacement.iter_lists()))[1] == ["organization", "***"]


def test_without_it_nothing_is_sent(server):
    propose(document(("Brackwater", SemanticType.LOC)), Ontology([]))
    assert server.asked == []
