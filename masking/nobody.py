"""Names that are none: answers, headings, forms of address alone, eponyms and medicines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from masking.agreeing import is_cued
from masking.borders import GREETINGS
from masking.doc_text import text_of
from masking.headings import Headings
from masking.merging import FIXED
from masking.spans import RecognizedSpan, is_proven
from names.titles import ONLY_TITLES
from names.usual import is_given_name, is_usual_name
from ontology.entries import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ontology.layers import Ontology

_ANSWERS = frozenset(
    "absolutely agreed alright amazing awesome brilliant certainly cheers congratulations cool "
    "correct definitely exactly excellent fantastic fine good great indeed interesting lovely "
    "maybe never nice noted obviously okay ok perfect perhaps please probably really right sorry "
    "super sure thanks totally true understood welcome well wonderful wow yeah yes yep".split()
)
"""Answers that people give, and nobody's name."""
_NOT_NAMED = (
    ONLY_TITLES
    | GREETINGS
    | frozenset(
        "sir sirs madam madams gentlemen ladies all everyone everybody colleagues or and &".split()
    )
)
_EPONYMS = re.compile(
    r"[ -](?:catheters?|scores?|scale|tests?|signs?|manoeu?vre|maneuver|reflex|thyroiditis|drains?"
    r"|tubes?|incision|procedure|disease|syndrome|position|point|classification|criteria|index"
    r"|lymphoma|sarcoma|palsy|fracture|contracture|chorea|ulcer|anaemia|anemia|encephalopathy"
    r"|psychosis|phenomenon|forceps|cannula|needle|splint|stain|hernia|diverticulum|nodes?"
    r"|contractions?|tumou?r|esophagus|oesophagus|virus|fever|effect|block|inventory)\b"
)
"""Nouns of medicine behind whom a disease, a sign or a device is named after."""
_EPONYM = re.compile(
    r"(?:Scale|Score|Test|Sign|Syndrome|Disease|Index|Inventory|Catheter|Classification)$"
)
_DOSE = re.compile(
    r" (?:\d+[.,]?\d* ?(?:mg|mcg|µg|g|ml|mL|units?|IU|puffs?|tablets?|%)(?!\w)|XR\b)"
)
_SHORT = 2
"""Words of the name of a medicine."""
_POSSESSED = re.compile(r"(?:['’]s?)? ?[a-z]+")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


class Nobody:
    """The stretches of one text that name nobody, whatever recognizers take them for."""

    def __init__(self, doc: Doc, ontology: Ontology | None) -> None:
        self._doc = doc
        self._text = text_of(doc)
        self._ontology = ontology
        self._headings = Headings(self._text, ontology) if ontology else None

    def without(self, spans: Iterable[RecognizedSpan]) -> Iterator[RecognizedSpan]:
        """Yield the spans that may name somebody or something, and all that is proven."""
        for span in spans:
            is_told = span.entity_type in FIXED or is_proven(span) or is_cued(span)
            if is_told or not self._is_none(span):
                yield span

    def _is_none(self, span: RecognizedSpan) -> bool:
        words = _WORD.findall(self._text[span.start : span.end])
        if not words:
            return False
        folded = [word.casefold() for word in words]
        if all(word in _ANSWERS for word in folded) or _NOT_NAMED.issuperset(folded):
            return True
        if self._headings and self._headings.holds(span):
            return True
        return words[-1][0].isupper() and (
            self._is_eponym(span, words) or self._is_medicine(words[-1])
        )

    def _is_eponym(self, span: RecognizedSpan, words: list[str]) -> bool:
        """Whether a word of medicine or a dose follows, or ends a span."""
        text = self._text
        if (head := _EPONYMS.match(text, span.end)) and self._is_noun(span, head):
            return True
        if _DOSE.match(text, span.end) and len(words) <= _SHORT:
            return not is_usual_name(words[-1])
        if len(words) > 1 and _EPONYM.search(text, span.start, span.end):
            return True
        behind = _POSSESSED.match(text, span.end)
        return behind is not None and self._has(f"{words[-1]}{behind[0]}", Kind.DISEASE)

    def _is_noun(self, span: RecognizedSpan, head: re.Match[str]) -> bool:
        """Whether what follows a span is no verb: "Can Priya sign …", "Priya signs …"."""
        around = self._doc.char_span(span.start, head.end(), alignment_mode="expand")
        if around is None or around[-1].pos_ not in {"NOUN", "PROPN"}:
            return False
        before = self._doc[max(0, around.start - 1) : around.start]
        is_asked = any(token.pos_ in {"AUX", "PART"} for token in before)
        return not is_asked and not is_given_name(self._text[span.start : span.end])

    def _is_medicine(self, word: str) -> bool:
        return self._has(word, Kind.ARTIFACT, "medicine") and not is_usual_name(word)

    def _has(self, name: str, kind: Kind, above: str = "") -> bool:
        """Whether the ontology has something of a kind, and below a text, under a name."""
        senses = self._ontology.lookup(name) if self._ontology else []
        return any(
            sense.kind is kind and (not above or above in sense.generalizations)
            for sense in senses[:3]
        )
