"""What reviewers put in the place of choices: it counts instead, and the choices stay beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import chain

from annotation.records import Corrections, Document, Mention, Replacement
from annotation.types import IdentifierType
from annotation.voting import majority

Selection = Mapping[str, tuple[str, ...]]


def as_corrected(document: Document) -> Document:
    """Return a document as it goes out: whose choice was corrected counts for the correction.

    Whoever was not corrected counts for their own choice. A tie goes to a correction.
    """
    return _each(document, _corrected)


def corrected_for(document: Document, annotator: str) -> Document:
    """Return a document with the corrections of one annotator's choices alone."""
    return _each(document, lambda mention: only_for(mention, annotator))


def only_for(mention: Mention, annotator: str) -> Mention:
    """Return a mention with the corrections of one annotator's choice alone."""
    replacement = mention.replacement
    if replacement and replacement.corrections:
        replacement = replace(replacement, corrections=_of(annotator, replacement.corrections))
    corrections = _of(annotator, mention.corrections)
    return replace(mention, corrections=corrections, replacement=replacement)


def outgoing_choice(mention: Mention, annotator: str) -> str | None:
    """Return what goes out by one annotator's choice: the correction, if there is one.

    None where they chose nothing.
    """
    replacement = only_for(mention, annotator).replacement
    if replacement is None:
        return None
    chosen = (text for text, names in replacement.selection.items() if annotator in names)
    return next(iter(replacement.corrections), None) or next(chosen, None)


def outgoing_type(mention: Mention) -> IdentifierType:
    """Return the identifier type that goes out: the correction, if there is one."""
    return IdentifierType(next(iter(mention.corrections), mention.identifier_type))


def kept_choices(replacement: Replacement) -> Selection:
    """Return the choices that no reviewer put another text in the place of, with whose they are."""
    corrected = set(chain(*_votes({}, replacement.corrections).values()))
    kept = {
        text: tuple(name for name in names if name not in corrected)
        for text, names in replacement.selection.items()
    }
    return {text: names for text, names in kept.items() if names}


def _each(document: Document, changed: Callable[[Mention], Mention]) -> Document:
    if not any(map(_is_corrected, document.iter_mentions())):
        return document
    layers = (
        replace(layer, mentions=tuple(map(changed, layer.mentions))) for layer in document.layers
    )
    return replace(document, layers=tuple(layers))


def _is_corrected(mention: Mention) -> bool:
    return bool(mention.corrections or (mention.replacement and mention.replacement.corrections))


def _corrected(mention: Mention) -> Mention:
    if wanted := majority(_votes({}, mention.corrections)):
        mention = replace(mention, identifier_type=IdentifierType(wanted))
    replacement = mention.replacement
    if replacement and replacement.corrections:
        selection = _votes(replacement.selection, replacement.corrections)
        mention = replace(mention, replacement=replace(replacement, selection=selection))
    return mention


def _votes(selection: Selection, corrections: Corrections) -> Selection:
    """Return which annotators count for what, corrections before choices.

    An identifier type is no selection: the span stands in the layer of whom it is one of.
    """
    votes = {wanted: tuple(chain(*by.values())) for wanted, by in corrections.items()}
    corrected = set(chain(*votes.values()))
    for text, annotators in selection.items():
        own = tuple(each for each in annotators if each not in corrected)
        votes[text] = (*votes.get(text, ()), *own)
    return votes


def _of(annotator: str, corrections: Corrections) -> Corrections:
    kept = {
        wanted: {who: (annotator,) for who, whose in reviewers.items() if annotator in whose}
        for wanted, reviewers in corrections.items()
    }
    return {wanted: reviewers for wanted, reviewers in kept.items() if reviewers}
