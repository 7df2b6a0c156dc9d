"""From the choices of several annotators to one."""

from collections.abc import Mapping


def majority(selection: Mapping[str, tuple[str, ...]]) -> str | None:
    """Return the text most annotators chose, a tie going to the text named first.

    None when nobody chose anything.
    """
    winner = max(selection, key=lambda text: len(selection[text]), default=None)
    return winner if winner is not None and selection[winner] else None
