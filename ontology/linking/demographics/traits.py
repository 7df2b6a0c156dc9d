"""Steps for what people are without doing it: standing, belief, health, schooling, age."""

from __future__ import annotations

import re

from ontology.layers import Ontology
from ontology.linking.demographics.peoples import NOUN_FOLLOWS, is_noun
from ontology.linking.phrases import core, strip_determiner
from ontology.linking.reading import Reading
from ontology.spans import Span

_SOURCE = "rules"

_TRAITS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        r"gay|lesbian|homosexual|bisexual|heterosexual|pansexual|asexual|queer|straight|LGBTQ?\+?",
        ("sexual orientation",),
    ),
    (r"trans(?:gender|sexual)?(?: (?:man|woman|person))?|non-?binary", ("gender identity",)),
    (r"(?:fe)?male", ("gender",)),
    (r"man|woman|men|women", ("person",)),
    (r"boy|girl", ("child", "person")),
    (
        r"married|unmarried|divorced|separated|widowed|single|engaged|remarried|a bachelor",
        ("marital status",),
    ),
    (r"blind|deaf|mute|deaf-mute|partially sighted|hard of hearing", ("disabled", "health status")),
    (
        r"disabled|handicapped|paraplegic|quadriplegic|paralysed|paralyzed|wheelchair[- ]bound",
        ("health status",),
    ),
    (
        r"autistic|dyslexic|diabetic|epileptic|HIV[- ]positive|schizophrenic|obese|"
        r"alcoholic|drug addict|addict|(?:mentally |chronically |terminally |seriously )?(?:ill|"
        r"sick)|"
        r"injured|wounded|infertile|traumati[sz]ed|depressed|in a coma|comatose",
        ("health status",),
    ),
    (r"pregnant", ("medical condition",)),
    (
        r"aristocratic|noble|royal|landed|elite|upper[- ]class|patrician|middle[- ]class|"
        r"working[- ]class|lower[- ]class|"
        r"bourgeois|peasant|wealthy|rich|affluent|poor|impoverished|privileged",
        ("social class",),
    ),
    (
        r"elderly|aged|middle-aged|young|old|adult|juvenile|preteen|senior citizen|teenaged?|"
        r"adolescent|newborn|infant|minor",
        ("age group",),
    ),
    (r"Jewish|Ashkenazi|Sephardi(?:c)?", ("ethnic or religious group",)),
    (r"(?:\w+ )?Jew", ("member of an ethnic or religious group", "person")),
    (
        r"Roma|Romani|Romany|Gypsy|Gypsies|Sinti|Kalderash|Manouche|(?:Irish )?Travell?er|S[aá]mi",
        ("ethnic minority", "ethnic group"),
    ),
    (r"Hasidic|Haredi|Ultra-Orthodox", ("Jewish", "religion")),
    (
        r"Black|White|Caucasian|mixed[- ]race|biracial|Hispanic|Latin[oax]|Native American|"
        r"Indigenous|Aboriginal|First Nations?",
        ("ethnic group",),
    ),
    (
        r"Islamic|Muslim|Hindu|Buddhist|Sikh|Christian|Jain|pagan|religious",
        ("religion",),
    ),
    (r"atheist|agnostic|secular|humanist|freethinker", ("religious outlook",)),
    (
        r"(?:Roman |Greek )?Catholic|Protestant|(?:Greek |Russian |Eastern )?Orthodox|Lutheran|"
        r"Anglican|Methodist|Baptist|Presbyterian|Episcopalian?|Mormon|Pentecostal|Evangelical|"
        r"Calvinist|Quaker|Mennonite|Unitarian|Adventist|Coptic",
        ("Christian", "religion"),
    ),
    (r"Sunni|Shi['’]?(?:a|ite)|Ahmadi(?:yya)?|Alawite|Sufi|Ismaili", ("Muslim", "religion")),
    (
        r"Republican|Democrat(?:ic)?|Conservative|Tory|Labour|Liberal|Green|socialist|communist|"
        r"marxist|fascist|nationalist|anarchist|libertarian|left-wing|right-wing|centrist|"
        r"social democrat(?:ic)?|Christian democrat(?:ic)?|populist|royalist|monarchist|Whig|"
        r"feminist|separatist|pacifist|(?-i:Unionist|Loyalist)|suffragist",
        ("political affiliation",),
    ),
    (
        r"(?:left|right)[- ](?:handed|footed|arm)|tall|short|bald|overweight|slim|bearded",
        ("physical characteristic",),
    ),
    (
        r"amateur|(?:semi-)?professional|part-time|full-time|self-taught|freelance|solo|"
        r"independent",
        ("status",),
    ),
    (r"rural|urban|suburban|nomadic", ("way of living",)),
    (r"foreign|native|local|expatriate", ("origin",)),
    (r"naturali[sz]ed|stateless|undocumented", ("legal status",)),
    (r"bilingual|trilingual|multilingual", ("language skill",)),
    (
        r"(?:Mrs?|Ms|Miss|Mx|Sir|Dame|Lord|Lady|Madam|Dr|Doctor|Prof|Rev|Reverend|Hon|Fr|St)\.?|"
        r"(?:The )?(?:Right |Most |Very )?(?:Honou?rable|Reverend)",
        ("form of address",),
    ),
    (r"(?:GBE|KBE|DBE|CBE|OBE|MBE|DSO|DSC|DFC)|All-American|All-Star|MVP", ("honor",)),
    (
        r"(?:honou?rary |elected )?fellows? of .+",
        ("member of a learned society", "member of an organization"),
    ),
    (
        r"unemployed|self-employed|retired|employed|homeless|orphaned|adopted|illiterate|educated",
        ("personal status",),
    ),
)
"""Closed classes of words, by what they tell of a person."""

