"""A button of a form: where it stands, how its form is filled, what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.webapp.plain_pages import PlainPage

Fill = Callable[[PlainPage], object]
"""Fills a form, on Playwright's pages too, unless it leads to another page first."""
RULES = {"name": "rules.json", "mimeType": "application/json", "buffer": b"{}"}


def do_nothing(_page: PlainPage) -> None:
    """Leave the form as it is."""


@dataclass(frozen=True)
class Press:
    """A button pressed on a page without JavaScript."""

    place: str
    """The name of the place, see tests.browser.pages."""
    endpoint: str
    button: str
    result: str
    """What the page that comes says."""
    fill: Fill = do_nothing
    field: str = ""
    """The name that the button itself sends, if any."""

    def __str__(self) -> str:
        return f"{self.endpoint}-{self.button}".replace(" ", "_")

    @property
    def target(self) -> tuple[str, str]:
        """What tells it from other buttons."""
        return self.endpoint, self.field
