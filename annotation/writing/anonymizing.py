"""What may go out of a document: its text with replacements in place, unless it still leaks.

The choices are decided as in `generalized_text`. A span that was left as it is reads as it did; the
others stand in brackets or without.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from annotation.changes import Change, changed
from annotation.correcting import as_corrected, corrected_for
from annotation.formatting import counted
from annotation.hidden_words import Lexicon
from annotation.outgoing import NOTHING_MARKED, Finding, outgoing
from annotation.records import MASK, Document, Mention, Replacement
from annotation.rendering import Fitter, as_chosen


@dataclass(frozen=True, slots=True)
class Anonymized:
    """An original text with its changes, and what speaks against handing it out."""

    original: str
    changes: tuple[Change, ...] = ()
    leaks: tuple[Finding, ...] = ()
    """What can still be read in it of what is hidden."""
    undecided: int = 0
    """The number of spans without a choice; while there are any, nothing is changed."""
    is_unmasked: bool = False
    """Whether nothing is marked in it, and nobody decided that this is right."""

    @property
    def text(self) -> str:
        """The text as it goes out."""
        return changed(self.original, self.changes)

    @property
    def problems(self) -> tuple[str, ...]:
        """Why it must not be handed out: nothing, if it may."""
        undecided = f"{counted(self.undecided, 'span')} without a choice"
        unfinished = [undecided] if self.undecided else []
        return (
            *unfinished,
            *([NOTHING_MARKED] if self.is_unmasked else []),
            *map(str, self.leaks),
        )


@dataclass(frozen=True, slots=True)
class Anonymizer:
    """Anonymizes documents in one way."""

    lexicon: Lexicon
    fit: Fitter = as_chosen

    def anonymize(self, document: Document, *, may_be_unmasked: bool = False) -> Anonymized:
        """Put the choices of a document in their places, and scan for what still leaks.

        `may_be_unmasked` says that somebody decided that nothing in the document needs hiding.
        """
        whole = outgoing(document, self.fit, self.lexicon)
        if whole.rendered.undecided:
            return Anonymized(document.text, undecided=whole.rendered.undecided)
        is_unmasked = whole.is_unmasked and not may_be_unmasked
        return Anonymized(
            document.text, whole.rendered.changes, whole.findings, is_unmasked=is_unmasked
        )


def all_masked(document: Document) -> Document:
    """Return a document of spans alone, in which each masked one is replaced by `***`."""
    document = as_corrected(document)
    layers = (
        replace(layer, mentions=tuple(_masked(each, layer.name) for each in layer.mentions))
        for layer in document.layers
    )
    return replace(document, layers=tuple(layers))


def _masked(mention: Mention, annotator: str) -> Mention:
    if not mention.is_masked:
        return mention
    return replace(mention, replacement=Replacement({}, {MASK: (annotator,)}))


def chosen_by(document: Document, annotator: str) -> Document:
    """Return a document with the choices of one annotator alone, as reviewers corrected them."""
    document = corrected_for(document, annotator)
    layers = (
        replace(layer, mentions=tuple(_chosen_by(each, annotator) for each in layer.mentions))
        for layer in document.layers
    )
    return replace(document, layers=tuple(layers))


def _chosen_by(mention: Mention, annotator: str) -> Mention:
    if mention.replacement is None:
        return mention
    selection = mention.replacement.selection
    own = {text: (annotator,) for text, names in selection.items() if annotator in names}
    return replace(mention, replacement=replace(mention.replacement, selection=own))
