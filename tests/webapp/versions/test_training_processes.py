"""The process of a trainer knows nothing that it needs not know, and gives way to everybody."""

import pytest

from tests.webapp.versions.trainable import fake
from webapp.versions import processes
from webapp.versions.guard import AUTOGROUP


@pytest.fixture
def seen(app, config, tmp_path, monkeypatch, real_niceness):  # noqa: ARG001 - the trainer is run in its context
    """What a trainer sees of where it runs."""
    monkeypatch.setattr(processes, "NICENESS", real_niceness)
    monkeypatch.setenv("PALIMPSEST_SECRET_KEY", "known to the server only")
    fake(monkeypatch, "look")
    return processes.run_trainer(
        ["selection", "train", "--out", str(tmp_path / "version")],
        what="The training",
        folder=tmp_path,
        config=config,
        on_progress=lambda _share, _doing: None,
    )


def test_the_trainer_gets_no_secret_and_gives_way(seen):
    assert seen["settings"] == []
    assert seen["niceness"] == 19  # the highest there is


@pytest.mark.skipif(
    not AUTOGROUP.exists() or not AUTOGROUP.read_text(),
    reason="this kernel shares processors between processes, not between sessions",
)
def test_the_trainer_s_session_gives_way_to_other_sessions(seen, real_niceness):
    group, nice = seen["group"].rsplit(" nice ")
    ours, our_nice = AUTOGROUP.read_text().strip().rsplit(" nice ")
    assert nice == str(real_niceness)
    assert group != ours
    assert our_nice != nice  # whoever starts it stays as fast as ever
