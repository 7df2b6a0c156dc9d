"""Counting what stays readable of what was planted, and what is hidden for nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from annotation.records import Document
from benchmarks.masking.kinds.drawing import PlantedText
from benchmarks.masking.kinds.frames import Group
from masking.detecting import Detector
from masking.evaluation import Share
from masking.evaluation.coverage import Span, iter_tokens
from masking.operating_points import OperatingPoint

POINTS = (OperatingPoint.BALANCED, OperatingPoint.PRIVACY)
FEWEST_LETTERS = 3
"""From so many letters on, a part of a name says who it is; shorter names must be whole."""
CONTEXT = 60
"""Characters of a line that are shown on each side."""

Masks = Mapping[OperatingPoint, list[Span]]
Masker = Callable[[str], Masks]
"""Function from a text to what is masked at each operating point."""


@dataclass(slots=True)
class Stays:
    """Counts of what was planted and stays readable, with its places."""

    shares: dict[OperatingPoint, Share] = field(
        default_factory=lambda: {point: Share() for point in POINTS}
    )
    shown: list[str] = field(default_factory=list)
    """The lines with what stays at the first operating point, what was planted in brackets."""

    def add(self, other: Stays) -> None:
        """Add the counts of another kind."""
        for point, share in other.shares.items():
            self.shares[point].count(share.part, share.whole)


def masker(detector: Detector) -> Masker:
    """Return what masks a text as `palimpsest mask` does, told nothing of whom to protect."""

    def mask(text: str) -> Masks:
        document = Document(doc_id="kind", text=text)
        spans = detector.analyze(detector.pipeline.parse(text))
        decided = {point: detector.decide(document, spans, point) for point in POINTS}
        return {
            point: [(each.start, each.end) for each in marked.iter_mentions() if each.is_masked]
            for point, marked in decided.items()
        }

    return mask


def count_stays(texts: Iterable[PlantedText], mask: Masker) -> dict[Group, dict[str, Stays]]:
    """Return for each group and kind how much stays readable."""
    counts: dict[Group, dict[str, Stays]] = {}
    for text in texts:
        stays = counts.setdefault(text.group, {}).setdefault(text.kind, Stays())
        masks = mask(text.text)
        for point, spans in masks.items():
            readable = is_readable(text, spans)
            stays.shares[point].count(readable, 1)
            if readable and point is POINTS[0]:
                stays.shown.append(_shown(text))
    return counts


def is_readable(text: PlantedText, masks: Iterable[Span]) -> bool:
    """Return whether what was planted stays readable.

    Of a name that is any part of three letters, of what is said more than half of its words.
    """
    hidden = _hidden(masks)
    if text.group is Group.SAID:
        words = [word for span in text.planted for word in iter_tokens(text.text, *span)]
        readable = [word for word in words if not hidden.issuperset(range(*word))]
        return len(readable) > len(words) / 2
    return any(_stays(text.text, span, hidden) for span in text.planted)


def hidden_share(texts: Iterable[str], mask: Masker) -> dict[OperatingPoint, Share]:
    """Return the share of words that are hidden, in whole or in part."""
    shares = {point: Share() for point in POINTS}
    for text in texts:
        words = list(iter_tokens(text, 0, len(text)))
        for point, spans in mask(text).items():
            hidden = _hidden(spans)
            part = sum(not hidden.isdisjoint(range(*word)) for word in words)
            shares[point].count(part, len(words))
    return shares


def _hidden(masks: Iterable[Span]) -> set[int]:
    """Return the places of all characters that are masked."""
    return {at for span in masks for at in range(*span)}


def _stays(text: str, span: Span, hidden: set[int]) -> bool:
    longest = max(_runs(text, span, set()), default=0)
    return max(_runs(text, span, hidden), default=0) >= max(1, min(FEWEST_LETTERS, longest))


def _runs(text: str, span: Span, hidden: set[int]) -> Iterator[int]:
    """Yield the numbers of letters in a row that are not hidden; combining marks go with them."""
    run = 0
    for at in range(*span):
        if at in hidden or unicodedata.category(text[at])[0] not in "LM":
            yield run
            run = 0
        else:
            run += 1
    yield run


def _shown(text: PlantedText) -> str:
    """Return the lines in which something is planted, that in brackets, cut to what is near."""
    first, last = text.planted[0][0], text.planted[-1][1]
    before, after = text.text[:first].split("\n")[-1], text.text[last:].split("\n")[0]
    planted, at = "", first
    for start, end in text.planted:
        planted += f"{text.text[at:start]}[{text.text[start:end]}]"
        at = end
    return f"{before[-CONTEXT:]}{planted}{after[:CONTEXT]}".replace("\n", "⏎")
