"""What is wanted of a release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from privacy.release import ReleaseForm


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedRelease:
    """The options of a release."""

    form: ReleaseForm = ReleaseForm.TEXT
    only_reviewed: bool = False
    """Whether documents with submitted work that nobody has approved stay behind."""
    without_brackets: bool = False
    skip_stopped: bool = False
    """Whether documents that the gate stops are left out."""

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Undo `to_json`."""
        return cls(**{**value, "form": ReleaseForm(value["form"])})

    def to_json(self) -> dict[str, Any]:
        """Return the options as a JSON object."""
        return asdict(self)
