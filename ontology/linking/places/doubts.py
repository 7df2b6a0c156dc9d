"""Where a place of the index is not the one that a text means, though it is called so."""

from __future__ import annotations

import re

from ontology.entries import Kind, Sense
from ontology.folding import fold
from ontology.layers import Ontology
from ontology.linking.cues import CUE_SOURCE
from ontology.linking.places.context import told_beside, where
from ontology.linking.places.kinds import ladder
from ontology.linking.places.names import bare
from ontology.linking.places.senses import Ranked, rank
from ontology.linking.reading import Reading
from ontology.siblings import is_same_name
from ontology.spans import Span

_LARGE = 6.3
"""A city of this weight is meant even where another country stands beside it, as it once did."""

_KNOWN = 5.5
"""A place of this weight is spoken of anywhere in the world, whoever shares its name."""

_TINY = 4.0
"""A place of less weight is spoken of near where it lies, though nothing shares its name."""

_NEAR = 0.6
"""Of two namesakes abroad that differ by less, nobody knows which is meant."""

_FAR_LARGER = 2.0

_LOCAL = frozenset({Kind.SETTLEMENT, Kind.SUBDIVISION})
_OUTER = frozenset({Kind.COUNTRY, Kind.SUBDIVISION})
_HISTORICAL = "historical"
_LISTED = r"(?:,\s+(?:the\s+)?[A-ZÀ-Þ][\w'’ -]*)*,?\s+(?:and|or|&)\s+(?:the\s+)?[A-ZÀ-Þ]"
_RULER = re.compile(
    r"""\b(?:rulers?|kings?|queens?|emperors?|sultans?|emirs?|amirs?|khans?|mahara[jn]as?|ra[jn]as?
        |nawabs?|nizams?|shahs?|dukes?|duchess|counts?|countess|earls?|margraves?|landgraves?|electors?|despots?|doges?|lords?|tsars?|czars?
        |princes?|princess|pharaohs?|sovereigns?|thrones?|crown|(?:princely\s+)?states?|kingdom
        |sultanate|emirate|khanate|principality|dynasty)\s+of\s+(?:the\s+)?$""",
    re.VERBOSE | re.IGNORECASE,
)
_ON = re.compile(r"\b[Oo]n\s+[\"“‘']?$")
_STAGE = re.compile(
    r"\s+(?:debuts?|musicals?|plays?|productions?|revivals?|shows?|stages?|theat(?:re|er)s?)\b"
)
_REALM = re.compile(
    r"\s+(?:kingdom|dynasty|sultanate|emirate|khanate|caliphate|empire|(?:princely\s+)?state)\b"
)


def is_realm(span: Span) -> bool:
    """Tell whether the text names somebody who rules there, or calls the place a realm."""
    return bool(_RULER.search(span.before) or _REALM.match(span.after))


def is_stage(span: Span) -> bool:
    """Tell whether a place is spoken of as a stage or a street: "on Broadway"."""
    return bool(_ON.search(span.before) or _STAGE.match(span.after))


def is_small_town(ranked: Ranked) -> bool:
    """Tell settlements of which nobody says "on" them."""
    return ranked.sense.kind is Kind.SETTLEMENT and ranked.sense.weight < _KNOWN


def is_doubtful(fitting: list[Ranked], name: str, span: Span, ontology: Ontology) -> bool:
    """Tell whether the likeliest sense of a name lies where the text is not."""
    best = fitting[0]
    if best.is_told or best.sense.kind not in _LOCAL or not where(best.sense):
        return False
    if _is_told_elsewhere(best.sense, span, ontology):
        return True
    near = [each for each in fitting if not where(each.sense).isdisjoint(where(best.sense))]
    known = max(each.sense.weight for each in near if each.sense.kind in _LOCAL)
    return best.is_elsewhere and known < _limit(fitting, name)


def _limit(fitting: list[Ranked], name: str) -> float:
    """Return what the likeliest sense must weigh to be meant though the text is elsewhere."""
    best = fitting[0].sense
    others = [each for each in fitting[1:] if each.sense.kind in _LOCAL]
    apart = [each for each in others if where(each.sense) != where(best)]
    abroad = [each for each in apart if where(each.sense).isdisjoint(where(best))]
    if any(_is_likely(each, best) or _is_near(each, fitting[0]) for each in abroad):
        return _LARGE
    return _KNOWN if apart or fold(best.term) != fold(name) else _TINY


def _is_likely(other: Ranked, best: Sense) -> bool:
    """Tell a namesake where the text is, unless a hundred times fewer people live there."""
    return not other.is_elsewhere and best.weight - other.sense.weight < _FAR_LARGER


def _is_near(other: Ranked, best: Ranked) -> bool:
    """Tell a namesake as large, and as usual under this name."""
    return max(best.sense.weight - other.sense.weight, best.score - other.score) < _NEAR


def _is_told_elsewhere(sense: Sense, span: Span, ontology: Ontology) -> bool:
    """Tell whether a mention of this name stands before a country or state that it is not in."""
    same = (each for each in span.surroundings.spans if is_same_name(each, span))
    return any(_contradicts(each, sense, ontology) for each in same)


def _contradicts(span: Span, sense: Sense, ontology: Ontology) -> bool:
    name = next(iter(told_beside(span)), None)
    if name is None or re.match(rf".{{,9}}{re.escape(name)}{_LISTED}", span.after):
        return False
    ranked = rank(name, span, ontology)
    outer = ranked[0].sense if ranked else None
    if outer is None or outer.kind not in _OUTER:
        return False
    is_once = outer.kind is Kind.COUNTRY and sense.weight >= _LARGE
    return not is_once and not _may_hold(outer, sense)


def _may_hold(outer: Sense, sense: Sense) -> bool:
    if outer.rungs and outer.rungs[0].startswith(_HISTORICAL):
        return True
    if not where(outer) or fold(outer.term) in where(sense):
        return True
    return outer.kind is Kind.SUBDIVISION and not where(outer).isdisjoint(where(sense))


def read_realm(span: Span, ontology: Ontology) -> Reading | None:
    """Read as a territory what somebody rules and what is neither a country nor a part of one."""
    if not is_realm(span):
        return None
    ranked = rank(bare(span.text), span, ontology)
    if ranked and ranked[0].sense.kind is not Kind.SETTLEMENT:
        return None
    return Reading(ladder("territory"), CUE_SOURCE, "somebody rules there")


def read_unlisted(span: Span, ontology: Ontology) -> Reading | None:
    """Read a name that towns elsewhere bear as a populated place."""
    ranked = rank(bare(span.text), span, ontology)
    near = [each for each in ranked if _is_near(each, ranked[0])]
    if not near or is_stage(span) or any(each.sense.kind is not Kind.SETTLEMENT for each in near):
        return None
    return Reading(ladder("populated place"), CUE_SOURCE, "a name that towns elsewhere bear")
