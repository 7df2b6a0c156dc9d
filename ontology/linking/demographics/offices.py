"""Steps for public offices and military ranks."""

from __future__ import annotations

import re

from ontology.entries import Kind
from ontology.layers import Ontology
from ontology.linking.demographics.fields import Field, fields_around
from ontology.linking.demographics.peoples import is_people
from ontology.linking.phrases import strip_determiner
from ontology.linking.reading import Reading
from ontology.spans import Span

_SOURCE = "rules"
_OFFICIAL = ("public official", "public office")
_POLITICIAN = ("politician", *_OFFICIAL)
_OFFICER = ("military officer", "member of the armed forces", "profession")
_SOLDIER = ("soldier", "member of the armed forces", "profession")


def _whole(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)


_COMMISSIONED = _whole(r"commission(?:ed)?|ranks?|cadets?|sandhurst|west point")
"""What speaks of officers of an army where nothing else does."""

_NO_OFFICE = _whole(
    r"ministers? of (?:religion|the (?:church|gospel|word|congregation))|parish ministers?|"
    r"board|company|club|student|class|bank|union"
)

_OFFICES: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (
        _whole(r"ministers? (?:plenipotentiary|resident|counsell?or)|envoys?(?: extraordinary)?"),
        ("diplomat", *_OFFICIAL),
    ),
    (
        _whole(
            r"prime ministers?|chief ministers?|first ministers?|heads? of government|taoiseach|"
            r"premiers?"
        ),
        ("head of government", *_POLITICIAN),
    ),
    (_whole(r"heads? of state"), ("political leader", *_POLITICIAN)),
    (
        _whole(
            r"ministers? (?:of|for|without|in|responsible)|deputy ministers?|cabinet ministers?|"
            r"government ministers?|(?:foreign|finance|interior|defen[cs]e|health|education|"
            r"justice|culture|labou?r|trade|transport|agriculture|energy|environment|housing|"
            r"sports?|economy|development|junior|state|union|federal) ministers?"
        ),
        ("government minister", *_POLITICIAN),
    ),
    (
        _whole(r"(?:deputy )?speakers? (?:of|pro)"),
        ("speaker of a legislature", "legislator", *_POLITICIAN),
    ),
    (
        _whole(
            r"presidents? of the (?:senate|parliament|assembly|chamber)|"
            r"deputy speakers?"
        ),
        ("presiding officer of a legislature", "legislator", *_POLITICIAN),
    ),
    (
        _whole(
            r"members? of (?:the )?(?:\w+ ){0,3}(?:parliament|congress|senate|assembly|legislature|"
            r"knesset|bundestag|riksdag|storting|sejm|sabha|duma|diet|folketing|house|legislative "
            r"council)|M\.?P\.?s?|MEPs?|congress(?:man|woman|men|women|person)|senators?|"
            r"assembly(?:man|woman|member)s?|lawmakers?|state representatives?|backbenchers?|"
            r"(?:house )?(?:majority|minority) (?:leader|whip)"
        ),
        ("legislator", *_POLITICIAN),
    ),
    (
        _whole(
            r"mayors?|city councill?ors?|councill?ors?|council(?:man|woman|member)s?|"
            r"members? of (?:the )?(?:\w+ ){0,2}council|alder(?:man|men|woman)|reeves?"
        ),
        ("local politician", *_POLITICIAN),
    ),
    (
        _whole(
            r"(?:under|assistant |deputy |permanent )?-?secretar(?:y|ies) (?:of|for) (?:the )?\w+|"
            r"undersecretar(?:y|ies)|(?:attorneys?|solicitors?|surgeons?|postmasters?|"
            r"comptrollers?) general|chiefs? of staff|permanent secretar(?:y|ies)|"
            r"commissioners? (?:of|for)|chancellors? of the exchequer|(?:foreign|home|"
            r"cabinet) secretar(?:y|ies)"
        ),
        ("government official", *_OFFICIAL),
    ),
)
"""From the words of a title to what the office is; the first that matches decides."""

_IN_POLITICS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (_whole(r"vice[- ]presidents?|deputy presidents?"), ("political leader", *_POLITICIAN)),
    (_whole(r"presidents?"), _POLITICIAN),  # some are heads of governments, or of parts
    (_whole(r"(?:lieutenant )?governors?"), ("political leader", *_POLITICIAN)),
    (_whole(r"ministers?"), ("government minister", *_POLITICIAN)),
    (_whole(r"speakers?"), ("speaker of a legislature", *_POLITICIAN)),
    (_whole(r"representatives?|deput(?:y|ies)"), ("legislator", *_POLITICIAN)),
    (_whole(r"chancellors?"), ("political leader", *_POLITICIAN)),
)
"""The same for words that need politics around them."""

