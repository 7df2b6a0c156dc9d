"""From ratings to the report on agreement."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import TypeVar

from annotation.agreement.coefficients import (
    cohen_kappa,
    fleiss_kappa,
    item_agreement,
    nominal_alpha,
    ordinal_alpha,
    raw_agreement,
)
from annotation.agreement.ratings import Rating, Rows, arrange
from annotation.agreement.report import Agreement, AgreementReport, Dispute, Metrics, Pair
from annotation.types import SemanticType

MOST_DISPUTED = 20
"""The number of disputed mentions that a report names, and of terms."""

UNANIMOUS = (
    "All annotators chose the same for every mention: there is no disagreement to weigh against "
    "chance, so κ and α are not given."
)
NO_ORDER = "Texts have no order, so there is no ordinal α over them."

Category = TypeVar("Category", bound=Hashable)
Choices = Mapping[str, Category]
"""The choices for one mention: annotator → category."""
Ordinal = Callable[[Sequence[Counter[Category]]], float | None]


def measure_agreement(ratings: Iterable[Rating]) -> AgreementReport:
    """Measure agreement over the mentions that two annotators or more rated.

    The order of the ratings does not matter. Raises RecordError where one annotator made two
    choices for one mention.
    """
    rows = arrange(ratings)
    annotators = tuple(sorted({name for row in rows.values() for name in row}))
    shared = {item: row for item, row in rows.items() if len(row) > 1}
    return AgreementReport(
        annotators=annotators,
        levels=_agreement(shared, annotators, lambda rating: rating.level, ordinal_alpha),
        texts=_agreement(shared, annotators, lambda rating: rating.text, None),
        disputed=_most_disputed(shared),
    )


def _agreement(
    rows: Rows,
    annotators: Sequence[str],
    read: Callable[[Rating], Category],
    ordinal: Ordinal[Category] | None,
) -> Agreement:
    everything: list[Choices[Category]] = []
    by_type: dict[SemanticType, list[Choices[Category]]] = {}
    for row in rows.values():
        choices = {name: read(rating) for name, rating in row.items()}
        everything.append(choices)
        by_type.setdefault(next(iter(row.values())).entity_type, []).append(choices)
    overall, pairs = _metrics(everything, annotators, ordinal)
    return Agreement(
        annotators=tuple(annotators),
        overall=overall,
        pairs=pairs,
        by_type={
            kind: _metrics(by_type[kind], annotators, ordinal)[0]
            for kind in SemanticType
            if kind in by_type
        },
    )


def _metrics(
    rows: Sequence[Choices[Category]], annotators: Sequence[str], ordinal: Ordinal[Category] | None
) -> tuple[Metrics, tuple[Pair, ...]]:
    pairs = tuple(_pairs(rows, annotators))
    votes = [Counter(choices.values()) for choices in rows]
    if not rows:
        return Metrics(items=0, notes=(_nothing_shared(annotators),)), pairs
    raw = raw_agreement(votes)
    if all(len(categories) == 1 for categories in votes):
        pairs = tuple(Pair(pair.a, pair.b, None, pair.items) for pair in pairs)
        return Metrics(items=len(rows), raw_agreement=raw, notes=(UNANIMOUS,)), pairs
    kappas = [pair.kappa for pair in pairs if pair.kappa is not None]
    metrics = Metrics(
        items=len(rows),
        light_kappa=fmean(kappas),
        fleiss_kappa=fleiss_kappa(votes),
        nominal_alpha=nominal_alpha(votes),
        ordinal_alpha=ordinal(votes) if ordinal else None,
        raw_agreement=raw,
        notes=(*_pair_notes(pairs), *(() if ordinal else (NO_ORDER,))),
    )
    return metrics, pairs


def _pairs(rows: Sequence[Choices[Category]], annotators: Sequence[str]) -> Iterator[Pair]:
    chosen: dict[str, dict[int, Category]] = {name: {} for name in annotators}
    for number, choices in enumerate(rows):
        for name, category in choices.items():
            chosen[name][number] = category
    for a, b in combinations(annotators, 2):
        both = chosen[a].keys() & chosen[b].keys()
        kappa = cohen_kappa([(chosen[a][number], chosen[b][number]) for number in both])
        yield Pair(a, b, kappa, len(both))


def _nothing_shared(annotators: Sequence[str]) -> str:
    match len(annotators):
        case 0:
            return "Nobody has submitted choices yet: there is nothing to compare."
        case 1:
            return "Only one annotator has submitted choices: agreement needs two."
        case _:
            return "No mention has choices of two annotators: there is nothing to compare."


def _pair_notes(pairs: Sequence[Pair]) -> Iterator[str]:
    """Say which pairs Light's κ leaves out, and why."""
    apart = [pair for pair in pairs if pair.kappa is None and pair.items == 0]
    constant = [pair for pair in pairs if pair.kappa is None and pair.items > 0]
    if apart:
        yield f"No κ for {_named(apart)}: no mention has choices of both."
    if constant:
        yield f"No κ for {_named(constant)}: both made one and the same choice throughout."
    if apart or constant:
        left = len(pairs) - len(apart) - len(constant)
        yield f"Light's κ is the mean over {left} of {len(pairs)} pairs."


def _named(pairs: Sequence[Pair], limit: int = 3) -> str:
    names = [f"{pair.a} – {pair.b}" for pair in pairs[:limit]]
    if len(pairs) > limit:
        names.append(f"and {len(pairs) - limit} more")
    return ", ".join(names)


def _most_disputed(rows: Rows) -> tuple[Dispute, ...]:
    """Return the mentions with the most disagreement over texts, ties in document order."""
    disputes = [
        Dispute(
            doc_id=doc_id,
            mention_id=mention_id,
            entity_type=next(iter(row.values())).entity_type,
            votes=_votes(row.values()),
            disagreement=1 - item_agreement(Counter(rating.text for rating in row.values())),
        )
        for (doc_id, mention_id), row in rows.items()
    ]
    disputes.sort(key=lambda dispute: -dispute.disagreement)
    return tuple(dispute for dispute in disputes[:MOST_DISPUTED] if dispute.disagreement > 0)


def _votes(ratings: Iterable[Rating]) -> dict[str, tuple[str, ...]]:
    votes: dict[str, list[str]] = {}
    for rating in ratings:
        votes.setdefault(rating.text, []).append(rating.annotator)
    ranked = sorted(votes.items(), key=lambda vote: (-len(vote[1]), vote[0]))
    return {text: tuple(names) for text, names in ranked}
