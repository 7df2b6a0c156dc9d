"""Reading the name of a town as the team that plays for it: "a goal against Leeds"."""

from __future__ import annotations

import re

from ontology.entries import Kind
from ontology.layers import Ontology
from ontology.linking.cues import CUE_SOURCE
from ontology.linking.organizations.contexts import (
    before_list,
    is_about_sports,
    is_on_athlete,
    sport_of,
)
from ontology.linking.organizations.kinds import ladder
from ontology.linking.places.names import bare
from ontology.linking.reading import Reading
from ontology.spans import Span

_GAP = r"(?:\s+(?!(?:and|but|then|is|was|who|where|when)\b)[\w'’&£,.-]+){0,5}?"
_BEFORE = re.compile(
    rf"""\b(?:(?:play(?:ed|s|ing)?|appear(?:ed|ing|ances?)|debut(?:ed)?|sign(?:ed|s|ing)?|scor(?:ed|ing)
          |hat-trick|goals?|games|match|matches|seasons?|caps?|spells?|stints?|contract|trials?|turned\s+out
          |turning\s+out|careers?|football|record\s+of|pitched|rode|riding|featured|lined\s+up|fixture|win|victory|defeat|draw|draws)
          {_GAP}\s+(?:for|with|against|over)
        |(?:transfer(?:red)?|loan(?:ed)?|sold|traded){_GAP}\s+(?:to|from|at|with)
        |(?:manager|coach|captain|goalkeeper|defender|midfielder|forward|striker|winger|assistant|player-manager)
          \s+(?:of|for|with)
        |(?:coach(?:ed|es|ing)?|manag(?:ed|ing)|captain(?:ed|ing)?|(?:re)?join(?:ed|ing|s)?|beat|beating
          |defeat(?:ed|ing)|fac(?:ed|ing)|versus|vs|(?:coach|manager),?\s+(?:he|she)\s+led)
          (?:\s+(?:newly|promoted|relegated|local|hometown|boyhood|fellow|rivals|neighbou?rs|club|side
            |then|[a-z]+-(?:placed|bottom|tier|division|league)|[A-Z][a-z]+\s+(?:Division|League|One|Two)))*
        |(?:(?:club|side|team|outfit|giants|rivals|minnows|strugglers|champions|neighbou?rs)(?:,|\s+and)?)
        )(?:\s+(?:the|his|her))?(?:\s+(?:hometown|home-town|local|native|newly|promoted|relegated
            |boyhood|neighbou?ring))*\s+[\"“‘']?$""",
    re.VERBOSE,
)
_BEHIND = re.compile(
    r"""(?:['’]s?)?\s+(?:paid\s+(?:a\s+)?[^.]{0,30}\s?for\s+(?:him|her)|signed\s+(?:him|her)
          |(?:was|were|got)\s+(?:promoted|relegated)|(?:first|reserve|youth)[\s-]team|manager
          |goalkeeper|strikers?|defenders?|midfielders?|supporters|fans|F\.?C\.?\b
          |[0-9]{1,2}\s?[–-]\s?[0-9]{1,2}\b)""",
    re.VERBOSE,
)
_NO_SURE_TOWN = re.compile(r"\b(?:in|near|to|of)\s+[\"“‘']?$")


def read_team(span: Span, ontology: Ontology) -> Reading | None:
    """Read the name of a town or a part of a country as its team, where somebody plays for it."""
    name = bare(span.text)
    if not name[:1].isupper() or not _is_sporting(span):
        return None
    is_behind = _BEHIND.match(span.after) and not _NO_SURE_TOWN.search(span.before)
    if not (is_behind or _BEFORE.search(before_list(span))) or _is_country(name, ontology):
        return None
    rungs = ladder("sports team")
    sport = sport_of(span)
    ranks = (f"{sport} team", *rungs) if sport else rungs
    return Reading((*ranks, "organization"), CUE_SOURCE, "a place, where somebody plays for it")


def _is_sporting(span: Span) -> bool:
    """Tell whether the sentence, or the document from the start, speaks of sports."""
    return is_about_sports(span) or is_on_athlete(span)


def _is_country(name: str, ontology: Ontology) -> bool:
    """Tell whether a name is that of a country, or of one in another ("Wales")."""
    return any(
        sense.kind in (Kind.COUNTRY, Kind.REGION)
        or (sense.kind is Kind.SUBDIVISION and "country" in sense.rungs)
        for sense in ontology.lookup(name)
        if sense.has_capital
    )
