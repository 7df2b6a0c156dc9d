"""Reading UIMA CAS XMI: INCEpTION's exports of projects and of documents, and our own.

Files of one title and one text are one document; INCEpTION keeps the title, and whose work a file
is, in `DocumentMetaData`. Spans are those of custom layers and named entities.
"""

from __future__ import annotations

import hashlib
import io
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from annotation.errors import RecordError, locating, shown
from annotation.formats import fields, xml_trees
from annotation.formats.exchange import uima_cas_archive
from annotation.formats.exchange.labels import Labels
from annotation.formats.exchange.marking import Mark, Marking
from annotation.formats.exchange.uima_cas import ENTRY, METADATA
from annotation.formats.exchange.uima_cas_archive import CasArchive, Place
from annotation.formats.source import Source
from annotation.records import Document
from annotation.types import ConfidentialStatus, EditType, IdentifierType

if TYPE_CHECKING:
    from cassis import Cas, TypeSystem

NAMED_ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
CUSTOM = "webanno.custom."
"""What the types of all layers begin with that people make in INCEpTION."""

CURATOR = "CURATION_USER"
UNTOUCHED = "INITIAL_CAS"
"""Whose work INCEpTION calls what was there before anybody annotated."""

_LABELS = ("entity_type", "value", "label", "category", "type")
"""The features that say what a span is, the best first; else it is the first that says anything."""
_NO_LABELS = {"entity_id", "entity_mention_id", "edit_type", "confidential_status", "replacement"}
_RELATION = "Governor"

_Annotation = Any
"""What dkpro-cassis makes an annotation; its attributes are the features of its type."""


def read(source: Source) -> Iterator[Document | RecordError]:
    """Read the documents of an archive, each with the layers of all its annotators.

    Raises RecordError where the archive can't be read.
    """
    places_of: dict[tuple[str, bytes], list[Place]] = {}
    with uima_cas_archive.opened(replace(source, on_progress=None)) as archive:
        for found in archive.files():
            if isinstance(found, RecordError):
                yield found
                continue
            place, file = found
            try:
                with locating(file=file.name):
                    places_of.setdefault(_document_of(file), []).append(place)
            except RecordError as fault:
                yield fault
    with uima_cas_archive.opened(source) as archive:
        reading = _Reading(archive)
        for (doc_id, _), places in places_of.items():
            try:
                with locating(doc_id=doc_id):
                    yield reading.document(doc_id, places)
            except RecordError as fault:
                yield fault
        reading.note(source)


def _document_of(file: Source) -> tuple[str, bytes]:
    """Return which document a file belongs to: its title, and a digest of its text."""
    text, title = "", ""
    for element in xml_trees.parse(file.read(file.size), "the CAS"):
        name = xml_trees.local_name(element)
        if name == "Sofa":
            text = text or element.get("sofaString") or ""
        elif name == "DocumentMetaData":
            title = element.get("documentTitle") or ""
    return title or file.doc_id, hashlib.sha256(text.encode()).digest()


class _File:
    """A CAS, and whose work it is."""

    def __init__(self, name: str, cas: Cas) -> None:
        self.name = name
        self.cas = cas
        self.annotator = _annotator_of(cas)
        entries = _select(cas, ENTRY)
        self.is_gold = self.annotator == CURATOR or any(entry.is_gold for entry in entries)


class _Reading:
    """Reads the documents of an archive, and says in the end what became of what."""

    def __init__(self, archive: CasArchive) -> None:
        self._archive = archive
        self._labels = Labels()
        self._left_out: Counter[str] = Counter()
        self._types: tuple[bytes, TypeSystem] | None = None

    def note(self, source: Source) -> None:
        """Say what people should know of the files."""
        self._labels.note(source)
        if others := self._archive.others:
            source.note(f"left out: files that are no CAS ({others:,})")
        for what, count in self._left_out.items():
            source.note(f"left out: {what} ({count:,})")

    def document(self, doc_id: str, places: Sequence[Place]) -> Document:
        """Read a document of these files; raises RecordError if one of them can't be read."""
        files = [self._file(place) for place in places]
        marking, generalized = Marking(doc_id, _text_of(files[0].cas), self._labels), None
        for file in [file for file in files if file.annotator != UNTOUCHED] or files:
            for entry in _select(file.cas, ENTRY):
                generalized = generalized or entry.generalized_text
                marking.split = marking.split or entry.split
                marking.task = marking.task or entry.task
            with locating(file=file.name):
                self._add(marking, file)
        return replace(marking.document(), generalized_text=generalized)

    def _file(self, place: Place) -> _File:
        file, types = self._archive.file(place), self._archive.types(place)
        with locating(file=types.name):
            of_types = self._type_system(types)
        with locating(file=file.name):
            return _File(file.name, _loaded(file, of_types))

    def _add(self, marking: Marking, file: _File) -> None:
        by = None if file.annotator == UNTOUCHED else file.annotator
        marks = list(self._marks(file.cas))
        if marks or by:
            marking.add(by, marks, is_gold=file.is_gold)

    def _type_system(self, types: Source) -> TypeSystem:
        content = types.read(types.size)
        if self._types is None or self._types[0] != content:
            self._types = content, _loaded_types(content)
        return self._types[1]

    def _marks(self, cas: Cas) -> Iterator[Mark]:
        for annotation in _select(cas, "uima.tcas.Annotation"):
            type_ = annotation.type.name
            if type_ != NAMED_ENTITY and not type_.startswith(CUSTOM):
                continue
            if annotation.type.get_feature(_RELATION) is not None:
                self._left_out["relations"] += 1
            elif annotation.begin is None or annotation.begin == annotation.end:
                self._left_out["annotations without a text"] += 1
            else:
                yield _mark(annotation)


