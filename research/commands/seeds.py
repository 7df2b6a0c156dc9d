"""The options of commands that measure what is divided and trained at random."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

Command = Callable[..., None]


def seed_options(*, repeats: int) -> Callable[[Command], Command]:
    """Add the argument `seeds` to a command, of this length by default."""

    def decorate(command: Command) -> Command:
        @click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0))
        @click.option(
            "--repeats",
            default=repeats,
            show_default=True,
            type=click.IntRange(min=1),
            help="How many seeds, from --seed on.",
        )
        @wraps(command)
        def with_seeds(*, seed: int, repeats: int, **others: Any) -> None:  # noqa: ANN401 - options of any type
            command(seeds=range(seed, seed + repeats), **others)

        return with_seeds

    return decorate
