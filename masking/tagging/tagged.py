"""The taggers' probabilities for the tokens of a text, and the spans that follow from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.spans import RecognizedSpan
from masking.tagging.tokens import Floats, tokens_of

if TYPE_CHECKING:
    from spacy.tokens import Doc

REASON = "learnt from corrected documents"
_LIKELY = 0.5
_TYPES = tuple(SemanticType)


@dataclass(frozen=True, slots=True)
class TaggedTokens:
    """Probabilities of the tokens of a text."""

    doc: Doc
    masked: Floats
    """(tokens,): the probability that it must be masked."""
    begins: Floats
    """(tokens,): the probability that a mention begins with it, if it must be masked."""
    types: Floats
    """(tokens, types): log-odds of the semantic types."""

    def spans(self, threshold: float) -> Iterator[RecognizedSpan]:
        """Yield the stretches of tokens whose probability reaches a threshold, in text order."""
        for stretch in self._stretches(threshold):
            start, end = stretch[0], stretch[-1] + 1
            kind = _TYPES[int(self.types[start:end].sum(axis=0).argmax())]
            score = float(self.masked[start:end].mean())
            span = self.doc[start:end]
            yield RecognizedSpan(span.start_char, span.end_char, kind, score, REASON)

    def probability(self, start: int, end: int) -> float:
        """Return the mean probability of the tokens that a stretch of characters touches."""
        tokens = tokens_of(self.doc, start, end)
        return float(self.masked[tokens.start : tokens.stop].mean()) if tokens else 0.0

    def _stretches(self, threshold: float) -> Iterator[list[int]]:
        """Yield runs of tokens that begin and end with a word; two mentions are two runs."""
        run: list[int] = []
        for token in self.doc:
            if self.masked[token.i] < threshold or token.is_space:
                yield from self._trimmed(run)
                run = []
            else:
                if self.begins[token.i] > _LIKELY:
                    yield from self._trimmed(run)
                    run = []
                run.append(token.i)
        yield from self._trimmed(run)

    def _trimmed(self, run: list[int]) -> Iterator[list[int]]:
        words = [place for place, number in enumerate(run) if not self.doc[number].is_punct]
        if words:
            yield run[words[0] : words[-1] + 1]
