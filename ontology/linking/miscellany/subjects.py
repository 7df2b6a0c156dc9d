"""What somebody studied, held, raced over or was given prizes at."""

from __future__ import annotations

import re

from ontology.layers import Ontology
from ontology.linking.cues import CUE_SOURCE, before_list
from ontology.linking.demographics.fields import Field, fields_around
from ontology.linking.miscellany.kinds import ladder
from ontology.linking.miscellany.shapes import plain
from ontology.linking.organizations.contexts import is_about_sports, is_on_athlete
from ontology.linking.reading import Reading
from ontology.spans import Span

_STUDIED = re.compile(
    r"\b(?:stud(?:y|ied|ies|ying)|majored in|graduated in|(?:degrees?|diplomas?|doctorate|Ph\.?D\.?"
    r"|professor(?:ship)?|lecturer|teacher|chair) (?:in|of)|lectured (?:in|on))\s+$"
)
_READ = re.compile(r"\b(?:read|taught|teach(?:es|ing)?)\s+$")
_AT_A_SCHOOL = re.compile(r"\s+(?:at|in)\s+(?:the\s+)?[A-ZÀ-Þ]")
_DISCIPLINE = "discipline"
_DISTANCE = re.compile(
    r"(?:(?:wo)?men['’]s\s+)?\d[\d,.]*[\s-]?"
    r"(?:m|k|km|met(?:re|er)s?|kilomet(?:re|er)s?|yards?|miles?)\b(?:\s[a-z ]+)?"
)

_POST = re.compile(
    r"(?:vice-?)?presidency|premiership|governorship|chancellorship|mayoralty|speakership|"
    r"senatorship|ministership|prime ministership|kingship|judgeship|ambassadorship",
    re.IGNORECASE,
)
_TAKES = re.compile(
    r"\b(?:assum|h[eo]ld|w[io]n|t[ao]k|le(?:ft|av)|resign|gain|sought|seek|contest|vacat|ran for|"
    r"run(?:ning)? for|bid for|campaign\w* for|candida\w+ for|elected to|succeed\w* to)"
    r"(?:e[sdn]?|s|ning|ing|ed)?\s+(?:for |from |to )?(?:the |his |her |their )?(?:\w+ )?$",
    re.IGNORECASE,
)
_HOLDERS = re.compile(r"(?:vice[- ])?presidents?|governors?|premiers?|chancellors?")
_NTH_PRIZES = re.compile(
    r"(?:\d+(?:st|nd|rd|th)|[Ff]irst|[Ss]econd|[Tt]hird)(?: Annual)? .*"
    r"\b(?:Awards|Prizes|Medals|Oscars|Emmys|Grammys)"
)
_AT = re.compile(r"\b(?:at|during|hosted|hosting|attended|before|after|in)\s+(?:the\s+)?$")


def read_subject(span: Span, ontology: Ontology) -> Reading | None:
    """Read what somebody studied as a discipline, or as a field at least: "studied law"."""
    before, _ = before_list(span)
    is_studied = _STUDIED.search(before) or (
        _READ.search(before) and _AT_A_SCHOOL.match(span.after)
    )
    if not is_studied or not span.text.rpartition(" ")[2].islower():  # "Irish" is a language
        return None
    for sense in ontology.lookup(span.text):
        if _DISCIPLINE in sense.rungs:
            return Reading.of(sense)
    return Reading(("field of study",), CUE_SOURCE, "studied …")


def read_distance(span: Span, _: Ontology) -> Reading | None:
    """Read a distance as a race, where the text speaks of sports: "the 200 metres"."""
    if not _DISTANCE.fullmatch(span.text) or not (is_about_sports(span) or is_on_athlete(span)):
        return None
    return Reading(ladder("race"), CUE_SOURCE, "a distance, where somebody races")


def read_post(span: Span, _: Ontology) -> Reading | None:
    """Read "presidency" as the office that somebody takes, "presidents" as who holds it."""
    text = plain(span)
    if _POST.fullmatch(text) and _TAKES.search(span.before):
        return Reading(("public office",), CUE_SOURCE, "what is held or won")
    if _HOLDERS.fullmatch(text) and Field.POLITICS in fields_around(span):
        return Reading(("politician", "person"), CUE_SOURCE, "who holds an office")
    return None


def read_award_ceremony(span: Span, _: Ontology) -> Reading | None:
    """Read prizes that are counted as the evening of their giving: "at the 5th Oban Awards"."""
    if not _NTH_PRIZES.fullmatch(plain(span)) or not _AT.search(span.before):
        return None
    return Reading(ladder("award ceremony"), CUE_SOURCE, "at the nth awards")
