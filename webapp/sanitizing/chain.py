"""What is done with one document: a pure function of it and of tools that are opened once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from annotation.options import options_of
from annotation.records import Document, Json, Mention
from annotation.sanitizing import Sanitizer
from learning.opened import Opened
from masking.operating import OperatingPoint, Point
from masking.pipelines import is_in_language
from ontology.layers import Ontology
from ontology.overrides import NO_OVERRIDES, Overrides
from ontology.proposing import propose
from ontology.rules.grammar import fit
from selection.examples import examples_of
from selection.families import Model
from webapp.sanitizing.suggesting import MaskSuggester

if TYPE_CHECKING:
    from spacy.tokens import Doc

CHOOSER = "palimpsest"
"""Who is said to have chosen."""


class Style(StrEnum):
    """What stands in the place of what is hidden."""

    GENERALIZE = "generalize"
    MASK = "mask"


class State(StrEnum):
    """What became of a document."""

    WRITTEN = "written"
    MASKED = "masked"
    """A replacement gave something away: `***` stands everywhere."""
    HELD_BACK = "held back"
    """Even so something can be read, or nothing was found to hide."""
    FAILED = "failed"
    """The program has a fault; the next run tries again."""


@dataclass(frozen=True)
class Tools:
    """What sanitizing needs, and how it is to be done."""

    masks: MaskSuggester
    ontology: Ontology
    style: Style = Style.GENERALIZE
    operating_point: Point = OperatingPoint.BALANCED
    protect: Sequence[str] = ()
    overrides: Overrides = NO_OVERRIDES
    models: Opened[Model] | None = None
    """Who chooses; without, the most specific replacement is taken."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A sanitized document: its text and its record without originals, or why it is held back."""

    state: State
    text: str
    record: dict[str, Json]
    problems: tuple[str, ...] = ()
    is_in_language: bool = True
    """Whether the text reads as one in the pipeline's language."""
    is_learnt: bool = False
    """Whether what suggests masks has learnt from this very text."""


def sanitize(document: Document, number: int, tools: Tools, doc: Doc | None = None) -> Outcome:
    """Mark, propose, choose, render and scan; the record is known by its number alone.

    `doc` is the parsed text, where it is parsed already. What can still be read is hidden wherever
    it stands; if that does not help, all is masked.
    """
    detector = tools.masks.detector
    if doc is None:
        doc = detector.pipeline.parse(document.text)
    readable: tuple[str, ...] = ()
    for style in _ways(tools.style):
        marked = detector.mark(
            document,
            doc,
            point=tools.operating_point,
            protect=tools.protect,
            readable=readable,
        )
        if style is Style.GENERALIZE:
            proposed = propose(marked, tools.ontology, tools.overrides)
            marked = _chosen(proposed, tools.models)
        told = Sanitizer(tools.ontology.lexicon, fit).sanitize(marked, number)
        if not told.problems:
            break
        readable += told.readable
    state = State.WRITTEN if style is tools.style else State.MASKED
    return Outcome(
        state=State.HELD_BACK if told.problems else state,
        text=str(told.record["generalized_text"]),
        record=told.record,
        problems=told.problems,
        is_in_language=is_in_language(doc),
        is_learnt=tools.masks.has_learnt_from(document),
    )


def _ways(style: Style) -> Iterator[Style]:
    """Yield how a document is tried, until one way tells nothing."""
    yield from (style, style, style)
    if style is not Style.MASK:
        yield from (Style.MASK, Style.MASK)


def _chosen(document: Document, models: Opened[Model] | None) -> Document:
    """Choose a replacement of each masked mention."""
    choices = _likeliest(document, models) if models else {}
    return replace(
        document,
        layers=tuple(
            replace(
                layer, mentions=tuple(_with_choice(mention, choices) for mention in layer.mentions)
            )
            for layer in document.layers
        ),
    )


def _likeliest(document: Document, models: Opened[Model]) -> dict[str, str]:
    """Return what a model would choose, by mention_id."""
    example_document = examples_of(document)
    ranked = models.model_for(example_document).rank(example_document)
    return {
        example.mention_id: example.candidates[int(probabilities.argmax())]
        for example, probabilities in zip(example_document.examples, ranked, strict=True)
    }


def _with_choice(mention: Mention, choices: Mapping[str, str]) -> Mention:
    """Choose what the model would, without one the most specific replacement."""
    if not mention.is_masked or mention.replacement is None:
        return mention
    first, *_ = options_of(mention.replacement)
    text = choices.get(mention.mention_id, first.text)
    return replace(mention, replacement=replace(mention.replacement, selection={text: (CHOOSER,)}))
