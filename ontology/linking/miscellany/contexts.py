"""What the verb before a span tells of it: "diagnosed with X", "convicted of X", "starred in X"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ontology.layers import Ontology
from ontology.linking.cues import CUE_SOURCE, before_list
from ontology.linking.miscellany.kinds import ladder
from ontology.linking.miscellany.shapes import is_name, is_quoted, is_sentence
from ontology.linking.reading import Reading
from ontology.spans import Span

_BETWEEN = r"(?:\s+(?:the|an?|his|her|their|its|first|second|\d{4}|\w+['’]s))*\s*[\"“‘'(]*$"


_Clue = tuple[re.Pattern[str], tuple[str, ...]]


def _before(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words}){_BETWEEN}", re.IGNORECASE)


_STAGE = (
    r"star(?:red|s|ring)\s+(?:in|on|as\s+.{1,40}\s+in)|danc(?:ed|es|ing)\s+in|narrated"
    r"|roles?\s+(?:(?:of|was|as|is)\s+.{1,40}\s+)?(?:in|on)|cast\s+(?:as\s+.{1,40}\s+)?(?:in|of)"
    r"|appear(?:ed|s|ances?|ing)\s+(?:in|on)|based\s+on"
    r"|(?:voiced?|voice\s+of|played)\s+(?:the\s+|(?-i:[A-Z])).{1,40}\s+(?:in|on)"
    r"|(?:co-)?direct(?:ed|s|ing|or\s+of)|(?:co-)?(?:wrote|written|writes|writing)"
    r"|(?:wrote|directed|produced)\s+(?:and|or)\s+\w+|(?:creator|author)s?\s+of|entitled|titled"
    r"|published(?:\s+as)?|screenplay\s+(?:of|for)|compos(?:ed|er\s+of)|choreographed"
    r"|edited|perform(?:ed|s|ing|ances?\s+of)|releas(?:ed|e\s+of)|premi[eè]red?(?:\s+of)?"
    r"|soundtrack\s+(?:of|to|for)|(?:adaptation|remake)\s+of"
)
"""What is done with works of all kinds."""

_WORKS = re.compile(
    r"\b(?:albums?|songs?|singles?|films?|movies?|novels?|books?|poems?|plays|episodes?|tracks?"
    r"|stor(?:y|ies)|articles?|essays?|paintings?|compositions?|published|premiered|screenplays?)\b",
    re.IGNORECASE,
)
_SAYING = re.compile(
    r"\b(?:nick-?named?|called|known\s+as|dubbed|so-called|term(?:ed)?|words?|phrase|slogan|said|says"
    r"|stat(?:es|ed|ing)|that|as|like|[a-z]+\s+of)\W*$"
)
"""What stands before a quotation or a nickname rather than a title."""

_FOR_NAMES = (
    (
        _before(
            r"nominat(?:ed|ions?)\s+for|recipients?\s+of|awarded|receiv(?:ed|es|ing)"
            r"|honou?red\s+with|presented\s+with"
        ),
        ladder("award"),
    ),
    (
        _before(r"episodes?\s+of|seasons?\s+(?:\w+\s+)?of|showrunner\s+(?:of|for)"),
        ladder("television series"),
    ),
    (
        _before(
            r"host(?:ed|s|ing|\s+of)|presenter\s+(?:of|on)|anchor(?:ed|s|\s+of)"
            r"|(?:contestant|judge|guest|panell?ist|regular)\s+on"
        ),
        ladder("show"),
    ),
    (_before(r"voic(?:ed|es|ing)|portray(?:ed|s|ing)"), ladder("character")),
    (
        _before(
            r"(?:compet|participat)(?:ed|es|ing)\s+(?:in|at)|(?:runner-up|finalists?)\s+(?:in|at|of)"
            r"|relegated\s+(?:in|to|from)|promoted\s+(?:to|from)|top\s+scorer\s+(?:in|of)"
        ),
        ("competition",),
    ),
    (_before(r"sang|sung|sings|singing|recorded"), ladder("musical work")),
    (
        _before(
            r"(?:articles?|columns?|essays?|papers?|reviews?|stories|poems)\s+(?:in|for)"
            r"|(?:editor|editor-in-chief|columnist|subscriber)\s+(?:of|for|at)|published\s+in"
        ),
        ("publication",),
    ),
    (_before(_STAGE), ("creative work",)),
    (
        _before(r"crew\s+of|aboard|on\s+board|sailed\s+(?:on|in)|(?:captain|pilot)\s+of"),
        ("vehicle",),
    ),
    (
        _before(r"(?:drove|driving|drives|rode|rac(?:ed|ing)|flew|piloted)\s+(?:an?|his|her)"),
        ("vehicle",),
    ),
    (
        _before(
            r"(?:breach|violation|infringement|contravention)\s+of|pursuant\s+to|contrary\s+to"
            r"|(?:section|article|paragraph|rule)s?\s+[\w()]+\s+(?:of|to)"
        ),
        ("law",),
    ),
)

_FOR_COMMON = (
    (
        _before(
            r"diagnos(?:ed\s+(?:with|as\s+having)|is\s+of)|suffer(?:ed|s|ing)\s+from"
            r"|died\s+(?:of|from)|treated\s+for|(?:survivor|history|symptoms|signs)\s+of"
            r"|recover(?:ed|ing)\s+from|complicat(?:ed|ions)\s+(?:by|of|from)"
        ),
        ("medical condition",),
    ),
    (_before(r"prescribed|treated\s+with|medicated\s+with|\d+\s*mg(?:\s+of)?"), ("treatment",)),
    (
        _before(
            r"(?:convict|accus|suspect|acquitt)(?:ed|ion)\s+(?:on\s+)?(?:charges\s+)?(?:of|for)"
            r"|charged\s+with|guilty\s+(?:of|to)|indicted\s+(?:for|on)|sentenced\s+for"
            r"|arrested\s+(?:for|on\s+suspicion\s+of)|prosecuted\s+for"
            r"|(?:charges|offences?|crimes?|allegations?|counts?)\s+of"
        ),
        ("offence",),
    ),
    (
        _before(
            r"(?:degree|doctorate|ph\.?d\.?|bachelor(?:['’]s)?|master(?:['’]s)?|diploma"
            r"|[bm]\.?(?:a|sc)\.?)\s+in|stud(?:ied|ies|ying)|major(?:ed|ing)\s+in"
            r"|(?:professor|lecturer|teacher|student)\s+(?:of|in)|taught|teach(?:es|ing)"
            r"|speciali[sz](?:ed|es|ing)\s+in|lectur(?:ed|es|ing)\s+(?:on|in)"
        ),
        ("field of study",),
    ),
)


def read_context(span: Span, ontology: Ontology) -> Reading | None:
    """Read a span by the verb or the noun that it depends on."""
    del ontology
    if is_sentence(span.text):
        return None
    before, _ = before_list(span)
    is_title = is_name(span) or is_quoted(span)
    tables: Sequence[_Clue] = _FOR_NAMES if is_title else _FOR_COMMON
    if span.text.isupper():  # an acronym may be either
        tables = (*_FOR_COMMON, *_FOR_NAMES)
    for pattern, rungs in tables:
        if found := pattern.search(before):
            told = " ".join(found.group().split())
            return Reading(rungs, CUE_SOURCE, f"by the words before it: {told} …")
    if is_quoted(span) and is_name(span) and _is_about_works(span):
        return Reading(("creative work",), CUE_SOURCE, "a title in quotes, by its sentence")
    return None


def _is_about_works(span: Span) -> bool:
    around = f"{span.before} {span.after}"
    return _WORKS.search(around) is not None and _SAYING.search(span.before) is None
