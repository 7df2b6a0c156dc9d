"""A key that somebody typed is refused; one that a machine drew is not."""

import base64
import random
import stat
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from webapp.platform.config import Config
from webapp.platform.secret_keys import MIN_UNGUESSABLE, count_unguessable, is_strong

TYPED = [
    "",
    "short",
    "a" * 64,
    "abcdefg" * 10,
    "changeme-changeme-changeme-changeme",
    "ChangeMeChangeMeChangeMeChangeMe",
    "Ch4ng3M3-Ch4ng3M3-Ch4ng3M3-Ch4ng3M3",
    "please-change-this-secret-key-before-production",
    "your-super-secret-key-that-is-at-least-32-characters-long",
    "REPLACE_ME_WITH_A_LONG_RANDOM_STRING",
    "thisisnotaverysecurekeybutitislongenough",
    "do not use this in production, ever, please",
    "password123password123password123",
    "0123456789abcdef0123456789abcdef",
    "abcdefghijklmnopqrstuvwxyz0123456789",
    "qwertyuiopasdfghjklzxcvbnm1234567890",
    "deadbeefdeadbeefdeadbeefdeadbeef",
    "00000000000000000000000000000001",
]

DRAWN = {
    "hexadecimal": lambda drawn: drawn.randbytes(16).hex(),
    "base 64": lambda drawn: base64.b64encode(drawn.randbytes(48)).decode(),
    "for addresses": lambda drawn: base64.urlsafe_b64encode(drawn.randbytes(48)).decode(),
    "uuid": lambda drawn: str(uuid.UUID(bytes=drawn.randbytes(16))),
    "printable": lambda drawn: "".join(chr(drawn.randrange(33, 127)) for _ in range(48)),
}


@pytest.mark.parametrize("key", TYPED)
def test_what_is_repeated_counts_on_or_is_made_of_words_is_weak(key):
    assert not is_strong(key)


@pytest.mark.parametrize("kind", DRAWN)
def test_what_a_machine_drew_is_strong(kind):
    drawn = random.Random(f"the same keys each time: {kind}")  # noqa: S311 - no key is made here
    assert all(is_strong(DRAWN[kind](drawn)) for _ in range(500))


def test_a_longer_placeholder_is_no_better():
    assert count_unguessable("changeme-" * 40) == count_unguessable("changeme-" * 4)
    assert count_unguessable("changeme-" * 40) < MIN_UNGUESSABLE


def test_all_who_start_at_once_in_a_new_home_have_one_key(tmp_path):
    for number in range(40):
        home = {"PALIMPSEST_HOME": str(tmp_path / str(number))}
        (tmp_path / str(number)).mkdir()
        with ThreadPoolExecutor(12) as starting:
            configs = list(starting.map(Config.from_environment, [home] * 12))
        assert len({config.secret_key for config in configs}) == 1
        files = {path.name for path in configs[0].home.iterdir() if path.is_file()}
        assert files == {"secret_key"}
        assert stat.S_IMODE((configs[0].home / "secret_key").stat().st_mode) == 0o600
