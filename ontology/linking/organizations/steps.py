"""Steps that read a span as an organization, the surest first."""

from __future__ import annotations

import re

from ontology.entries import Kind
from ontology.layers import Ontology
from ontology.linking.organizations.contexts import (
    is_about_arts,
    is_about_sports,
    is_at_school,
    is_on_athlete,
    read_context,
    sport_of,
)
from ontology.linking.organizations.cues import read_cue
from ontology.linking.organizations.index import read_dump, read_known_name, read_single_brand
from ontology.linking.organizations.kinds import ladder
from ontology.linking.organizations.names import read_name, strip_name
from ontology.linking.organizations.places import is_town, place_senses, refine
from ontology.linking.organizations.shapes import read_shape
from ontology.linking.organizations.words import read_common_head, read_proper_word
from ontology.linking.reading import Linker, Reading
from ontology.linking.shortforms import longer_form
from ontology.spans import Span

RULES = "heuristics"
_PARTNERS = re.compile(r"[A-ZÀ-Þ][\w'’-]+(?:, [A-ZÀ-Þ][\w'’-]+)*,? & [A-ZÀ-Þ][\w'’-]+")
_MOST_STEPS = 3
"""Short names of short names: "Riders", "Rough Riders", "Ottawa Rough Riders"."""


def read_longer_form(span: Span, ontology: Ontology) -> Reading | None:
    """Read a short name as the longer one that the document gives for it."""
    longer = longer_form(span)
    for _ in range(_MOST_STEPS):
        if longer is None:
            return None
        for step in _ON_NAMES:
            if found := step(longer, ontology):
                return found
        longer = longer_form(longer)
    return None


def read_sponsored(span: Span, _: Ontology) -> Reading | None:
    """Read a brand as the cycling team that it pays, where somebody rides for it."""
    found = read_context(span) if sport_of(span) == "cycling" else None
    return found if found and "sports team" in found.rungs else None


def read_own_words(span: Span, ontology: Ontology) -> Reading | None:
    """Read a name by the words in it that tell a kind."""
    rungs, told = _own_words(span, ontology)
    return Reading(rungs, RULES, told) if len(rungs) > 1 else None


def read_vague_words(span: Span, ontology: Ontology) -> Reading | None:
    """Read a name by a word that tells little: "center", "society"."""
    rungs, told = _own_words(span, ontology)
    return Reading(rungs, RULES, told) if rungs else None


def _own_words(span: Span, ontology: Ontology) -> tuple[tuple[str, ...], str]:
    if " " not in span.text and is_at_school(span) and is_town(span.text, ontology):
        return (), ""
    found = read_name(span.text) or read_name(_without_place(span.text, ontology))
    return (refine(found, ontology), f"a name with “{found.head}”") if found else ((), "")


def _without_place(name: str, ontology: Ontology) -> str:
    """Return a name without the place at its end, which a branch bears: "Acme Records Norway"."""
    head, _, last = name.rpartition(" ")
    senses = place_senses(last, ontology) if head else []
    return head if senses and senses[0].kind is Kind.COUNTRY else name


def read_beside(span: Span, _: Ontology) -> Reading | None:
    """Read a name by a noun beside it."""
    return read_cue(span)


def read_place(span: Span, ontology: Ontology) -> Reading | None:
    """Read the name of a place as the team that plays for it, or as the country that acts."""
    senses = place_senses(strip_name(span.text), ontology)
    if not senses or not senses[0].is_exact:
        return None
    is_country = senses[0].kind is Kind.COUNTRY
    if is_about_sports(span) or (is_on_athlete(span) and not is_at_school(span)):
        sport = sport_of(span)
        team = ladder("national sports team" if is_country else "sports team")
        rungs = team if is_country or not sport else (f"{sport} team", *team)
        return Reading(rungs, RULES, "a place, in a sentence about sports")
    return Reading(("country",), RULES, "a country that acts") if is_country else None


def read_in_context(span: Span, _: Ontology) -> Reading | None:
    """Read a name by what the sentence says is done there."""
    return read_context(span)


def read_brand(span: Span, ontology: Ontology) -> Reading | None:
    """Read a name of one word as a brand, where the sentence speaks of nothing else."""
    if is_about_arts(span) or is_about_sports(span) or place_senses(span.text, ontology):
        return None
    return read_single_brand(span, ontology)


def read_partners(span: Span, _: Ontology) -> Reading | None:
    """Read surnames joined by "&" as a company, where the sentence speaks of no artists."""
    if is_about_arts(span) or is_about_sports(span) or not _PARTNERS.fullmatch(span.text):
        return None
    return Reading(ladder("company"), RULES, "names joined by “&”")


_ON_NAMES: tuple[Linker, ...] = (
    read_dump,
    read_known_name,
    read_own_words,
    read_shape,
    read_beside,
    read_proper_word,
    read_vague_words,
    read_in_context,
)
"""Steps that may read a longer name in the place of a short one."""

STEPS: tuple[Linker, ...] = (
    read_longer_form,
    read_dump,
    read_sponsored,
    read_known_name,
    read_own_words,
    read_shape,
    read_beside,
    read_proper_word,
    read_place,
    read_vague_words,
    read_in_context,
    read_brand,
    read_partners,
    read_common_head,
)
"""The surest first."""
