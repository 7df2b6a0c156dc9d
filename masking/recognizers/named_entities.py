"""Named entities of the spaCy pipeline, with the borders that mentions have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.borders import at_title, between, to_last_capital, trimmed, with_titles
from masking.doc_text import text_of
from masking.lines import hard_breaks
from masking.name_types import is_full_name
from masking.reasons import ENTITY, WITHOUT_NUMBER, type_of
from masking.scripts import reads, scripts_of_language
from masking.spans import RecognizedSpan, spanning

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span

    from ontology.layers import Ontology

_COUNTED = (SemanticType.DATETIME, SemanticType.QUANTITY)


class NamedEntities:
    """Turns what `ner` found into mentions; labels that it does not know are MISC."""

    name = "named entities"

    def __init__(self, ontology: Ontology | None = None) -> None:
        self._ontology = ontology

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield the entities of a Doc, each with the borders and titles that mentions have.

        Words in a script that the pipeline can't read are none, whatever it takes them for.
        """
        breaks, scripts = hard_breaks(text_of(doc)), scripts_of_language(doc.lang_)
        for entity in doc.ents:
            if not reads(scripts, entity.text):
                continue
            for part in between(breaks, entity):
                for piece, label in _pieces(part, entity.label_):
                    if (span := trimmed(piece)) is None:
                        continue
                    type_ = self._type_of(label, span)
                    if type_ is SemanticType.PERSON:
                        span = with_titles(to_last_capital(span))
                    yield spanning(span, type_, _reason(label, type_, span))

    def _type_of(self, label: str, span: Span) -> SemanticType:
        """Return the type of a label; pipelines take names of people for those of places."""
        type_ = type_of(label)
        if type_ is SemanticType.LOC and self._ontology is not None:
            is_person = is_full_name(span.text, self._ontology)
            return SemanticType.PERSON if is_person else type_
        return type_


def _pieces(part: Span, label: str) -> Iterator[tuple[Span, str]]:
    """Yield a part of an entity, and by itself whom pipelines take for a part of a date."""
    if type_of(label) not in _COUNTED:
        yield part, label
        return
    counted, person = at_title(part)
    yield counted, label
    yield person, "PERSON"


def _reason(label: str, type_: SemanticType, span: Span) -> str:
    """Return the reason, which tells dates and amounts in figures from "several years", "first"."""
    is_told = type_ not in _COUNTED or _has_figure(span) or _has_name(span)
    return f"{ENTITY}{label}" if is_told else f"{ENTITY}{label} {WITHOUT_NUMBER}"


def _has_figure(span: Span) -> bool:
    return any(token.like_num or any(map(str.isdigit, token.text)) for token in span)


def _has_name(span: Span) -> bool:
    return any(token.pos_ == "PROPN" for token in span)
