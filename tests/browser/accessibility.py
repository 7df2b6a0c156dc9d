"""axe-core on a page of ours."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


def assert_accessible(page: Page) -> None:
    """Fail with every violation that axe-core finds in what the page shows now."""
    page.evaluate(_axe())  # evaluated from outside: the page's own policy allows no such script
    result = page.evaluate("() => axe.run(document)")
    violations = [
        f"{violation['id']} ({violation['impact']}): {violation['help']}\n    {node['html']}"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]
    assert not violations, f"{page.url}\n" + "\n".join(violations)
