"""What is found without training, corrected by taggers that are trained on people's corrections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from annotation.types import SemanticType
from masking.identifying import singles_out
from masking.merging import united
from masking.spans import CERTAIN, RecognizedSpan, outside
from masking.tagging.tagged import TaggedTokens


def corrected(
    found: Sequence[RecognizedSpan], tagged: TaggedTokens, threshold: float
) -> list[RecognizedSpan]:
    """Return spans in text order, without overlaps, with the taggers' probabilities as scores.

    What taggers mask from the threshold on stands; of a person's name they mask all or nothing.
    Codes, addresses and protected names stand as they are found, whatever the taggers predict: they
    identify people even if the training documents held none. Whatever else was found is returned
    as well, with its lower score, for people to see.
    """
    text = tagged.doc.text
    certain = [replace(span, score=CERTAIN) for span in found if singles_out(span)]
    others = [span for span in found if not singles_out(span)]
    predicted = list(tagged.spans(threshold))
    names = [
        span
        for span in others
        if span.entity_type is SemanticType.PERSON and any(map(span.overlaps, predicted))
    ]
    taken = [*certain, *_outside(text, united([*predicted, *names]), certain)]
    beside = [
        replace(span, score=tagged.probability(span.start, span.end))
        for span in _outside(text, others, taken)
    ]
    return sorted([*taken, *beside], key=lambda span: span.start)


def _outside(
    text: str, spans: Iterable[RecognizedSpan], taken: Sequence[RecognizedSpan]
) -> Iterator[RecognizedSpan]:
    """Yield the parts of spans that `taken` ones do not cover."""
    return chain.from_iterable(outside(text, span, taken) for span in spans)
