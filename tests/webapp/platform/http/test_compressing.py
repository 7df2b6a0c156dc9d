"""Pages go out compressed, unless the address brings words of its own along."""

from __future__ import annotations

import brotli
import pytest

from tests.factories import sign_in
from webapp.people.access import Access, open_to
from webapp.platform.http.compressing import LEAST_BYTES
from webapp.platform.models import Role

BROWSER = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture
def path(client, make):
    sign_in(client, make.user("Alma", role=Role.ADMIN))
    return f"/projects/{make.project(name='Lives').id}"


def test_a_page_is_a_fraction_of_its_size_and_says_the_same(client, path):
    whole, packed = client.get(path), client.get(path, headers=BROWSER)
    assert "Content-Encoding" not in whole.headers
    assert packed.headers["Content-Encoding"] == "br"
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(whole.data) / 2
    assert "Lives" in brotli.decompress(packed.data).decode()
    assert "Accept-Encoding" in whole.vary
    assert {"Accept-Encoding", "HX-Request", "Cookie"} <= set(packed.vary)


@pytest.mark.parametrize("accepted", ["", "gzip", "br;q=0"])
def test_who_does_not_take_it_gets_the_page_as_it_is(client, path, accepted):
    answer = client.get(path, headers={"Accept-Encoding": accepted})
    assert "Lives" in answer.text


def test_words_of_an_address_are_never_compressed_beside_secrets(client, path):
    answer = client.get(f"{path}/documents?words=Lives", headers=BROWSER)
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer.headers
    assert "csrf_token" in answer.text


def test_a_refusal_stays_as_it_is(client, path):
    missing = client.get(f"{path}/nowhere", headers=BROWSER)
    assert missing.status_code == 404
    assert "Content-Encoding" not in missing.headers


@pytest.mark.parametrize(("length", "coding"), [(LEAST_BYTES - 1, None), (LEAST_BYTES, "br")])
def test_small_answers_stay_as_they_are(own_app, length, coding):
    own_app.add_url_rule("/probe", "probe", open_to(Access.PUBLIC)(lambda: "a" * length))
    answer = own_app.test_client().get("/probe", headers=BROWSER)
    assert answer.headers.get("Content-Encoding") == coding
