"""The figures of versions and suggestions in sentences, as the page shows them."""

from __future__ import annotations

from collections.abc import Iterator

from annotation.formatting import counted
from learning.summaries import VersionSummary
from selection.catalogue import label_of
from webapp.platform.formatting import decimal_percent, percent
from webapp.platform.models import ModelVersion
from webapp.versions.acceptance import AcceptanceCounts, Rates
from webapp.versions.figures import FIGURES, described, numbers_of

COLD_START = "Sample model"

__all__ = [
    "FIGURES",
    "bias_of",
    "decimal_percent",
    "described",
    "differing",
    "label_of",
    "name_of",
    "numbers_of",
    "percent",
    "settings_of",
    "sway_of",
    "training_of",
    "trial_of",
]


def name_of(version: ModelVersion) -> str:
    """Name a version as people do."""
    return COLD_START if version.project_id is None else f"Version {version.number}"


def trial_of(summary: VersionSummary) -> str:
    """Say how well a version did on documents that it had not seen."""
    scores = summary.scores
    if scores is None:
        return "It was not tried on documents that it had not seen."
    words = f"Right for {percent(scores.new)} of {counted(scores.choices, 'choice')} it had "
    words += f"not seen; always taking the first replacement: {percent(scores.baseline)}"
    if scores.current is not None:
        words += f"; the version before: {percent(scores.current)}"
    return f"{words}."


def training_of(version: ModelVersion) -> str:
    """Say what a version is and what it learnt from."""
    summary = version.summary
    return (
        f"{label_of(version.family)}, trained on {counted(summary.trained_on, 'document')} with "
        f"{counted(summary.training_choices, 'choice')}."
    )


def bias_of(rates: Rates) -> str:
    """Say how far seeing suggestions sways annotators."""
    shown, blind = rates.shown, rates.blind
    if not shown.suggested and not blind.suggested:
        return "Nothing was submitted yet for which there was a suggestion."
    return " ".join(filter(None, [_accepted(shown), _unseen(shown, blind), _doubt(rates)]))


def sway_of(rates: Rates) -> str:
    """Say how far seeing privacy figures sways annotators: by how often they say nothing."""
    shown, blind = rates.shown, rates.blind
    if not blind.suggested:
        return ""  # nobody works without them: there is nothing to compare
    if not shown.suggested:
        return f"Without privacy figures {percent(blind.share)} of choices are ***."
    told = (
        f"With privacy figures in view {percent(shown.share)} of choices are ***, without them "
        f"{percent(blind.share)}."
    )
    return " ".join(filter(None, [told, _doubt_of_sway(rates)]))


def _doubt_of_sway(rates: Rates) -> str:
    if not rates.is_comparable:
        return "These are too few to compare."
    difference, low, high = (100 * value for value in rates.difference)
    interval = f"(95 % interval: {_signed(low)} to {_signed(high)})"
    if low <= 0 <= high:
        return f"The difference may be chance {interval}."
    more = "more" if difference > 0 else "less"
    return f"So figures go with {more} that says nothing {interval}."


def _accepted(shown: AcceptanceCounts) -> str:
    if not shown.suggested:
        return "No suggestion was shown yet."
    return f"Annotators agreed with {percent(shown.share)} of suggestions they saw."


def _unseen(shown: AcceptanceCounts, blind: AcceptanceCounts) -> str:
    if not blind.suggested:
        return "No document was submitted yet that was shown without suggestions."
    their = f"{percent(blind.share)} of those they did not see"
    return f"They would have agreed with {their}." if shown.suggested else f"Without: {their}."


def _doubt(rates: Rates) -> str:
    if not rates.shown.suggested or not rates.blind.suggested:
        return ""
    if not rates.is_comparable:
        return "These are too few to compare."
    difference, low, high = (100 * value for value in rates.difference)
    interval = f"(95 % interval: {_signed(low)} to {_signed(high)})"
    points = counted(round(abs(difference)), "point")
    if low > 0:
        return f"So seeing a suggestion goes with {points} more agreement {interval}."
    if high < 0:
        return f"So seeing a suggestion goes with {points} less agreement {interval}."
    return f"The difference of {points} may be chance {interval}."


def _signed(points: float) -> str:
    return f"{points:+.0f}".replace("-", "−").replace("+0", "0").replace("−0", "0")


def settings_of(version: ModelVersion) -> dict[str, str]:
    """Return what a version is and what was set at its training, in words."""
    summary = version.summary
    return {
        "Kind of model": label_of(version.family),
        "Documents trained on": f"{summary.trained_on:,}",
        "Choices trained on": f"{summary.training_choices:,}",
        "Documents held out": f"{summary.held_out:,}",
        "Choices held out": f"{summary.scores.choices if summary.scores else 0:,}",
        "Training took": f"{summary.training_seconds:.0f} s",
        **summary.settings,
    }


def differing(first: dict[str, str], second: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield the settings in which two versions differ."""
    for name in first | second:
        one, other = first.get(name, "–"), second.get(name, "–")
        if one != other:
            yield name, one, other
