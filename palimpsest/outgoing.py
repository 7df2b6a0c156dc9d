"""Documents as they go out: one way for files, releases, their gate, and the attacks before it.

A check speaks of a text by its digest, so all of them have to make just the same text of the same
choices.
"""

from __future__ import annotations

from dataclasses import dataclass

from annotation.deciding import as_decided
from annotation.hidden_words import Lexicon
from annotation.records import Document
from annotation.rendering import as_chosen, without_brackets
from annotation.writing import Anonymized, Anonymizer, all_masked
from ontology.rules.grammar import fit


@dataclass(frozen=True, slots=True)
class Outgoing:
    """Puts the choices of a project's documents in their places."""

    lexicon: Lexicon
    """By which hidden words are told in other forms; the text is the same with any."""
    chooses: bool = True
    """Whether there are choices; else `***` stands for all that is hidden."""
    fits_grammar: bool = True

    def decided(self, record: Document) -> Document:
        """Return a record in which everything has the one choice it goes by."""
        return as_decided(record if self.chooses else all_masked(record))

    def anonymize(
        self, decided: Document, *, may_be_unmasked: bool, has_brackets: bool = True
    ) -> Anonymized:
        """Return a decided record as it goes out; attacks are made on its text with brackets."""
        fitter = fit if self.fits_grammar else as_chosen
        anonymizer = Anonymizer(self.lexicon, fitter if has_brackets else without_brackets(fitter))
        return anonymizer.anonymize(decided, may_be_unmasked=may_be_unmasked)
