"""From the record of a document to what a dataset holds of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from annotation.adjudication import GOLD, is_gold, without_gold
from annotation.formats import to_json
from annotation.formats.exchange.entries import Entry, entries_of
from annotation.formats.exchange.without_originals import entry_of
from annotation.hidden_words import Lexicon
from annotation.overlaying import as_marked_by
from annotation.pseudonyms import Pseudonyms
from annotation.records import Document, Json
from annotation.rendering import generalized_text_of
from annotation.sanitizing import Sanitizer
from annotation.writing import chosen_by
from webapp.publication.export.wanted import Wanted

MAJORITY = "majority"
"""Who annotated a text without originals in which the choices of several people are one text."""


class LeakError(Exception):
    """A document would leak what should be hidden; `problems` name it."""

    def __init__(self, doc_id: str, problems: tuple[str, ...]) -> None:
        self.doc_id = doc_id
        self.problems = problems
        super().__init__("a document would tell what it hides")


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a dataset holds of a document: entries, for some formats a record, and whose work."""

    entries: Sequence[Entry]
    record: Json
    annotators: frozenset[str]
    split: str | None


@dataclass
class Preparer:
    """Prepares the documents of one dataset, in which each annotator has one pseudonym."""

    wanted: Wanted
    lexicon: Lexicon
    _pseudonyms: Pseudonyms = field(default_factory=Pseudonyms)
    _sanitizer: Sanitizer = field(init=False)

    def __post_init__(self) -> None:
        self._sanitizer = Sanitizer(self.lexicon, self.wanted.fitter)

    def prepare(self, document: Document, number: int, *, may_be_unmasked: bool) -> Prepared:
        """Prepare a document, which has this number among those of the dataset.

        `may_be_unmasked` says that somebody decided that nothing in it needs hiding. Raises
        LeakError, if it is wanted without its original.
        """
        if self.wanted.without_originals:
            return self._sanitized(document, number, may_be_unmasked=may_be_unmasked)
        if self.wanted.with_pseudonyms:
            document = self._pseudonyms.rename(document)
        if record_format := self.wanted.format.record_format:
            entries = list(entries_of(document))
            record: Json = to_json(_rendered_anew(document, self.wanted), record_format)
        else:
            entries, record = list(self._entries(document)), None
        annotators = frozenset(each.annotator for each in entries if not each.is_gold)
        return Prepared(entries, record, annotators, document.dataset_type)

    def _entries(self, document: Document) -> Iterator[Entry]:
        """Yield the layers that are wanted, each with the text as it reads by it."""
        marked = without_gold(document)
        for entry in entries_of(document):
            own = (
                _outgoing(document)
                if entry.is_gold
                else chosen_by(as_marked_by(marked, entry.annotator), entry.annotator)
            )
            yield replace(entry, generalized_text=generalized_text_of(own, self.wanted.fitter))

    def _sanitized(self, document: Document, number: int, *, may_be_unmasked: bool) -> Prepared:
        sanitized = self._sanitizer.sanitize(document, number, may_be_unmasked=may_be_unmasked)
        if sanitized.problems:
            raise LeakError(document.doc_id, sanitized.problems)
        names = [each.annotator for each in entries_of(document) if not each.is_gold]
        annotators = frozenset(map(self._pseudonyms.of, names))
        alone = next(iter(annotators)) if len(annotators) == 1 else MAJORITY
        is_settled = any(map(is_gold, document.layers))
        entry = entry_of(sanitized, number, GOLD if is_settled else alone)
        entry = replace(entry, is_gold=is_settled)
        return Prepared([entry], sanitized.record, annotators, entry.split)


def _rendered_anew(document: Document, wanted: Wanted) -> Document:
    """Render the choices as they are wanted; a text that came from elsewhere stays as it came."""
    if not (wanted.fits_grammar or wanted.without_brackets):
        return document
    text, outgoing = document.generalized_text, _outgoing(document)
    if text is None or text != generalized_text_of(outgoing):
        return document
    return replace(document, generalized_text=generalized_text_of(outgoing, wanted.fitter))


def _outgoing(document: Document) -> Document:
    """Return a document with the layers by which it reads: the gold layer alone, if it has one."""
    gold = tuple(layer for layer in document.layers if is_gold(layer))
    return replace(document, layers=gold) if gold else document
