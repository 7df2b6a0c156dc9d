"""What a model sees of a document: its mentions with their candidates, and who chose what.

Counted as published (Olstad, 2023): every mention with a list is an example, whether it is masked
or not, and nothing is de-duplicated; its candidates are the union of all its lists in stored order,
duplicates folded, `***` once at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from annotation.options import Option, options_of
from annotation.records import Document, Mention, Replacement
from annotation.sources import ListSource
from annotation.types import IdentifierType, SemanticType

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Example:
    """A mention with what it may become and what annotators chose for it."""

    doc_id: str
    mention_id: str
    start: int
    end: int
    span_text: str
    entity_type: SemanticType
    identifier_type: IdentifierType
    entity_id: str
    options: tuple[Option, ...]
    """In the order shown, `***` last; `Option.level` is the level as published, from 1."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """Annotator → chosen text; a text that is not among the options counts as never found."""
    proposed: tuple[str, ...] = ()
    """What the ontology offers for the span, `***` apart: of a list that it made, the list; of
    another what `selection.proposals` finds. Empty where nothing is offered or nobody asked."""

    @property
    def candidates(self) -> tuple[str, ...]:
        """The texts of the options."""
        return tuple(option.text for option in self.options)

    @property
    def votes(self) -> Floats:
        """How many annotators chose each candidate; shape (candidates,)."""
        counts = Counter(self.choices.values())
        return np.array([counts[option.text] for option in self.options], dtype=np.float64)

    def index_of(self, annotator: str) -> int | None:
        """Return the index of an annotator's choice among the candidates, None without one."""
        text = self.choices.get(annotator)
        return next((i for i, option in enumerate(self.options) if option.text == text), None)


@dataclass(frozen=True, slots=True)
class ExampleDocument:
    """A document's examples in text order, with the text they stand in."""

    doc_id: str
    text: str
    examples: tuple[Example, ...]

    @property
    def annotators(self) -> tuple[str, ...]:
        """Everybody who chose something here, in order of name."""
        return tuple(sorted({name for example in self.examples for name in example.choices}))

    @property
    def is_annotated(self) -> bool:
        """Whether anybody chose anything here."""
        return any(example.choices for example in self.examples)


def examples_of(document: Document) -> ExampleDocument:
    """Return the examples of a record: one for each mention that has a list."""
    mentions = (
        (mention, mention.replacement)
        for mention in sorted(document.iter_mentions(), key=lambda each: (each.start, each.end))
    )
    examples = tuple(
        _example(document.doc_id, mention, replacement)
        for mention, replacement in mentions
        if replacement is not None
    )
    return ExampleDocument(document.doc_id, document.text, examples)


def load_examples(documents: Iterable[Document]) -> list[ExampleDocument]:
    """Return the examples of all records that have any."""
    return [found for document in documents if (found := examples_of(document)).examples]


def annotated(documents: Iterable[ExampleDocument]) -> list[ExampleDocument]:
    """Keep the documents in which somebody chose something."""
    return [document for document in documents if document.is_annotated]


def count_examples(documents: Sequence[ExampleDocument]) -> int:
    """Count the examples in which somebody chose something."""
    return sum(bool(example.choices) for each in documents for example in each.examples)


def offered_and_chosen(
    replacement: Replacement, choices: Mapping[str, str]
) -> tuple[tuple[Option, ...], dict[str, str]]:
    """Return what was offered, and who chose what of it (annotator → text).

    What annotators wrote themselves is neither: nobody could have been offered it, and a model that
    saw it among the candidates would learn that it is always chosen.
    """
    options = tuple(each for each in options_of(replacement) if each.source != ListSource.WRITTEN)
    texts = {option.text for option in options}
    return options, {name: text for name, text in choices.items() if text in texts}


def proposed_in(options: Iterable[Option], origins: Container[str]) -> tuple[str, ...]:
    """Return the texts that the ontology offered: those whose origin is known."""
    return tuple(option.text for option in options if option.text in origins)


def _example(doc_id: str, mention: Mention, replacement: Replacement) -> Example:
    options, choices = offered_and_chosen(
        replacement,
        {name: text for text, names in replacement.selection.items() for name in names},
    )
    return Example(
        doc_id=doc_id,
        mention_id=mention.mention_id,
        start=mention.start,
        end=mention.end,
        span_text=mention.span_text,
        entity_type=mention.entity_type,
        identifier_type=mention.identifier_type,
        entity_id=mention.entity_id,
        options=options,
        choices=choices,
        proposed=proposed_in(options, replacement.origins),
    )
