"""What the report of a check comes to in single numbers: the page orders, counts and draws by them.

The worker writes them beside the report, so that no page has to read the reports of all documents.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from privacy.attacks import FAIRLY_SURE

if TYPE_CHECKING:
    from privacy.live import LiveAttack

Attack = Mapping[str, Any]
"""What an attack found, as reports have it."""

NOT_FIRST = 0.0
"""How sure an attack is of a person that it does not put first: nobody would name them."""
NAMED = 1.0
"""From this nearness on an attack names the person; before, it is one by their rank."""


def measures_of(report: Mapping[str, Any]) -> dict[str, float | None]:
    """Return the columns of a check that are computed from its report."""
    fitting, attacks = report["k"]["project"], report["attacks"]
    found = surest(attacks)
    return {
        "fitting": fitting,
        "nearness": None if found is None else nearness(found),
        "privacy": privacy_of(attacks, fitting),
        "guessed": len(guessed_in(report)),
        "words": len(report["gives_away"]),
        "kept": report["kept"],
    }


def measures_of_work(
    attacks: Sequence[Attack], fitting: int, kept: float | None
) -> dict[str, float | None]:
    """Return the same of the choices of one annotator, of which no report is kept."""
    found = surest(attacks)
    return {
        "fitting": fitting,
        "is_found": found is not None and nearness(found) >= NAMED,
        "privacy": privacy_of(attacks, fitting),
        "kept": kept,
    }


def guessed_in(report: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the spans whose originals would be guessed."""
    return [each for each in report["mentions"] if each["guessed"]]


def nearness(attack: Attack) -> float:
    """Return how near an attack comes to the person, from `NAMED` on how sure it is of them."""
    rank, confidence = attack["rank"], float(attack["confidence"])
    if rank == 1 or (rank is None and confidence >= FAIRLY_SURE):
        return NAMED + confidence
    return NAMED / rank if rank else 0.0


def surest(attacks: Iterable[Attack]) -> Attack | None:
    """Return what the attack found that comes nearest to the person; None where there is none."""
    return max(attacks, key=nearness, default=None)


def live_attacks(attack: LiveAttack | None) -> Sequence[Attack]:
    """Return a look at a payload as the attack of a report."""
    if attack is None:
        return []
    found = {"people": attack.people, "rank": attack.rank, "confidence": attack.confidence}
    return [{"by": "words", **found}]


def privacy_of(attacks: Iterable[Attack], fitting: int | None) -> float | None:
    """Return how likely whoever looks for the person is wrong; None where nothing says it.

    Where nothing was attacked, who looks draws one of the people whom all choices fit.
    """
    sureness = max(map(_sureness, attacks), default=1 / fitting if fitting else None)
    return None if sureness is None else 1 - sureness


def _sureness(attack: Attack) -> float:
    return float(attack["confidence"]) if attack["rank"] == 1 else NOT_FIRST
