"""After a restore row numbers are given out again; what was given out before opens nothing."""

import pytest

from tests.factories import Factory
from tests.webapp.core.backups.restoring import Backup
from webapp.people.auth import links
from webapp.people.operations import issue_link
from webapp.platform.extensions import db
from webapp.platform.models import Role, utc_now


@pytest.fixture
def backup(any_own_app, tmp_path):  # noqa: ARG001 - the database must be there
    return Backup(tmp_path)


@pytest.fixture
def arrive(any_own_app):
    """Make a person with a link, and open it."""

    def arrive(name, role=Role.ANNOTATOR):
        person = Factory(db.session).user(name, role=role)
        link = issue_link(db.session(), person, days=90, actor=None, at=utc_now())
        db.session.commit()
        path = f"/enter/{links.token_of(any_own_app.extensions['palimpsest'], link)}"
        browser = any_own_app.test_client()
        assert browser.get(path).status_code == 303
        return browser, path, (person.id, link.id)

    return arrive


def who(browser):
    """Return whose account page the browser sees."""
    page = browser.get("/account")
    return next((name for name in ("Ada", "Ben", "Root") if f"<dd>{name}</dd>" in page.text), None)


@pytest.mark.parametrize("there_before", [[], ["Ben"]], ids=["a new database", "a restored one"])
def test_what_took_the_number_of_a_person_is_not_reached_by_their_link_or_cookie(
    any_own_app, backup, arrive, there_before
):
    for name in there_before:
        arrive(name)
    backup.take()
    browser, path, numbers = arrive("Ada")
    assert who(browser) == "Ada"
    backup.restore()
    *_, new_numbers = arrive("Root", Role.ADMIN)
    assert new_numbers == numbers, "this test is about numbers that are given out again"
    assert who(browser) is None
    for visitor in (browser, any_own_app.test_client()):
        for answer in (visitor.get(path), visitor.post(path)):
            assert answer.status_code == 403
            assert "not a complete personal link" in answer.text
        assert who(visitor) is None


def test_who_was_there_when_the_copy_was_made_goes_on(any_own_app, backup, arrive):
    browser, path, _ = arrive("Ben")
    backup.take()
    arrive("Ada")
    backup.restore()
    assert who(browser) == "Ben"
    newcomer = any_own_app.test_client()
    assert newcomer.get(path).status_code == 303
    assert who(newcomer) == "Ben"
