"""What a text is about, law or medicine, and which senses of a noun belong there."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache

from ontology.entries import Kind, Sense
from ontology.spans import Span

_OPENING = 600
_REMEMBERED = 4096


class Matter(Enum):
    """A matter: the words that speak of it, and how its senses are known."""

    LAW = (
        r"courts?|judges?|judg(?:e?ment|ed)\w*|sentenced?|convict\w*|charged|accused|acquitted"
        r"|prosecut\w*|tried|trials?|appeal\w*|offen[cs]es?|detention|detained|arrest\w*|lawyers?|police"
        r"|damages|imprison\w*|prisons?|tribunals?|complaints?|applicants?|appellants?|claimants?"
        r"|proceedings|Article|asylum|deport\w*|crim(?:e|es|inal)|guilty|law|laws|legal",
        r"\(?(?:criminal |civil )?law\)|\b(?:courts?|legal\w*|judicial\w*|crim(?:e|es|inal\w*)"
        r"|prison\w*|lawsuit|lawful\w*|unlawful\w*|illegal\w*|guilty)\b",
        "crime|offense|due process|legal document|court order|punishment|legal action|pleading"
        "|lawsuit|judgment|wrongdoing|mistreatment|illegality",
    )
    MEDICINE = (
        r"diagnos\w+|suffer\w*|patients?|treat(?:ed|ment)\w*|symptoms?|ill(?:ness)?|hospital\w*"
        r"|died (?:of|from)|surg\w+|chronic|acute|medic\w+|diseases?|clinic\w*|ward|admitted"
        r"|discharged?|therapy|dos(?:e|es|age)|mg|mcg|ml|tablets?|postoperative\w*|X-rays?|MRI"
        r"|MRN|ECG|CT|x-?ray|pregnan\w+|injur\w+|overdose|nurses?|doctors?|infection",
        r"\(?(?:medicine|pathology|psychiatry|surgery|physiology|anatomy)\)|\b(?:disease\w*|medic\w+"
        r"|surg\w+|patients?|bones?|injur\w+|tissue|treatment|infection|symptoms?|drugs?"
        r"|upright|illness|heart|implanted|disabled|invalids?)\b",
        "medical condition|medical procedure|medicine|drug|drug of abuse|medical care|injury"
        "|surgical operation|operation|therapy|medical dressing|ill health|medical instrument"
        "|infection|symptom|controlled substance",
    )

    def __init__(self, cues: str, glosses: str, rungs: str) -> None:
        self.cues = re.compile(rf"\b(?:{cues})\b", re.IGNORECASE)
        self.glosses = re.compile(glosses, re.IGNORECASE)
        self.rungs = frozenset(rungs.split("|"))


@lru_cache(_REMEMBERED)
def _matters_of_text(text: str) -> frozenset[Matter]:
    return frozenset(matter for matter in Matter if matter.cues.search(text))


def matters_around(span: Span) -> frozenset[Matter]:
    """Return what the sentence around a span is about, else what the document begins with."""
    near = _matters_of_text(f"{span.before} {span.after}")
    text, start = span.surroundings.text, span.mention.start
    return near or _matters_of_text(
        f"{text[: min(start, _OPENING)]} {text[span.mention.end : _OPENING]}"
    )


@lru_cache(_REMEMBERED)
def matters_of(sense: Sense) -> frozenset[Matter]:
    """Return the matters that a sense belongs to, by its kind, its rungs and its gloss."""
    return frozenset(
        matter
        for matter in Matter
        if (matter is Matter.MEDICINE and sense.kind is Kind.DISEASE)
        or not matter.rungs.isdisjoint({sense.term, *sense.rungs})
        or matter.glosses.search(sense.sense)
    )