_RANKS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (
        _whole(
            r"chiefs? of (?:the )?(?:army|naval|air|defen[cs]e|general) staff|"
            r"(?:commanders?|commanding)[- ]in[- ]chief|(?:army|fleet|corps|supreme|division\w*) "
            r"commanders?|commanding (?:officers?|generals?)|commandants?"
        ),
        ("military commander", *_OFFICER),
    ),
    (
        _whole(
            r"(?:lieutenant|major|brigadier)[- ]generals?|general officers?|field marshals?|"
            r"(?:rear|vice)[- ]admirals?|(?:lieutenant|wing|flight|squadron)[- ]"
            r"(?:colonels?|commanders?|lieutenants?|leaders?)|army officers?|naval officers?"
        ),
        _OFFICER,
    ),
    (
        _whole(r"(?:flying|fighter|air) aces?"),
        ("fighter pilot", "military aviator", "pilot", "profession"),
    ),
)

_AT_UNIVERSITIES = _whole(r"(?:pro-|vice-)?(?:chancellors?|rectors?|provosts?)")
_ADMINISTRATOR = ("academic administrator", "administrator", "profession")

_IN_THE_ARMY: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (
        _whole(
            r"generals?|admirals?|colonels?|majors?|captains?|lieutenants?|commanders?|commodores?"
        ),
        _OFFICER,
    ),
    (re.compile(r"(?:commissioned |staff |junior |senior )?officers?$", re.IGNORECASE), _OFFICER),
    (_whole(r"(?:\w+ )?sergeants?|corporals?|privates?|gunners?|troopers?"), _SOLDIER),
)

_OF_ANYTHING = _whole(r"(?:vice[- ])?presidents?")
_LEADER = ("leader", "person")
"""What presides over states, firms and clubs alike, where nothing tells over which."""

_OF_A_PLACE = re.compile(r"[\w -]*? of (?:the )?(?P<place>[A-Z]\w+(?: [A-Z]\w+)*)")
_MANY_WORDS = 6
_ORDINAL = re.compile(r"^(?:\d+(?:st|nd|rd|th)|first|second|third|former|current|incumbent)\s+")


def read_office(span: Span, ontology: Ontology) -> Reading | None:
    """Read a title of state ("Minister of Economy", "Member of Parliament") or a rank."""
    title = _ORDINAL.sub("", strip_determiner(span.text))
    if _NO_OFFICE.search(f"{title}{span.after[:40]}"):
        return None
    fields = fields_around(span)
    tables = [_OFFICES, _RANKS]
    if Field.LEARNING in fields and Field.RELIGION not in fields and _AT_UNIVERSITIES.match(title):
        return Reading(_ADMINISTRATOR, _SOURCE, f"office: {title}")
    is_of_a_country = _is_of_a_country(span, ontology)
    if (is_of_a_country or _is_political(title, fields)) and len(title.split()) <= _MANY_WORDS:
        tables.append(_IN_POLITICS)
    is_commissioned = "officer" in title.lower() and _COMMISSIONED.search(span.sentence)
    if is_commissioned or (Field.MILITARY in fields and Field.SPORT not in fields):
        tables.append(_IN_THE_ARMY)
    for table in tables:
        for pattern, rungs in table:
            if pattern.match(title) or (table in (_OFFICES, _RANKS) and pattern.search(title)):
                rest = tuple(rung for rung in rungs if rung != title.lower())
                return Reading(rest, _SOURCE, f"office: {title}")
    if _OF_ANYTHING.match(title) and (Field.POLITICS in fields or not fields & _OTHER_PRESIDENTS):
        return Reading(_LEADER, _SOURCE, f"office: {title}")
    return None


def _is_of_a_country(span: Span, ontology: Ontology) -> bool:
    """Tell "the Indian President" and "President of India" from other presidents."""
    if is_people(span.before.strip().rpartition(" ")[2], ontology):
        return True
    named = _OF_A_PLACE.match(f"{span.text}{span.after}")
    senses = ontology.lookup(named["place"]) if named else []
    return any(sense.kind is Kind.COUNTRY for sense in senses)


def _is_political(title: str, fields: frozenset[Field]) -> bool:
    """Tell whether a title is one of state; a bare one with a capital is, unless told otherwise."""
    if Field.RELIGION in fields and "inister" in title:
        return False
    if Field.POLITICS in fields:
        return not fields & {Field.BUSINESS, Field.SPORT}
    return title[:1].isupper() and " " not in title and fields.isdisjoint(_OTHER_PRESIDENTS)


_OTHER_PRESIDENTS = frozenset({Field.BUSINESS, Field.LEARNING, Field.SPORT, Field.RELIGION})