def _loaded_types(content: bytes) -> TypeSystem:
    from cassis import load_typesystem  # noqa: PLC0415 - loaded with the first such file

    xml_trees.parse(content, "the type system")  # what would do harm is refused here
    with _refusing("the type system"):
        return load_typesystem(io.BytesIO(content))


def _loaded(file: Source, types: TypeSystem) -> Cas:
    from cassis import load_cas_from_xmi  # noqa: PLC0415 - loaded with the first such file

    with _refusing("the CAS"):
        return load_cas_from_xmi(io.BytesIO(file.read(file.size)), types)


@contextmanager
def _refusing(what: str) -> Iterator[None]:
    """Make what the library raises, whatever it is, the fault of the file that it read.

    It warns of an offset that is within a character or behind the text, and goes on with a wrong
    one; here that is a fault.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.filterwarnings("error", message="Not mapping external offset")
        try:
            yield
        except Exception as error:
            problem = f"{type(error).__name__}, {shown(str(error))}"
            raise RecordError(f"{what} can't be read ({problem})") from error


def _select(cas: Cas, type_: str) -> list[_Annotation]:
    """Return the annotations of a type in the order of the file, none if there is no such type."""
    found = cas.select(type_) if cas.typesystem.contains_type(type_) else ()
    return sorted(found, key=lambda each: each.xmiID)


def _text_of(cas: Cas) -> str:
    text: str | None = cas.sofa_string
    if text is None:
        raise RecordError("its CAS has no text")
    return text


def _annotator_of(cas: Cas) -> str | None:
    """Return whose work a CAS is; other programs than INCEpTION have the document's name there."""
    for metadata in _select(cas, METADATA):
        name: str | None = metadata.documentId
        return name if name != metadata.documentTitle or _select(cas, ENTRY) else None
    return None


def _mark(annotation: _Annotation) -> Mark:
    short_name = annotation.type.name.rpartition(".")[2]
    said = _words_of(annotation)
    name = said.get("entity_mention_id") or f"{short_name} {annotation.xmiID}"
    with locating(mention_id=name):
        identifier_type = _identifier_type(said)
        return Mark(
            name,
            annotation.begin,
            annotation.end,
            _label(said) or short_name,
            mention_id=said.get("entity_mention_id"),
            entity=said.get("entity_id"),
            identifier_type=identifier_type,
            confidential_status=fields.optional_member(
                said, "confidential_status", ConfidentialStatus
            ),
            edit_type=fields.optional_member(said, "edit_type", EditType),
            replacement=said.get("replacement"),
        )


def _words_of(annotation: _Annotation) -> dict[str, str]:
    """Return the features that hold words, by name; the library puts _ behind names of Python's."""
    found = ((each.name, annotation[each.name]) for each in annotation.type.all_features)
    return {name.rstrip("_"): value for name, value in found if isinstance(value, str) and value}


def _identifier_type(said: Mapping[str, str]) -> IdentifierType | None:
    """Return the identifier type, whatever people called its feature."""
    if "identifier_type" in said:
        return fields.member(said, "identifier_type", IdentifierType)
    found = (value.upper() for value in said.values() if value.upper() in list(IdentifierType))
    return next(map(IdentifierType, found), None)


def _label(said: Mapping[str, str]) -> str | None:
    others = (
        name
        for name, value in said.items()
        if name not in _NO_LABELS and value.upper() not in list(IdentifierType)
    )
    name = next((name for name in (*_LABELS, *others) if name in said), None)
    return said[name] if name else None
