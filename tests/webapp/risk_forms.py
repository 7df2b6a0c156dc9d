"""The buttons of backgrounds and risks."""

from __future__ import annotations

from tests.webapp.pressing import RULES, Press

BACKGROUND = "backgrounds.index-admin"
RISKS = (
    Press(
        BACKGROUND,
        "backgrounds.upload",
        "Read this file",
        "The background is being read.",
        lambda page: page.locator("//*[@name='file']").set_input_files(RULES),
    ),
    Press(
        BACKGROUND,
        "backgrounds.take_project",
        "Read its documents",
        "The background is being read.",
    ),
    Press("risk.index-reviewer", "risk.check", "Check now", "being checked"),
    Press(
        "risk.index-admin-empty",
        "risk.change_settings",
        "Save",
        "What annotators see of privacy figures is saved.",
    ),
)
