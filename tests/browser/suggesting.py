"""Suggestions in the populated database: hints in one document, chosen in advance in another."""

from __future__ import annotations

from tests.browser.inventory import Words
from tests.webapp.versions.suggestions.suggestible import promoted, suggest, want
from webapp.platform.models import Assignment, SuggestionMode


def add_suggestions(words: Words, hinted: Assignment, preselected: Assignment) -> None:
    """Let the model for projects without one suggest for all spans of two documents."""
    version = promoted(None)
    likely = {
        words.name: (words.option, 0.97),
        words.town: (words.city, 0.84),
        "1986": ("date in the 1980s", 0.92),
    }
    for work, mode in ((hinted, SuggestionMode.HINT), (preselected, SuggestionMode.PRESELECT)):
        want(work.document.project_id, mode)
        suggest(work, likely, version=version)
