"""`palimpsest train` with a trainer that waits for ever: `python -m … --project NAME`."""

import pytest

from tests.webapp.trainable import fake
from webapp.cli.train import train

if __name__ == "__main__":
    fake(pytest.MonkeyPatch(), "wait")
    train()
