"""What a training reads, writes and is compared with: the same for every model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from learning.errors import LearningError, VersionError
from learning.promotion import CURRENT, Split, Terms, judge, judge_first
from learning.summaries import Scores, Verdict
from learning.versions import read_manifest


@dataclass(frozen=True, slots=True)
class Trial:
    """The score of the version in use on the held-out documents, or a remark why there is none."""

    score: float | None = None
    remark: str = ""


@dataclass(frozen=True)
class Plan:
    """A training from a snapshot into the folder of a version.

    `current` is the folder of the version in use, which `current_name` names for people; where the
    project has none of its own yet, `first_needs` says how many documents the first one needs.
    `encoder` is the folder of the text encoder, the one that comes along without.
    """

    snapshot: Path
    out: Path
    created_at: str
    seed: int = 0
    encoder: Path | None = None
    current: Path | None = None
    current_name: str = CURRENT
    first_needs: int | None = None

    def seen_by_current(self) -> frozenset[str]:
        """Return the fingerprints of what the version in use was trained on; none if damaged."""
        try:
            return read_manifest(self.current).seen if self.current else frozenset()
        except VersionError:
            return frozenset()

    def try_current(self, divided: Split[Any], measure: Callable[[Path], float]) -> Trial:
        """Score the version in use with `measure`, which opens its folder, if that is fair."""
        if self.current is None:
            return Trial()
        if not divided.is_comparable:
            remark = "which has learnt from all these documents."
            return Trial(remark=f"Not held against {self.current_name}, {remark}")
        try:
            return Trial(measure(self.current))
        except LearningError as error:
            return Trial(remark=f"Not held against {self.current_name}: {error}")

    def judge(self, scores: Scores, terms: Terms, divided: Split[Any], remark: str) -> Verdict:
        """Return whether a version with these scores may be put to use, and why."""
        if self.first_needs is None:
            return judge(scores, terms, current=self.current_name, remark=remark)
        serving = self.current_name if self.current else None
        needs = self.first_needs
        return judge_first(scores, terms, divided.size, needs, current=serving, remark=remark)
