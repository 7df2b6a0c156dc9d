"""How much is answered at all: which strings get a list, and what annotators chose is in it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from annotation.records import MASK, Document, Mention, Replacement
from annotation.types import SemanticType
from annotation.voting import majority
from names.folding import fold
from ontology.layers import Ontology
from ontology.phrases import head, singular
from ontology.proposing import propose
from ontology.spans import LINKED
from ontology.taxonomy import FLOORS

RULED = (SemanticType.DATETIME, SemanticType.QUANTITY)


@dataclass
class Found:
    """How many chosen texts are among ours: the same text, or at least the same head noun."""

    chosen: int = 0
    equal: int = 0
    alike: int = 0

    def count(self, chosen: str, offered: Sequence[str]) -> None:
        """Take in a chosen text and the list that we offer in its place."""
        self.chosen += 1
        self.equal += fold(chosen) in set(map(fold, offered))
        self.alike += _head(chosen) in set(map(_head, offered))

    def __str__(self) -> str:
        equal, alike = share(self.equal, self.chosen), share(self.alike, self.chosen)
        return f"{equal} / {alike} of {self.chosen:>5,}"


@dataclass
class Coverage:
    """What was counted over some documents."""

    documents: int = 0
    seconds: float = 0.0
    answered: dict[SemanticType, dict[str, bool]] = field(default_factory=dict)
    """Each unique string of a type, and whether its first mention has more than floor and mask."""
    found: dict[str, dict[str, Found]] = field(default_factory=dict)
    """By the type of the mentions, then by whose choice."""

    def lines(self) -> Iterator[str]:
        """Yield the counts as lines of text."""
        for semantic_type in (*LINKED, *RULED):
            strings = self.answered.get(semantic_type, {})
            answered = share(sum(strings.values()), len(strings))
            total = f"{len(strings):,} unique strings"
            yield f"  {semantic_type:<9} {answered} of {total} have a candidate"
        yield "  chosen texts among ours: equal / equal or same head noun"
        for kind, columns in self.found.items():
            yield f"  {kind:<9}" + "   ".join(f"{name} {columns[name]}" for name in sorted(columns))
        yield f"  {self.seconds / max(self.documents, 1):.3f} s of CPU a document"


def measure(documents: Sequence[Document], ontology: Ontology) -> Coverage:
    """Propose for some documents and count."""
    coverage = Coverage(len(documents))
    for document in documents:
        begin = time.process_time()
        proposed = propose(document, ontology)
        coverage.seconds += time.process_time() - begin
        for before, after in zip(document.iter_mentions(), proposed.iter_mentions(), strict=True):
            if after.is_masked and after.replacement:
                _count(coverage, before, after.replacement)
    return coverage


def _count(coverage: Coverage, mention: Mention, proposed: Replacement) -> None:
    offered = [text for _, texts in proposed.iter_lists() for text in texts]
    vague = {MASK, FLOORS.get(mention.entity_type)}
    answered = coverage.answered.setdefault(mention.entity_type, {})
    answered.setdefault(mention.span_text, bool(set(offered) - vague))
    kinds = ["all", mention.entity_type.value]
    if mention.entity_type in LINKED:
        kinds.append("linked")
    for votes, chosen in _choices(mention):
        for kind in kinds:
            columns = coverage.found.setdefault(kind, {})
            for name in [votes, f"{votes} but ***"][: 1 if chosen == MASK else 2]:
                columns.setdefault(name, Found()).count(chosen, offered)


def _choices(mention: Mention) -> Iterator[tuple[str, str]]:
    """Yield what the majority chose, then what each annotator chose."""
    selection = mention.replacement.selection if mention.replacement else {}
    chosen = majority(selection)
    if chosen is not None:
        yield "majority", chosen
    votes = Counter({text: len(annotators) for text, annotators in selection.items()})
    yield from (("any", text) for text in votes.elements())


def _head(text: str) -> str:
    return singular(head(text)).casefold() or text


def share(part: float, whole: float) -> str:
    """Write a share for people."""
    return f"{100 * part / whole:5.1f} %" if whole else "    –  "
