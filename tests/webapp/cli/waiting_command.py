"""`palimpsest train` with a trainer that waits for ever: `python -m … --project NAME`."""

import pytest

from tests.webapp.versions.trainable import fake
from webapp.cli.train import train
from webapp.versions import processes

if __name__ == "__main__":
    processes.NICENESS = 0
    fake(pytest.MonkeyPatch(), "wait")
    train()
