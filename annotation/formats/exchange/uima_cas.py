"""UIMA CAS XMI, as INCEpTION has it: an `.xmi` for each annotator of a document, and their types.

Offsets in the files are UTF-16 units, so that an emoji is two; dkpro-cassis converts them. Spans
are of a custom layer, `PersonalInformation`, whose features are called as in TAB. INCEpTION itself
keeps a document's name and its annotator in `DocumentMetaData`; the rest of what an entry says is
an annotation of the whole document, `DatasetEntry`. Files are named by numbers: names may name
somebody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from annotation.errors import RecordError, locating
from annotation.formats.exchange.cards import write_card
from annotation.formats.exchange.entries import Entry, Span

if TYPE_CHECKING:
    from cassis import Cas, TypeSystem

LAYER = "webanno.custom.PersonalInformation"
"""A span; where INCEpTION imports it, its project must have this layer, or it drops it."""

ENTRY = "webanno.custom.DatasetEntry"
METADATA = "de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData"

FEATURES = (
    "entity_type",
    "identifier_type",
    "entity_id",
    "entity_mention_id",
    "edit_type",
    "confidential_status",
    "replacement",
)
ENTRY_FEATURES = ("is_gold", "split", "task", "generalized_text")

TYPES_FILE = "TypeSystem.xml"
SUFFIX = ".xmi"

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class UimaCasWriter:
    """Writes `document-1-annotator-1.xmi` and so on, their types, and the card."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._types = _type_system()
        self._types.to_xml(folder / TYPES_FILE)
        self._documents = 0

    def add(self, document: Sequence[Entry]) -> None:
        """Write the entries of one document; raises RecordError for what XML can't hold."""
        files = {name: self._content(entry) for name, entry in _named(document)}
        self._documents += 1
        for name, content in files.items():
            path = self._folder / f"document-{self._documents}-{name}{SUFFIX}"
            path.write_bytes(content)

    def close(self, card: str) -> None:
        """Write the card."""
        write_card(self._folder, card)

    def _content(self, entry: Entry) -> bytes:
        with locating(doc_id=entry.doc_id):
            for what, text in _texts(entry):
                if found := _NOT_IN_XML.search(text):
                    problem = f"U+{ord(found[0]):04X} at position {found.start()}"
                    raise RecordError(f"{what} holds {problem}, a sign that XML does not have")
        content: str = _cas(entry, self._types).to_xmi()
        return content.encode()


def _named(document: Sequence[Entry]) -> Iterator[tuple[str, Entry]]:
    """Name the entries of a document: the adjudicated ones gold, the others by number."""
    for is_gold, name in ((False, "annotator"), (True, "gold")):
        of_kind = (entry for entry in document if entry.is_gold is is_gold)
        for number, entry in enumerate(of_kind, start=1):
            yield f"{name}-{number}", entry


def _texts(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield all texts that come from outside, each with what it is."""
    yield "its text", entry.text
    yield "its name", entry.doc_id
    yield "the annotator's name", entry.annotator
    yield "the split", entry.split or ""
    yield "the task", entry.task or ""
    yield "the generalized text", entry.generalized_text or ""
    for span in entry.spans:
        for value in (span.mention_id, span.entity_id, span.replacement):
            yield f"a span ({span.start}–{span.end})", value or ""


def _type_system() -> TypeSystem:
    from cassis import TypeSystem  # noqa: PLC0415 - loaded with the first such file

    types = TypeSystem()
    text = "uima.cas.String"
    metadata = types.create_type(METADATA, "uima.tcas.DocumentAnnotation")
    for name in ("documentTitle", "documentId"):
        types.create_feature(metadata, name, text)
    layer = types.create_type(LAYER, "uima.tcas.Annotation")
    for name in FEATURES:
        types.create_feature(layer, name, text)
    entry = types.create_type(ENTRY, "uima.cas.AnnotationBase")
    for name in ENTRY_FEATURES:
        types.create_feature(entry, name, "uima.cas.Boolean" if name == "is_gold" else text)
    return types


def _cas(entry: Entry, types: TypeSystem) -> Cas:
    from cassis import Cas  # noqa: PLC0415 - loaded with the first such file

    cas = Cas(types, sofa_string=entry.text, sofa_mime="text/plain")
    metadata, layer = types.get_type(METADATA), types.get_type(LAYER)
    cas.add(
        metadata(
            begin=0,
            end=len(entry.text),
            language="x-unspecified",
            documentTitle=entry.doc_id,
            documentId=entry.annotator,
        )
    )
    about = {name: getattr(entry, name) for name in ENTRY_FEATURES}
    cas.add(types.get_type(ENTRY)(**about))
    cas.add_all(layer(begin=span.start, end=span.end, **_features(span)) for span in entry.spans)
    return cas


def _features(span: Span) -> dict[str, str | None]:
    return {
        "entity_type": span.entity_type.value,
        "identifier_type": span.identifier_type.value,
        "entity_id": span.entity_id,
        "entity_mention_id": span.mention_id,
        "edit_type": span.edit_type and span.edit_type.value,
        "confidential_status": span.confidential_status and span.confidential_status.value,
        "replacement": span.replacement,
    }
