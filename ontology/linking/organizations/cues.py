"""Nouns beside a span that say which kind of organization it is: "the band X", "X, a law firm"."""

from __future__ import annotations

from ontology.folding import fold
from ontology.linking.cues import Cue, Stands, cues_beside
from ontology.linking.organizations.kinds import HEADS, ladder
from ontology.linking.organizations.names import read_name
from ontology.linking.reading import Reading
from ontology.spans import Span

_SPOKEN = {
    "label": "record label",
    "imprint": "publisher",
    "side": "sports team",
    "squad": "sports team",
    "outfit": "sports team",
    "franchise": "sports team",
    "daily": "newspaper",
    "paper": "newspaper",
    "tabloid": "newspaper",
    "outlet": "media organization",
    "journal": "academic journal",
    "firm": "company",
    "subsidiary": "company",
    "giant": "company",
    "corporation": "company",
    "chain": "business",
    "startup": "start-up company",
    "supergroup": "band",
    "group": "group",
    "team": "sports team",
    "party": "political party",
    "seminary": "seminary",
    "charity": "charity",
    "nonprofit": "charity",
    "organisation": "",
    "organization": "",
    "constituency": "constituency",
    "conglomerate": "company",
    "studio": "company",
    "factory": "manufacturer",
    "league": "league",
    "militia": "militia",
}
"""Words that running text says of an organization, besides those in names."""

_LIKE_ADJECTIVES = frozenset(
    {"political organization", "musical group", "media organization", "record label", "airline"}
    | {"sports organization", "military unit", "website", "militant group", "company"}
)
"""What follows a name that is its own: in "the X office" the office is no X, but a party is."""


def read_cue(span: Span) -> Reading | None:
    """Read a span by a noun beside it that says its kind."""
    if kind := _kind_of_mention_before(span):
        return Reading(ladder(kind), "heuristics", "the words before")
    for cue in cues_beside(span):
        kind = _kind_of(cue)
        if kind and (cue.stands is not Stands.FOLLOWING or _is_own(kind)):
            return Reading(ladder(kind), "heuristics", cue.told)
    return None


def _kind_of(cue: Cue) -> str:
    """Return the kind that a cue tells by its longest form."""
    if cue.others or not cue.noun.rsplit(maxsplit=1)[-1].islower():
        return ""
    for form in map(fold, cue.forms):
        is_adverb = form == "daily" and cue.stands is Stands.FOLLOWING
        kind = "" if is_adverb else _SPOKEN.get(form, HEADS.get(form, ""))
        if kind:
            return kind
    return ""


def _kind_of_mention_before(span: Span) -> str:
    """Read a common noun that is a mention itself: "his punk rock band, X"."""
    for mention in span.surroundings.mentions:
        between = span.surroundings.text[mention.end : span.mention.start]
        if mention.end <= span.mention.start and between in {", ", " ", ": "}:
            noun = mention.span_text.rsplit(maxsplit=1)[-1]
            found = read_name(mention.span_text) if noun.islower() else None
            return found.kind if found else ""
    return ""


def _is_own(kind: str) -> bool:
    return not _LIKE_ADJECTIVES.isdisjoint(ladder(kind))
