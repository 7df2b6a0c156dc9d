"""Steps for diseases and for languages, which other words than these may mean as well."""

from __future__ import annotations

import re

from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.linking.phrases import singular, strip_determiner, variants
from ontology.linking.reading import Reading
from ontology.spans import Span

_SPEAKS = re.compile(
    r"\b(?:speaks?|spoke|spoken|speaking|fluent\w*|language|translat\w+|written|writes?|wrote|"
    r"learn\w*|mother tongue|bilingual|dialect|in|into|from)(?:\s+(?:in|into|from|both|the))*\s+"
    r"(?:[\w-]+(?:,| and| or)\s+)*(?:(?:no|some|little|good|fluent|broken|basic|only)\s+)?$",
    re.IGNORECASE,
)
_STUDIES = re.compile(
    r"\b(?:stud(?:y|ies|ied|ying)|t(?:eaches|each|aught|eaching))\s+(?:[\w-]+(?:,| and| or)\s+)*$",
    re.IGNORECASE,
)
_LANGUAGE_FOLLOWS = re.compile(
    r"\s*(?:-?(?:language|speak\w+|literature|dialect)s?)\b", re.IGNORECASE
)
_GLOSS_BEFORE = re.compile(r"[(;,]\s*$")
_GLOSS_AFTER = re.compile(r"\s*:\s*\S")
_NO_NOUN_FOLLOWS = re.compile(r"\s*(?:[.,;:)]|$|and\b|or\b|as\b|with\b|at\b|to\b|for\b|fluently)")
_HEALTH = frozenset({Kind.DISEASE})
_HAS = re.compile(
    r"\b(?:suffer\w*(?: from)?|diagnos\w+ (?:with|as having)|surviv\w+|treat\w* for|contract\w+|"
    r"died (?:of|from)|develop\w+|recover\w* from|afflicted with|battl\w+|history of|symptoms of|"
    r"complications (?:of|from)|present\w* with|complain\w* of|"
    r"ha[sd])\s+(?:an? |the |his |her |from )?(?:[\w-]+ ){0,2}$",
    re.IGNORECASE,
)
_OWNS = re.compile(r"\bha[sd]\s+(?:an? |the |his |her )?(?:[\w-]+ ){0,2}$")


def speaks_of_language(span: Span) -> bool:
    """Tell whether the words beside a span say that it is spoken or written."""
    if _LANGUAGE_FOLLOWS.match(span.after):
        return True
    if _GLOSS_BEFORE.search(span.before) and _GLOSS_AFTER.match(span.after):  # "(Greek: Αθήνα"
        return True
    return bool(_SPEAKS.search(span.before) and _NO_NOUN_FOLLOWS.match(span.after))


def read_language(span: Span, ontology: Ontology) -> Reading | None:
    """Read a language where the sentence says so ("She speaks Norwegian")."""
    is_studied = _STUDIES.search(span.before) and _NO_NOUN_FOLLOWS.match(span.after)
    if not is_studied and not speaks_of_language(span):
        return None
    senses = _of_kind(strip_determiner(span.text), frozenset({Kind.LANGUAGE}), ontology)
    best = max(senses, key=lambda sense: len(sense.rungs), default=None)
    if best is None or (is_studied and len(best.rungs) == 1):  # "Art" is a rare language as well
        return None
    return Reading.of(best)


def read_illness(span: Span, ontology: Ontology) -> Reading | None:
    """Read a disease where the sentence says that somebody has it ("suffered a stroke")."""
    if not _HAS.search(span.before):
        return None
    kinds = _HEALTH if _OWNS.search(span.before) else _HEALTH | {Kind.STATE}
    return _read_condition(span, kinds, ontology)


def read_named_illness(span: Span, ontology: Ontology) -> Reading | None:
    """Read words that together name a disease ("chest pain"), whatever the last means alone."""
    name = singular(strip_determiner(span.text))
    if " " not in name or not _of_kind(name, _HEALTH, ontology):
        return None
    return _read_condition(span, _HEALTH, ontology)


def read_condition(span: Span, ontology: Ontology) -> Reading | None:
    """Read a disease or an injury by its name alone."""
    return _read_condition(span, _HEALTH, ontology)


def _read_condition(span: Span, kinds: frozenset[Kind], ontology: Ontology) -> Reading | None:
    for form in variants(span.text):
        senses = _of_kind(form, kinds, ontology)
        if senses:
            best = min(senses, key=lambda sense: (sense.source != "diseases", -sense.weight))
            shorter = (form,) if form != strip_determiner(span.text) else ()
            reading = Reading.of(best)
            rungs = dict.fromkeys([*shorter, *_plain(reading.rungs), "medical condition"])
            return Reading(tuple(rungs), reading.source, reading.sense)
    return None


def _plain(rungs: tuple[str, ...]) -> list[str]:
    return [rung for rung in rungs if rung not in {"ill health", "pathological state", "unfitness"}]


def _of_kind(form: str, kinds: frozenset[Kind], ontology: Ontology) -> list[Sense]:
    return [sense for sense in ontology.lookup(form) if sense.kind in kinds]
