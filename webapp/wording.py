"""Shares and counts as people read them."""

from __future__ import annotations


def percent(share: float | None) -> str:
    """Write a share as people read it; a dash for none."""
    return "–" if share is None else f"{100 * share:.0f} %"


def finely(share: float | None) -> str:
    """Write a share with a decimal, to be compared with others."""
    return "–" if share is None else f"{100 * share:.1f} %"
