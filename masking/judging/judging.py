"""Judging the spans found in a text: what they are, and how likely each must be masked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from annotation.types import SemanticType
from masking.identifying import is_settled
from masking.judging.features import Evidence
from masking.judging.model import Judge, Judgement, together
from masking.reasons import AGAIN
from masking.recognizers.numbers import REASON as NUMBER
from masking.spans import LIKELY, RecognizedSpan
from ontology.coreference import name_key

_AMOUNTS = frozenset({SemanticType.DATETIME, SemanticType.QUANTITY})
FLOOR = 0.005
"""What is less likely to be masked is nothing: not even listed.

Set by hand, and not fitted: the operating point `privacy` masks whatever is listed.
"""


def judged(
    text: str, spans: Sequence[RecognizedSpan], evidence: Evidence, judge: Judge
) -> Iterator[RecognizedSpan]:
    """Yield the spans with the types and scores that they are judged to have, without the unlikely.

    Mentions of the same name are one entity, and judged together. Names to protect, and what is
    proven, stay what they are.
    """
    judgements: defaultdict[str, list[Judgement]] = defaultdict(list)
    for span in spans:
        if not is_settled(span):
            judgement = judge.judge(evidence.features(span))
            judgements[name_key(text[span.start : span.end])].append(judgement)
    decided = {name: together(several) for name, several in judgements.items()}
    for span in spans:
        if is_settled(span):
            yield replace(span, score=1.0)
            continue
        judgement = decided[name_key(text[span.start : span.end])]
        if judgement.masked >= FLOOR:
            yield replace(span, entity_type=_type_of(span, judgement), score=judgement.masked)


def _type_of(span: RecognizedSpan, judgement: Judgement) -> SemanticType:
    """Return the likeliest type; codes are always masked, so what is doubtful is no code.

    Who finds an amount or a date tells one from the other, which the words beside it don't.
    """
    first, second, *_ = judgement.likeliest()
    is_told = span.entity_type in _AMOUNTS and span.reason.removeprefix(AGAIN) != NUMBER
    if is_told and first in _AMOUNTS:
        return span.entity_type
    is_doubtful = judgement.masked < LIKELY and span.entity_type is not SemanticType.CODE
    return second if first is SemanticType.CODE and is_doubtful else first
