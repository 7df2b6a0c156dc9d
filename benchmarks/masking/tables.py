"""The tables that the benchmarks of recognition print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from annotation.records import Document
from annotation.types import IdentifierType
from benchmarks.masking.comparing import Cost, f1, score_part
from benchmarks.masking.recall import Recall
from benchmarks.masking.texts import Domain
from masking.evaluation import Masks, Miss
from webapp.cli.output import table

_ROW = "{:<10} {:>8} {:>8} {:>8} {:>8} {:>10}"


def recall_table(recalls: Mapping[Domain, Recall]) -> str:
    """Return a row for each domain and one for all: recall of mentions, of entities, precision."""
    total = Recall()
    for recall in recalls.values():
        total.add(recall)
    lines = [_ROW.format("", "DIRECT", "ER_di", "QUASI", "ER_qi", "precision")]
    for name, recall in [*recalls.items(), ("all", total)]:
        direct, quasi = (
            recall.mentions[each] for each in (IdentifierType.DIRECT, IdentifierType.QUASI)
        )
        score = recall.score
        shares = (direct, score.er_di, quasi, score.er_qi, score.precision)
        lines.append(_ROW.format(name, *(_percent(share.value) for share in shares)))
    return "\n".join(lines)


def listed_misses(misses: Iterable[Miss], *, lists_quasi: bool) -> str:
    """Return a line for each missed mention, with the words around it."""
    lines = []
    for miss in misses:
        mention = miss.mention
        if lists_quasi or mention.identifier_type is IdentifierType.DIRECT:
            context = f"{miss.before}[{mention.span_text}]{miss.after}".replace("\n", "⏎")
            kind = f"{mention.identifier_type} {mention.entity_type}"
            lines.append(f"{miss.doc_id}: {kind}: {context}")
    return "\n".join(lines)


def score_table(documents: Sequence[Document], masks: Mapping[str, Masks]) -> str:
    """Return a row for each recognizer: how good its masks are on these documents, in per cent."""
    headings = ("recognizer", "precision", "recall", "F1", "ER_di", "ER_qi")
    rows = []
    for name, each in masks.items():
        score = score_part(documents, each)
        precision, recall = score.precision.value, score.recall.value
        entities = score.er_di.value, score.er_qi.value
        rows.append((name, *map(_percent, (precision, recall, f1(precision, recall), *entities))))
    return table(headings, rows)


def cost_table(costs: Mapping[str, Cost]) -> str:
    """Return a row for each recognizer: the median of its rounds, the lowest and the highest."""
    headings = ("recognizer", "CPU ms a document")
    return table(headings, list(costs.items()))


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"
