"""Giving lists to the masked mentions of a record that have none."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from annotation.records import MASK, Document, Layer, Mention
from ontology.layers import Ontology
from ontology.overrides import Overrides
from ontology.proposing import propose


def lacks_list(mention: Mention) -> bool:
    """Whether a mention must be replaced and nothing says by what."""
    return mention.is_masked and mention.replacement is None


@dataclass(slots=True)
class Filler:
    """Fills gaps document by document, and counts what it proposed."""

    ontology: Ontology
    overrides: Overrides
    lists: int = 0
    """Mentions that got something besides `***`."""
    bare: int = 0
    """Mentions that got `***` alone."""
    _failed_before: int = field(init=False)

    def __post_init__(self) -> None:
        live = self.ontology.live
        self._failed_before = live.failures if live else 0

    @property
    def live_failure(self) -> str:
        """What a live Wikidata failed with meanwhile; empty where it did not, or is not asked."""
        live = self.ontology.live
        return live.last_failure if live and live.failures > self._failed_before else ""

    def fill(self, document: Document) -> Document:
        """Return the document with a list for every masked mention; lists it has stay."""
        if not any(map(lacks_list, document.iter_mentions())):
            return document
        proposed = propose(document, self.ontology, self.overrides)
        layers = tuple(map(self._filled, document.layers, proposed.layers))
        return replace(document, layers=layers)

    def _filled(self, layer: Layer, proposed: Layer) -> Layer:
        pairs = zip(layer.mentions, proposed.mentions, strict=True)
        return replace(layer, mentions=tuple(self._choose(*pair) for pair in pairs))

    def _choose(self, mention: Mention, proposed: Mention) -> Mention:
        if not lacks_list(mention):
            return mention
        if says_something(proposed):
            self.lists += 1
        else:
            self.bare += 1
        return proposed


def says_something(mention: Mention) -> bool:
    """Whether a mention offers anything besides `***`."""
    lists = mention.replacement.iter_lists() if mention.replacement else ()
    return any(text != MASK for _, texts in lists for text in texts)
