"""Sanitizing one document: a pure function of it and of tools that are opened once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from annotation.options import options_of
from annotation.records import Document, Json, Mention
from annotation.sanitizing import Sanitizer
from learning.opened_versions import OpenedVersion
from masking.operating_points import OperatingPoint, Point
from masking.pipelines import is_in_language
from ontology.layers import Ontology
from ontology.overrides import NO_OVERRIDES, Overrides
from ontology.proposing import propose
from ontology.rules.grammar import fit
from palimpsest.sanitizing.suggesting import MaskSuggester
from selection.examples import examples_of
from selection.families import Model

if TYPE_CHECKING:
    from spacy.tokens import Doc

CHOOSER = "palimpsest"
"""The annotator that records name for the choices."""


class Style(StrEnum):
    """The style of what stands in the place of a hidden span."""

    GENERALIZE = "generalize"
    MASK = "mask"


class State(StrEnum):
    """The state of a document after sanitizing."""

    WRITTEN = "written"
    MASKED = "masked"
    """A replacement gave something away: `***` stands everywhere."""
    HELD_BACK = "held back"
    """Even so something can be read, or nothing was found to hide."""
    FAILED = "failed"
    """The program has a fault; the next run tries again."""


NOT_WRITTEN = frozenset({State.HELD_BACK, State.FAILED})
"""The states in which a document leaves no file."""


@dataclass(frozen=True)
class Tools:
    """The models and options of sanitizing, opened once."""

    masks: MaskSuggester
    ontology: Ontology
    style: Style = Style.GENERALIZE
    operating_point: Point = OperatingPoint.BALANCED
    protect: Sequence[str] = ()
    overrides: Overrides = NO_OVERRIDES
    models: OpenedVersion[Model] | None = None
    """The model that chooses; without, the most specific replacement is taken."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A sanitized document: its text and its record without originals, or why it is held back.

    Both are empty where it is: whatever becomes of an outcome, nothing of the text goes out.
    """

    state: State
    text: str
    record: dict[str, Json]
    problems: tuple[str, ...] = ()
    is_in_language: bool = True
    """Whether the text reads as one in the pipeline's language."""
    is_training_document: bool = False
    """Whether what suggests masks was trained on this very text."""


def sanitize(document: Document, number: int, tools: Tools, doc: Doc | None = None) -> Outcome:
    """Mark, propose, choose, render and scan; the record is known by its number alone.

    `doc` is the parsed text, where it is parsed already. What can still be read is hidden wherever
    it stands; if that does not help, all is masked.
    """
    detector = tools.masks.detector
    if doc is None:
        doc = detector.pipeline.parse(document.text)
    readable: tuple[str, ...] = ()
    for style in _attempted_styles(tools.style):
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
        sanitized = Sanitizer(tools.ontology.lexicon, fit).sanitize(marked, number)
        if not sanitized.problems:
            break
        readable += sanitized.readable
    is_held_back = bool(sanitized.problems)
    written = State.WRITTEN if style is tools.style else State.MASKED
    return Outcome(
        state=State.HELD_BACK if is_held_back else written,
        text="" if is_held_back else str(sanitized.record["generalized_text"]),
        record={} if is_held_back else sanitized.record,
        problems=sanitized.problems,
        is_in_language=is_in_language(doc),
        is_training_document=tools.masks.was_trained_on(document),
    )


def _attempted_styles(style: Style) -> Iterator[Style]:
    """Yield the styles to try in turn, until a result leaks nothing."""
    yield from (style, style, style)
    if style is not Style.MASK:
        yield from (Style.MASK, Style.MASK)


def _chosen(document: Document, models: OpenedVersion[Model] | None) -> Document:
    """Choose a replacement of each masked mention."""
    choices = _most_probable(document, models) if models else {}
    return replace(
        document,
        layers=tuple(
            replace(
                layer, mentions=tuple(_with_choice(mention, choices) for mention in layer.mentions)
            )
            for layer in document.layers
        ),
    )


def _most_probable(document: Document, models: OpenedVersion[Model]) -> dict[str, str]:
    """Return the most probable candidate of each mention, by mention_id."""
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
