"""Telling direct identifiers from quasi-identifiers: protected names, codes, addresses are direct.

Users name whom to protect; otherwise it is the person who is named most, the first of several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from annotation.records import Mention
from annotation.types import SemanticType
from masking.reasons import AGAIN, PROTECTED, READABLE
from masking.recognizers.addresses import REASON as ADDRESS
from masking.recognizers.codes import SETTLED
from masking.spans import RecognizedSpan, is_proven
from names.words import words_of


def protected_entities(
    mentions: Sequence[Mention], names: Iterable[str] = (), *, sure: Sequence[Mention] = ()
) -> frozenset[str]:
    """Return the entity ids of the protected people.

    Each of the names given is held against the names in the text: whoever shares most of its words
    is meant. Without names, or where the text names none of them, the person named most and first
    by the `sure` mentions, if there are any.
    """
    people = [each for each in mentions if each.entity_type is SemanticType.PERSON]
    asked = frozenset(entity for name in names if (entity := _best_match(people, name)) is not None)
    named = [each for each in sure if each.entity_type is SemanticType.PERSON] or people
    counts = Counter(mention.entity_id for mention in named)
    return asked or frozenset(entity for entity, _ in counts.most_common(1))


def _best_match(people: Sequence[Mention], name: str) -> str | None:
    wanted = _stems(name)
    shared: Counter[str] = Counter()
    for mention in people:
        shared[mention.entity_id] = max(
            shared[mention.entity_id], len(wanted & _stems(mention.span_text))
        )
    best = shared.most_common(1)
    return best[0][0] if best and best[0][1] else None


def _stems(text: str) -> frozenset[str]:
    return frozenset(word.stem for word in words_of(text))


def is_asked_for(span: RecognizedSpan) -> bool:
    """Return whether a span is a name to protect, or could be read though it was hidden."""
    return span.reason.removeprefix(AGAIN) in {PROTECTED, READABLE}


def is_settled(span: RecognizedSpan) -> bool:
    """Return whether no judge is asked what a span is.

    It is asked for, or proven, or its form leaves no doubt: a wallet, a spelled name.
    """
    is_clear = span.reason.removeprefix(AGAIN) in SETTLED
    return is_clear or is_asked_for(span) or is_proven(span)


def singles_out(span: RecognizedSpan) -> bool:
    """Return whether a span is masked whatever its score.

    That is a code, an address, a name to protect, and what could be read though it was hidden.
    """
    return span.entity_type is SemanticType.CODE or span.reason == ADDRESS or is_asked_for(span)


def is_direct(mention: Mention, reason: str, protected: frozenset[str]) -> bool:
    """Return whether a mention identifies by itself: a protected name, a code, a full address."""
    if mention.entity_type is SemanticType.PERSON:
        return mention.entity_id in protected or reason.removeprefix(AGAIN) == PROTECTED
    return mention.entity_type is SemanticType.CODE or reason == ADDRESS
