"""What is still in clear, in one annotator's sanitized text, of what they hide elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from annotation.hidden_words import Lexicon
from annotation.outgoing import Finding
from webapp.core.work.loading import Work
from webapp.core.work.readable import still_readable


@dataclass(frozen=True, slots=True)
class ClearWords:
    """What the scan of exports finds in a text."""

    findings: Sequence[Finding] = ()

    @classmethod
    def of(cls, work: Work, lexicon: Lexicon) -> ClearWords:
        """Scan the text as it reads with the choices in place."""
        return cls(tuple(still_readable(work, lexicon)))

    def cut(self, start: int, text: str) -> Iterator[tuple[str, bool]]:
        """Cut a stretch that nothing hides at what was found, each piece with whether it is that.

        `start` is where it begins in the original text.
        """
        end = start + len(text)
        places = {place for finding in self.findings for place in finding.places}
        found = sorted((max(start, a), min(end, b)) for a, b in places if a < end and start < b)
        borders = sorted({start, end, *(border for place in found for border in place)})
        for first, last in pairwise(borders):
            is_found = any(a <= first and last <= b for a, b in found)
            yield text[first - start : last - start], is_found
