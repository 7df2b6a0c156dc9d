"""Judging the spans found in a text: what they are, and how likely each must be masked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from annotation.types import SemanticType
from masking.identifying import is_settled
from masking.judging.features import Evidence
from masking.judging.model import Judge, Judgement, together
from masking.reasons import AGAIN, ENTITY, type_of
from masking.recognizers.numbers import REASON as NUMBER
from masking.recognizers.shares import is_share
from masking.recognizers.years import may_be_year
from masking.spans import LIKELY, RecognizedSpan
from names.same import name_key

_AMOUNTS = frozenset({SemanticType.DATETIME, SemanticType.QUANTITY})
FLOOR = 0.005
"""What is less likely to be masked is nothing: not even listed.

Set by hand, and not fitted: the operating point `privacy` masks whatever is listed.
"""


def judged(
    text: str, spans: Sequence[RecognizedSpan], evidence: Evidence, judge: Judge
) -> Iterator[RecognizedSpan]:
    """Yield the spans with the types and scores that they are judged to have, without the unlikely.

    Mentions of the same name are one entity, and judged together. What is settled stays what it is.
    """
    judgements: defaultdict[tuple[str, bool], list[Judgement]] = defaultdict(list)
    for span in spans:
        if not is_settled(span):
            judgement = judge.judge(evidence.features(span))
            judgements[_words_of(text, span)].append(judgement)
    decided = {words: together(several, is_name=words[1]) for words, several in judgements.items()}
    for span in spans:
        if is_settled(span):
            yield replace(span, score=1.0)
            continue
        judgement = decided[_words_of(text, span)]
        if judgement.masked >= FLOOR:
            type_ = _type_of(span, judgement, text[span.start : span.end])
            yield replace(span, entity_type=type_, score=judgement.masked)


def _words_of(text: str, span: RecognizedSpan) -> tuple[str, bool]:
    """Return what all mentions of the same words share, and whether they are written as names."""
    words = text[span.start : span.end]
    return name_key(words), not words.islower()


def _type_of(span: RecognizedSpan, judgement: Judgement, words: str) -> SemanticType:
    """Return the likeliest type; codes are always masked, so what is doubtful is no code.

    Who finds an amount or a date tells one from the other, which the words beside it don't; four
    digits that dates were asked about are no longer in doubt, and a percentage is an amount.
    """
    first, second, *_ = judgement.likeliest()
    is_decided = may_be_year(words) or is_share(words) or _is_retyped(span)
    is_known = span.reason.removeprefix(AGAIN) != NUMBER or _is_glued(words)
    is_amount = span.entity_type in _AMOUNTS
    if is_amount and (is_decided or (is_known and first in _AMOUNTS)):
        return span.entity_type
    is_doubtful = judgement.masked < LIKELY and span.entity_type is not SemanticType.CODE
    return second if first is SemanticType.CODE and is_doubtful else first


def _is_glued(words: str) -> bool:
    """Whether letters stand at digits without a blank, as in no date: "14C"."""
    return words.isalnum() and not words.isalpha() and not words.isdigit()


def _is_retyped(span: RecognizedSpan) -> bool:
    """Whether what the pipeline took for a date was found to be none."""
    label = span.reason.removeprefix(AGAIN).removeprefix(ENTITY).partition(" ")[0]
    return span.entity_type is SemanticType.QUANTITY and type_of(label) is SemanticType.DATETIME
