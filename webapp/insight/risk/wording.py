"""What privacy figures say, in plain words, each with what to do about it.

Nothing here says "anonymous": what an attack of ours does not find, another may.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor, log10
from typing import TYPE_CHECKING, Any

from annotation.formatting import counted
from annotation.records import MASK
from privacy.attacks import FAIRLY_SURE, SURE
from webapp.platform.formatting import percent

if TYPE_CHECKING:
    from privacy.figures import CandidateFigures

FEW = 5
"""Fewer than these are not counted: what we know of such rare things is too little."""
EVERYBODY = 8_000_000_000
"""What fits so many fits whoever lives."""
NEAR = 10
"""Beyond this rank nobody is told where the person stands: there they are one of many."""
MANY = 3 * NEAR
"""Fewer people than these are not many: among them each rank is told."""
_SCALES = ((1e9, "billion"), (1e6, "million"))


HIDE, HIDE_MORE = "Hide the words below.", "Hide more."
GENERALIZE = "Choose more general texts."
"""What to do where a person is found, and where no word stands in clear that leads to them."""
OPEN_COUNT = f"Open spans count as {MASK}."
UNEXPLAINED = "No word and no choice leads there by itself: the attack reads the text as a whole."
NO_WORD = "No word gives it away by itself."
AT_SUBMISSION = "The full attack comes when you submit."
WITH_NEXT_CHECK = "The full attack comes with the next check."


@dataclass(frozen=True, slots=True)
class Line:
    """A figure in words, and what to do about it."""

    figure: str
    advice: str = ""
    brief: str = ""
    """The figure in two or three words, for where room is short; "" where it says nothing yet."""


def label_of(figures: CandidateFigures) -> str:
    """Say beside an option how many originals it fits; "" where nothing is known."""
    if figures.fits is None or figures.text == MASK:
        return ""
    if figures.fits >= EVERYBODY:
        return "fits anybody"
    return "fits few" if figures.fits < FEW else f"fits {rounded(figures.fits)}"


def sentence_of(figures: CandidateFigures) -> str:
    """Say what is known of an option: what it fits, how a guess would do, what it keeps."""
    if figures.text == MASK:
        return _keeps(figures.kept)
    return " ".join(filter(None, [_fits(figures), _guess(figures), _keeps(figures.kept)]))


def _fits(figures: CandidateFigures) -> str:
    if figures.fits is None:
        return ""
    if figures.fits >= EVERYBODY:
        return "Fits anybody."
    if figures.fits < FEW:
        return f"Fits few {figures.noun} that we know."
    people = figures.inhabitants
    inhabitants = f", with {_in_round_numbers(people)} inhabitants" if people else ""
    return f"Fits at least {rounded(figures.fits)} {figures.noun} that we know{inhabitants}."


def _guess(figures: CandidateFigures) -> str:
    if figures.fits is not None and figures.fits >= EVERYBODY:
        return ""  # whoever fits everybody can't be guessed from the text
    if figures.by_size:
        return f"A guess by size would be right {_one_of(figures.by_size)}."
    if figures.guess:
        return f"A guess would be right {_one_of(figures.guess)}."
    return ""


def _one_of(share: float) -> str:
    tries = round(1 / share)
    return f"in 1 of {tries:,}" if tries > 1 else "nearly always"


def _keeps(kept: float) -> str:
    share = round(100 * kept)
    return f"Keeps {share}\u00a0% of what it told." if share else "Keeps nothing of what it told."


def rounded(number: int) -> str:
    """Say a count as it is, and a very large one as people do: "3.4 million"."""
    for scale, name in _SCALES:
        if number >= scale:
            share = number / scale
            return f"{share:.1f}".removesuffix(".0") + f" {name}"
    return f"{number:,}"


def _in_round_numbers(number: int) -> str:
    """Say a number of inhabitants with two digits that are known: "120,000"."""
    return rounded(round(number, 1 - floor(log10(number))))


def people_line(fitting: int, known: int, *, is_sample: bool, has_open: bool = False) -> Line:
    """Say how many people of the project all choices fit, and as what open spans count."""
    people = f"{counted(known, 'person', 'people')} of this project"
    if is_sample:
        people = f"a sample of the {people}"
    if known < 2:  # noqa: PLR2004 - one person can't be mixed up with anybody
        return Line(
            "Only one person is in this project: nobody to be mixed up with.", brief="alone"
        )
    choices, advice = ("So far all choices", OPEN_COUNT) if has_open else ("All choices", "")
    if fitting <= 1:
        advice = "More general choices fit more people."
    brief = f"fits {max(fitting, 1):,} of {known:,}"
    return Line(f"{choices} fit {max(fitting, 1):,} of {people}.", advice, brief)


def attack_line(
    rank: int | None,
    people: int,
    confidence: float | None,
    *,
    mend: str = HIDE,
    is_live: bool = False,
    later: str = "",
) -> Line:
    """Say where the attack puts the person; with no rank they are not in the background.

    `mend` is what to do where they are found, `is_live` whether it is the attack by words alone, as
    one chooses, `later` when the full one comes.
    """
    attack = "so far, by words alone, the attack" if is_live else "the full attack"
    line = _attack_line(attack, rank, people, confidence or 0.0, mend)
    figure, advice = line.figure[0].upper() + line.figure[1:], [line.advice, later]
    return Line(figure, " ".join(filter(None, advice)), line.brief)


def _attack_line(attack: str, rank: int | None, people: int, confidence: float, mend: str) -> Line:
    if rank is None:
        return _absent(attack, people, confidence)
    if is_far(rank, people):
        return Line(
            f"{attack} does not find the person: not among the first {NEAR} of {people:,}.",
            "Others may know more.",
            "not found",
        )
    if rank > 1:
        return Line(
            f"{attack} puts the person {_ordinal(rank)} of {people:,}.",
            "Others may know more." if rank > NEAR else "Not found by our attack, but near.",
            f"{_ordinal(rank)}, not found",
        )
    certainty = _certainty(confidence)
    return Line(f"{attack} finds the person: 1st of {people:,}, {certainty}.", mend, "found")


def is_far(rank: int, people: int) -> bool:
    """Whether a person is behind so many of many others that their rank is not told."""
    return rank > NEAR and people >= MANY


def _absent(attack: str, people: int, confidence: float) -> Line:
    if confidence >= FAIRLY_SURE:
        return Line(
            f"not in the background of {people:,}, but {attack} takes somebody for the person.",
            "An admin can look whether that is the same person.",
            "somebody is found",
        )
    figure = f"not in the background of {people:,}, and {attack} finds nobody."
    return Line(figure, "Others may know more.", "not found")


NOT_ATTACKED = Line(
    "No background, not attacked.",
    "An admin can give texts about people to attack with.",
    "not attacked",
)
UNCOUNTED = Line("The figures of this document are being prepared.", brief="being prepared")
NOT_COMPUTED = Line(
    "The figures of this document were not computed yet.",
    "A reviewer can have that done on the page Risk.",
    "not computed yet",
)


def _certainty(confidence: float) -> str:
    if confidence >= SURE:
        return "sure"
    return "fairly sure" if confidence >= FAIRLY_SURE else "unsure"


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number in (11, 12, 13) else ending}"  # fewer than MANY


def kept_line(kept: float | None, *, has_choices: bool = True) -> Line:
    """Say how much of the meaning the choices keep of what the spans told."""
    if not has_choices:
        return Line("Nothing is chosen yet: how much meaning is kept is not known.")
    if kept is None:
        return Line(
            "How much meaning the choices keep is not known.",
            "An admin can have the ontology built.",
            "meaning unknown",
        )
    advice = "More specific choices keep more." if kept < 1 else ""
    share = percent(kept).replace(" ", "\u00a0")
    return Line(f"The choices keep {share} of what the spans told.", advice, f"keeps {share}")


def fits_of(fitting: int | None, people: int) -> str:
    """Say in a table how many people all choices of a document fit."""
    return "not counted" if fitting is None else f"{fitting:,} of {people:,}"


def attack_of(attack: Mapping[str, Any] | None) -> str:
    """Say in a table where the surest attack puts the person."""
    if attack is None:
        return "no background, not attacked"
    rank, people = attack["rank"], attack["people"]
    if rank is None:
        taken = attack["confidence"] >= FAIRLY_SURE
        return f"not in the background{', but somebody is taken for the person' if taken else ''}"
    if is_far(rank, people):
        return f"not among the first {NEAR} of {people:,}"
    certainty = f", {_certainty(attack['confidence'])}" if rank == 1 else ""
    return f"{_ordinal(rank)} of {people:,}{certainty}"
