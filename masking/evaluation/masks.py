"""A system's masks: spans by document, from a JSON object or from documents with mentions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from annotation.errors import RecordError, locating
from annotation.formats import detect_format, read_documents
from annotation.formats.fields import as_list
from annotation.formats.json_objects import RawObject, find_end, parse_object
from annotation.formats.json_stream import opening
from annotation.formats.source import Source
from annotation.records import Document, Json
from masking.evaluation.coverage import Span

Masks = Mapping[str, Sequence[Span]]
"""doc_id → masked spans; they may overlap and repeat."""


def read_masks(path: Path, documents: Mapping[str, Document]) -> Masks:
    """Read the masks of documents from a file.

    The file is an object {doc_id: [[start, end], …]}, or a WikiReplace, TAB or marked text file of
    documents with the same texts, whose mentions that must be masked are the masks. Raises
    RecordError, which names file and document: for what has another shape, masks of a document
    that is not there, and spans that leave their text.
    """
    source = Source(path, path.name)
    with locating(file=source.name):
        # Detecting the format refuses whatever can't be text at all.
        file_format = detect_format(path)
        if file_format.marks_mentions:
            masks = dict(masks_of(read_documents(path), documents))
        elif opening(source.chunks()).startswith("{"):
            masks = dict(_from_object(source))
        else:
            raise RecordError(
                "neither an object of masks nor a WikiReplace, TAB or marked text file"
            )
        refuse_unknown(masks, documents)
        for doc_id, spans in masks.items():
            check_spans(documents[doc_id], spans)
    return masks


def check_spans(document: Document, spans: Sequence[Span]) -> None:
    """Refuse spans that are empty or leave the text; raises RecordError."""
    length = len(document.text)
    for start, end in spans:
        if not 0 <= start < end <= length:
            problem = f"the mask {start}–{end} is out of range (the text has {length} characters)"
            raise RecordError(problem, doc_id=document.doc_id)


def refuse_unknown(masks: Masks, known: Collection[str]) -> None:
    """Refuse masks of documents that are not known; raises RecordError."""
    unknown = [doc_id for doc_id in masks if doc_id not in known]
    if unknown:
        more = f", nor are {len(unknown) - 1} more" if len(unknown) > 1 else ""
        problem = f"the document is not among those that the masks are compared with{more}"
        raise RecordError(problem, doc_id=unknown[0])


def _from_object(source: Source) -> Iterator[tuple[str, list[Span]]]:
    text = "".join(source.chunks())
    find_end(text)  # refuses what is nested so deeply that parsing it would fail
    for doc_id, value in parse_object(RawObject(text, line=1)).items():
        with locating(doc_id=doc_id):
            items = enumerate(as_list(value, "masks"))
            yield doc_id, [_span(item, f"masks[{place}]") for place, item in items]


def _span(value: Json, place: str) -> Span:
    match as_list(value, place):
        case [int(start), int(end)] if not isinstance(start, bool) and not isinstance(end, bool):
            return start, end
        case _:
            raise RecordError(f"{place}: expected [start, end], two whole numbers")


def masks_of(
    answers: Iterable[Document], documents: Mapping[str, Document]
) -> Iterator[tuple[str, list[Span]]]:
    """Yield the masks of documents with the same texts: their mentions that must be masked.

    Raises RecordError for another text than that of the document with its doc_id.
    """
    for answer in answers:
        compared = documents.get(answer.doc_id)
        if compared is not None and compared.text != answer.text:
            problem = "the text is another one than that which the masks are compared with"
            raise RecordError(problem, doc_id=answer.doc_id)
        yield (
            answer.doc_id,
            [
                (mention.start, mention.end)
                for mention in answer.iter_mentions()
                if mention.is_masked
            ],
        )
