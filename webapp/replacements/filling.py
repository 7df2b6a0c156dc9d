"""Filling in the replacement lists of masked mentions that have none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from annotation.records import MASK, Document, Layer, Mention
from annotation.rendering import led_mentions
from ontology.layers import Ontology
from ontology.overrides import Overrides
from ontology.proposing import Proposer
from ontology.spans import Surroundings


def gaps_of(layer: Layer) -> frozenset[str]:
    """Return the `mention_id`s of the mentions that need a choice but have no list."""
    lacking = {each.mention_id for each in layer.mentions if _lacks_list(each)}
    return frozenset(lacking - led_mentions(layer.mentions) if lacking else lacking)


def _lacks_list(mention: Mention) -> bool:
    return mention.is_masked and mention.replacement is None


@dataclass(slots=True)
class Filler:
    """Fills gaps document by document, and counts what it proposed."""

    ontology: Ontology
    overrides: Overrides
    by_annotator: bool = False
    """Whether somebody settled what the spans without a list are: their entities and types."""
    lists: int = 0
    """The number of mentions that got something besides `***`."""
    bare: int = 0
    """The number of mentions that got `***` alone."""
    _failed_before: int = field(init=False)

    def __post_init__(self) -> None:
        live = self.ontology.live
        self._failed_before = live.failures if live else 0

    @property
    def live_failure(self) -> str:
        """The message of a failure of the live Wikidata meanwhile, "" without one."""
        live = self.ontology.live
        return live.last_failure if live and live.failures > self._failed_before else ""

    def fill(self, document: Document, on_span: Callable[[], None] | None = None) -> Document:
        """Return the document with a list wherever a choice is needed; lists it has stay.

        `on_span` is called before each span that gets a list, and may raise.
        """
        return replace(
            document,
            layers=tuple(self._filled(document.text, layer, on_span) for layer in document.layers),
        )

    def _filled(self, text: str, layer: Layer, on_span: Callable[[], None] | None) -> Layer:
        gaps = gaps_of(layer)
        if not gaps:
            return layer
        surroundings = Surroundings.read(text, layer.mentions)
        kept = {each.mention_id for each in layer.mentions} - gaps
        proposer = Proposer(
            surroundings, self.ontology, self.overrides, kept, by_annotator=self.by_annotator
        )
        filled: dict[str, Mention] = {}
        written = {mention.mention_id: mention for mention in layer.mentions}
        for span in surroundings.spans:
            if (mention_id := span.mention.mention_id) in gaps:
                if on_span:
                    on_span()
                proposed = replace(written[mention_id], replacement=proposer.propose(span))
                filled[mention_id] = self._counted(proposed)
        mentions = (filled.get(mention.mention_id, mention) for mention in layer.mentions)
        return replace(layer, mentions=tuple(mentions))

    def _counted(self, proposed: Mention) -> Mention:
        if says_something(proposed):
            self.lists += 1
        else:
            self.bare += 1
        return proposed


def says_something(mention: Mention) -> bool:
    """Whether a mention offers anything besides `***`."""
    lists = mention.replacement.iter_lists() if mention.replacement else ()
    return any(text != MASK for _, texts in lists for text in texts)
