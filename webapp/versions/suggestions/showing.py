"""A suggestion as the page shows it and sends it back, and which of them are accepted together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from webapp.core.work.loading import Work
from webapp.core.work.mentions import MentionWork
from webapp.platform.models import SuggestionMode

SURE = 90
"""Percent; what is more likely than that is accepted by one button."""
LEAST_UNSEEN = 70
"""Percent; what is preselected and less likely than that has to be looked at: confidences are
calibrated, so three in ten of these and more are wrong, and whoever submits all sees none of it."""
_AS_SENT = re.compile(r"([0-9]{1,2}) (.+)", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True)
class DisplayedSuggestion:
    """A suggested text, and how likely it is chosen in percent: never quite sure, never quite not.

    Line breaks are as Unix has them, because browsers send every one as CR LF.
    """

    text: str
    percent: int

    @classmethod
    def of(cls, text: str, confidence: float) -> DisplayedSuggestion:
        """Say a confidence of 0…1 as people read it."""
        return cls("\n".join(text.splitlines()), min(max(round(100 * confidence), 1), 99))

    @classmethod
    def parse(cls, value: str) -> DisplayedSuggestion | None:
        """Read what `str` made of a suggestion; None for anything else."""
        match = _AS_SENT.fullmatch(value)
        return cls("\n".join(match[2].splitlines()), int(match[1])) if match else None

    @property
    def is_sure(self) -> bool:
        """Whether it is so likely that it may be accepted with others."""
        return self.percent > SURE

    @property
    def is_unsure(self) -> bool:
        """Whether it is so unlikely that nobody accepts it unseen."""
        return self.percent < LEAST_UNSEEN

    def __str__(self) -> str:
        return f"{self.percent} {self.text}"


@dataclass(frozen=True, slots=True)
class PageSuggestions:
    """What a page shows beside its open mentions, and which version says so.

    A document of the blind share has a version and shows nothing. `percents` says of each mention
    how likely its texts are, in the order of its drop-down; `moved` names the mentions of which a
    change has made that differ. `has_seen` says that the version was trained on what others chose
    in this very document, `is_awaited` that a worker is at it.
    """

    mode: SuggestionMode = SuggestionMode.OFF
    version_id: int | None = None
    is_blind: bool = False
    by_mention: Mapping[int, DisplayedSuggestion] = field(default_factory=dict)
    percents: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    moved: frozenset[int] = frozenset()
    has_seen: bool = False
    is_awaited: bool = False

    @property
    def is_shown(self) -> bool:
        """Whether there is room for suggestions, even where there are none yet."""
        return self.mode is not SuggestionMode.OFF and not self.is_blind

    @property
    def is_preselecting(self) -> bool:
        """Whether drop-downs stand at what is suggested."""
        return self.mode is SuggestionMode.PRESELECT

    @property
    def above(self) -> int:
        """The percentage above which one button accepts all."""
        return LEAST_UNSEEN - 1 if self.is_preselecting else SURE

    @property
    def least_unseen(self) -> int:
        """The percentage below which what is preselected has to be looked at."""
        return LEAST_UNSEEN

    def of(self, mention: MentionWork) -> DisplayedSuggestion | None:
        """Return what is suggested for a mention."""
        return self.by_mention.get(mention.id)

    def percents_of(self, mention: MentionWork) -> str:
        """Return how likely each text of the drop-down is, apart by blanks; empty if unknown."""
        return " ".join(map(str, self.percents.get(mention.id, ())))

    def count_acceptable(self, work: Work) -> int:
        """Count what the button accepts."""
        return len(acceptable(work, self.by_mention, above=self.above))


def likely_enough(
    work: Work, preselected: Mapping[int, str], shown: Mapping[int, DisplayedSuggestion]
) -> dict[int, str]:
    """Return what of the preselected texts may be taken unseen: those that are likely enough.

    A later mention goes with its entity's first one, where that says the same.
    """
    sure = {
        mention_id: text
        for mention_id, text in preselected.items()
        if not (mention_id in shown and shown[mention_id].is_unsure)
    }
    firsts = {each.id: each.first for each in work if each.first is not None}
    return {
        mention_id: text
        for mention_id, text in preselected.items()
        if mention_id in sure
        or ((first := firsts.get(mention_id)) and sure.get(first.id, first.text) == text)
    }


def acceptable(
    work: Work, shown: Mapping[int, DisplayedSuggestion], *, above: int
) -> dict[int, str]:
    """Return mention → text for the suggestions that are accepted together.

    As by hand, what is chosen for an entity's first mention holds for the later ones: what was
    suggested for these is left aside where it says something else.
    """
    likely = {
        mention.id: shown[mention.id].text
        for mention in work
        if mention.choice is None and mention.id in shown and shown[mention.id].percent > above
    }
    return {
        mention_id: text
        for mention_id, text in likely.items()
        if not _follows_anyway(work.mentions[mention_id], text, likely)
    }


def _follows_anyway(mention: MentionWork, text: str, likely: Mapping[int, str]) -> bool:
    leading = likely.get(mention.first.id) if mention.first else None
    return leading not in (None, text) and mention.offered(leading or "") is not None
