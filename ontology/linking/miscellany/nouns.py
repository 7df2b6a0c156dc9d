"""Reading a span by the nouns of the index: its whole text, or the noun that it ends in."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import takewhile

from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.linking.cues import cue_noun
from ontology.linking.miscellany.choice import is_of_matter, may_stand, rank, said
from ontology.linking.miscellany.kinds import kind_of, ladder
from ontology.linking.miscellany.matters import matters_around
from ontology.linking.miscellany.shapes import is_name, is_quoted, is_sentence, plain
from ontology.linking.phrases import singular, variants
from ontology.linking.reading import Reading
from ontology.rules.numbers import value_of
from ontology.spans import Span

_NAMED_KINDS = frozenset(Kind) - {
    Kind.SETTLEMENT,
    Kind.SUBDIVISION,
    Kind.COUNTRY,
    Kind.REGION,
    Kind.BRAND,
    Kind.OCCUPATION,
    Kind.ROLE,
    Kind.PLACE,
    Kind.BODY,
    Kind.POSSESSION,
}
"""What a capitalised span of this type may be; a title is too often a place or a brand as well."""

_COMMON_KINDS = frozenset(Kind) - {Kind.SETTLEMENT, Kind.BRAND, Kind.COUNTRY, Kind.SUBDIVISION}
"""What a common noun may be."""

_RARER = {Kind.LANGUAGE: 0, Kind.PEOPLE: 2, Kind.ORGANIZATION: 2, Kind.CONCEPT: 2}
"""In spans of this type a capitalised word is a language rather than a people."""

_TITLE_KINDS = frozenset({Kind.WORK, Kind.COMMUNICATION})
_MUSICAL = re.compile(
    r"\b(?:music\w*|bands?|songs?|albums?|guitar\w*|sing(?:er|s|ing)|concerts?)\b", re.IGNORECASE
)
_TOLD_BY_OURS = frozenset({Kind.COMMUNICATION, Kind.ARTIFACT, Kind.WORK, Kind.COGNITION})
_TOPS_OF_OURS = frozenset({"creative work", "award", "publication", "belief"})
_NO_TOPS = {Kind.ARTIFACT: frozenset({"award"})}
"""A decoration that can be touched is an ornament."""

_MEASURE = re.compile(
    r"^(?:about\s+)?(?:\d[\d.,]*|an?|one|two|three|four|five|six|ten|some|several|half\s+an?)\s+"
    r"(?:[km]?g|(?:kilo|milli)?grams?|kilos?|lit(?:er|re)s?|tons?|tonnes?|pounds?|ounces?|bottles?|bags?"
    r"|pieces?|packets?|boxes|cases|doses?|units?)\s+of\s+",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"\s+\d[\d.,/]*\s*(?:mc?g|µg|g|ml|l|%|iu|units?|tablets?)?$", re.IGNORECASE)
_STAGE = re.compile(r"[,\s]+(?:stage|grade|type|class|phase|level|no\.?)\s+[\dIVX]+[a-z]?$", re.I)
_NUMBERED_END = re.compile(r"\b\d[\d.,]*\s+\w+$")
_OBJECT = re.compile(r"(?:the|an?|his|her|their|its|my|our|this|that|\d+|to|for|under|with|on|in)$")
_NEAR = 3
_CLEAR_LEAD = 0.4
_CLOSE_RACE = 0.15
_MOST_WORDS = 6
_COMPOUND = 2  # "drinking water", but "disclosing official secrets"


_BESIDE_KINDS = frozenset(
    {
        Kind.LIVING,
        Kind.LANDFORM,
        Kind.ARTIFACT,
        Kind.SUBSTANCE,
        Kind.COMMUNICATION,
        Kind.EVENT,
        Kind.ACT,
        Kind.DISEASE,
    }
)


def read_common_noun(span: Span, ontology: Ontology) -> Reading | None:
    """Read a lower-case span that the index knows by its whole text, in either number."""
    return None if is_name(span) else read_known(span, ontology)


def read_known(span: Span, ontology: Ontology) -> Reading | None:
    """Read a span that the index knows by its whole text, as written or in the singular."""
    bare = plain(span)
    opens = (
        " " not in bare and bare[1:].islower() and not span.before.strip() and not is_quoted(span)
    )
    for form in dict.fromkeys((span.text, bare, bare.lower() if opens else bare)):
        senses = _in_either_number(form, span, ontology)
        if form not in {bare, span.text} and not (senses and is_of_matter(senses[0], span)):
            continue
        if senses and senses[0].rungs and not _is_open(senses, span):
            reading = _of(senses[0])
            return replace(reading, rungs=_agreed(reading.rungs, senses))
    return None


def _is_open(senses: Sequence[Sense], span: Span) -> bool:
    """Tell whether another sense of a common noun, of a kind of its own, is as likely."""
    first, *others = senses
    if is_name(span) or first.kind is Kind.DISEASE:
        return False
    near = is_of_matter(first, span)
    return any(
        first.weight - other.weight <= _CLOSE_RACE
        and set(first.rungs[:_NEAR]).isdisjoint(other.rungs)
        and is_of_matter(other, span) == near
        for other in others
    )


def _in_either_number(form: str, span: Span, ontology: Ontology) -> list[Sense]:
    """Return the fitting senses of a form and of its singular, the likelier number first."""
    one = singular(form)
    senses = _fitting(ontology.lookup(form), form, span)
    if one == form:
        return senses
    more = _fitting(ontology.lookup(one), one, span)
    usual = max((sense.weight for sense in more), default=-math.inf)
    is_word_of_its_own = bool(senses) and senses[0].weight > usual + _CLEAR_LEAD  # "politics"
    return [*senses, *more] if is_word_of_its_own else [*more, *senses]


def _agreed(rungs: tuple[str, ...], senses: Sequence[Sense]) -> tuple[str, ...]:
    """Return the rungs that hold for the rivals of the first sense too, if there are any."""
    rivals = [sense for sense in senses[1:] if _is_rival(sense, senses[0])]
    common = tuple(rung for rung in rungs if all(rung in rival.rungs for rival in rivals))
    return common if set(rungs[:_NEAR]) & set(common) else rungs


def _is_rival(sense: Sense, first: Sense) -> bool:
    return sense.kind is first.kind and first.weight - sense.weight <= _CLEAR_LEAD


def _fitting(senses: Sequence[Sense], form: str, span: Span) -> list[Sense]:
    """Return the senses that a span may have, the most likely first."""
    has_capital = form != form.lower()
    kinds: Collection[Kind] = _COMMON_KINDS
    if has_capital:
        kinds = _TITLE_KINDS if is_quoted(span) else _NAMED_KINDS
    fitting = [
        sense
        for sense in senses
        if (sense.rungs or not has_capital)
        and sense.kind in kinds
        and sense.has_capital is has_capital
        and (has_capital or may_stand(sense, span))
    ]
    if not has_capital:
        fitting.sort(key=lambda sense: rank(sense, span), reverse=True)
    if not matters_around(span) and _MUSICAL.search(span.sentence):
        fitting.sort(key=lambda sense: sense.kind is not Kind.COMMUNICATION)
    if has_capital:
        fitting.sort(key=lambda sense: _RARER.get(sense.kind, 1))
    return fitting


def _of(sense: Sense) -> Reading:
    """Read by a sense; a work or an award has a ladder of ours, where a rung names its kind."""
    reading = Reading.of(sense)
    if sense.kind is Kind.LANGUAGE:  # WordNet's "Latin" above French is no kind of language
        told = tuple(rung for rung in sense.rungs if rung.endswith("language"))
        return replace(reading, rungs=told)
    if sense.kind in _TOLD_BY_OURS:
        for place, rung in enumerate(sense.rungs):
            ours = ladder(kind_of(rung) or "")
            if ours[-1] in _TOPS_OF_OURS - _NO_TOPS.get(sense.kind, frozenset()):
                return Reading((*sense.rungs[:place], *ours), reading.source, reading.sense)
    return replace(reading, rungs=said(reading.rungs))


def read_common_head(span: Span, ontology: Ontology) -> Reading | None:
    """Read a phrase by its longest lower-case end that is a known noun: "bee breeding"."""
    text = _AMOUNT.sub("", _STAGE.sub("", _MEASURE.sub("", plain(span))))
    words = text.split()
    if is_sentence(text) or is_quoted(span) or not 0 < len(words) <= _MOST_WORDS:
        return None
    if _NUMBERED_END.search(text):
        return None
    if words[0].endswith("ing") and (len(words) == 1 or _OBJECT.match(words[1])):
        return _gerund(words[0], span, ontology)
    if words[0].endswith("ing") and len(words) > _COMPOUND:
        return None
    for form in takewhile(_is_no_number, variants(text)):
        if (form == form.lower() or form.isupper()) and (
            senses := _fitting(ontology.lookup(form), form, span)
        ):
            reading = _of(senses[0])
            above = reading.rungs if _is_clear(senses, span) else ()
            return Reading((singular(form), *above), reading.source, reading.sense)
    return None


def _is_no_number(form: str) -> bool:
    """Tell a noun from a number: "one of the two" is no thing."""
    return value_of(form.lower()) is None


def _is_clear(senses: Sequence[Sense], span: Span) -> bool:
    """Tell whether one sense is far more usual than the others, or the only one in its matter."""
    first, *others = senses
    if not others or all(first.weight - other.weight > _CLEAR_LEAD for other in others):
        return True
    return is_of_matter(first, span) and not any(is_of_matter(other, span) for other in others)


def _gerund(word: str, span: Span, ontology: Ontology) -> Reading | None:
    """Read "killing his wife" by the activity that it begins with."""
    acts = [each for each in ontology.lookup(word) if each.kind is Kind.ACT and each.rungs]
    if not acts:
        return None
    reading = Reading.of(acts[0])
    return replace(reading, rungs=(word.lower(), *(reading.rungs if _is_clear(acts, span) else ())))


def read_noun_beside(span: Span, ontology: Ontology) -> Reading | None:
    """Read a name by any common noun beside it that names a thing: "the beetle X"."""
    return cue_noun(span, ontology, _BESIDE_KINDS) if is_name(span) else None
