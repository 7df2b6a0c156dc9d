"""The trainer as a program in which the baseline waits, fails or chatters where a test wants it to.

Run as `python -m tests.selection.staged_trainer STAGE train …`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from selection.__main__ import main
from selection.examples import ExampleDocument
from selection.families import Training
from selection.families.baseline import BaselineFamily, BaselineModel

fit = BaselineFamily.fit


def wait_in_fitting(
    self: BaselineFamily,  # noqa: ARG001 - stands for a method
    documents: Sequence[ExampleDocument],
    training: Training,
) -> BaselineModel:
    """Work on for ever, as it looks from outside."""
    for step in range(10**9):
        training.on_progress(step / 10**9, f"step {step} of {len(documents)}")
        time.sleep(0.02)
    raise AssertionError


def wait_in_saving(self: BaselineModel, folder: Path) -> None:  # noqa: ARG001 - stands for a method
    """Write half a model and say so."""
    (folder / "half.txt").write_text("half", encoding="utf-8")
    os.write(2, b"half written\n")
    time.sleep(600)


def fail(
    self: BaselineFamily,  # noqa: ARG001 - stands for a method
    documents: Sequence[ExampleDocument],
    training: Training,  # noqa: ARG001 - stands for a method
) -> BaselineModel:
    """Fail as libraries do that quote what they were given."""
    raise ValueError(documents[0].text)


def chatter(
    self: BaselineFamily, documents: Sequence[ExampleDocument], training: Training
) -> BaselineModel:
    """Print as libraries do, from Python, from C, and from a process of their own."""
    print("chatter in Python", flush=True)  # noqa: T201 - the point of it
    os.write(1, b"chatter in C\n")
    subprocess.run(["/usr/bin/env"], check=True)
    return fit(self, documents, training)


STAGES = {
    "wait-in-fitting": (BaselineFamily, "fit", wait_in_fitting),
    "wait-in-saving": (BaselineModel, "save", wait_in_saving),
    "fail": (BaselineFamily, "fit", fail),
    "chatter": (BaselineFamily, "fit", chatter),
}

if __name__ == "__main__":
    setattr(*STAGES[sys.argv[1]])
    sys.exit(main(sys.argv[2:]))
