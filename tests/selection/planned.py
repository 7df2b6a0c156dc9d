"""Trainings on a few documents, for tests."""

from __future__ import annotations

import dataclasses
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from selection import exchange
from selection.precomputing import batch_path
from selection.training import Plan

AT = "2026-03-01T10:00:00+00:00"


def silent(_share: float, _doing: str) -> None:
    """Ignore the progress."""


def again(plan: Plan, name: str, **changes: object) -> Plan:
    """Plan another training, into another folder."""
    return dataclasses.replace(plan, out=plan.out.with_name(name), **changes)


def payloads_in(out: Path) -> dict[str, Any]:
    """Return the payloads of all batches by their keys, in order."""
    batches = takewhile(Path.exists, (batch_path(out, number) for number in count()))
    return {key: payload for batch in batches for key, payload in exchange.read_payloads(batch)}
