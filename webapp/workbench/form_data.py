"""The form data of a page of annotating: version, drop-downs, the suggestions it displayed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from flask import request

from webapp.core.work.loading import Work
from webapp.people.access import row_id
from webapp.platform.errors import DomainError
from webapp.versions.suggestions.recording import SeenSuggestions
from webapp.versions.suggestions.showing import LEAST_UNSEEN, DisplayedSuggestion, acceptable

_FIELD = re.compile(r"(choice|preselected|shown|written)-([0-9]{1,18})", re.ASCII)


@dataclass(frozen=True, slots=True)
class FormData:
    """The version that the page was loaded at, its choices, and the suggestions it displayed.

    A drop-down that stands at its suggestion because the project preselects is no choice until it
    is accepted: `preselected` holds those. One that was set to something else is a choice.
    """

    version: int
    choices: dict[int, str]
    preselected: dict[int, str] = field(default_factory=dict)
    written: dict[int, str] = field(default_factory=dict)
    """Replacements in the annotator's own words, which are choices, too."""
    has_suggestions: bool = False
    """Whether the page has room for suggestions."""
    seen: SeenSuggestions = field(default_factory=SeenSuggestions)

    @classmethod
    def from_request(cls) -> FormData:
        """Read the form; a drop-down left open sends nothing or an empty text."""
        version = request.form.get("version", type=int)
        if version is None:
            raise DomainError("The page did not say which version of the document it shows.")
        fields = dict(_fields("shown"))
        shown = {
            key: each for key, value in fields.items() if (each := DisplayedSuggestion.parse(value))
        }
        standing = dict(_fields("preselected"))
        preselected = {
            key: text for key, text in standing.items() if _stands_at(shown.get(key), text)
        }
        changed = {key: text for key, text in standing.items() if key not in preselected}
        withheld_by = request.form.get("withheld_by", type=row_id)
        seen = (
            SeenSuggestions(withheld_by, is_withheld=True)
            if withheld_by is not None
            else SeenSuggestions(request.form.get("suggested_by", type=row_id), shown=shown)
        )
        written = {key: text.strip() for key, text in _fields("written")}
        choices = changed | dict(_fields("choice")) | written
        has_suggestions = "suggested_by" in request.form
        return cls(version, choices, preselected, written, has_suggestions, seen)

    def accepted(self, work: Work) -> dict[int, str]:
        """Return mention → text for the suggestions that the pressed button accepts.

        Of those that the page showed and no others, and only for mentions that are open.
        """
        above = request.form.get("above", type=int)
        if above is not None:
            least = LEAST_UNSEEN - 1 if self.preselected else 0
            return acceptable(work, self.seen.shown, above=max(above, least))
        mention = work.mentions.get(request.form.get("accept", 0, type=int))
        shown = self.seen.shown.get(mention.id) if mention and mention.choice is None else None
        return {mention.id: shown.text} if mention and shown else {}


def _fields(kind: str) -> Iterator[tuple[int, str]]:
    for name, text in request.form.items():
        match = _FIELD.fullmatch(name)
        if text and match and match[1] == kind:
            yield int(match[2]), text


def _stands_at(shown: DisplayedSuggestion | None, text: str) -> bool:
    return shown is not None and shown.text == "\n".join(text.splitlines())
