"""Walks of life that a sentence speaks of: they tell which "minister" or "guard" is meant."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache

from ontology.entries import Sense
from ontology.spans import Span

_OPENING = 400
_REMEMBERED = 4096


class Field(Enum):
    """A walk of life: the words that speak of it, and what people in it are."""

    SPORT = (
        r"sports?|teams?|football\w*|soccer|basketball|hockey|baseball|cricket\w*|rugby|tennis|"
        r"golf|boxing|wrestling|racing|swimming|cycling|athletics|olympics?|coach\w*|leagues?|"
        r"championships?|tournaments?|playoffs?|goals?|match(?:es)?|midfielders?|defenders?|"
        r"strikers?|quarterbacks?|"
        r"play(?:s|ed|ing)? (?:for|as|in)|seasons?|scored|NFL|NBA|NHL|MLB|UEFA|FIFA|FC",
        "athlete contestant player trainer ballplayer|football player|soccer player|"
        "basketball player|baseball player",
    )
    POLITICS = (
        r"government\w*|parliament\w*|election\w*|elected|cabinet|minist(?:er|ers|ry)|politic\w+|"
        r"republic|senate|senator\w*|congress\w*|governor\w*|mayor\w*|constituency|coalition|"
        r"legislat\w+|party|prime minister|Knesset|campaign\w*|vot(?:e|es|ed|ers)|presidential|"
        r"summits?|ambassadors?|diplomat\w*|embass\w+|treat(?:y|ies)|statesm[ae]n|regime|coup|"
        r"democra\w+|inaugurat\w+|White House|Kremlin|referendum\w*|incumbent|sanctions|"
        r"Republicans?",
        "politician legislator lawgiver|head of state|government minister|diplomat|"
        "cabinet minister",
    )
    RELIGION = (
        r"church\w*|parish\w*|dioces\w+|ordained|monaster\w+|abbey|clergy|priest\w*|bishop\w*|pope|"
        r"theolog\w+|congregations?|catholic\w*|lutheran\w*|methodist\w*|baptist\w*|gospel|"
        r"religio\w+",
        "clergyman priest religious|religious person|spiritual leader|theologian",
    )
    MILITARY = (
        r"army|navy|naval|air force|regiments?|battalions?|brigades?|troops|war|wars|soldiers?|"
        r"squadrons?|military|infantry|cavalry|armou?red|command(?:ed|er|ing)?|corps|"
        r"aerial victor\w+",
        "serviceman officer soldier|commissioned officer|commissioned military officer|"
        "military officer",
    )
    MUSIC = (
        r"bands?|albums?|songs?|sings?|singing|singers?|guitar\w*|bass|drum\w*|orchestra\w*|"
        r"music\w*|record(?:s|ed|ing)?|concerts?|opera\w*|choir\w*|jazz|pian\w+|vocal\w*|"
        r"compos\w+|"
        r"symphon\w+",
        "musician singer composer",
    )
    STAGE = (
        r"films?|movies?|television|TV|act(?:ed|or|ors|ress|ing)|theat\w+|episodes?|screenplays?|"
        r"broadcast\w*|radio|direct(?:ed|or|ors|ing)|produc(?:er|ers|ed)|Hollywood|screenwriter\w*",
        "performer actor entertainer broadcaster|film maker",
    )
    LAW = (
        r"courts?|law|laws|legal|trials?|attorneys?|barristers?|judges?|justice|lawyers?|bar|"
        r"prosecut\w+|sentenced|convict\w+|tribunals?|defendants?|plaintiffs?",
        "lawyer jurist judge",
    )
    MEDICINE = (
        r"hospitals?|clinics?|patients?|medic\w+|surg\w+|diagnos\w+|treatment|disease\w*|nurs\w+",
        "doctor surgeon|medical practitioner|health professional|sick person",
    )
    BUSINESS = (
        r"compan(?:y|ies)|firms?|business\w*|CEO|corporat\w+|bank\w*|industr\w+|enterprises?|"
        r"start-?up",
        "businessperson executive financier banker|corporate executive",
    )
    LEARNING = (
        r"universit\w+|colleges?|schools?|professors?|faculty|research\w*|scholar\w*|studie[sd]|"
        r"taught|"
        r"teach\w*|doctorate|PhD|lectur\w+|academ\w+|scien\w+|institute",
        "academician educator scholar scientist researcher student",
    )

    def __init__(self, cues: str, rungs: str) -> None:
        self.cues = re.compile(rf"\b(?:{cues})\b", re.IGNORECASE)
        first, *rest = rungs.split("|")
        self.rungs = frozenset([*first.split(), *rest])


@lru_cache(_REMEMBERED)
def fields_of_text(text: str) -> frozenset[Field]:
    """Return the walks of life that a text speaks of."""
    return frozenset(field for field in Field if field.cues.search(text))


def fields_around(span: Span) -> frozenset[Field]:
    """Return the walks of life of a span's sentence, or else of how the document begins.

    The last word of the span is left out: it is the one in question.
    """
    modifiers = span.text.rpartition(" ")[0]
    near = fields_of_text(f"{span.before} {modifiers} {span.after}")
    return near or fields_of_text(span.surroundings.text[:_OPENING])


@lru_cache(_REMEMBERED)
def fields_of(sense: Sense) -> frozenset[Field]:
    """Return the walks of life that a sense belongs to, by its rungs and its gloss."""
    return frozenset(
        field
        for field in Field
        if not field.rungs.isdisjoint({sense.term, *sense.rungs}) or field.cues.search(sense.sense)
    )
