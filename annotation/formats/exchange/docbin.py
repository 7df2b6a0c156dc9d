"""spaCy's DocBin: a file for each split, a Doc for each entry.

All spans are in `doc.spans["sc"]`, where spaCy's own span categorizer looks: labelled with the
semantic type, named by mention (`id_`) and entity (`kb_id_`). Those that do not overlap are
`doc.ents`, too, but for those with blanks at their ends, which spaCy's training refuses. What else
is said of them is in `doc.user_data["spans"]`, in the order of the group.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from spacy.tokens import Doc, DocBin
from spacy.tokens import Span as DocSpan

from annotation.formats.exchange.cards import write_card
from annotation.formats.exchange.entries import Entry, Span
from annotation.formats.exchange.splits import WITHOUT_SPLIT, SplitNames
from annotation.formats.exchange.tokens import apart, blank_pipeline, tokenized

SPANS_KEY = "sc"

MAX_FILE_TOKENS = 2_000_000
"""A DocBin is written in one piece: a split of more has several files, the next ones numbered."""

_ATTRIBUTES = ("ORTH", "ENT_IOB", "ENT_TYPE", "ENT_ID", "ENT_KB_ID")


class DocBinWriter:
    """Writes `train.spacy`, `test.spacy` and so on, with the card beside them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._nlp = blank_pipeline()
        self._names = SplitNames()
        self._splits: dict[str, _Split] = {}

    def add(self, document: Sequence[Entry]) -> None:
        """Write the entries of one document; raises RecordError for one split too many."""
        with self._nlp.memory_zone():  # else each new word stays in memory
            for name, entry in self._names.with_names(document):
                self._split(name).add(self._doc(entry))

    def close(self, card: str) -> None:
        """Finish the files, and write the card."""
        if not self._splits:
            self._split(WITHOUT_SPLIT)
        for split in self._splits.values():
            split.close()
        write_card(self._folder, card)

    def _split(self, name: str) -> _Split:
        if name not in self._splits:
            self._splits[name] = _Split(self._folder, name)
        return self._splits[name]

    def _doc(self, entry: Entry) -> Doc:
        doc = tokenized(self._nlp, entry.text, entry.spans)
        doc.spans[SPANS_KEY] = [_span(doc, span) for span in entry.spans]
        tight = [span for span in entry.spans if span.text == span.text.strip()]
        doc.ents = tuple(_span(doc, span) for span in apart(tight, len(entry.text))[0])
        doc.user_data |= {
            "doc_id": entry.doc_id,
            "annotator": entry.annotator,
            "is_gold": entry.is_gold,
            "split": entry.split,
            "task": entry.task,
            "generalized_text": entry.generalized_text,
            "spans": [_attributes(span) for span in entry.spans],
        }
        return doc


class _Split:
    """The files of one split, the last of which is still in memory."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        self._files = 0
        self._docs = _empty()
        self._tokens = 0

    def add(self, doc: Doc) -> None:
        """Add a Doc; it goes into a new file where the last one is full."""
        if self._tokens and self._tokens + len(doc) > MAX_FILE_TOKENS:
            self.close()
            self._docs, self._tokens = _empty(), 0
        self._docs.add(doc)
        self._tokens += len(doc)

    def close(self) -> None:
        """Write what is in memory."""
        self._files += 1
        name = self._name if self._files == 1 else f"{self._name}-{self._files}"
        self._docs.to_disk(self._folder / f"{name}.spacy")


def _empty() -> DocBin:
    return DocBin(attrs=_ATTRIBUTES, store_user_data=True)


def _span(doc: Doc, span: Span) -> DocSpan:
    found = doc.char_span(
        span.start,
        span.end,
        label=span.entity_type.value,
        kb_id=span.entity_id,
        span_id=span.mention_id,
    )
    return cast("DocSpan", found)  # its borders are borders of tokens


def _attributes(span: Span) -> dict[str, str | None]:
    return {
        "identifier_type": span.identifier_type.value,
        "edit_type": span.edit_type and span.edit_type.value,
        "confidential_status": span.confidential_status and span.confidential_status.value,
        "replacement": span.replacement,
    }
