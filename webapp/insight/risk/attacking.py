"""Attacks run in a process of their own, as trainers do: it takes torch, which the worker does not.

The texts lie in the folder of the job meanwhile, and go with what else a job worked with.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from flask import current_app

from palimpsest.checking import Findings
from privacy.attacking import read_attacked, write_targets
from privacy.attacks import Target
from webapp.platform.config import Config
from webapp.versions import folders
from webapp.versions.processes import encoder_argument, run_trainer


def attack(
    job_id: int,
    background: Path | None,
    targets: Collection[Target],
    on_progress: Callable[[float], None],
) -> Findings:
    """Return what all attacks say of each target; without a background there are none.

    Whatever `on_progress` raises stops the process and is passed on. Raises TrainerError.
    """
    if background is None:
        return dict.fromkeys(targets, ())
    config: Config = current_app.extensions["palimpsest"]
    folder = folders.prepare(config, job_id)
    texts, out = folder / "targets", folder / "attacked"
    keyed = {str(number): target for number, target in enumerate(targets)}
    write_targets(texts, keyed)
    arguments = [
        "privacy",
        "attack",
        *("--background", str(background)),
        *("--texts", str(texts)),
        *("--out", str(out)),
        *encoder_argument(config),
    ]
    run_trainer(
        arguments,
        what="The attack",
        folder=folder,
        config=config,
        on_progress=lambda share, _doing: on_progress(share),
    )
    return {keyed[key]: attacked for key, attacked in read_attacked(out)}