_PATTERNS = [(re.compile(words, re.IGNORECASE), rungs) for words, rungs in _TRAITS]


_DEGREE = re.compile(
    r"(?i:\b(?:bachelor|master|doctor|doctorate|honou?rs|associate|postgraduate|undergraduate|"
    r"graduate|law|medical|university|college|academic)(?:['’]?s)?(?: \w+)? degrees?\b|"
    r"\b(?:bachelor|master|doctor)(?:['’]?s)? (?:of|in) (?!ceremonies)\w+|\b(?:bachelor|"
    r"master)['’]s\b)|\b(?:Ph\.?\s?D|M\.?D|J\.?D|LL\.?[BMD]|M\.?B\.?A|B\.?A|B\.?S\.?c?|M\.?A|"
    r"M\.?S\.?c?|B\.?Ed|M\.?Ed|B\.?Tech|M\.?Tech|D\.?Phil|Ed\.?D|B\.?Com|M\.?Phil)\b\.?|"
    r"\b(?:doctoral|postdoctoral|graduate|undergraduate|master['’]s) (?:student|candidate)s?\b|"
    r"\b(?i:(?:juris|legum) doctor|magister|doctorate|diploma|licentiate|habilitation|"
    r"degrees?|baccalaureate)\b",
)
_STUDENT = re.compile(
    r"\b(?:students?|candidates?|graduates?|alumn\w+|fellows?|holders?)$", re.IGNORECASE
)
_STUDIED = re.compile(
    r"\b(?:stud(?:y|ies|ied|ying)|reading|read|majored|majoring|major|minored|degrees?|doctorate|"
    r"Ph\.?D\.?|bachelor['’]?s?|master['’]?s?|graduated|diploma|training|trained|education|"
    r"lectured|lecturer|professor|taught|teach(?:es|ing)?|courses?|B\.?Sc?\.?|M\.?Sc?\.?|"
    r"[BM]\.?A\.?|faculty)"
    r"(?:\s+(?:in|of|on|from))?\s+(?:[\w-]+(?:,| and)\s+)*$",
    re.IGNORECASE,
)
_FIELD_OF_STUDY = ("academic discipline", "field of study")
_AGE = re.compile(
    r"(?P<years>\d{1,3})[- ]years?(?:[- ]old)?(?: \w+)?|(?:aged?|age of) (?P<aged>\d{1,3})",
    re.IGNORECASE,
)
_AGE_GROUPS = ((13, "child"), (20, "teenager"), (65, "adult"), (1000, "elderly person"))


_BEARERS = {
    "political affiliation": "political supporter",
    "religion": "religious person",
    "religious outlook": "person",
    "sexual orientation": "person",
    "health status": "person",
    "ethnic group": "member of an ethnic group",
}
"""Who has a trait, where the text says "a Whig" and not "is Whig"."""


_ADJECTIVES = {
    "political affiliation": "political",
    "religion": "religious",
    "ethnic group": "ethnic",
}
"""What stands before a noun: "the Whig nomination" is political, no "political affiliation"."""


def _of_persons(rungs: tuple[str, ...]) -> tuple[str, ...]:
    bearer = _BEARERS.get(rungs[-1])
    return tuple(dict.fromkeys([*rungs[:-1], bearer, "person"])) if bearer else rungs


def _names_a_person(span: Span, text: str) -> bool:
    """Tell "a Baptist" from "a Baptist church" and from "is Baptist"."""
    has_own_article = len(text) < len(span.text) and not NOUN_FOLLOWS.match(span.after)
    return has_own_article or is_noun(span)


def read_trait(span: Span, _: Ontology) -> Reading | None:
    """Read a word of a closed class: marital status, belief, politics, class …."""
    text = strip_determiner(span.text)
    short = core(text)
    for pattern, rungs in _PATTERNS:
        if (
            pattern.fullmatch(text)
            or pattern.fullmatch(short)
            or pattern.fullmatch(text.removesuffix("s"))
        ):
            told = _of_persons(rungs) if _names_a_person(span, text) else rungs
            if told[-1] in _ADJECTIVES and NOUN_FOLLOWS.match(span.after):
                told = (*told[:-1], _ADJECTIVES[told[-1]])
            rest = tuple(rung for rung in told if rung != text)
            return Reading(rest, _SOURCE, f"{rungs[-1]}: {text}")
    return None


def read_degree(span: Span, _: Ontology) -> Reading | None:
    """Read a degree ("PhD in physics"), or a field that the sentence says was studied."""
    text = strip_determiner(span.text)
    if _DEGREE.search(text):
        if _STUDENT.search(text):
            return Reading(("student", "person"), _SOURCE, f"education: {text}")
        return Reading(("academic degree", "education"), _SOURCE, f"education: {text}")
    if _STUDIED.search(span.before):
        return Reading(_FIELD_OF_STUDY, _SOURCE, f"field of study: {text}")
    return None


def read_age(span: Span, _: Ontology) -> Reading | None:
    """Read an age in years: what one of that age is called, then the kind of fact."""
    match = _AGE.fullmatch(strip_determiner(span.text))
    if not match:
        return None
    years = int(match["years"] or match["aged"])
    group = next(name for limit, name in _AGE_GROUPS if years < limit)
    return Reading((group, "age"), _SOURCE, f"age: {group}")
