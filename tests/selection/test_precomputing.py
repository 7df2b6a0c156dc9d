"""Payloads for open documents: the next ones first, each document looked at once."""

import pytest

from learning.encoding import Encoder
from selection import exchange, precomputing
from selection.exchange import Request
from selection.payload import SuggestionPayload
from selection.resources import Resources
from selection.training import train
from tests.selection.annotated import document
from tests.selection.planned import again, payloads_in, silent


@pytest.fixture
def asked(tmp_path, plan):
    """Payloads by key, for one document that was asked for with somebody's choices in it."""
    asked, out = tmp_path / "asked.jsonl", tmp_path / "payloads.jsonl"

    def ask(*requests: Request, family="baseline"):
        if not plan.out.exists():
            train(again(plan, "v1", family=family), silent)
        exchange.write_requests(asked, requests)
        suggest(plan, asked, out)
        return payloads_in(out)

    return ask


def suggest(plan, asked, out, on_progress=silent):
    resources = Resources.open(plan.encoder, None)
    return precomputing.suggest(
        plan.out, asked, plan.snapshot, out, resources=resources, on_progress=on_progress
    )


def test_choices_in_the_document_itself_never_reach_its_payload(asked):
    one, other = (
        asked(Request("key", "una", document("d30", chosen)), family="personal")
        for chosen in (0, 2)
    )
    assert one == other


def test_an_annotator_has_their_own_history_without_the_document_itself(asked, monkeypatch):
    seen = {}

    def noting(_model, document, annotator, history, **_likely):
        seen[annotator] = [each.doc_id for each in history]
        return SuggestionPayload([document.doc_id], [], [])

    monkeypatch.setattr(precomputing, "payload_of", noting)
    requests = [Request(str(name), name, document("d3")) for name in ("una", "ole", None)]
    assert set(asked(*requests)) == {"una", "ole", "None"}
    assert seen == {
        "una": [f"d{number}" for number in range(1, 13) if number != 3],
        "ole": [],
        None: [],
    }


def test_asked_for_nothing_it_writes_nothing(asked):
    assert asked() == {}


def test_the_encoder_forgets_between_documents_of_a_long_run(asked, monkeypatch):
    forgotten = []
    monkeypatch.setattr(precomputing, "_KEPT_TEXTS", 10)
    monkeypatch.setattr("learning.encoding.Encoder.forget", lambda _: forgotten.append(1))
    asked(*(Request(f"{n}", None, document(f"d{n}", 1, 1)) for n in range(4)))
    assert forgotten


def test_a_document_is_encoded_once_for_all_its_annotators(asked, monkeypatch):
    encoded = []
    encode = Encoder._encode
    monkeypatch.setattr(
        Encoder, "_encode", lambda self, texts: encoded.extend(texts) or encode(self, texts)
    )
    monkeypatch.setattr(precomputing, "_KEPT_TEXTS", 0)  # the vectors of a document go with it
    some = [document(f"open {number}") for number in range(3)]

    def texts_for(annotators):
        encoded.clear()
        requests = [
            Request(f"{name} {place}", f"annotator {name}", some[(name + place) % 3])
            for place in range(3)
            for name in range(annotators)
        ]
        assert len(asked(*requests, family="personal")) == 3 * annotators
        return len(encoded)

    asked(family="personal")
    assert texts_for(1) == texts_for(9) > 0


def test_what_is_asked_for_first_is_whole_before_the_rest_is_begun(plan, tmp_path):
    train(plan, silent)
    asked, out = tmp_path / "asked", tmp_path / "payloads"
    keys = [f"{number:02}" for number in range(2 * precomputing.BATCH + 1)]
    exchange.write_requests(asked, [Request(key, None, document(key)) for key in keys])
    there = {}

    def note(_share, doing):
        first = precomputing.batch_path(out, 0)
        there[doing] = [key for key, _ in exchange.read_payloads(first)] if first.exists() else []

    assert suggest(plan, asked, out, note) == len(keys)
    assert there["document 20 of 41"] == []
    assert there["document 21 of 41"] == keys[: precomputing.BATCH]
    assert list(payloads_in(out)) == keys
