"""Remedies by the dose behind them, and what doctors name by its ending: "-ectomy", "-itis"."""

from __future__ import annotations

import re

from ontology.entries import Kind
from ontology.layers import Ontology
from ontology.linking.cues import CUE_SOURCE
from ontology.linking.miscellany.shapes import is_name, is_quoted, plain
from ontology.linking.reading import Reading
from ontology.spans import Span

_DOSE = re.compile(
    r"^\s*[(,:]?\s*\d[\d.,/–-]*\s?(?:(?:mg|mcg|µg|μg|IU|tablets?|capsules?|puffs?|drops)\b"
    r"|(?:g|ml|units?)\s+(?:IV|PO|p\.?o|i\.?v|SC|q\d|daily|once|twice|every|at|nocte|b\.?d|t\.?d\.?s)\b)"
)
_MEDICINES = frozenset({"medicine", "drug", "drug of abuse", "controlled substance"})
_MEDICINE = ("medicine", "drug")
_REMEDY_ENDING = re.compile(
    r"[a-z]{2,}(?:olol|pril|sartan|statin|azole|cillin|[mt][yi]cin|cycline|floxacin|dipine|oxetine"
    r"|azepam|zolam|setron|triptan|parin|gliptin|gliflozin|formin|[iu]mab|tinib|barbital|olone"
    r"|pezil|apine|racetam|gabalin|profen|cetamol|[ix]aban|dronate|lukast|terol|tropium|platin"
    r"|rubicin|taxel|fibrate|thiazide|semide|lactone|peridol|peridone|zodone|dopa|triptyline"
    r"|ipramine|praline|alopram|zosin|caine|afil)"
)
"""How the international names of medicines end (the stems of the WHO)."""

_ENDINGS = (
    (
        re.compile(r"[a-z]{3,}(?:ectomy|otomy|ostomy|plasty|oscopy|centesis|rrhaphy|pexy)"),
        ("medical procedure", "procedure"),
    ),
    (
        re.compile(
            r"[a-z]{3,}(?:itis|osis|a?emia|carcinoma|sarcoma|oma|opathy|algia|plegia|penia)"
        ),
        ("medical condition",),
    ),
    (_REMEDY_ENDING, _MEDICINE),
)


def read_remedy(span: Span, ontology: Ontology) -> Reading | None:
    """Read what is taken in doses: "bisoprolol 2.5 mg"."""
    if not _DOSE.match(span.after) or is_quoted(span):
        return None
    senses = [sense for sense in ontology.lookup(plain(span)) if sense.kind is not Kind.BRAND]
    known = next((each for each in senses if not _MEDICINES.isdisjoint(each.rungs)), None)
    return Reading.of(known) if known else Reading(_MEDICINE, CUE_SOURCE, "by the dose behind it")


def read_ending(span: Span, ontology: Ontology) -> Reading | None:
    """Read a word that no index knows by an ending that only doctors use."""
    words = plain(span).split()
    if not words or (is_name(span) and len(words) > 1):
        return None
    word = words[-1].lower()
    for pattern, rungs in _ENDINGS:
        if pattern.fullmatch(word) and not _is_known(word, ontology):
            return Reading(rungs, CUE_SOURCE, f"by its ending: {rungs[0]}")
    return None


def _is_known(word: str, ontology: Ontology) -> bool:
    return any(not sense.has_capital for sense in ontology.lookup(word))
