"""A personal link signs one person in until it expires or is withdrawn."""

from dataclasses import replace
from datetime import timedelta

import pytest
from itsdangerous import URLSafeSerializer

from tests.factories import sign_in
from webapp.people import operations
from webapp.people.auth import links
from webapp.platform.extensions import db
from webapp.platform.models import Role, utc_now


@pytest.fixture
def ada(make):
    return make.user("Ada")


@pytest.fixture
def link(ada):
    link = operations.issue_link(db.session(), ada, days=90, actor=None, at=utc_now())
    db.session.commit()
    return link


@pytest.fixture
def path(link, config):
    return operations.link_url(config, link).removeprefix(config.public_url)


def who(client):
    """Return whose account page the client sees."""
    page = client.get("/account")
    return next((name for name in ("Ada", "Ben") if f"<dd>{name}</dd>" in page.text), None)


def test_one_click_signs_in(client, path, link):
    answer = client.get(path)
    assert (answer.status_code, answer.location) == (303, "/")
    assert who(client) == "Ada"
    assert link.last_used_at is not None


def test_the_link_can_be_clicked_again_and_the_open_page_still_works(client, path):
    client.get(path)
    with client.session_transaction() as session:
        session["csrf_token"] = "of the open page"
    assert client.get(path).status_code == 303
    with client.session_transaction() as session:
        assert session["csrf_token"] == "of the open page"


def test_where_somebody_else_is_signed_in_it_asks_first(client, make, path, link):
    sign_in(client, make.user("Ben"))
    question = client.get(path)
    assert question.status_code == 200
    assert "Continue as Ada" in question.text
    assert who(client) == "Ben"
    assert link.last_used_at is None
    assert client.post(path).status_code == 303
    assert who(client) == "Ada"


def test_an_expired_link_does_not_work(client, path, link):
    link.expires_at = utc_now() - timedelta(seconds=1)
    db.session.commit()
    for answer in (client.get(path), client.post(path)):
        assert answer.status_code == 403
        assert "has expired" in answer.text
    assert who(client) is None


def test_withdrawing_a_link_ends_the_sessions_it_began(client, make, path, link):
    client.get(path)
    admin = make.user(role=Role.ADMIN)
    operations.revoke_link(db.session(), link, actor=admin, at=utc_now())
    db.session.commit()
    assert who(client) is None
    answer = client.get(path)
    assert answer.status_code == 403
    assert "was withdrawn" in answer.text


def test_withdrawing_twice_changes_nothing_more(make, ada, link):
    admin = make.user(role=Role.ADMIN)
    for _ in range(2):
        operations.revoke_link(db.session(), link, actor=admin, at=utc_now())
    assert ada.session_epoch == 1


def test_the_link_of_a_deactivated_person_does_not_work(client, path, ada):
    ada.is_active = False
    db.session.commit()
    assert client.get(path).status_code == 403
    assert who(client) is None


def test_a_token_cannot_be_made_without_the_key(client, link, config):
    good = links.token_of(config, link)
    payload, signature = good.split(".")
    forged = [
        link.secret,
        payload,
        f"{payload}.",
        f"{payload}.{signature.swapcase()}",
        f"Mg.{signature}",
        f"2.{signature}",
        "nonsense",
        URLSafeSerializer("another key").dumps(link.id),
        links.token_of(replace(config, secret_key="another key"), link),
        URLSafeSerializer(config.secret_key).dumps(link.id),
    ]
    for token in forged:
        answer = client.get(f"/enter/{token}")
        assert answer.status_code == 403, token
        assert "not a complete personal link" in answer.text
    assert client.get(f"/enter/{good}").status_code == 303


def test_a_well_signed_token_of_no_link_is_refused(client, config, link):
    db.session.delete(link)
    db.session.commit()
    assert client.get(f"/enter/{links.token_of(config, link)}").status_code == 403


def test_the_token_of_a_link_is_always_the_same_and_names_nobody(config, link):
    token = links.token_of(config, link)
    assert token == links.token_of(config, link)
    assert links.secret_of(config, token) == link.secret
    assert "Ada" not in token
