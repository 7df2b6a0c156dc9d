"""Named entities of the spaCy pipeline, with the borders that mentions have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.borders import trimmed, with_titles, within_paragraphs
from masking.merging import WITHOUT_NUMBER
from masking.spans import RecognizedSpan, spanning

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span

TYPES = {
    SemanticType.PERSON: "PERSON PER persName PRS PER_NAME",
    SemanticType.LOC: "GPE LOC FAC GPE_LOC GPE_ORG geogName placeName LOCATION",
    SemanticType.ORG: "ORG orgName ORGANIZATION",
    SemanticType.DEM: "NORP LANGUAGE NAT_REL_POL",
    SemanticType.DATETIME: "DATE TIME DATETIME PERIOD date time",
    SemanticType.QUANTITY: "CARDINAL ORDINAL PERCENT MONEY QUANTITY NUMERIC NUMERIC_VALUE",
    SemanticType.MISC: "EVENT WORK_OF_ART PRODUCT LAW MISC EVT PROD DRV",
}
_TYPE_OF = {label: type_ for type_, labels in TYPES.items() for label in labels.split()}
"""The labels of spaCy's own pipelines (OntoNotes, WikiNER and national schemes)."""

_COUNTED = (SemanticType.DATETIME, SemanticType.QUANTITY)


class NamedEntities:
    """Turns what `ner` found into mentions; labels that it does not know are MISC."""

    name = "named entities"

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield the entities of a Doc, each with the borders and titles that mentions have."""
        for entity in doc.ents:
            type_ = _TYPE_OF.get(entity.label_, SemanticType.MISC)
            for part in within_paragraphs(entity):
                if (span := trimmed(part)) is None:
                    continue
                if type_ is SemanticType.PERSON:
                    span = with_titles(span)
                yield spanning(span, type_, _reason(entity.label_, type_, span))


def _reason(label: str, type_: SemanticType, span: Span) -> str:
    """Return the reason, which tells dates and amounts in figures from "several years", "first"."""
    is_told = type_ not in _COUNTED or any(token.like_num for token in span) or _has_name(span)
    return f"named entity, {label}" if is_told else f"named entity, {label} {WITHOUT_NUMBER}"


def _has_name(span: Span) -> bool:
    return any(token.pos_ == "PROPN" for token in span)
