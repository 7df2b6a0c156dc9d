"""What the letters of a span tell: a web address, a ship's prefix, an opus number, a title."""

from __future__ import annotations

import re

from ontology.layers import Ontology
from ontology.linking.cues import CUE_SOURCE
from ontology.linking.miscellany.kinds import ladder
from ontology.linking.phrases import strip_determiner, strip_possessive
from ontology.linking.reading import Reading
from ontology.rules import quantities
from ontology.spans import Span

_QUOTES_BEFORE = re.compile(r"""["“”‘«„]\s*$|(?:^|\s)['’]$""")
_QUOTES_AFTER = re.compile(r"""^[,.]?["“”’'»]""")
_OWN_QUOTES = re.compile(r"""^["“‘«„'].*["”’»'][.,]?$""", re.DOTALL)
_NUMBER = re.compile(r"#?\d[\d.,:–-]*(?:st|nd|rd|th)?['’]?")
_SMALL_WORDS = frozenset(
    "a an the of in on at for to and or by with from de la le el der die das von van".split()
)
_PRONOUN = re.compile(r"^(?:he|she|it|they|we|i|you|there|who|that)\s", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|can|could|did|does|do|been|became|should|must)\b",
    re.IGNORECASE,
)
_SHAPES = (
    (
        re.compile(r"(?:https?://|www\.)\S+|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov)\b\S*"),
        ("web page", "website"),
    ),
    (
        re.compile(r"(?:Juris |Philosophi[ae] )?Doctor(?:ate)? (?:of|in) [A-Z].*"),
        ladder("doctorate"),
    ),
    (re.compile(r"Master(?:['’]?s)?(?: degree)? (?:of|in) [A-Z].*"), ladder("master's degree")),
    (
        re.compile(r"Bachelor(?:['’]?s)?(?: degree)? (?:of|in) [A-Z].*"),
        ladder("bachelor's degree"),
    ),
    (
        re.compile(r"(?i:Art(?:icle|\.)|Section|Rule|Paragraph|Clause|Regulation|§)s?\s*§?\s*\d.*"),
        ("legal provision", "law"),
    ),
    (
        re.compile(r".*\bConvention\b.* (?:on|for|against|relating|concerning) .*"),
        ladder("treaty"),
    ),
    (re.compile(r"Tour (?:of|de|des|du) [A-ZÀ-Þ].*"), ladder("race")),
    (re.compile(r"\S+@\S+\.\w+"), ("e-mail address", "contact detail")),
    (
        re.compile(r"(?:HMS|USS|HMCS|HMAS|USCGC|RMS|INS|ORP|SMS|HNoMS|HMNZS)\s+[A-Z0-9].*"),
        ladder("warship"),
    ),
    (re.compile(r"(?:SS|MV|MS|RV|MY|SV|PS|TSS|MT)\s+[A-ZÀ-Þ]\w.*"), ladder("ship")),
    (
        re.compile(
            r".*\b(?:Op(?:us)?\.?\s*\d+|BWV\s*\d+|K\.?\s*\d{2,3}|No\.\s*\d+\s+in\s+[A-G]\b).*"
        ),
        ladder("musical composition"),
    ),
    (
        re.compile(r"[A-ZÀ-Þ].*\sv(?:s?\.|ersus)?\s+(?:the\s+)?[A-ZÀ-Þ].*", re.DOTALL),
        ladder("legal case"),
    ),
    (
        re.compile(
            r"(?:Regulation|Directive|Resolution|Decision|Law|Act|Decree|Ordinance|Statute)s?\s+"
            r"(?:\(\w+\)\s+)?(?:[Nn]o\.?\s*)?\d.*"
        ),
        ("law",),
    ),
    (re.compile(r"(?:Title|Proposition|Amendment)\s+(?:[IVXLC]+|\d+)"), ("law",)),
    (re.compile(r"Protocol\s+(?:No\.?\s*)?\d+.*"), ladder("protocol")),
    (re.compile(r"Operation\s+[A-ZÀ-Þ]\w.*"), ladder("military operation")),
    (re.compile(r"Project\s+[A-ZÀ-Þ]\w.*"), ladder("project")),
    (re.compile(r"(?:Hurricane|Tropical\s+Storm)\s+[A-ZÀ-Þ]\w+"), ladder("hurricane")),
    (re.compile(r"Typhoon\s+[A-ZÀ-Þ]\w+"), ladder("typhoon")),
    (re.compile(r"Cyclone\s+[A-ZÀ-Þ]\w+"), ladder("cyclone")),
    (re.compile(r"Expo(?:sition)?\s+['’]?\d+"), ladder("world's fair")),
)


def read_shape(span: Span, ontology: Ontology) -> Reading | None:
    """Read a span that its letters alone tell."""
    del ontology
    text = plain(span)
    if _NUMBER.fullmatch(text):
        return quantities.read(span)
    for pattern, rungs in _SHAPES:
        if pattern.fullmatch(text):
            return Reading(rungs, CUE_SOURCE, "by the way it is written")
    return None


def is_quoted(span: Span) -> bool:
    """Tell whether a span stands in quotation marks."""
    if _OWN_QUOTES.match(span.text):
        return True
    return bool(_QUOTES_BEFORE.search(span.before) and _QUOTES_AFTER.match(span.after))


def is_name(span: Span) -> bool:
    """Tell whether a span is written like a name: its last full word, or most, with a capital."""
    words = re.findall(r"[^\W\d_][\w'’.-]*", span.text)
    full = [word for word in words if word.lower() not in _SMALL_WORDS]
    if not full:
        return False
    capitals = sum(word[0].isupper() or not word[0].islower() for word in full)
    return 2 * capitals > len(full) or (len(full) > 1 and 2 * capitals == len(full))


def is_sentence(text: str) -> bool:
    """Tell whether a text is a sentence or a clause rather than a noun phrase."""
    return bool(
        _PRONOUN.match(text)
        or (len(text.split()) > 3 and _VERB.search(text))  # noqa: PLR2004 - shorter ones are titles
        or re.search(r"[a-zà-þ]{3,}[.!?]\s+[A-ZÀ-Þ]", text)
    )


def plain(span: Span) -> str:
    """Return the text of a span without an article before and a possessive after it."""
    return strip_possessive(strip_determiner(span.text.strip()))
