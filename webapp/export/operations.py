"""Exporting a project: what is wanted, piece by piece, and who asked for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from annotation.formats import Format, iter_json_list, to_json
from annotation.records import Document
from annotation.rendering import generalized_text_of
from ontology.rules.grammar import fit
from webapp import audit
from webapp.models import EventKind, Project, User
from webapp.records import iter_records


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What an export holds."""

    format: Format = Format.WIKIREPLACE
    split: str | None = None
    """One `dataset_type`; all without."""
    only_final: bool = True
    """Submitted and reviewed work alone."""
    multi_to_test: bool = False
    """Whether documents that several annotators submitted go to the test split."""
    without_originals: bool = False
    """Whether `text` and every `span_text` are left out; offsets, ids and `meta` stay."""
    fits_grammar: bool = False
    """Whether `generalized_text` is fitted into its sentences; bare choices are WikiReplace's."""


def record_export(
    session: Session, project: Project, wanted: Wanted, *, person: User | None, at: datetime
) -> None:
    """Note in the audit trail who takes what out of the project."""
    audit.record(
        session, EventKind.EXPORTED, at=at, actor=person, project=project, **asdict(wanted)
    )


def iter_export(session: Session, project: Project, wanted: Wanted) -> Iterator[str]:
    """Yield the pieces of a JSON list of the wanted documents."""
    documents = iter_records(
        session,
        project,
        only_final=wanted.only_final,
        split=wanted.split,
        multi_to_test=wanted.multi_to_test,
    )
    if wanted.fits_grammar:
        documents = map(_fitted, documents)
    records = (to_json(document, wanted.format) for document in documents)
    yield from iter_json_list(
        _without_originals(record) if wanted.without_originals else record for record in records
    )


def _fitted(document: Document) -> Document:
    """Fit the choices into their sentences; a text that came from elsewhere stays as it came."""
    if document.generalized_text is None or document.generalized_text != generalized_text_of(
        document
    ):
        return document
    return replace(document, generalized_text=generalized_text_of(document, fit))


def _without_originals(record: dict[str, Any]) -> dict[str, Any]:
    """Leave out the original text and the text of the spans."""
    layers = {name: _without_spans(layer) for name, layer in record["annotations"].items()}
    return _without(record, "text") | {"annotations": layers}


def _without_spans(layer: dict[str, Any]) -> dict[str, Any]:
    mentions = [_without(mention, "span_text") for mention in layer["entity_mentions"]]
    return layer | {"entity_mentions": mentions}


def _without(record: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != key}
