"""What is accepted as a password, how it is kept, how it is compared."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webapp.people.auth import passwords
from webapp.platform.errors import DomainError
from webapp.platform.models import User

PASSWORD = "seven quiet lighthouses"


class CountingHasher(passwords.PasswordHasher):
    """Counts how often the expensive function runs."""

    work = 0

    def hash(self, *args, **kwargs):
        self.work += 1
        return super().hash(*args, **kwargs)

    def verify(self, *args, **kwargs):
        self.work += 1
        return super().verify(*args, **kwargs)


@pytest.fixture
def ada():
    return User(name="Ada", password_hash=passwords.hash_password(PASSWORD))


def test_only_the_hash_is_kept_and_only_the_password_fits(ada):
    assert PASSWORD not in ada.password_hash
    assert passwords.is_password_of(ada, PASSWORD)
    assert not passwords.is_password_of(ada, PASSWORD + "!")


def test_nobody_takes_as_much_work_as_somebody(ada, monkeypatch):
    costs = []
    for person in (None, User(name="Linked"), ada):
        hasher = CountingHasher(memory_cost=19 * 1024, time_cost=2, parallelism=1)
        monkeypatch.setattr(passwords, "HASHER", hasher)
        assert not passwords.is_password_of(person, "wrong")
        costs.append(hasher.work)
    assert costs == [1, 1, 1]


@pytest.mark.parametrize("weak", ["", "short", "aaaaaaaaaaaa", "x" * 257])
def test_a_weak_password_is_refused(weak):
    with pytest.raises(DomainError):
        passwords.hash_password(weak)


@settings(deadline=None, max_examples=20)
@given(st.text(st.characters(), min_size=10, max_size=30).filter(lambda text: len(set(text)) >= 5))
def test_any_text_can_be_a_password(text):
    ada = User(name="Ada", password_hash=passwords.hash_password(text))
    assert passwords.is_password_of(ada, text)


def test_a_damaged_hash_fits_no_password():
    assert not passwords.is_password_of(User(name="Ada", password_hash="damaged"), PASSWORD)


def test_an_outdated_hash_is_renewed_when_the_password_is_right(ada, monkeypatch):
    outdated = ada.password_hash
    stronger = passwords.PasswordHasher(memory_cost=20 * 1024, time_cost=2, parallelism=1)
    monkeypatch.setattr(passwords, "HASHER", stronger)
    passwords.is_password_of(ada, "wrong")
    assert ada.password_hash == outdated
    passwords.is_password_of(ada, PASSWORD)
    assert "m=20480" in ada.password_hash


def test_the_same_letter_composed_differently_is_the_same_password(ada):
    ada.password_hash = passwords.hash_password("caf\N{LATIN SMALL LETTER E WITH ACUTE} au lait")
    assert passwords.is_password_of(ada, "cafe\N{COMBINING ACUTE ACCENT} au lait")
